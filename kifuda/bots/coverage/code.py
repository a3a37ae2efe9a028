"""Which clauses the code has carried out in the matches played while it watches.

A clause counts when the statement that cites it runs, or that after a comment which does; one that a
docstring cites when its function is entered. It traces, which makes matches several times slower. Not
here: what events, questions and refusals cite (``watch``), and clauses that only data cite.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from engine.audit.coverage import ROOT, cited_in_code
from engine.kernel.ruleset import Ruleset

Function = ast.FunctionDef | ast.AsyncFunctionDef


class CodeWatch:
    """Counts in ``carried_out`` how often code that cites a clause ran. ``cards``: card id → the clauses that
    its entry in a card file cites."""

    def __init__(self, rules: Ruleset) -> None:
        self.carried_out: Counter[str] = Counter()
        self.cards: dict[str, list[str]] = {}
        self._entered: dict[tuple[str, int], list[str]] = {}
        self._lines: dict[tuple[str, int], dict[int, list[str]]] = {}
        self._watched: dict[CodeType, tuple[list[str], dict[int, list[str]]] | None] = {}
        for clause, places in cited_in_code(rules).items():
            for place in places:
                self._add(clause, place)

    def _add(self, clause: str, place: str) -> None:
        where, _, name = place.partition(" ")
        file, _, number = where.rpartition(":")
        if file.endswith(".toml"):
            self.cards.setdefault(name, []).append(clause)
            return
        for function in _functions(file):
            if function.lineno <= int(number) <= (function.end_lineno or 0):
                key = str(ROOT / file), function.lineno
                if (lines := _statement(function, int(number))) is None:
                    self._entered.setdefault(key, []).append(clause)
                else:
                    watched = self._lines.setdefault(key, {})
                    for line in lines:
                        watched.setdefault(line, []).append(clause)
                return

    @contextmanager
    def tracing(self) -> Iterator[None]:
        """Count what runs until the end of the block."""
        before = sys.gettrace()
        sys.settrace(self._called)
        try:
            yield
        finally:
            sys.settrace(before)

    def _called(self, frame: FrameType, event: str, arg: Any) -> Any:
        code = frame.f_code
        if code not in self._watched:
            key = code.co_filename, _first_line(code)
            watched = (self._entered.get(key, []), self._lines.get(key, {}))
            self._watched[code] = watched if any(watched) else None
        found = self._watched[code]
        if found is None:
            return None
        entered, lines = found
        self.carried_out.update(entered)
        if not lines:
            return None

        def line(frame: FrameType, event: str, arg: Any) -> Any:
            if event == "line" and frame.f_lineno in lines:
                self.carried_out.update(lines[frame.f_lineno])
            return line

        return line


def _first_line(code: CodeType) -> int:
    """The line of ``def``: that of the code object is the first decorator."""
    for function in _functions_of(code.co_filename):
        first = min([function.lineno, *(one.lineno for one in function.decorator_list)])
        if first == code.co_firstlineno and function.name == code.co_name:
            return function.lineno
    return code.co_firstlineno


def _functions(file: str) -> tuple[Function, ...]:
    return _functions_of(str(ROOT / file))


@cache
def _functions_of(path: str) -> tuple[Function, ...]:
    """The functions of a module, inner ones before outer ones."""
    if "/engine/games/" not in path:
        return ()
    found = [
        node for node in ast.walk(ast.parse(Path(path).read_text("utf-8"))) if isinstance(node, Function)
    ]
    return tuple(reversed(found))


def _statement(function: Function, number: int) -> range | None:
    """The lines of the statement that a line belongs to, or of the next one after a comment; None for the
    docstring and the head of the function."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    if not body or (number < body[0].lineno and number <= (function.body[0].end_lineno or 0)):
        return None
    after: list[ast.stmt] = []
    for statement in ast.walk(ast.Module(body=body, type_ignores=[])):
        if not isinstance(statement, ast.stmt):
            continue
        last = _last_of_head(statement)
        if statement.lineno <= number <= last:
            return range(statement.lineno, last + 1)
        if statement.lineno > number:
            after.append(statement)
    if not after:
        return None
    following = min(after, key=lambda one: one.lineno)
    return range(following.lineno, _last_of_head(following) + 1)


def _last_of_head(statement: ast.stmt) -> int:
    inner = getattr(statement, "body", None) or getattr(statement, "cases", None)
    if not inner:
        return statement.end_lineno or statement.lineno
    first = inner[0].pattern.lineno if isinstance(inner[0], ast.match_case) else inner[0].lineno
    return max(statement.lineno, first - 1)

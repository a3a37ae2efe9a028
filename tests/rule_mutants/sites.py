"""What of a game's code is changed, and the clauses that each change concerns.

Functions are changed in place (their code is exchanged, so that whoever has imported them has the changed
one), requirements so that they always or never hold, numbers and tables of a module, zones and tracks.
A change concerns the clauses that its statement cites, or where it cites none those of the function around
it. Not here: who notices (``running``).
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from engine.audit.coverage import game_folder
from engine.kernel.ruleset import Ruleset
from tests.rule_mutants.operators import changes

TRIED_MOST = 9
"""Of a long list, such as the parts of a deal, so many are left out."""
Undo = Callable[[], None]
Lines = frozenset[tuple[str, int]]
"""Places in code: file and line."""


@dataclass(frozen=True)
class Mutant:
    """``name``: file, line and what is changed · ``clauses``: those that it concerns · ``lines``: a case
    that reaches none of them cannot notice it; empty if any case might · ``apply`` makes the change and
    returns how to take it back, or None if it cannot be made."""

    name: str
    clauses: tuple[str, ...]
    lines: Lines
    apply: Callable[[], Undo | None]


def mutants(rules: Ruleset, copies: Iterable[Ruleset] = ()) -> list[Mutant]:
    """Every change of the game's code, in the order of its files; of the ruleset itself in its ``copies``
    too, since a case with cards of its own has one."""
    modules = game_modules(rules)
    cited = Citations(rules)
    found: list[Mutant] = []
    demanded = _demanded(rules)
    for module in modules:
        found += _of_functions(module, cited, demanded)
        found += _of_constants(module, modules, cited, [rules, *copies])
    found += _of_requirements(rules)
    found += _of_board(rules, cited, modules)
    return found


def game_modules(rules: Ruleset) -> list[ModuleType]:
    """All modules of the game but the one that registers it, which decides nothing."""
    folder = game_folder(rules)
    found = []
    for path in sorted(path for path in folder.rglob("*.py") if path.name != "plugin.py"):
        parts = path.relative_to(folder).with_suffix("").parts
        name = ".".join((f"engine.games.{folder.name}", *(part for part in parts if part != "__init__")))
        found.append(import_module(name))
    return found


class Citations:
    """Which clauses are cited where."""

    def __init__(self, rules: Ruleset) -> None:
        longest = sorted(rules.clauses, key=len, reverse=True)
        self.pattern = re.compile(rf"(?<![\w.-])(?:{'|'.join(map(re.escape, longest))})(?![\w-]|\.\w)")

    def on(self, lines: list[str], first: int, last: int) -> tuple[str, ...]:
        """The clauses in some lines of a file, counted from 1."""
        text = "\n".join(lines[first - 1 : last])
        return tuple(dict.fromkeys(match[0] for match in self.pattern.finditer(text)))


# --- functions -----------------------------------------------------------------------------------------


def _of_functions(
    module: ModuleType, cited: Citations, demanded: dict[CodeType, tuple[str, ...]]
) -> Iterator[Mutant]:
    file = str(module.__file__)
    source = Path(file).read_text("utf-8")
    lines = source.splitlines()
    for holder, node in _functions(ast.parse(source)):
        function = _function(module, holder, node.name)
        if function is None:
            continue
        whole = cited.on(lines, node.lineno, node.end_lineno or node.lineno)
        docs = f"{ast.get_docstring(node) or ''} {vars(module)[holder].__doc__ if holder else ''}"
        general = (*cited.on([docs], 1, 1), *demanded.get(function.__code__, ()))
        whole = tuple(dict.fromkeys((*general, *whole)))
        for change in changes(node, file):
            first, last = change.lines
            near = cited.on(lines, *_statement(node, first))
            clauses = tuple(dict.fromkeys((*near, *general))) if near else whole
            yield Mutant(
                f"{_short(file)}:{first} {node.name}: {change.what}",
                clauses,
                frozenset((file, line) for line in range(first, last + 1)),
                partial(_exchange, function, change.apply),
            )


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions of a module and the methods of its classes, each with the name of its class."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield "", node
        elif isinstance(node, ast.ClassDef):
            yield from ((node.name, inner) for inner in node.body if isinstance(inner, ast.FunctionDef))


def _function(module: ModuleType, holder: str, name: str) -> FunctionType | None:
    """The function itself, from under whatever decorates it."""
    space = vars(module)[holder] if holder else module
    found = vars(space).get(name)
    found = getattr(found, "fget", found)
    while hasattr(found, "__wrapped__"):
        found = found.__wrapped__
    return found if isinstance(found, FunctionType) else None


def _statement(function: ast.FunctionDef, line: int) -> tuple[int, int]:
    """The lines of the smallest statement that holds a line."""
    found = (function.lineno, function.end_lineno or function.lineno)
    for node in ast.walk(function):
        if isinstance(node, ast.stmt) and node is not function:
            first, last = node.lineno, node.end_lineno or node.lineno
            if first <= line <= last and last - first < found[1] - found[0]:
                found = (first, last)
    return found


def _exchange(function: FunctionType, make: Callable[[], CodeType | None]) -> Undo | None:
    before, code = function.__code__, make()
    if code is None or len(code.co_freevars) != len(before.co_freevars):
        return None
    function.__code__ = code

    def undo() -> None:
        function.__code__ = before

    return undo


# --- requirements --------------------------------------------------------------------------------------


def _requirements(rules: Ruleset) -> Iterator[tuple[str, Any]]:
    seen: set[int] = set()
    for verb in rules.verbs.values():
        for requirement in (*verb.requirements, *verb.elsewhere):
            if id(requirement) not in seen:
                seen.add(id(requirement))
                yield verb.name, requirement


def _demanded(rules: Ruleset) -> dict[CodeType, tuple[str, ...]]:
    """Code of a test → the clauses of the requirements that put it."""
    found: dict[CodeType, tuple[str, ...]] = {}
    for _, requirement in _requirements(rules):
        code = requirement.holds.__code__
        found[code] = (*found.get(code, ()), requirement.clause)
    return found


def _of_requirements(rules: Ruleset) -> Iterator[Mutant]:
    folder = str(game_folder(rules))
    for verb, requirement in _requirements(rules):
        code: CodeType = requirement.holds.__code__
        reached = frozenset((code.co_filename, line) for _, _, line in code.co_lines() if line)
        for what, held in (("always holds", True), ("never holds", False)):
            yield Mutant(
                f"{verb}: {requirement.why} [{requirement.clause}] {what}",
                (requirement.clause,),
                reached if code.co_filename.startswith(folder) else frozenset(),
                partial(_put, requirement, "holds", lambda *_, held=held: held),
            )


def _put(thing: object, field: str, value: object) -> Undo:
    before = getattr(thing, field)
    object.__setattr__(thing, field, value)
    return lambda: object.__setattr__(thing, field, before)


def _put_all(things: Sequence[object], field: str, value: object) -> Undo:
    backs = [_put(thing, field, value) for thing in things]

    def undo() -> None:
        for back in backs:
            back()

    return undo


# --- numbers, tables, the board ------------------------------------------------------------------------


def _of_constants(
    module: ModuleType, modules: list[ModuleType], cited: Citations, rulesets: list[Ruleset]
) -> Iterator[Mutant]:
    file = str(module.__file__)
    source = Path(file).read_text("utf-8")
    lines = source.splitlines()
    body = ast.parse(source).body
    for node, after in zip(body, [*body[1:], None], strict=True):
        for name in _names(node):
            value = vars(module).get(name)
            last = after.end_lineno if isinstance(after, ast.Expr) else node.end_lineno
            clauses = cited.on(lines, node.lineno, last or node.lineno)
            place = f"{_short(file)}:{node.lineno} {name}"
            if type(value) is int:
                yield Mutant(
                    f"{place}: one more", clauses, frozenset(), partial(_number, modules, name, value)
                )
            elif is_dataclass(value) and not isinstance(value, type):
                same = rulesets if isinstance(value, Ruleset) else [value]
                yield from _of_fields(node, same, place, lines, cited)
            elif type(value) is dict:
                for key in value:
                    yield Mutant(
                        f"{place}: without {getattr(key, '__name__', key)}",
                        clauses,
                        frozenset(),
                        partial(_without, value, key),
                    )


def _of_fields(
    node: ast.stmt, same: Sequence[Any], place: str, lines: list[str], cited: Citations
) -> Iterator[Mutant]:
    """Of a value that is made once, such as a chain or the ruleset itself: each field that is said by its
    name becomes another, or nothing. It concerns what is cited on its own line."""
    call = getattr(node, "value", None)
    for said in call.keywords if isinstance(call, ast.Call) else ():
        if said.arg is not None and hasattr(same[0], said.arg):  # not an argument of a function that makes it
            clauses = cited.on(lines, said.value.lineno, said.value.end_lineno or said.value.lineno)
            for what, new in _others(getattr(same[0], said.arg)):
                put = partial(_put_all, same, said.arg, new)
                yield Mutant(f"{place}.{said.arg}: {what}", clauses, frozenset(), put)


def _others(value: object) -> Iterator[tuple[str, object]]:
    match value:
        case bool():
            yield "other truth", not value
        case str():
            yield "another", f"{value}?"
        case tuple():
            for at in range(min(len(value), TRIED_MOST)):
                yield f"without {at + 1}", value[:at] + value[at + 1 :]
        case Mapping():
            yield "empty", {}
        case _ if callable(value):
            yield "nothing", lambda *_, **__: ()


def _names(node: ast.stmt) -> list[str]:
    match node:
        case ast.Assign(targets=[ast.Name(name)]) | ast.AnnAssign(target=ast.Name(name)):
            return [name]
    return []


def _number(modules: list[ModuleType], name: str, value: int) -> Undo:
    """One more, wherever the number has been imported by its name."""
    having = [module for module in modules if vars(module).get(name) == value]
    for module in having:
        setattr(module, name, value + 1)

    def undo() -> None:
        for module in having:
            setattr(module, name, value)

    return undo


def _without(table: dict[Any, Any], key: Any) -> Undo:
    before = dict(table)
    del table[key]

    def undo() -> None:
        table.clear()
        table.update(before)  # in the order of before

    return undo


def _of_board(rules: Ruleset, cited: Citations, modules: list[ModuleType]) -> Iterator[Mutant]:
    board = next(module for module in modules if module.__name__.endswith(".board"))
    lines = Path(str(board.__file__)).read_text("utf-8").splitlines()

    def told(kind: str, id: str) -> tuple[str, ...]:
        found = [at for at, line in enumerate(lines, start=1) if f'{kind}("{id}"' in line]
        return cited.on(lines, found[0], found[0]) if found else ()

    for zone in rules.zones:
        other = "owner" if zone.seen_by == "all" else "all"
        yield Mutant(
            f"zone {zone.id}: seen by {other}",
            told("Zone", zone.id),
            frozenset(),
            partial(_put, zone, "seen_by", other),
        )
    for track in rules.tracks:
        for field in ("start", "most"):
            yield Mutant(
                f"track {track.id}: {field} one less",
                tuple(dict.fromkeys((track.clause, *told("Track", track.id)))),
                frozenset(),
                partial(_put, track, field, getattr(track, field) - 1),
            )


def _short(file: str) -> str:
    return file.rpartition("/games/")[2]


def forget(modules: list[ModuleType]) -> None:
    """Empty what functions of the game remember of earlier calls."""
    for module in modules:
        for value in vars(module).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()
            elif hasattr(value, "__wrapped__"):
                for cell in value.__closure__ or ():
                    if isinstance(cell.cell_contents, dict):
                        cell.cell_contents.clear()


def reached(run: Callable[[], object], folder: str) -> Lines:
    """The lines of the game's code that are gone through while ``run`` runs."""
    found: set[tuple[str, int]] = set()

    def inside(frame: Any, event: str, _: object) -> Any:
        found.add((frame.f_code.co_filename, frame.f_lineno))
        return inside

    def entered(frame: Any, event: str, _: object) -> Any:
        return inside(frame, event, _) if frame.f_code.co_filename.startswith(folder) else None

    before = sys.gettrace()
    sys.settrace(entered)
    try:
        run()
    finally:
        sys.settrace(before)
    return frozenset(found)

"""Clause coverage: which code enforces a clause, and which cases and tests show it, found by citation.

A clause that nothing cites is not covered, whatever the code does. Not here: whether a case or a test passes.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from engine.case.batch import case_files
from engine.case.file import Case, read_cases
from engine.kernel.ruleset import Ruleset

ROOT = Path(__file__).parents[2]
"""The folder that holds the packages, and in a source tree the tests."""

SOURCE_TREE = (ROOT / "pyproject.toml").is_file()
"""Whether the tests are here. An installed package has none; a folder ``tests`` beside it is not ours."""


class Covered(msgspec.Struct, frozen=True):
    """One clause of a game. ``code``: ``FILE:LINE NAME`` of what enforces it, ``cases``:
    ``FILE#TITLE``, ``tests``: what to hand to pytest, or where the tests are not installed the cases as
    they are run. ``definition``: there is nothing to enforce."""

    clause: str
    game: str
    kind: str
    definition: bool
    code: tuple[str, ...]
    cases: tuple[str, ...]
    tests: tuple[str, ...]


class Shown(NamedTuple):
    """A case with one of the clauses that it shows. ``number`` counts the cases of its file from 1. ``under``
    is the edition that it is read under, where it was written for another one."""

    clause: str
    file: str
    number: int
    case: Case
    under: str = ""

    @property
    def test(self) -> str:
        """The name of the test that runs the cases of its file."""
        return f"{self.case.rules.id} {self.file}"


def coverage(rules: Ruleset) -> list[Covered]:
    """Every clause of the ruleset, in their order."""
    cited = _Citations(rules)
    code = cited_in_code(rules)
    tests = cited.by_clause(_tests())
    shown: dict[str, list[Shown]] = {id: [] for id in rules.clauses}
    for one in shown_cases(rules):
        shown[one.clause].append(one)
    return [
        Covered(
            clause=id,
            game=rules.game,
            kind=clause.kind,
            definition=clause.definition,
            code=tuple(code[id]),
            cases=tuple(f"{one.file}#{one.case.title.en}" for one in shown[id]),
            tests=(*(_run(one) for one in shown[id]), *tests[id]),
        )
        for id, clause in rules.clauses.items()
    ]


def cited_in_code(rules: Ruleset) -> dict[str, list[str]]:
    """Clause → the lines of the game's modules and card files that cite it, as ``FILE:LINE NAME``."""
    return _Citations(rules).by_clause(_code(rules))


def shown_cases(rules: Ruleset) -> list[Shown]:
    """The cases that come with the game, as the ruleset has them, once for each clause that they show. What
    was written for another edition counts where that words no clause of the case otherwise."""
    folder = game_folder(rules) / "cases"
    shown: list[Shown] = []
    for file in case_files([folder]) if folder.is_dir() else ():
        for number, written in enumerate(read_cases(file), start=1):
            case = written.under(rules)
            if case is not None:
                under = "" if case is written else rules.edition
                name = file.relative_to(folder).as_posix()
                shown += (Shown(clause, name, number, case, under) for clause in case.clauses)
    return shown


def game_folder(rules: Ruleset) -> Path:
    """The folder of the game."""
    return Path(inspect.getfile(rules.play)).parent


def _run(shown: Shown) -> str:
    """How the case is run: by the test of its file, or without the tests by the command line."""
    if SOURCE_TREE:
        return f"tests/games/test_clauses.py::test_cases[{shown.test}]"
    return f"kifuda case run {shown.case.path}"


# --- citations -----------------------------------------------------------------------------------------


class _Citations:
    """Finds the ids of a ruleset's clauses in text. They match whole: 5.2-1 is not in 5.2-14."""

    def __init__(self, rules: Ruleset) -> None:
        self.ids = tuple(rules.clauses)
        longest_first = sorted(self.ids, key=len, reverse=True)
        self.pattern = re.compile(rf"(?<![\w.-])(?:{'|'.join(map(re.escape, longest_first))})(?![\w-]|\.\w)")

    def by_clause(self, places: Iterator[tuple[str, str]]) -> dict[str, list[str]]:
        """The places whose text cites a clause, by clause, each place once."""
        found: dict[str, dict[str, None]] = {id: {} for id in self.ids}
        for place, text in places:
            for match in self.pattern.finditer(text):
                found[match[0]].setdefault(place)
        return {id: list(places) for id, places in found.items()}


def _code(rules: Ruleset) -> Iterator[tuple[str, str]]:
    """Lines of the game's modules and card files, each with its place and the name of what it is in.
    Lines that are in nothing with a name, such as the head of a module, enforce nothing."""
    folder = game_folder(rules)
    root = ROOT if folder.is_relative_to(ROOT) else folder.parent
    for path in (*sorted(folder.rglob("*.py")), *sorted((folder / "cards").glob("*.toml"))):
        lines, names = _module(path) if path.suffix == ".py" else _card_file(path)
        for number, line in enumerate(lines, start=1):
            if number in names:
                yield f"{_relative(path, root)}:{number} {names[number]}", line


def _tests() -> Iterator[tuple[str, str]]:
    """Test functions, each with its name and the text that cites."""
    for path in sorted((ROOT / "tests").rglob("test_*.py")) if SOURCE_TREE else ():
        yield from _test_module(path)


def _relative(path: Path, root: Path = ROOT) -> str:
    """The path below ``root``; a game from elsewhere begins with the name of its own folder."""
    return path.relative_to(root).as_posix()


@lru_cache(maxsize=512)
def _test_module(path: Path) -> tuple[tuple[str, str], ...]:
    """The test functions of a module, as ``_tests`` has them."""
    return tuple(
        (f"{_relative(path)}::{node.name}", ast.get_docstring(node) or "")
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


@lru_cache(maxsize=256)
def _module(path: Path) -> tuple[list[str], dict[int, str]]:
    """The lines of a module, and by line the innermost thing with a name that it is in."""
    text = path.read_text("utf-8")
    names: dict[int, str] = {}
    for node in ast.walk(ast.parse(text)):  # outer ones come before inner ones
        name = _name(node)
        if name and isinstance(node, ast.stmt):
            names |= dict.fromkeys(range(node.lineno, (node.end_lineno or node.lineno) + 1), name)
    return text.splitlines(), names


@lru_cache(maxsize=256)
def _card_file(path: Path) -> tuple[list[str], dict[int, str]]:
    """The lines of a card file, and by line the id of the card, the role or the set that it is in."""
    lines = path.read_text("utf-8").splitlines()
    names: dict[int, str] = {}
    opened, id = 1, ""
    for number, line in enumerate([*lines, "[["], start=1):
        if line.startswith("[[") and not line.startswith(("[[card.", "[[role.")):
            names |= dict.fromkeys(range(opened, number), id) if id else {}
            opened, id = number, ""
        elif found := re.match(r'id = "(.+)"', line):
            id = found[1]
    return lines, names


def _name(node: ast.AST) -> str:
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return name
        case (
            ast.Assign(targets=[ast.Name(id=name)], col_offset=0)
            | ast.AnnAssign(target=ast.Name(id=name), col_offset=0)
        ):
            return name
    return ""

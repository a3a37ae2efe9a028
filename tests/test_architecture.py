"""The laws of the house that can be read off the source: who imports whom, and what the engine never does.

It does not run the engine: that equal acts give equal bytes is shown by the suites that play matches.
"""

import ast
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from engine.audit.pin import deciding_files

ROOT = Path(__file__).parents[1]

PACKAGES = ("events", "engine", "analytics", "dashboard", "kifuda")
"""Lowest first: each may import itself and those before it."""

MOST_FILES = 20
"""Modules that a folder may hold beside its ``__init__.py``."""

UNSTEADY = {"time", "datetime", "random", "secrets", "uuid", "os", "socket"}
"""Modules through which two runs of the same acts could differ."""

ORDERING = {"list", "tuple", "enumerate", "iter", "reversed", "join"}
"""Calls that lay the elements of their argument out in an order."""

IMPORTING = {"import_module", "__import__"}
"""Calls that import the module that their first argument names."""

Checker = Callable[[str, str], Iterator[str]]
"""(source, dotted module) -> findings, each `line: what is wrong`."""


# --- reading imports -------------------------------------------------------------------------------


@cache
def nodes(source: str) -> tuple[ast.AST, ...]:
    """Return the nodes of its tree, which several laws walk."""
    return tuple(ast.walk(ast.parse(source)))


@cache
def imports(source: str, module: str) -> tuple[tuple[int, str], ...]:
    """Return (line, dotted name) of everything that the source of `module` imports.

    `from a import b` counts as `a.b`; relative imports are resolved; a literal name given to `import_module`
    or `__import__` counts as well. The `module` of a package ends in `.__init__`.
    """
    return tuple(found_imports(source, module))


def found_imports(source: str, module: str) -> Iterator[tuple[int, str]]:
    """Yield them, as they are read."""
    for node in nodes(source):
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, alias.name) for alias in names)
            case ast.ImportFrom(module=target, names=names, level=level):
                above = module.split(".")[: -level or None] if level else []
                origin = [*above, *([target] if target else [])]
                yield from ((node.lineno, ".".join([*origin, alias.name])) for alias in names)
            case ast.Call(args=[ast.Constant(value=str(name)), *_]) if called(node) in IMPORTING:
                yield node.lineno, name


def called(node: ast.expr) -> str:
    """Return the last part of the name that a call calls: `join` for `", ".join(x)`; else ""."""
    match node:
        case ast.Call(func=ast.Name(id=name)) | ast.Call(func=ast.Attribute(attr=name)):
            return name
    return ""


# --- the laws --------------------------------------------------------------------------------------


def wrong_arrows(source: str, module: str) -> Iterator[str]:
    """Imports point one way: kifuda -> dashboard -> analytics -> engine -> events."""
    here = PACKAGES.index(module.split(".")[0])
    for line, name in imports(source, module):
        top = name.split(".")[0]
        if top in PACKAGES[here + 1 :]:
            yield f"{line}: {module} imports {name}"
        if top in {"tests", "bench"}:
            yield f"{line}: {module} imports {name}, which is not shipped"


def game_imports_game(source: str, module: str) -> Iterator[str]:
    """No module of engine/games/<game>/ imports another game, nor the list of all games."""
    own = ".".join(module.split(".")[:3])
    for line, name in imports(source, module):
        if f"{name}.".startswith("engine.games.") and not f"{name}.".startswith(f"{own}."):
            yield f"{line}: {module} imports {name}"


def unsteady_imports(source: str, module: str) -> Iterator[str]:
    """The engine reads no clock, no chance and no machine."""
    for line, name in imports(source, module):
        if name.split(".")[0] in UNSTEADY:
            yield f"{line}: {module} imports {name}"


def floats(source: str, module: str) -> Iterator[str]:
    """The engine counts in whole numbers: no float literal, no `float(...)`."""
    for node in nodes(source):
        match node:
            case ast.Constant(value=float() | complex() as value):
                yield f"{node.lineno}: {module} has the float {value}"
            case ast.Call(func=ast.Name(id="float")):
                yield f"{node.lineno}: {module} makes a float"


def set_orders(source: str, module: str) -> Iterator[str]:
    """Nothing in the engine depends on the order in which a set happens to give its elements.

    Sees only sets that are spelled out where they are walked, not those behind a name.
    """
    for node in nodes(source):
        walked: list[ast.expr] = []
        match node:
            case ast.For(iter=walk) | ast.comprehension(iter=walk):
                walked = [walk]
            case ast.Call(args=arguments) if called(node) in ORDERING:
                walked = arguments
        for walk in walked:
            if isinstance(walk, ast.Set | ast.SetComp) or called(walk) in {"set", "frozenset"}:
                yield f"{walk.lineno}: {module} walks a set: sort it first"


def named_games(text: str, games: list[str]) -> Iterator[str]:
    """The kernel names no game, in code, data or comment, however the name is joined."""
    for game in games:
        spelled = "[-_ ]?".join(map(re.escape, game.split("_")))
        for number, line in enumerate(text.splitlines(), start=1):
            if re.search(rf"(?<![a-z]){spelled}(?![a-z])", line, re.IGNORECASE):
                yield f"{number}: names {game}"


def imported_modules(path: Path, module: str, known: Collection[str]) -> Iterator[str]:
    """Yield the ``known`` modules that a module imports, also where only a type checker sees it."""
    for _, name in imports(path.read_text("utf-8"), module):
        name = name if name in known else name.rpartition(".")[0]
        if name in known and name != module.removesuffix(".__init__"):
            yield name


def import_cycles(graph: Mapping[str, Collection[str]]) -> list[list[str]]:
    """Return the groups of modules that import each other, directly or through others (Tarjan)."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    cycles: list[list[str]] = []

    def visit(module: str) -> None:
        order[module] = lowest[module] = len(order)
        stack.append(module)
        for other in graph[module]:
            if other not in order:
                visit(other)
            if other in stack:
                lowest[module] = min(lowest[module], lowest[other])
        if lowest[module] == order[module]:
            at = stack.index(module)
            cycle, stack[at:] = stack[at:], []
            if len(cycle) > 1:
                cycles.append(sorted(cycle))

    for module in sorted(graph):
        if module not in order:
            visit(module)
    return sorted(cycles)


# --- the tree --------------------------------------------------------------------------------------


def game_folders() -> list[str]:
    """Return the names of the folders engine/games/<game>/, sorted."""
    return sorted(path.parent.name for path in ROOT.glob("engine/games/*/__init__.py"))


def modules(under: str) -> Iterator[tuple[Path, str]]:
    """Yield every module below a folder of the repository with its dotted name."""
    for path in sorted((ROOT / under).rglob("*.py")):
        yield path, ".".join(path.relative_to(ROOT).with_suffix("").parts)


def findings(check: Checker, under: str) -> list[str]:
    """Run a checker over all modules below a folder; fail if there are none to read."""
    read = list(modules(under))
    assert read, f"no modules under {under}"
    return [found for path, name in read for found in check(path.read_text("utf-8"), name)]


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_point_one_way(package: str) -> None:
    assert findings(wrong_arrows, package) == []


def test_games_never_import_each_other() -> None:
    games = game_folders()
    assert games, "no game found under engine/games/"
    assert [found for game in games for found in findings(game_imports_game, f"engine/games/{game}")] == []


def test_kernel_names_no_game() -> None:
    games = game_folders()
    kernel = [
        path
        for path in sorted((ROOT / "engine").rglob("*"))
        if path.is_file()
        and "__pycache__" not in path.parts
        and not path.is_relative_to(ROOT / "engine/games")
    ]
    assert games, "no game found under engine/games/"
    assert kernel, "no kernel found under engine/"
    named = [
        f"{path.relative_to(ROOT)}:{found}"
        for path in kernel
        for found in named_games(path.read_text("utf-8"), games)
    ]
    assert named == []


def import_graph(*packages: str) -> dict[str, set[str]]:
    """Return the modules of some packages, each with those among them that it imports."""
    paths = {name.removesuffix(".__init__"): (path, name) for top in packages for path, name in modules(top)}
    return {module: {*imported_modules(*paths[module], paths)} for module in paths}


def test_no_modules_import_each_other() -> None:
    """Imports that only a type checker sees count as well."""
    assert import_cycles(import_graph(*PACKAGES)) == []


def test_the_engine_imports_nothing_for_types_alone() -> None:
    assert [name for path, name in modules("engine") if "TYPE_CHECKING" in path.read_text("utf-8")] == []


INSTALLED = "engine.games.installed imports os"
"""Which games there are is a matter of the machine; nothing that plays a match reads it."""


@pytest.mark.parametrize("check", [unsteady_imports, floats, set_orders])
def test_engine_is_deterministic(check: Checker) -> None:
    assert [found for found in findings(check, "engine") if not found.endswith(INSTALLED)] == []


def test_pinned_code_is_what_a_match_runs() -> None:
    """``engine.audit.pin`` counts what the driver and the rulesets import, and no other module but the
    one that registers the game."""
    graph = import_graph("engine")
    waiting = ["engine.kernel.game", *(f"engine.games.{game}.ruleset" for game in game_folders())]
    run: set[str] = set()
    while waiting:
        module = waiting.pop()
        if module not in run:
            run.add(module)
            waiting += graph[module]
    pinned = {
        f"engine.{name.removesuffix('.py').replace('/', '.')}"
        for game in game_folders()
        for name in deciding_files(game.replace("_", "-"))
        if not name.endswith(("/__init__.py", "/plugin.py"))
    }
    packages = {module for module in run if (ROOT / module.replace(".", "/")).is_dir()}
    assert pinned == run - packages


def crowded(folder: str) -> list[str]:
    """The folders below ``folder`` with more modules side by side than one looks through."""
    counted = Counter(
        path.parent.relative_to(ROOT).as_posix()
        for path in (ROOT / folder).rglob("*.py")
        if path.name != "__init__.py"
    )
    return [f"{name}: {number} files" for name, number in sorted(counted.items()) if number > MOST_FILES]


@pytest.mark.parametrize("folder", [*PACKAGES, "tests", "bench"])
def test_no_folder_is_crowded(folder: str) -> None:
    """Except that of a game, whose files are what a game consists of."""
    games = tuple(f"engine/games/{game}:" for game in game_folders())
    assert [name for name in crowded(folder) if not name.startswith(games)] == []


# --- the checkers can fail -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("module", "source", "fine"),
    [
        ("events.log.contract", "import msgspec, apsw", True),
        ("events.log.contract", "from engine.kernel.table import Table", False),
        ("events.log.contract", "from engine import table", False),
        ("engine.kernel.table", "from events.model.kinds import Event", True),
        ("engine.kernel.table", "import analytics.store.reader", False),
        ("engine.kernel.table", "if TYPE_CHECKING:\n    from kifuda import Match", False),
        ("engine.kernel.table", "def late():\n    import dashboard", False),
        ("engine.kernel.table", "importlib.import_module('dashboard.app.run')", False),
        ("engine.kernel.table", "__import__('kifuda')", False),
        ("engine.kernel.table", "import tests.worlds", False),
        ("engine.kernel.table", "import dashboards, kifuda_tools", True),
        ("engine.effect.op", "from ..table import Table", True),
        ("analytics.store.reader", "from engine.record.match import Match", True),
        ("dashboard.app.run", "from analytics import store", True),
        ("dashboard.app.run", "from kifuda.cli import main", False),
        ("kifuda.cli", "import dashboard, analytics, engine, events", True),
    ],
)
def test_a_wrong_arrow_is_found(module: str, source: str, fine: bool) -> None:
    assert (list(wrong_arrows(source, module)) == []) is fine


@pytest.mark.parametrize(
    ("module", "source", "fine"),
    [
        ("engine.games.chess.turn", "from engine.games.chess.board import Board", True),
        ("engine.games.chess.turn", "from engine.games import chess", True),
        ("engine.games.chess.turn", "from .board import Board", True),
        ("engine.games.chess.turn", "from engine.kernel.amount import Amount", True),
        ("engine.games.chess.turn", "from engine.games.go.board import Board", False),
        ("engine.games.chess.turn", "from engine.games import chess, go", False),
        ("engine.games.chess.turn", "from engine.games import ALL", False),
        ("engine.games.chess.turn", "from ..go import Board", False),
        ("engine.games.chess.turn", "from .. import go", False),
        ("engine.games.chess.turn", "import engine.games", False),
        ("engine.games.chess.turn", "import engine.games.chess960", False),
        ("engine.games.chess.__init__", "from .turn import turn", True),
        ("engine.games.chess.__init__", "from ..go import turn", False),
    ],
)
def test_an_import_between_games_is_found(module: str, source: str, fine: bool) -> None:
    assert (list(game_imports_game(source, module)) == []) is fine


@pytest.mark.parametrize(
    ("text", "fine"),
    [
        ("the game of shogi", True),
        ("tictactoes", True),
        ("if game == 'tic-tac-toe':", False),
        ("from engine.games.tic_tac_toe import x", False),
        ("# as in Tic Tac Toe", False),
        ("class TicTacToe:", False),
    ],
)
def test_a_named_game_is_found(text: str, fine: bool) -> None:
    assert (list(named_games(text, ["chess", "tic_tac_toe"])) == []) is fine


@pytest.mark.parametrize(
    ("check", "source", "fine"),
    [
        (unsteady_imports, "import random", False),
        (unsteady_imports, "from datetime import date", False),
        (unsteady_imports, "def f():\n    import os.path", False),
        (unsteady_imports, "from pathlib import Path", True),
        (unsteady_imports, "from .random import pick", True),
        (floats, "half = 0.5", False),
        (floats, "x = 1e3", False),
        (floats, "x = float('1')", False),
        (floats, "half = n // 2", True),
        (floats, "isinstance(x, float)", True),
        (set_orders, "for x in {1, 2}: pass", False),
        (set_orders, "y = [x for x in set(z)]", False),
        (set_orders, "y = ', '.join({str(x) for x in z})", False),
        (set_orders, "y = tuple(frozenset(z))", False),
        (set_orders, "for x in sorted(set(z)): pass", True),
        (set_orders, "y = 3 in {1, 2}", True),
        (set_orders, "y = tuple(dict.fromkeys(z))", True),
    ],
)
def test_what_the_engine_never_does_is_found(check: Checker, source: str, fine: bool) -> None:
    assert (list(check(source, "engine.sample")) == []) is fine


@pytest.mark.parametrize(
    ("graph", "cycles"),
    [
        ({"a": ["b"], "b": ["c"], "c": []}, []),
        ({"a": ["b", "c"], "b": ["c"], "c": []}, []),
        ({"a": ["b"], "b": ["a"]}, [["a", "b"]]),
        ({"a": ["b"], "b": ["c"], "c": ["b", "d"], "d": ["e"], "e": ["d"]}, [["b", "c"], ["d", "e"]]),
        ({"a": ["b"], "b": ["c"], "c": ["d"], "d": ["a"], "e": ["a"]}, [["a", "b", "c", "d"]]),
    ],
)
def test_an_import_cycle_is_found(graph: dict[str, list[str]], cycles: list[list[str]]) -> None:
    assert import_cycles(graph) == cycles

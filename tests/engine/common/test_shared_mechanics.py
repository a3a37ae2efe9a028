"""``docs/shared-mechanics.md``: the page lists every shared mechanic with the games that use it.

Not here: what a mechanic does (the other tests of this folder, and those of the games).
"""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
ROW = re.compile(r"^\| `(\w+)` \| [^|]+ \| ([\w, ]+) \|$", re.MULTILINE)


def listed() -> dict[str, list[str]]:
    """Module of ``engine/common`` → the games that the page lists for it."""
    page = (ROOT / "docs" / "shared-mechanics.md").read_text("utf-8")
    return {module: games.split(", ") for module, games in ROW.findall(page)}


def used() -> dict[str, list[str]]:
    """Module of ``engine/common`` → the games that import it."""
    modules = [path.stem for path in (ROOT / "engine" / "common").glob("*.py") if path.stem != "__init__"]
    found: dict[str, set[str]] = {module: set() for module in modules}
    for path in (ROOT / "engine" / "games").glob("*/**/*.py"):
        game = path.relative_to(ROOT / "engine" / "games").parts[0]
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("engine.common."):
                found[str(node.module).removeprefix("engine.common.")].add(game)
    return {module: sorted(games) for module, games in sorted(found.items())}


def test_the_page_lists_every_mechanic_with_its_games() -> None:
    assert listed() == used()


def test_a_mechanic_of_one_game_lives_in_that_game() -> None:
    assert [module for module, games in used().items() if len(games) < 2] == []

"""The page about the pages: its pictures are there, and it lists every key that an address can have."""

import ast
import re
from pathlib import Path

import dashboard

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "dashboard.md"
BYTES_MOST = 300_000
CHOICES = {
    "segmented_control",
    "selectbox",
    "multiselect",
    "pills",
    "number_input",
    "store_count",
    "given",
    "tabs",
}
"""Functions of ``dashboard.app.url`` whose first argument is the key."""
KEYS = {
    "KEY": {"lang", "match", "finding", "against", "cup", "field", "check", "edition", "over"},
    "AT": {"at"},
    "AS": {"as"},
    "key": {"metric", "x", "y"},
    "name": {"game", "player", "card", "format", "tournament", "rounds", "archetype", "opponent"},
}
"""Keys that stand behind a name in the code."""


def keys_in_code() -> set[str]:
    """The keys of all choices; a key that is put together counts with every view that it is made for."""
    found: set[str] = set()
    for path in sorted(Path(dashboard.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in {f"url.{name}" for name in CHOICES}:
                match node.args[0]:
                    case ast.Constant(value=str(key)):
                        found.add(key)
                    case ast.Name(id=name):
                        found |= KEYS[name]
                    case ast.JoinedStr():
                        found |= {"cards-metric", "players-metric"}
    return found


def test_every_key_of_an_address_is_documented() -> None:
    table = PAGE.read_text("utf-8").split("## Addresses")[1].split("\n\n")[2]
    documented = {
        key for row in table.splitlines()[2:] for key in re.findall(r"`([^`]+)`", row.split("|")[1])
    }
    assert documented == keys_in_code()


def test_the_pictures_are_there_and_small() -> None:
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", PAGE.read_text("utf-8"))
    assert len(pictures) == 11
    for picture in pictures:
        assert 0 < (PAGE.parent / picture).stat().st_size < BYTES_MOST

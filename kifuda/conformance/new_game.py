"""Writes the folder of a small working game under another name: a beginning for a new one.

The template is the example *Lanterns*, with its names exchanged. Not here: whether the game is whole
(``check``).
"""

import re
from collections.abc import Iterator
from pathlib import Path

import kifuda

ORIGINAL, JAPANESE = "lanterns", "灯籠"
PREFIX = "LA"
"""What the ids of clauses and cards of the template begin with."""
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
MODULE = "kifuda_{}"
PREFIX_LETTERS = 2


def template() -> Path:
    """The folder of the template: in the wheel beside this module, in a checkout among the examples."""
    packaged = Path(__file__).with_name("template")
    return packaged if packaged.is_dir() else Path(kifuda.__file__).parents[1] / "examples" / ORIGINAL


def write_game(name: str, folder: Path) -> list[Path]:
    """Write the files of a game called ``name`` into ``folder``, which must not exist. Returns their paths.

    Raises ``ValueError`` for a name that is none, ``FileExistsError`` where the folder is.
    """
    if not NAME.fullmatch(name):
        raise ValueError(name)
    if folder.exists():
        raise FileExistsError(folder)
    made = [(folder / _renamed(str(path), name), _renamed(text, name)) for path, text in _files()]
    for path, text in made:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return [path for path, _ in made]


def prefix_of(name: str) -> str:
    """What the ids of a game's clauses and cards begin with: its initials, or its first two letters."""
    words = name.split("-")
    return ("".join(word[0] for word in words) if len(words) > 1 else name[:PREFIX_LETTERS]).upper()


def _files() -> Iterator[tuple[Path, str]]:
    root = template()
    for path in sorted(root.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(root), path.read_text("utf-8")


def _renamed(text: str, name: str) -> str:
    """The text with the names of the template exchanged for those of the game."""
    title = name.replace("-", " ").title()
    exchanged = (
        (rf'"{JAPANESE}", "{ORIGINAL.title()}"', f'"{title}", "{title}"'),
        (rf'ja = "{JAPANESE}", en = "{ORIGINAL.title()}"', f'ja = "{title}", en = "{title}"'),
        (rf"{ORIGINAL.title()} \({JAPANESE}\)", title),
        (rf"\bkifuda_{ORIGINAL}\b", MODULE.format(name.replace("-", "_"))),
        (rf"\btest_{ORIGINAL}\b", f"test_{name.replace('-', '_')}"),
        (rf"\b{ORIGINAL.title()}Player\b", f"{title.replace(' ', '')}Player"),
        (rf"\b{ORIGINAL.upper()}\b", name.replace("-", "_").upper()),
        (rf"\b{ORIGINAL.title()}\b", title),
        (rf"\b{ORIGINAL}\b", name),
        (rf"\b{PREFIX}-", f"{prefix_of(name)}-"),
    )
    for old, new in exchanged:
        text = re.sub(old, new, text)
    return text

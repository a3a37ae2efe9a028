"""A card file as it was read: its data, and the position of each value.

Not here: what is wrong with it, except that it cannot be read at all (``lint``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import tomli

from engine.effect import locate
from engine.effect.locate import Places, Position
from engine.effect.problem import CardErrors, Problem
from engine.kernel import toml_text

_NAME = re.compile(r"[\w-]+")
_AT = re.compile(r" \((?:at line (?P<line>\d+), column (?P<column>\d+)|at end of document)\)$")


@dataclass(frozen=True)
class Source:
    """A file of valid TOML. ``data`` need not have the shape of a card file."""

    path: Path
    text: str
    data: dict[str, Any]

    @cached_property
    def places(self) -> Places:
        """The positions of its values."""
        return Places(self.text)

    def at(self, path: locate.Path, word: str = "") -> Position:
        """The position of the value at ``path``; within a text, of its first ``word``."""
        position = self.places.at(path)
        start = self.text.split("\n")[position.line - 1][position.column - 1 :] if word else ""
        found = re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", start) if word else None
        return Position(position.line, position.column + found.start()) if found else position


def files_in(paths: Iterable[Path]) -> list[Path]:
    """These files, and the TOML files in those of them that are folders."""
    return [file for path in paths for file in (sorted(path.glob("*.toml")) if path.is_dir() else [path])]


def read(path: Path) -> Source:
    """Raises ``CardErrors`` for a file that is not UTF-8 or not TOML, ``OSError`` if there is none."""
    raw = path.read_bytes()
    try:
        text = raw.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        before = raw[: error.start]
        line, column = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
        raise _unreadable(path, line, column, "not UTF-8: save the file as UTF-8") from None
    try:
        return Source(path, text, toml_text.parse(text))
    except tomli.TOMLDecodeError as error:
        found = _AT.search(str(error))
        message = f"not TOML: {_AT.sub('', str(error))}"
        if found is None or found["line"] is None:
            raise _unreadable(path, text.count("\n") + 1, len(text) - text.rfind("\n"), message) from None
        raise _unreadable(path, int(found["line"]), int(found["column"]), message) from None


def _unreadable(path: Path, line: int, column: int, message: str) -> CardErrors:
    return CardErrors([Problem("SYNTAX", str(path), line, column, message)])


def extended(source: Source) -> list[Path]:
    """The files that a file extends. They are in its own folder; names that lead elsewhere are ignored."""
    names = source.data.get("extends", [])
    names = names if isinstance(names, list) else []
    plain = [name for name in names if isinstance(name, str) and _NAME.fullmatch(name)]
    files = [source.path.with_name(f"{name}.toml") for name in plain]
    return [file for file in files if file.is_file() and file != source.path]


def with_extended(path: Path) -> list[Source]:
    """A file after all those it extends, each once. Names of missing files are left to ``lint``.

    Raises as ``read`` does.
    """
    found: dict[Path, Source] = {}

    def visit(path: Path, above: tuple[Path, ...]) -> None:
        if path in found or path in above:
            return
        source = read(path)
        for other in extended(source):
            visit(other, (*above, path))
        found[path] = source

    visit(path, ())
    return list(found.values())

"""Where each value of a TOML file is, for messages that name line and column.

Reads only what ``tomli`` has already accepted. Not here: the values themselves.
"""

from __future__ import annotations

import re
from typing import NamedTuple

Path = tuple[str | int, ...]
"""Keys and list indices from the top of the file, such as ``("card", 3, "ability", 0, "do", 1)``."""

_TOKEN = re.compile(
    r"""
      (?P<comment>\#[^\n]*)
    | (?P<string>\"{3}.*?\"{3,5}|'{3}.*?'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*')
    | (?P<newline>\n)
    | (?P<space>[ \t\r]+)
    | (?P<mark>[][{}=,.])
    | (?P<bare>[^][{}=,."'\s\#]+)
    """,
    re.VERBOSE | re.DOTALL,
)


class Position(NamedTuple):
    """Line and column, both from 1, columns in characters."""

    line: int
    column: int


class _Token(NamedTuple):
    kind: str
    text: str
    at: Position


class Places:
    """Positions in one file: ``keys`` of the names, ``values`` of what they hold.

    A table counts as the value of its header; an element of a list has a value position alone.
    """

    def __init__(self, text: str) -> None:
        self.keys: dict[Path, Position] = {}
        self.values: dict[Path, Position] = {}
        self._tokens = _tokens(text)
        self._next = 0
        self._tables: dict[Path, int] = {}
        self._file()

    def at(self, path: Path) -> Position:
        """Where the value at ``path`` begins, or what encloses it; the first line for the whole file."""
        while path and path not in self.values:
            path = path[:-1]
        return self.values.get(path, Position(1, 1))

    def key(self, path: Path) -> Position:
        """Where the name of ``path`` stands, or what encloses it."""
        return self.keys.get(path) or self.at(path)

    # --- reading -----------------------------------------------------------------------------------

    def _peek(self) -> _Token:
        return self._tokens[self._next]

    def _take(self) -> _Token:
        self._next += 1
        return self._tokens[self._next - 1]

    def _skip(self, *texts: str) -> None:
        while self._peek().text in texts:
            self._next += 1

    def _file(self) -> None:
        table: Path = ()
        self._skip("\n")
        while self._peek().kind != "end":
            if self._peek().text == "[":
                table = self._header()
            else:
                self._pair(table)
            self._skip("\n")

    def _header(self) -> Path:
        at = self._take().at
        many = self._peek().text == "["
        self._skip("[")
        *above, last = self._key()
        self._skip("]")
        path = self._inside(above)
        path = (*path, last)
        if many:
            self._tables[path] = self._tables.get(path, -1) + 1
            path = (*path, self._tables[path])
        self.keys[path] = self.values[path] = at
        return path

    def _inside(self, names: list[str]) -> Path:
        """The path of ``names``, each list of tables at its last element."""
        path: Path = ()
        for name in names:
            path = (*path, name)
            if path in self._tables:
                path = (*path, self._tables[path])
        return path

    def _key(self) -> list[str]:
        parts = [_unquoted(self._take())]
        while self._peek().text == ".":
            self._take()
            parts.append(_unquoted(self._take()))
        return parts

    def _pair(self, table: Path) -> None:
        at = self._peek().at
        path = (*table, *self._key())
        for end in range(len(table) + 1, len(path)):  # tables that a dotted name creates
            self.keys.setdefault(path[:end], at)
            self.values.setdefault(path[:end], at)
        self.keys[path] = at
        self._skip("=")
        self._value(path)

    def _value(self, path: Path) -> None:
        opening = self._take()
        self.values[path] = opening.at
        if opening.text == "[":
            index = 0
            self._skip("\n", ",")
            while self._peek().text != "]":
                self._value((*path, index))
                self._skip("\n", ",")
                index += 1
            self._take()
        elif opening.text == "{":
            self._skip("\n", ",")
            while self._peek().text != "}":
                self._pair(path)
                self._skip("\n", ",")
            self._take()
        else:  # a date or a fraction is several tokens
            while self._peek().text not in ("\n", ",", "]", "}", ""):
                self._take()


def _tokens(text: str) -> list[_Token]:
    found, line, start = [], 1, 0
    for match in _TOKEN.finditer(text):
        kind = str(match.lastgroup)
        if kind not in ("comment", "space"):
            found.append(_Token(kind, match[0], Position(line, match.start() - start + 1)))
        if breaks := match[0].count("\n"):
            line += breaks
            start = match.start() + match[0].rindex("\n") + 1
    return [*found, _Token("end", "", Position(line, 1))]


def _unquoted(token: _Token) -> str:
    return token.text[1:-1] if token.kind == "string" else token.text

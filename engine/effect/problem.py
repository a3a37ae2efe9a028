"""A problem of a card file: what is wrong, where, and what would be accepted.

Not here: how it is found (``lint``).
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import NamedTuple

CODES = (
    "SYNTAX",
    "UNKNOWN-OP",
    "UNKNOWN-FIELD",
    "UNKNOWN-NAME",
    "UNREAD-FIELD",
    "MISSING",
    "BAD-REF",
    "DUPLICATE",
    "COST",
    "CONTEXT",
)
"""Every code that a problem can have. They are stable; all are errors."""


class Problem(NamedTuple):
    """One finding. ``line`` and ``column`` count from 1."""

    code: str
    file: str
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.code}: {self.message}"


class Misuse(NamedTuple):
    """What the game does not carry out, and what it would; ``column`` counts from 0 within the line."""

    code: str
    column: int
    message: str


class CardErrors(ValueError):
    """A card file that cannot be used; ``problems`` lists all that is wrong with it."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


def nearest(word: str, accepted: Iterable[str]) -> str:
    """The end of a message about an unknown word: the nearest known word, or all known words."""
    known = sorted(set(accepted))
    near = difflib.get_close_matches(word, known, n=1)
    if near:
        return f"did you mean '{near[0]}'?"
    return f"known: {', '.join(known)}" if known else "none is known here"

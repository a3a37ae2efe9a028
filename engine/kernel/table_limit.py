"""What a table can never be in one game: limits that every table keeps, with the clauses that set them.

Not here: the limits of a game (its ``ruleset``), or common kinds of them (``engine.common.table_limits``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from engine.kernel.types import AnyGame


class Broken(NamedTuple):
    """One place at which a limit is exceeded: ``at`` is a card, a place such as ``hand.A`` or a track of a
    seat such as ``life.A``; ``facts`` fill the sentence."""

    at: str
    facts: Mapping[str, object]


class Unplayable(Exception):
    """A match cannot go on from the part that was asked for, because the table lacks what this limit wants
    there."""

    def __init__(self, limit: TableLimit) -> None:
        super().__init__(limit.why)
        self.limit = limit


class TableLimit(NamedTuple):
    """What ``clause`` says of any table; ``why`` is the key of the sentence (``impossible.WHY``) for a table
    that does not keep it, ``broken`` lists where."""

    clause: str
    why: str
    broken: Callable[[AnyGame], Iterator[Broken]]

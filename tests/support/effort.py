"""How much is tried of what has no end: a part of it by ``make test``, all of it by ``make test-long``.

Not here: campaigns of hours, which have programs of their own (``tests/campaign``, ``tests/referee``).
"""

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
LONG = os.environ.get("KIFUDA_TESTS") == "long"
FEWEST = 6
"""Examples of a law that are always tried, if it has as many."""


def examples(number: int) -> int:
    """How many of so many examples of a law are tried."""
    return number if LONG else max(number * 2 // 5, min(number, FEWEST))


def some(things: Sequence[T], *, each: int = 2) -> Sequence[T]:
    """Each second of several things (third, …), the first of them always."""
    return things if LONG else things[::each]

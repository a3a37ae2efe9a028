"""Chance that is the same on every machine: dice that are thrown from a seed.

Only ``random.Random.random`` is used, whose numbers Python promises to keep from version to version. Not
here: real chance, and anything that the engine may use (it knows no chance).
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """Dice of their own for everything that ``words`` name: equal words, equal throws."""

    __slots__ = ("_random",)

    def __init__(self, *words: str | int) -> None:
        digest = sha256("\x00".join(map(str, words)).encode()).digest()
        self._random = Random(int.from_bytes(digest, "big"))

    def below(self, limit: int) -> int:
        """A number from 0 to ``limit - 1``."""
        return int(self._random.random() * limit)

    def pick(self, things: Sequence[T]) -> T:
        """One of ``things``."""
        return things[self.below(len(things))]

    def mixed(self, things: Iterable[T]) -> list[T]:
        """``things`` in an order that chance gave (Fisher and Yates)."""
        order = list(things)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

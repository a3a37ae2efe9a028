"""Pseudo-random numbers from a seed, the same on every machine.

Uses only ``random.Random.random``, whose numbers Python promises not to change between versions. Not here:
true randomness, and anything for the engine (it has no randomness).
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """A generator seeded with ``words``: equal words give equal numbers."""

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
        """``things`` in random order (Fisher–Yates)."""
        order = list(things)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

"""The deck of a seat: copies by face, and a digest that is equal for equal decks.

Not here: which archetype it is (``analytics.archetypes``).
"""

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from engine.record.notation.head.toml import readable
from events.model.changes import FaceId

DIGITS = 16
"""Hex digits of a digest: enough to tell 10⁹ decks apart."""


class Deck(NamedTuple):
    """``copies`` by face, in order · ``digest`` (hex) of them."""

    digest: str
    copies: tuple[tuple[FaceId, int], ...]


def deck(copies: Mapping[FaceId, int]) -> Deck:
    """The deck with these copies. Names of cards that are keys of a log are put as people write them."""
    return _deck(tuple(sorted(copies.items())))


@lru_cache(maxsize=4096)
def _deck(listed: tuple[tuple[FaceId, int], ...]) -> Deck:
    copies = tuple(sorted((readable(face), number) for face, number in listed if number > 0))
    text = "".join(f"{number} {face}\n" for face, number in copies)
    return Deck(hashlib.sha256(text.encode()).hexdigest()[:DIGITS], copies)

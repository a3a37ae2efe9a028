"""The seats that played with a card, looked up once: whoever chooses a card asks many questions about them.

Not here: the questions (``selection``).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import polars as pl

from analytics.cubes.shelf import mark
from analytics.manifest import Part
from analytics.measures.relation import HOMES
from analytics.measures.sources import scanned

KEPT = 16
"""So many cards are remembered, at a few megabytes each in a store of a million matches."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """``marks`` tell the parts from others; a part never changes."""

    folder: Path
    card: str
    marks: tuple[tuple[object, ...], ...]
    parts: Sequence[Part] = field(compare=False)


def holders(folder: Path, parts: Sequence[Part], card: str) -> pl.DataFrame:
    """The seats of games (``match game_no seat``) in these parts whose deck has the card."""
    return _looked_up(_Asked(folder, card, tuple(map(mark, parts)), parts))


@lru_cache(maxsize=KEPT)
def _looked_up(asked: _Asked) -> pl.DataFrame:
    rows = scanned(asked.folder, asked.parts, table="card_seat_game")
    held = rows.filter(pl.col("card") == asked.card, pl.col("deck") > 0)
    return held.select(HOMES["seat_game"]).collect()

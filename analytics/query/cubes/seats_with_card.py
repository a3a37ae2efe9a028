"""The seats that played with a card, looked up once: whoever chooses a card asks many questions about them.

Not here: the questions (``selection``).
"""

from functools import lru_cache

import polars as pl

from analytics.query.cubes.part_set import Lot
from analytics.query.measures.relation import HOMES
from analytics.query.measures.sources import scanned

KEPT = 16
"""So many cards are remembered, at a few megabytes each in a store of a million matches."""


@lru_cache(maxsize=KEPT)
def holders(lot: Lot, card: str) -> pl.DataFrame:
    """The seats of games (``match game_no seat``) in these parts whose deck has the card."""
    rows = scanned(lot.folder, lot.parts, table="card_seat_game")
    held = rows.filter(pl.col("card") == card, pl.col("deck") > 0)
    return held.select(HOMES["seat_game"]).collect()

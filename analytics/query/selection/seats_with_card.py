"""Looks up and caches the seats that played with a card: a page about a card asks many queries about them.

Not here: the queries (``selected_rows``).
"""

from functools import lru_cache

import polars as pl

from analytics.query.measures.relation import HOMES
from analytics.query.measures.sources import scanned
from analytics.query.selection.part_set import PartSet

CACHE_SIZE = 16
"""Number of cards cached, at a few megabytes each in a store of a million matches."""


@lru_cache(maxsize=CACHE_SIZE)
def seats_with_card(part_set: PartSet, card: str) -> pl.DataFrame:
    """The seats of games (``match game_no seat``) in these parts whose deck has the card."""
    rows = scanned(part_set.folder, part_set.parts, table="card_seat_game")
    seats = rows.filter(pl.col("card") == card, pl.col("deck") > 0)
    return seats.select(HOMES["seat_game"]).collect()

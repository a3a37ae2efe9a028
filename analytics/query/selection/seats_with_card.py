"""Looks up and caches the seats that played with a card: a page about a card asks many queries about them.

Not here: the queries (``selected_rows``).
"""

from collections.abc import Sequence
from functools import lru_cache

import polars as pl

from analytics.query.deck_card import DeckCard
from analytics.query.measures.relation import HOMES
from analytics.query.measures.sources import scanned
from analytics.query.selection.part_set import PartSet

CACHE_SIZE = 16
"""Number of cards cached, at a few megabytes each in a store of a million matches."""
SEAT = list(HOMES["seat_match"])
PILOT = ["tournament_id", "player_id"]


def seats_with_cards(part_set: PartSet, wanted: Sequence[DeckCard]) -> pl.DataFrame:
    """The seats (``match seat deck``) in these parts whose deck is as all of ``wanted`` say, which are one at
    least; ``deck`` is null where it is not known as a whole."""
    found, *more = (seats_with_card(part_set, one) for one in wanted)
    for one in more:
        found = found.join(one, on=SEAT, how="semi")
    return found


@lru_cache(maxsize=CACHE_SIZE)
def seats_with_card(part_set: PartSet, wanted: DeckCard) -> pl.DataFrame:
    """The same for one card."""
    rows = {
        table: scanned(part_set.folder, part_set.parts, table=table)
        for table in ("seat_match", "match", "card_seat_game", "deck_card", "side_card")
    }
    words = pl.col(pl.Categorical).cast(pl.String)
    every = rows["seat_match"].join(rows["match"].select("match", "tournament_id"), on="match", how="left")
    player = pl.coalesce(pl.col("player_id", "player").cast(pl.String))  # records name players without ids
    every = every.select(*SEAT, "deck", "tournament_id", player_id=player).with_columns(words)
    holds = pl.col("card").cast(pl.String) == wanted.card
    played = rows["card_seat_game"].filter(holds, pl.col("deck") > 0).select(SEAT)
    listed = rows["deck_card"].filter(holds, pl.col("copies") > 0).select(SEAT)
    beside = rows["side_card"].filter(holds, pl.col("copies") > 0).select(PILOT)
    found = []
    if wanted.board != "side":
        main = pl.concat([one.with_columns(words) for one in (played, listed)]).unique()
        found.append(every.join(main, on=SEAT, how="semi"))
    if wanted.board != "main":
        found.append(every.join(beside.with_columns(words).unique(), on=PILOT, how="semi"))
    having = pl.concat(found).unique()
    if not wanted.there:
        having = every.filter(pl.col("deck").is_not_null()).join(having, on=SEAT, how="anti")
    return having.select(pl.col(*SEAT, "deck").cast(pl.Categorical())).collect()

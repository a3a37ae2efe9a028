"""The decks of one tournament in numbers: how much of the field each was, and what it won.

Not here: counting them (``analytics.standings.meta``).
"""

from collections.abc import Sequence

import polars as pl

from analytics.metrics.evaluate import evaluated
from analytics.metrics.rate import Draws
from analytics.metrics.registry import METRICS
from analytics.standings.meta import Deck

SHARE, RATE = METRICS["meta_share"], METRICS["match_win_rate"]


def deck_table(decks: Sequence[Deck], *, draws: Draws = "exclude") -> pl.DataFrame:
    """A row a deck, in the given order: ``archetype`` (``""``: no name), ``copies``, ``share share_low
    share_high`` of the field, ``wins losses ties`` of matches against other decks, ``n rate low high``."""
    names, copies = [deck.archetype for deck in decks], [deck.copies for deck in decks]
    shares = SHARE.each({"archetype": names, "decks": copies})
    ends = {"share": "value", "share_low": "low", "share_high": "high"}
    results = {ending: [getattr(deck, ending) for deck in decks] for ending in ("wins", "losses", "ties")}
    rows = pl.DataFrame(
        {"archetype": names, "copies": copies}
        | {column: [getattr(shares[name], end) for name in names] for column, end in ends.items()}
        | results,
        schema=SCHEMA,
    )
    sums = rows.select(pl.col(ending).alias(f"match_{ending}") for ending in results)
    return rows.with_columns(evaluated(sums, RATE, draws=draws))


SCHEMA = {
    "archetype": pl.String,
    "copies": pl.Int64,
    "share": pl.Float64,
    "share_low": pl.Float64,
    "share_high": pl.Float64,
    "wins": pl.Int64,
    "losses": pl.Int64,
    "ties": pl.Int64,
}

"""The decks of one tournament: the share of the field and the win rate of each archetype.

Not here: counting them (``analytics.tournaments.deck_results``).
"""

from collections.abc import Sequence

import polars as pl

from analytics.metrics.definitions.registry import METRICS
from analytics.metrics.estimates import estimate_rows
from analytics.metrics.estimators.estimate import Draws
from analytics.metrics.reports.rate_columns import wide
from analytics.tournaments.deck_results import Deck

SHARE, RATE = METRICS["meta_share"], METRICS["match_win_rate"]


def deck_table(decks: Sequence[Deck], *, draws: Draws = "exclude") -> pl.DataFrame:
    """A row a deck, in the given order: ``archetype`` (``""``: no name), ``copies``, ``share share_low
    share_high`` of the field, ``wins losses ties`` of matches against other decks, ``n rate low high``, and
    ``all_n all_rate all_low all_high`` with mirrors, of which both seats count."""
    names, copies = [deck.archetype for deck in decks], [deck.copies for deck in decks]
    shares = SHARE.estimate_items({"archetype": names, "decks": copies})
    ends = {"share": "value", "share_low": "low", "share_high": "high"}
    results = {ending: [getattr(deck, ending) for deck in decks] for ending in ("wins", "losses", "ties")}
    rows = pl.DataFrame(
        {"archetype": names, "copies": copies}
        | {column: [getattr(shares[name], end) for name in names] for column, end in ends.items()}
        | results,
        schema=SCHEMA,
    )
    apart = rows.select(match_wins="wins", match_losses="losses", match_ties="ties")
    won = pl.Series([deck.mirrors for deck in decks], dtype=pl.Int64)
    tied = pl.Series([2 * deck.tied_mirrors for deck in decks], dtype=pl.Int64)
    every = apart.with_columns(pl.col("match_wins", "match_losses") + won, pl.col("match_ties") + tied)
    of_others, of_all = (wide(estimate_rows(RATE, sums, draws=draws)) for sums in (apart, every))
    return rows.with_columns(*of_others, *(column.alias(f"all_{column.name}") for column in of_all))


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

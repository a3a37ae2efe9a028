"""The decks of one tournament: the share of the field and the win rate of each archetype.

Not here: counting them (``analytics.tournaments.deck_results``).
"""

from collections.abc import Sequence

import polars as pl

from analytics.metrics.both_seats import GAME_RESULTS
from analytics.metrics.cell_estimates import NUMBERS, estimate_rows
from analytics.metrics.definitions.registry import METRICS
from analytics.metrics.estimates import METRIC, Estimates
from analytics.metrics.estimators.estimate import Draws
from analytics.metrics.intervals.interval_basis import BASIS
from analytics.tournaments.deck_results import Deck

SHARE, RATE, APART = (METRICS[id] for id in ("meta_share", "match_win_rate", "match_win_rate_apart"))
KEYS = ("archetype",)


def deck_table(decks: Sequence[Deck], *, draws: Draws = "exclude") -> Estimates:
    """The decks in the given order (``archetype`` is ``""`` where they have no name): the share of the field,
    the win rate of matches against other decks, and that with mirrors, of which both seats count. Labels:
    ``copies``, and ``wins losses ties`` against other decks."""
    schema = {"archetype": pl.String} | dict.fromkeys(("copies", *GAME_RESULTS), pl.Int64)
    labels = pl.DataFrame(
        [(deck.archetype, deck.copies, deck.wins, deck.losses, deck.ties) for deck in decks],
        schema,
        orient="row",
    )
    shares = SHARE.estimate_items(labels.select("archetype", decks="copies").to_dict(as_series=False))
    share = pl.DataFrame(
        [shares[name] for name in labels["archetype"]], dict.fromkeys(NUMBERS, pl.Float64), orient="row"
    )
    apart = labels.select(match_wins="wins", match_losses="losses", match_ties="ties")
    won = pl.Series([deck.mirrors for deck in decks], dtype=pl.Int64)
    tied = pl.Series([2 * deck.tied_mirrors for deck in decks], dtype=pl.Int64)
    every = apart.with_columns(pl.col("match_wins", "match_losses") + won, pl.col("match_ties") + tied)
    rates = (pl.DataFrame(estimate_rows(RATE, sums, draws=draws)) for sums in (apart, every))
    rows = [
        numbers.select(
            labels["archetype"], pl.lit(id).alias(METRIC), *NUMBERS, pl.lit(None, pl.String).alias(BASIS)
        ).cast({"n": pl.Int64})
        for id, numbers in zip((SHARE.id, APART.id, RATE.id), (share, *rates), strict=True)
    ]
    return Estimates(KEYS, (SHARE.id, APART.id, RATE.id), pl.concat(rows), labels)

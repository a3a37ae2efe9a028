"""Pairings: every archetype of a game against every other, as counted and as shrunk.

Not here: the model behind the shrunk rates (``analytics.stats.matchup``).
"""

from dataclasses import replace

import polars as pl

from analytics.metrics.both_seats import GAME_RESULTS, SIDES
from analytics.metrics.cell_estimates import NUMBERS
from analytics.metrics.definitions.registry import METRICS
from analytics.metrics.estimates import METRIC, Estimates
from analytics.metrics.estimators.estimate import Draws, Estimate
from analytics.metrics.intervals.interval_basis import BASIS
from analytics.metrics.reports.records import NAMES, RATE, records
from analytics.query.filters import Filters
from analytics.store.reader import Store

SHRUNK = METRICS["matchup_rate"]
ENDS = ("value", "low", "high")
EVEN = 0.5


def matchups(store: Store, filters: Filters, *, draws: Draws = "exclude") -> Estimates:
    """Every archetype against each, in their order, whether they have met or not: the win rate as counted
    (``RATE``) and the estimate of the model (``SHRUNK``), which matters where matches are few.

    Labels: ``wins losses ties``. Matches are counted, those of a mirror once; the rate of a mirror is one
    half by definition, without an interval. Filters that choose one seat of a match (a player, a card) are
    ignored, because the model reads every match from both sides. Raises ``FilterError``.
    """
    both = replace(filters, player="", card="", archetype="", opponent_archetype="")
    met = records(store, SIDES, both, draws=draws)
    met = met.filter(pl.col(SIDES[0]).is_in(met[SIDES[1]].implode()))
    names = met.select(pl.col(SIDES[0]).unique().sort())
    every = names.join(names.rename({SIDES[0]: SIDES[1]}), how="cross").sort(SIDES)
    found = every.join(met, on=SIDES, how="left").with_columns(pl.col(*GAME_RESULTS, "n").fill_null(0))
    rates = {RATE.id: found.select("low", "high", BASIS, value="rate"), SHRUNK.id: _shrunk(found, draws)}
    mirror = pl.col(SIDES[0]) == pl.col(SIDES[1])
    counts = pl.col(GAME_RESULTS)
    once = pl.when(mirror).then(counts // 2).otherwise(counts)  # mirrors count from both seats
    counted = found.select(*SIDES, "n", once)
    rows = [
        pl.concat([counted, ends], how="horizontal").select(*SIDES, pl.lit(id).alias(METRIC), *NUMBERS, BASIS)
        for id, ends in rates.items()
    ]
    return Estimates(SIDES, tuple(rates), pl.concat(rows), counted.select(*SIDES, *GAME_RESULTS))


def _shrunk(found: pl.DataFrame, draws: Draws) -> pl.DataFrame:
    """The shrunk rate of every row with its interval; that of a mirror is one half by definition."""
    sums = found.select(*SIDES, **{name: plain for name, plain in NAMES.items() if name in SHRUNK.sums})
    estimates = SHRUNK.estimate_items(sums.to_dict(as_series=False), draws=draws)
    cells = [
        Estimate(EVEN, 0) if one == other else estimates[one, other]
        for one, other in found.select(SIDES).iter_rows()
    ]
    columns = {end: pl.Series([getattr(cell, end) for cell in cells], dtype=pl.Float64) for end in ENDS}
    return pl.DataFrame(columns).with_columns(pl.lit(None, pl.String).alias(BASIS))

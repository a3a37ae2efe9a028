"""Pairings: every archetype of a game against every other, as counted and as shrunk.

Not here: the model behind the shrunk rates (``analytics.stats.matchup``).
"""

from dataclasses import replace

import polars as pl

from analytics.metrics.both_seats import SIDES
from analytics.metrics.cell_estimates import NUMBERS
from analytics.metrics.definitions.registry import METRICS
from analytics.metrics.estimates import METRIC, Estimates
from analytics.metrics.estimators.estimate import Draws
from analytics.metrics.intervals.interval_basis import BASIS
from analytics.metrics.reports.records import NAMES, RATE, records
from analytics.query.filters import Filters
from analytics.store.reader import Store

SHRUNK = METRICS["matchup_rate"]
ENDS = ("value", "low", "high")
COUNTS = ("wins", "losses", "ties")
EVEN = 0.5


def matchups(store: Store, filters: Filters, *, draws: Draws = "exclude") -> Estimates:
    """Every archetype against each, in their order, whether they have met or not: the win rate as counted
    (``RATE``) and the estimate of the model (``SHRUNK``), which matters where matches are few.

    Labels: ``wins losses ties``. Matches are counted, those
    of a mirror once; the rate of a mirror is one half by definition, without an interval. Filters that
    choose one seat of a match (a player, a card) are ignored, because the model reads every match from both
    sides. Raises ``FilterError``.
    """
    both = replace(filters, player="", card="", archetype="", opponent_archetype="")
    met = records(store, SIDES, both, draws=draws)
    met = met.filter(pl.col(SIDES[0]).is_in(met[SIDES[1]].implode()))
    names = met.select(pl.col(SIDES[0]).unique().sort())
    every = names.join(names.rename({SIDES[0]: SIDES[1]}), how="cross").sort(SIDES)
    found = every.join(met, on=SIDES, how="left").with_columns(
        pl.col("wins", "losses", "ties", "n").fill_null(0)
    )
    counted = _mirrored(found.select(*SIDES, *COUNTS, "n", BASIS, "low", "high", value="rate"))
    shrunk = _mirrored(
        found.select(*SIDES, *COUNTS, "n", pl.lit(None, pl.String).alias(BASIS), *_shrunk(found, draws))
    )
    rows = [
        one.select(*SIDES, pl.lit(id).alias(METRIC), *NUMBERS, BASIS)
        for id, one in ((RATE.id, counted), (SHRUNK.id, shrunk))
    ]
    return Estimates(SIDES, (RATE.id, SHRUNK.id), pl.concat(rows), counted.select(*SIDES, *COUNTS))


def _shrunk(found: pl.DataFrame, draws: Draws) -> list[pl.Series]:
    """The shrunk rate of every row with its interval."""
    sums = found.select(*SIDES, **{name: plain for name, plain in NAMES.items() if name in SHRUNK.sums})
    estimates = SHRUNK.estimate_items(sums.to_dict(as_series=False), draws=draws)
    cells = [estimates[pair] for pair in found.select(SIDES).iter_rows()]
    return [pl.Series(end, [getattr(cell, end) for cell in cells], pl.Float64) for end in ENDS]


def _mirrored(found: pl.DataFrame) -> pl.DataFrame:
    """The rows with mirrors corrected, whose matches were counted from both seats: one half by definition,
    of the counted rate only where they have met."""
    mirror = pl.col(SIDES[0]) == pl.col(SIDES[1])

    def of_mirrors(value: pl.Expr, *columns: str) -> list[pl.Expr]:
        return [pl.when(mirror).then(value).otherwise(pl.col(name)).alias(name) for name in columns]

    met = pl.when(pl.col("value").is_not_null()).then(pl.lit(EVEN))
    return found.with_columns(
        pl.when(mirror)
        .then(pl.col("n", "wins", "losses", "ties") // 2)
        .otherwise(pl.col("n", "wins", "losses", "ties")),
        *of_mirrors(met, "value"),
        *of_mirrors(pl.lit(None, pl.Float64), "low", "high"),
        *of_mirrors(pl.lit(None, pl.String), BASIS),
    )

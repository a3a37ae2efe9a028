"""Which interval a metric is told with: what fits, its own, one over players, or that of Jeffreys.

Not here: what fits (``over``), the metrics' own intervals (``way``, ``group``), and how games of one player
are taken (``clustered``).
"""

from collections.abc import Sequence
from typing import Literal, get_args

import numpy as np
import polars as pl

from analytics.metrics.definitions.metric import Itemised, Metric
from analytics.metrics.definitions.not_computed import not_computed
from analytics.metrics.estimates import named, sums_of, told
from analytics.metrics.estimators.estimate import WORTH, Draws, check_draws
from analytics.metrics.estimators.rates import Share, WinRate
from analytics.metrics.intervals.interval_basis import BASIS, IntervalBasis
from analytics.metrics.intervals.player_intervals import (
    PLAYER,
    by_players,
    scores,
    sums_of_players,
    with_ends,
)
from analytics.metrics.reports.measured import measured
from analytics.query.filters import FilterError, Filters, checked
from analytics.stats.interval import jeffreys
from analytics.store.reader import Store

Intervals = Literal["fitting", "games", "players", "jeffreys"]
"""``fitting``: over players where one gives more than a tenth of a cell, else over games · ``games``: the
metric's own, games taken as independent · ``players``: players are independent, their games are not ·
``jeffreys``: as ``games``, by Jeffreys' prior, for shares of two outcomes."""
INTERVALS: tuple[Intervals, ...] = get_args(Intervals)


def measured_with(
    store: Store,
    metric: Metric,
    per: Sequence[str] = (),
    filters: Filters | None = None,
    *,
    draws: Draws = "exclude",
    intervals: Intervals = "fitting",
) -> pl.DataFrame:
    """The rows of ``measured`` with the intervals that are asked for.

    Raises ``FilterError`` for a metric that has no such interval, ``ValueError`` for an unknown one, and what
    ``measured`` raises.
    """
    if intervals not in INTERVALS:
        raise ValueError(f"intervals cannot be {intervals!r}: accepted are {', '.join(INTERVALS)}")
    if intervals == "fitting" or not_computed(metric) is not None:
        return measured(store, metric, per, filters, draws=draws)
    check_draws(draws)
    chosen = checked(store, filters or Filters())
    if intervals == "players":
        if isinstance(metric.estimator, Itemised) or PLAYER in per:
            raise FilterError(f"{metric.id} has no interval over players here; accepted: fitting, games")
        sums = sums_of_players(store, metric.sums, tuple(dict.fromkeys((*per, *metric.by))), chosen)
        return _over(by_players(metric, named(metric, sums, per), per, draws=draws), "players")
    sums = sums_of(store, metric, per, chosen)
    way = told if intervals == "games" else by_jeffreys
    return _over(way(metric, sums, per, draws=draws), "games")


def _over(found: pl.DataFrame, kind: IntervalBasis) -> pl.DataFrame:
    """With what every interval that is there is over."""
    there = pl.any_horizontal(pl.col("low", "high").is_not_null())
    return found.with_columns(pl.when(there).then(pl.lit(kind)).alias(BASIS))


def by_jeffreys(metric: Metric, sums: pl.DataFrame, per: Sequence[str], *, draws: Draws) -> pl.DataFrame:
    """The rows of ``told`` with the interval of Jeffreys' prior; copies of one game count as in the metric's
    own. Raises ``FilterError`` where there are not two outcomes."""
    way = metric.estimator
    if not isinstance(way, WinRate | Share) or (isinstance(way, WinRate) and WORTH[draws]):
        raise FilterError(
            f"{metric.id} with draws as {draws!r} is no share of two outcomes; accepted: fitting, games"
        )
    ordered = sums.sort(per) if per else sums
    columns = {name: ordered[name].cast(pl.Float64).to_numpy() for name in metric.sums}
    scored, n = scores(way, columns, draws)
    scale = way.scale if isinstance(way, Share) else 1.0
    worth = np.ones(len(n))
    with np.errstate(divide="ignore", invalid="ignore"):
        if isinstance(way, WinRate) and way.squares:
            tied = 0.0 if WORTH[draws] is None else columns[way.tied_squares]
            worth = n / (columns[way.squares] + tied)
        low, high = jeffreys(scored * worth, n * worth)
    ends = zip((low * scale).tolist(), (high * scale).tolist(), strict=True)
    return with_ends(told(metric, sums, per, draws=draws), ends)

"""Intervals by Jeffreys' prior, for shares of two outcomes.

Not here: the formula (``analytics.stats.interval``), nor the metrics' own intervals (``estimators``).
"""

from collections.abc import Sequence

import numpy as np
import polars as pl

from analytics.metrics.cell_estimates import estimate
from analytics.metrics.definitions.metric import Metric
from analytics.metrics.estimators.estimate import WORTH, Draws
from analytics.metrics.estimators.rates import Share, WinRate
from analytics.metrics.intervals.player_intervals import scores, with_ends
from analytics.query.filters import FilterError
from analytics.stats.interval import jeffreys


def by_jeffreys(metric: Metric, sums: pl.DataFrame, per: Sequence[str], *, draws: Draws) -> pl.DataFrame:
    """The rows of ``estimate`` with the interval of Jeffreys' prior; copies of one game count as in the
    metric's own. Raises ``FilterError`` where there are not two outcomes."""
    estimator = metric.estimator
    if not isinstance(estimator, WinRate | Share) or (isinstance(estimator, WinRate) and WORTH[draws]):
        raise FilterError(
            f"{metric.id} with draws as {draws!r} is no share of two outcomes; accepted: fitting, games"
        )
    ordered = sums.sort(per, nulls_last=True) if per else sums
    columns = {name: ordered[name].cast(pl.Float64).to_numpy() for name in metric.sums}
    scored, n = scores(estimator, columns, draws)
    scale = estimator.scale if isinstance(estimator, Share) else 1.0
    worth = np.ones(len(n))
    with np.errstate(divide="ignore", invalid="ignore"):
        if isinstance(estimator, WinRate):
            worth = n / estimator.moved(columns, n, tied=WORTH[draws] is not None)
        low, high = jeffreys(scored * worth, n * worth)
    ends = zip((low * scale).tolist(), (high * scale).tolist(), strict=True)
    return with_ends(estimate(metric, sums, per, draws=draws), ends)

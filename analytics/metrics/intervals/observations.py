"""The observations of a metric: the sums that its n is made of.

Not here: the number itself (``estimators``).
"""

import polars as pl

from analytics.metrics.definitions.metric import Metric
from analytics.metrics.estimators.estimate import WORTH, Draws
from analytics.metrics.estimators.grouped import Different, MeanOf, MedianTime, Quantile, Within, WithinGames
from analytics.metrics.estimators.rates import Apart, Impact, Share, Versus, WinRate


def counts(metric: Metric, draws: Draws) -> tuple[str, ...]:
    """The sums that add up to the number of observations; none of a metric without an interval over
    observations: a mean of unknown spread, or the items of a model."""
    match metric.estimator:
        case Share():
            return metric.estimator.whole
        case MedianTime():
            return metric.estimator.sums
        case MeanOf() | Quantile():
            return (metric.estimator.counts,)
    return tuple(
        name
        for rate in _rates(metric)
        for name in (rate.wins, rate.losses, *(() if WORTH[draws] is None else (rate.ties,)))
    )


def _rates(metric: Metric) -> tuple[WinRate, ...]:
    """The win rates whose games are those of the metric, each game in one of them."""
    match metric.estimator:
        case WinRate():
            return (metric.estimator,)
        case Versus() | Within() | WithinGames():
            return (metric.estimator.one, metric.estimator.other)
        case Apart() | Impact():
            return (metric.estimator.whole,)
        case Different():
            return (metric.estimator.result,)
    return ()


def observed(metric: Metric, draws: Draws) -> pl.Expr:
    """The number of observations of a row of sums, which are grouped as the metric wants."""
    number = pl.sum_horizontal(counts(metric, draws))
    if isinstance(metric.estimator, Different):
        one, other = metric.estimator.by
        return pl.when(pl.col(one) != pl.col(other)).then(number).otherwise(0)
    return number

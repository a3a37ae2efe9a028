"""The values of a metric for a whole table of sums at once.

Not here: what a metric is (``metric``), nor the sums.
"""

import numpy as np
import polars as pl

from analytics.metrics.definitions.metric import Metric
from analytics.metrics.estimators.estimate import Draws
from analytics.metrics.estimators.rates import Way


def evaluated(sums: pl.DataFrame, metric: Metric, *, draws: Draws, prefix: str = "") -> list[pl.Series]:
    """The columns ``n``, ``rate`` and, with an interval, ``low`` and ``high``; null where there is nothing.

    With a ``prefix`` they are called ``PREFIX_n``, ``PREFIX``, ``PREFIX_low`` and ``PREFIX_high``. They are
    computed as arrays, not as expressions: the interval of a difference is a large tree, and to plan it takes
    longer than to compute any table. Raises ``TypeError`` for a metric that wants its sums in groups.
    """
    if not isinstance(metric.estimator, Way):
        raise TypeError(f"{metric.id} wants its sums by {', '.join(metric.by)}")
    with np.errstate(divide="ignore", invalid="ignore"):
        arrays = {name: sums[name].cast(pl.Float64).to_numpy() for name in metric.sums}
        found = metric.estimator.rated(arrays, draws)
    columns = [pl.Series(f"{prefix}_n" if prefix else "n", found.n, pl.Float64).cast(pl.Int64)]
    for name, values in (("", found.value), ("low", found.low), ("high", found.high)):
        if values is not None:
            named = "_".join(filter(None, (prefix, name))) or "rate"
            columns.append(pl.Series(named, values, pl.Float64).fill_nan(None))
    return columns

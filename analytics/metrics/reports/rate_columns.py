"""A rate beside the sums of a table: its columns with interval and basis.

Not here: the estimates (``cell_estimates``), nor the basis of an interval (``interval_basis``), nor tables of
several metrics (``ask``).
"""

from collections.abc import Sequence

import polars as pl

from analytics.metrics.both_seats import as_in_rows, as_summed, even_in_mirrors
from analytics.metrics.cell_estimates import estimate_rows
from analytics.metrics.definitions.metric import Metric
from analytics.metrics.estimators.estimate import Draws
from analytics.metrics.intervals.interval_basis import BASIS, interval_basis
from analytics.query.filters import Filters
from analytics.store.reader import Store


def rate_columns(
    store: Store,
    sums: pl.DataFrame,
    metric: Metric,
    per: Sequence[str],
    filters: Filters,
    *,
    draws: Draws,
    cells: Metric | None = None,
) -> list[pl.Series]:
    """The columns ``n rate low high basis`` of a metric with an interval.

    ``sums`` has one row for each combination of the columns ``per``. ``cells`` is the metric by which players
    are counted, where the sums lack a column that tells which of its games count.
    """
    in_rows = as_summed(as_in_rows(metric, per, filters, ()), sums)
    numbers = pl.DataFrame(estimate_rows(in_rows, sums, draws=draws))
    rows = pl.concat([sums.select(per), numbers], how="horizontal") if per else numbers
    rows = even_in_mirrors(metric, rows, per, filters)
    (ends,) = interval_basis(store, [(cells or metric, rows)], per, filters, draws=draws)
    return (
        rows.with_columns(ends).select("n", pl.col("value").alias("rate"), "low", "high", BASIS).get_columns()
    )

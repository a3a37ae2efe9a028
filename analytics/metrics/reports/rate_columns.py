"""Estimates of a whole table of sums side by side: the columns of several metrics, each behind its prefix.

Not here: the estimates (``metrics.estimates``), nor the basis of an interval (``interval_basis``).
"""

from collections.abc import Iterable, Mapping, Sequence

import polars as pl

from analytics.metrics.definitions.metric import Metric
from analytics.metrics.estimates import estimate_rows
from analytics.metrics.estimators.estimate import Draws
from analytics.metrics.intervals.interval_basis import interval_basis
from analytics.query.filters import Filters
from analytics.store.reader import Store

ORDER = ("n", "value", "low", "high", "over")
"""How the columns of a metric follow each other in a table."""


def column_name(name: str, prefix: str = "") -> str:
    """The name of a number in a table: ``rate n low high over``, or ``PREFIX PREFIX_n PREFIX_low …``."""
    if name == "value":
        return prefix or "rate"
    return f"{prefix}_{name}" if prefix else name


def wide(numbers: Iterable[pl.Series], prefix: str = "") -> list[pl.Series]:
    """The columns ``value n low high over``, as far as they are there, with their names in a table."""
    by_name = {column.name: column for column in numbers}
    return [by_name[name].alias(column_name(name, prefix)) for name in ORDER if name in by_name]


def rate_columns(
    store: Store,
    sums: pl.DataFrame,
    metrics: Mapping[str, Metric],
    per: Sequence[str],
    filters: Filters,
    *,
    draws: Draws,
    cells: Metric | None = None,
) -> list[pl.Series]:
    """The columns of each metric behind its prefix; with an interval also what that is ``over``.

    ``sums`` has one row for each combination of the columns ``per``. ``cells`` is the metric by which players
    are counted, where the sums lack a column that tells which of its games count.
    """
    numbers = {prefix: estimate_rows(metric, sums, draws=draws) for prefix, metric in metrics.items()}
    with_interval = [prefix for prefix, columns in numbers.items() if len(columns) > 2]
    asked = [
        (cells or metrics[prefix], pl.DataFrame([*sums.select(per), *numbers[prefix]]))
        for prefix in with_interval
    ]
    bases = interval_basis(store, asked, per, filters, draws=draws)
    for prefix, columns in zip(with_interval, bases, strict=True):
        numbers[prefix].extend(columns)  # in place of the metric's own ends
    return [column for prefix, columns in numbers.items() for column in wide(columns, prefix)]

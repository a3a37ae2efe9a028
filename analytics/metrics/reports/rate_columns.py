"""Rates of a whole table of sums at once, each with what its interval is over.

Not here: the rates with their own intervals (``evaluate``), nor the basis of an interval
(``interval_basis``).
"""

from collections.abc import Mapping, Sequence

import polars as pl

from analytics.metrics.definitions.metric import Metric
from analytics.metrics.estimators.estimate import Draws
from analytics.metrics.estimators.evaluate import evaluated
from analytics.metrics.intervals.interval_basis import interval_basis
from analytics.query.filters import Filters
from analytics.store.reader import Store

ENDS = ("low", "high")


def rated(
    store: Store,
    sums: pl.DataFrame,
    metrics: Mapping[str, Metric],
    per: Sequence[str],
    filters: Filters,
    *,
    draws: Draws,
    cells: Metric | None = None,
) -> list[pl.Series]:
    """The columns of ``evaluated`` for each metric, behind its prefix, and where it has an interval ``over``.

    ``sums`` has one row for each combination of the columns ``per``. ``cells`` is the metric that players are
    asked of, where the sums do not have all that tells which of its games count.
    """
    columns = {
        prefix: {column.name: column for column in evaluated(sums, metric, draws=draws, prefix=prefix)}
        for prefix, metric in metrics.items()
    }
    spanned = [prefix for prefix in metrics if named(prefix, "low") in columns[prefix]]
    asked = []
    for prefix in spanned:
        numbers = [columns[prefix][named(prefix, name)].alias(name) for name in ("n", *ENDS)]
        asked.append((cells or metrics[prefix], pl.DataFrame([*sums.select(per), *numbers])))
    for prefix, told in zip(spanned, interval_basis(store, asked, per, filters, draws=draws), strict=True):
        columns[prefix] |= {named(prefix, one.name): one.alias(named(prefix, one.name)) for one in told}
    return [column for of_one in columns.values() for column in of_one.values()]


def named(prefix: str, name: str) -> str:
    """What a column is called behind a prefix."""
    return f"{prefix}_{name}" if prefix else name

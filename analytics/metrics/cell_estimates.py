"""The estimates of a metric out of its sums, with games taken as independent.

Not here: intervals over players (``intervals``), tables that put several metrics side by side (``reports``).
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analytics.metrics.definitions.metric import Metric
from analytics.metrics.estimators.cells import Cells
from analytics.metrics.estimators.estimate import NO_ESTIMATE, Draws, EstimateArrays, Item
from analytics.metrics.estimators.estimator import Estimator
from analytics.metrics.estimators.grouped import Different

ITEM = "item"
"""The column of the items of a metric, such as decks by their strength; pairs have two columns."""
NUMBERS: dict[str, pl.DataType] = {
    "value": pl.Float64(),
    "n": pl.Int64(),
    "low": pl.Float64(),
    "high": pl.Float64(),
}
ROW = "row"
UNNAMED = ""
"""The item of groups without a name while a metric is estimated; in its rows it is null."""


def named(estimator: Estimator, sums: pl.DataFrame, per: Sequence[str]) -> pl.DataFrame:
    """The groups that have a name in every column that the estimator wants, unless it is about the whole. A
    row may have keys without a name: numbers of those are told as well, or rows would not add up to all. The
    second column of ``Different`` may be without a name, which is another one than any name."""
    if isinstance(estimator, Different) and estimator.by[1] not in per:
        sums = sums.with_columns(pl.col(estimator.by[1]).fill_null(""))
    if estimator.covers_all:
        return sums.with_columns(pl.col(estimator.by).fill_null(UNNAMED))
    return sums.drop_nulls(estimator.by)


def estimate(metric: Metric, sums: pl.DataFrame, per: Sequence[str], *, draws: Draws) -> pl.DataFrame:
    """The rows of ``measured`` without the column ``basis``: columns ``per``, ``item`` where the metric has
    one for each, and ``NUMBERS``. ``sums`` are in groups by ``per`` and what the metric wants. Raises
    ``LookupError``."""
    items = _item_columns(metric, per) if metric.per_item else ()
    keys = [name for name in per if name not in items]
    if sums.is_empty():
        schema = {name: sums.schema[name] for name in keys} | dict.fromkeys(items, pl.String()) | NUMBERS
        found = pl.DataFrame([] if keys or items else [NO_ESTIMATE], schema, orient="row")
    else:
        names, cells = _cells(metric, sums, keys)
        numbers = metric.estimator.estimate(cells, draws)
        columns = names.get_columns()
        if numbers.cells is not None:
            columns = [column.gather(numbers.cells) for column in columns]
        columns += _item_names(items, numbers.items or ())
        found = pl.DataFrame([*columns, *_number_columns(numbers, len(numbers.value))])
    order = tuple(dict.fromkeys((*per, *items)))
    return found.select(*order, *NUMBERS).sort(order, nulls_last=True) if order else found


def estimate_rows(metric: Metric, sums: pl.DataFrame, *, draws: Draws) -> list[pl.Series]:
    """The columns ``value n`` and, with an interval, ``low high`` for each row of sums, in their order.

    They are computed as arrays and not as expressions: the interval of a difference is a large tree, and
    planning it takes longer than computing any table. Raises ``TypeError`` for a metric that wants groups.
    """
    if metric.by:
        raise TypeError(f"{metric.id} wants its sums by {', '.join(metric.by)}")
    _, cells = _cells(metric, sums, ())
    numbers = metric.estimator.estimate(cells, draws)
    columns = _number_columns(numbers, sums.height)
    return columns if numbers.low is not None else columns[:2]


def _item_names(columns: Sequence[str], items: Sequence[Item]) -> list[pl.Series]:
    """The names of the items in their columns, null where they have none."""
    parts = [(item,) if isinstance(item, str) else item for item in items]
    return [
        pl.Series(column, [part[place] or None for part in parts], pl.String)
        for place, column in enumerate(columns)
    ]


def _item_columns(metric: Metric, per: Sequence[str]) -> tuple[str, ...]:
    """The columns of the items. Raises ``LookupError`` where ``per`` names a part of them."""
    twice = [name for name in per if name in metric.by]
    if twice and len(metric.by) > 1:
        made = " and ".join(metric.by)
        raise LookupError(
            f"{metric.id} is made of all {made} together: it cannot be told for each {twice[0]}"
        )
    return tuple(twice) or (metric.by if metric.estimator.of_pairs else (ITEM,))


class _Columns(dict[str, NDArray[Any]]):
    """The sums as floats, and the keys as they are, which are converted when they are asked for: to convert
    words takes long, and few estimators read them."""

    def __init__(self, frame: pl.DataFrame, sums: Sequence[str]) -> None:
        self.frame = frame
        super().__init__({name: frame[name].cast(pl.Float64).to_numpy() for name in sums})

    def __missing__(self, name: str) -> NDArray[Any]:
        column = self[name] = self.frame[name].to_numpy()
        return column


def _cells(metric: Metric, sums: pl.DataFrame, keys: Sequence[str]) -> tuple[pl.DataFrame, Cells]:
    """The keys of every cell, and the cells; without ``keys`` all groups are one cell."""
    if not metric.by:
        names, starts = sums.select(keys), np.arange(sums.height)
    elif not keys:
        names, starts = pl.DataFrame(), np.zeros(1, np.int64)
    else:
        sums = sums.sort(keys, maintain_order=True)
        first = sums.select(keys).with_row_index(ROW).unique(keys, keep="first", maintain_order=True)
        names, starts = first.drop(ROW), first[ROW].cast(pl.Int64).to_numpy()
    return names, Cells(_Columns(sums, metric.sums), starts, sums.height)


def _number_columns(numbers: EstimateArrays, height: int) -> list[pl.Series]:
    """The columns ``NUMBERS``, null where there is no number."""
    filled = (np.full(height, np.nan) if column is None else column for column in numbers[: len(NUMBERS)])
    return [
        pl.Series(name, column, pl.Float64, nan_to_null=True).cast(kind)
        for (name, kind), column in zip(NUMBERS.items(), filled, strict=True)
    ]

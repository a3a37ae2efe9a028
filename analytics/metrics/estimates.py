"""The sums of a metric over the matches of a filter, and its numbers out of them, games taken as independent.

Not here: intervals over players (``over``), tables that put several metrics side by side (``table``).
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl
import polars.selectors as cs

from analytics.metrics.definitions.metric import Celled, Itemised, Metric
from analytics.metrics.definitions.not_computed import not_computed
from analytics.metrics.estimators.cells import Cells
from analytics.metrics.estimators.estimate import Draws, Estimate
from analytics.metrics.estimators.evaluate import evaluated
from analytics.metrics.estimators.grouped import Different
from analytics.metrics.estimators.rates import Way
from analytics.query.asking import asking
from analytics.query.cubes.answer import answer
from analytics.query.filters import Filters
from analytics.stats.number import Groups
from analytics.store.reader import Store

ITEM = "item"
"""The column of what a metric tells apart by itself, such as decks by their strength."""
NUMBERS: dict[str, pl.DataType] = {
    "value": pl.Float64(),
    "n": pl.Int64(),
    "low": pl.Float64(),
    "high": pl.Float64(),
}

ROW = "row"


def told(metric: Metric, sums: pl.DataFrame, per: Sequence[str], *, draws: Draws) -> pl.DataFrame:
    """The rows of ``measured`` without ``over``, of sums by the columns ``per`` and those that the metric
    wants. Raises ``LookupError``."""
    items = (_item(metric, per),) if isinstance(metric.estimator, Itemised) else ()
    keys = [name for name in per if name not in items]
    found = _of_items(metric, sums, keys, items, draws) if items else _of_cells(metric, sums, keys, draws)
    order = tuple(dict.fromkeys((*per, *items)))
    return found.select(*order, *NUMBERS).sort(order) if order else found


def sums_of(store: Store, metric: Metric, per: Sequence[str], filters: Filters) -> pl.DataFrame:
    """The sums of a metric for a filter that was checked, in groups, those without a name left out; no rows
    of what is not counted at all."""
    columns = list(dict.fromkeys((*per, *metric.by)))
    if not_computed(metric) is not None:
        return pl.DataFrame(schema=dict.fromkeys((*columns, *metric.sums), pl.String))
    return named(metric, answer(store, asking(metric.sums, columns, filters)), per)


def named(metric: Metric, sums: pl.DataFrame, per: Sequence[str]) -> pl.DataFrame:
    """Those groups of which every column that the metric wants has a name; what need only be another than the
    first (``Different``) is another without one too."""
    if isinstance(metric.estimator, Different) and metric.estimator.by[1] not in per:
        sums = sums.with_columns(pl.col(metric.estimator.by[1]).fill_null(""))
    return sums.drop_nulls([*per, *metric.by])


def _item(metric: Metric, per: Sequence[str]) -> str:
    """The column of the items. Raises ``LookupError`` where they are not apart from ``per``."""
    twice = [name for name in per if name in metric.by]
    if twice and len(metric.by) > 1:
        made = " and ".join(metric.by)
        raise LookupError(
            f"{metric.id} is made of all {made} together: it cannot be told for each {twice[0]}"
        )
    return twice[0] if twice else ITEM


def _of_items(
    metric: Metric, sums: pl.DataFrame, keys: list[str], items: tuple[str, ...], draws: Draws
) -> pl.DataFrame:
    """The numbers of every item of each cell."""
    rows: list[tuple[object, ...]] = []
    for key, cell in sums.group_by(*keys) if keys else [((), sums)]:
        rates = metric.each(cell.to_dict(as_series=False), draws=draws)
        rows += [(*key, item, *rate) for item, rate in rates.items()]
    schema = {name: sums.schema[name] for name in keys} | {name: pl.String() for name in items} | NUMBERS
    return pl.DataFrame(rows, schema, orient="row")


def _of_cells(metric: Metric, sums: pl.DataFrame, keys: list[str], draws: Draws) -> pl.DataFrame:
    """The number of each cell; without ``keys`` there is one, of all the sums."""
    if isinstance(metric.estimator, Way) and keys:
        named = {column.name: column for column in evaluated(sums, metric, draws=draws)}
        return _table(sums.select(keys), [named.get(name) for name in ("rate", "n", "low", "high")])
    if isinstance(metric.estimator, Celled) and len(sums):
        ordered = sums.sort(keys) if keys else sums
        rows = ordered.select(*keys).with_row_index(ROW) if keys else pl.DataFrame({ROW: [0]})
        first = rows.unique(keys, keep="first", maintain_order=True) if keys else rows
        cells = Cells(_numbers(metric, ordered), first[ROW].cast(pl.Int64).to_numpy())
        return _table(first.drop(ROW), metric.estimator.rated(cells, draws))
    rows_of = sums.group_by(*keys) if keys else [((), sums)]
    schema = {name: sums.schema[name] for name in keys} | NUMBERS
    return pl.DataFrame([(*key, *_one(metric, cell, draws)) for key, cell in rows_of], schema, orient="row")


def _numbers(metric: Metric, sums: pl.DataFrame) -> Groups:
    """The columns that a metric is made of. Keys that are words tell groups apart and are no numbers."""
    columns = sums.select(*metric.by, *metric.sums).select(cs.numeric().cast(pl.Float64))
    return {column.name: column.to_numpy() for column in columns}


def _table(keys: pl.DataFrame, numbers: Sequence[Any]) -> pl.DataFrame:
    """The keys with the columns ``NUMBERS``, where NaN is nothing to tell."""
    columns = [
        pl.Series(name, np.full(keys.height, np.nan) if column is None else column, pl.Float64)
        for name, column in zip(NUMBERS, numbers, strict=True)
    ]
    known = [column.fill_nan(None).cast(kind) for column, kind in zip(columns, NUMBERS.values(), strict=True)]
    return keys.with_columns(known)


def _one(metric: Metric, cell: pl.DataFrame, draws: Draws) -> Estimate:
    """The number of one cell: of its groups, or of the single row of its sums."""
    if metric.by:
        return metric.of(cell.to_dict(as_series=False), draws=draws)
    return metric.of(cell.row(0, named=True), draws=draws) if len(cell) else Estimate(None, 0)

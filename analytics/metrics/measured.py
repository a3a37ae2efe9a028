"""Any metric of the registry over the matches of a filter: as a whole, or for each card, player, deck.

Not here: tables for pages, which put several metrics side by side (``table``).
"""

from collections.abc import Sequence

import polars as pl

from analytics.cubes.answer import answer
from analytics.metrics.asking import asking
from analytics.metrics.filters import Filters, checked
from analytics.metrics.metric import Itemised, Metric
from analytics.metrics.rate import DRAWS, Draws, Rate
from analytics.store import Store

ITEM = "item"
"""The column of what a metric tells apart by itself, such as decks by their strength."""
NUMBERS = {"value": pl.Float64, "n": pl.Int64, "low": pl.Float64, "high": pl.Float64}


def measured(
    store: Store,
    metric: Metric,
    per: Sequence[str] = (),
    filters: Filters | None = None,
    *,
    draws: Draws = "exclude",
) -> pl.DataFrame:
    """One row for each combination of the columns ``per``, in their order; without any, one row.

    Columns: ``per``, ``item`` where the metric tells items apart, then ``value n low high``; null where there
    is nothing to tell. Groups of which a key is not known (a deck that nobody named) are left out. Raises
    ``FilterError``, ``LookupError`` for a column by which the sums cannot be told apart, ``ValueError``.
    """
    if draws not in DRAWS:
        raise ValueError(f"draws cannot be {draws!r}: accepted are {', '.join(DRAWS)}")
    asked = asking(metric.sums, (*per, *metric.by), checked(store, filters or Filters()))
    sums = answer(store, asked).drop_nulls([*per, *metric.by])
    items = isinstance(metric.way, Itemised)
    rows: list[tuple[object, ...]] = []
    for key, cell in sums.group_by(*per) if per else [((), sums)]:
        if items:
            told = metric.each(cell.to_dict(as_series=False), draws=draws)
            rows += [(*key, item, *rate) for item, rate in told.items()]
        else:
            rows.append((*key, *_told(metric, cell, draws)))
    schema = {name: sums.schema[name] for name in per}
    schema |= ({ITEM: pl.String()} if items else {}) | {name: kind() for name, kind in NUMBERS.items()}
    found = pl.DataFrame(rows, schema, orient="row")
    return found.sort(*per, *([ITEM] if items else [])) if per or items else found


def _told(metric: Metric, cell: pl.DataFrame, draws: Draws) -> Rate:
    """The number of one cell: of its groups, or of the single row of its sums."""
    if metric.by:
        return metric.of(cell.to_dict(as_series=False), draws=draws)
    return metric.of(cell.row(0, named=True), draws=draws) if len(cell) else Rate(None, 0)

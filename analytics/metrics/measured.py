"""Any metric of the registry over the matches of a filter: as a whole, or for each card, player, deck.

Not here: tables for pages, which put several metrics side by side (``table``).
"""

from collections.abc import Iterable, Sequence

import polars as pl

from analytics.cubes.answer import answer
from analytics.metrics.asking import asking
from analytics.metrics.filters import Filters, checked
from analytics.metrics.metric import Itemised, Metric
from analytics.metrics.rate import DRAWS, Draws, Rate
from analytics.metrics.untold import untold
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
    is nothing to tell. Items that are one of the columns ``per`` (cards, by card) stand there and not in
    ``item``. Groups of which a key is not known (a deck that nobody named) are left out; of a metric that no
    store can tell (``untold``) nothing is known. Raises ``FilterError``, ``LookupError`` for a column by
    which the sums cannot be told apart, ``ValueError``.
    """
    if draws not in DRAWS:
        raise ValueError(f"draws cannot be {draws!r}: accepted are {', '.join(DRAWS)}")
    items = (_item(metric, per),) if isinstance(metric.way, Itemised) else ()
    keys = [name for name in per if name not in items]
    sums = _sums(store, metric, dict.fromkeys((*per, *metric.by)), checked(store, filters or Filters()))
    rows: list[tuple[object, ...]] = []
    for key, cell in sums.group_by(*keys) if keys else [((), sums)]:
        if items:
            told = metric.each(cell.to_dict(as_series=False), draws=draws)
            rows += [(*key, item, *rate) for item, rate in told.items()]
        else:
            rows.append((*key, *_told(metric, cell, draws)))
    schema = {name: sums.schema[name] for name in keys} | {name: pl.String() for name in items}
    found = pl.DataFrame(rows, schema | {name: kind() for name, kind in NUMBERS.items()}, orient="row")
    order = tuple(dict.fromkeys((*per, *items)))
    return found.select(*order, *NUMBERS).sort(order) if order else found


def _item(metric: Metric, per: Sequence[str]) -> str:
    """The column of the items. Raises ``LookupError`` where they are not apart from ``per``."""
    twice = [name for name in per if name in metric.by]
    if twice and len(metric.by) > 1:
        made = " and ".join(metric.by)
        raise LookupError(
            f"{metric.id} is made of all {made} together: it cannot be told for each {twice[0]}"
        )
    return twice[0] if twice else ITEM


def _sums(store: Store, metric: Metric, by: Iterable[str], filters: Filters) -> pl.DataFrame:
    """The sums in groups, those without a name left out; no rows of what is not counted at all."""
    columns = list(by)
    if untold(metric) is not None:
        return pl.DataFrame(schema=dict.fromkeys((*columns, *metric.sums), pl.String))
    return answer(store, asking(metric.sums, columns, filters)).drop_nulls(columns)


def _told(metric: Metric, cell: pl.DataFrame, draws: Draws) -> Rate:
    """The number of one cell: of its groups, or of the single row of its sums."""
    if metric.by:
        return metric.of(cell.to_dict(as_series=False), draws=draws)
    return metric.of(cell.row(0, named=True), draws=draws) if len(cell) else Rate(None, 0)

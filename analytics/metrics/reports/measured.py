"""Any metric of the registry over the matches of a filter: as a whole, or for each card, player, deck.

Not here: tables for pages, which put several metrics side by side (``table``).
"""

from collections.abc import Sequence

import polars as pl

from analytics.metrics.definitions.metric import Metric
from analytics.metrics.estimates import sums_of, told
from analytics.metrics.estimators.estimate import Draws, check_draws
from analytics.metrics.intervals.interval_basis import interval_basis
from analytics.query.filters import Filters, checked
from analytics.store.reader import Store


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
    is nothing to tell; and what the interval is ``over`` (``IntervalBasis``), null where there is none, and
    of items. Items that are one of the columns ``per`` (cards, by card) stand there and not in ``item``.
    Groups of which a key is not known (a deck that nobody named) are left out; of a metric that no store can
    tell (``untold``) nothing is known. Raises ``FilterError``, ``LookupError`` for a column by which the sums
    cannot be told apart, ``ValueError``.
    """
    check_draws(draws)
    chosen = checked(store, filters or Filters())
    found = told(metric, sums_of(store, metric, per, chosen), per, draws=draws)
    (ends,) = interval_basis(store, [(metric, found)], per, chosen, draws=draws)
    return found.with_columns(ends)

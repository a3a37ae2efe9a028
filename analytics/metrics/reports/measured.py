"""Any metric of the registry over the matches of a filter: as a whole, or for each card, player, deck.

Not here: tables for pages, which put several metrics side by side (``table``).
"""

from collections.abc import Sequence
from typing import Literal, get_args

import polars as pl

from analytics.metrics.both_seats import once, wanted
from analytics.metrics.definitions.metric import Metric
from analytics.metrics.definitions.not_computed import not_computed
from analytics.metrics.estimates import estimate, named, sums_of
from analytics.metrics.estimators.estimate import Draws, check_draws
from analytics.metrics.intervals.interval_basis import BASIS, IntervalBasis, interval_basis
from analytics.metrics.intervals.jeffreys import by_jeffreys
from analytics.metrics.intervals.player_intervals import CLUSTER, PLAYER, estimate_by_players, sums_of_players
from analytics.query.filters import FilterError, Filters, checked
from analytics.store.reader import Store

Intervals = Literal["fitting", "games", "players", "jeffreys"]
"""``fitting``: over players where one gives more than a tenth of a cell, else over games · ``games``: the
metric's own, games taken as independent · ``players``: players are independent, their games are not ·
``jeffreys``: as ``games``, by Jeffreys' prior, for shares of two outcomes."""
INTERVALS: tuple[Intervals, ...] = get_args(Intervals)


def measured(
    store: Store,
    metric: Metric,
    per: Sequence[str] = (),
    filters: Filters | None = None,
    *,
    draws: Draws = "exclude",
    intervals: Intervals = "fitting",
) -> pl.DataFrame:
    """One row for each combination of the columns ``per``, in their order; without any, one row.

    Columns: ``per``, ``item`` where the metric has a number for each item, then ``value n low high``, null
    where nothing was observed; and what the interval is ``over`` (``IntervalBasis``), null where there is
    none, and of items. Items that are one of the columns ``per`` (cards, by card) stand there and not in
    ``item``. A row of which a key is null is about what has no name there (decks that nobody named), so that
    rows add up to all; models of named items leave these out. Of a metric that is not computed everything is
    null. Raises ``FilterError``, also for a metric that has no such interval;
    ``LookupError`` for a column that the sums cannot be grouped by; ``ValueError``.
    """
    if intervals not in INTERVALS:
        raise ValueError(f"intervals cannot be {intervals!r}: accepted are {', '.join(INTERVALS)}")
    check_draws(draws)
    chosen = checked(store, filters or Filters())
    if intervals == "fitting" or not_computed(metric) is not None:
        found = estimate(metric, sums_of(store, metric, per, chosen), per, draws=draws)
        (ends,) = interval_basis(store, [(metric, found)], per, chosen, draws=draws)
        return found.with_columns(ends)
    if intervals == "players":
        if metric.per_item or PLAYER in per:
            raise FilterError(f"{metric.id} has no interval over players here; accepted: fitting, games")
        columns = tuple(dict.fromkeys((*per, *metric.by, *wanted(metric, per))))
        sums = once(metric, sums_of_players(store, metric.sums, columns, chosen), per, chosen, CLUSTER)
        return _with_basis(estimate_by_players(metric, named(metric, sums, per), per, draws=draws), "players")
    sums = sums_of(store, metric, per, chosen)
    with_interval = estimate if intervals == "games" else by_jeffreys
    return _with_basis(with_interval(metric, sums, per, draws=draws), "games")


def _with_basis(found: pl.DataFrame, basis: IntervalBasis) -> pl.DataFrame:
    """The rows with this basis of every interval that is there."""
    there = pl.any_horizontal(pl.col("low", "high").is_not_null())
    return found.with_columns(pl.when(there).then(pl.lit(basis)).alias(BASIS))

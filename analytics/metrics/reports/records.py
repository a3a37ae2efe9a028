"""Wins, losses and ties of whole matches, by any columns; imported results count, although their games are
unknown.

Not here: rates over games (``table``, ``measured``).
"""

from collections.abc import Sequence

import polars as pl

from analytics.metrics.both_seats import MIRRORED, SIDES, has_mirrors, once, wanted
from analytics.metrics.definitions.registry import METRICS
from analytics.metrics.estimates import METRIC, Estimates
from analytics.metrics.estimators.estimate import Draws
from analytics.metrics.intervals.interval_basis import BASIS
from analytics.metrics.reports.rate_columns import rate_columns
from analytics.query.cubes.answer import answer
from analytics.query.filter_conditions import sum_query
from analytics.query.filters import Filters, checked
from analytics.store.reader import Store

RATE, APART = METRICS["match_win_rate"], METRICS["match_win_rate_apart"]
NAMES = dict(zip(RATE.sums, ("wins", "losses", "ties"), strict=True))
OTHERS = pl.col(SIDES[0]).ne_missing(pl.col(SIDES[1])) | pl.col(SIDES[0]).is_null()
"""No mirror; a deck without a name differs from every deck with one."""


def records(
    store: Store,
    by: Sequence[str],
    filters: Filters | None = None,
    *,
    draws: Draws = "exclude",
    mirrors: bool = True,
) -> pl.DataFrame:
    """One row for each combination of the columns ``by``, in their order; groups without a name are left out.

    Columns: ``by``, ``wins losses ties``, and ``n rate low high basis`` of the match win rate. Both seats of
    a match count. Without ``mirrors`` matches of an archetype against itself do not. Raises
    ``FilterError``, ``LookupError``.
    """
    chosen = checked(store, filters or Filters())
    columns = tuple(dict.fromkeys((*by, *(wanted(RATE, by, chosen) if mirrors else SIDES))))
    found = answer(store, sum_query(RATE.sums, columns, chosen))
    return _with_rates(store, found, by, chosen, draws, mirrors=mirrors)


def outcomes(store: Store, by: Sequence[str], filters: Filters) -> pl.DataFrame:
    """The columns ``by`` and ``wins losses ties`` of the same rows. Raises ``FilterError``,
    ``LookupError``."""
    found = answer(store, sum_query(RATE.sums, by, checked(store, filters)))
    return found.drop_nulls(list(by)).sort(by).rename(NAMES)


def with_and_without_mirrors(store: Store, filters: Filters, *, draws: Draws = "exclude") -> Estimates:
    """The win rates of every archetype: of matches against others (``APART``), and of all (``RATE``); labels
    are ``wins losses ties`` against others. Raises ``FilterError``."""
    by, chosen = SIDES[:1], checked(store, filters)
    found = answer(store, sum_query(RATE.sums, SIDES, chosen))
    numbers = (pl.col("rate").alias("value"), "n", "low", "high")
    every, apart = (
        _with_rates(store, found, by, chosen, draws, mirrors=mirrors) for mirrors in (True, False)
    )
    rows = [
        found.select(*by, pl.lit(metric.id).alias(METRIC), *numbers, BASIS)
        for metric, found in ((APART, apart), (RATE, every))
    ]
    labels = every.select(by).join(apart.select(*by, *NAMES.values()), on=by, how="left")
    return Estimates(by, (APART.id, RATE.id), pl.concat(rows), labels)


def _with_rates(
    store: Store, found: pl.DataFrame, by: Sequence[str], filters: Filters, draws: Draws, *, mirrors: bool
) -> pl.DataFrame:
    """The sums added up by these columns, with their rates."""
    if not mirrors:
        found = found.filter(OTHERS)
    elif has_mirrors(RATE, by, filters):
        found = once(RATE, found, by, filters)
    sums = found.drop_nulls(list(by)).group_by(by).agg(pl.col(*RATE.sums, f"^{MIRRORED}.*$").sum()).sort(by)
    cells = RATE if mirrors else APART
    return sums.rename(NAMES).with_columns(
        rate_columns(store, sums, RATE, by, filters, draws=draws, cells=cells)
    )

"""How matches came out, by any columns: what is known of imported results as well, whose games are not.

Not here: rates over games (``table``, ``measured``).
"""

from collections.abc import Sequence

import polars as pl

from analytics.cubes.answer import answer
from analytics.metrics.asking import asking
from analytics.metrics.evaluate import evaluated
from analytics.metrics.filters import Filters, checked
from analytics.metrics.rate import Draws
from analytics.metrics.registry import METRICS
from analytics.store import Store

RATE = METRICS["match_win_rate"]
SIDES = ("archetype", "opponent_archetype")
OTHERS = pl.col(SIDES[0]).ne_missing(pl.col(SIDES[1])) | pl.col(SIDES[0]).is_null()
"""No mirror: a deck without a name is another one than any with a name."""


def records(
    store: Store,
    by: Sequence[str],
    filters: Filters | None = None,
    *,
    draws: Draws = "exclude",
    mirrors: bool = True,
) -> pl.DataFrame:
    """One row for each combination of the columns ``by``, in their order; groups without a name are left out.

    Columns: ``by``, ``wins losses ties``, and ``n rate low high`` of the match win rate. Both seats of a
    match count. Without ``mirrors`` matches of a deck against itself do not: they say nothing of it. Raises
    ``FilterError``, ``LookupError``.
    """
    columns = tuple(dict.fromkeys((*by, *(() if mirrors else SIDES))))
    found = answer(store, asking(RATE.sums, columns, checked(store, filters or Filters())))
    return _rated(found if mirrors else found.filter(OTHERS), by, draws)


def with_and_without_mirrors(store: Store, filters: Filters, *, draws: Draws = "exclude") -> pl.DataFrame:
    """``records`` of every archetype: of matches against others, and behind ``all_`` of all of them. Raises
    ``FilterError``."""
    by = SIDES[:1]
    found = answer(store, asking(RATE.sums, SIDES, checked(store, filters)))
    every = _rated(found, by, draws).select(*by, pl.exclude(by).name.prefix("all_"))
    return every.join(_rated(found.filter(OTHERS), by, draws), on=by, how="left")


def _rated(found: pl.DataFrame, by: Sequence[str], draws: Draws) -> pl.DataFrame:
    """Sums by more columns as rates by these."""
    sums = found.drop_nulls(list(by)).group_by(by).agg(pl.col(RATE.sums).sum()).sort(by)
    names = dict(zip(RATE.sums, ("wins", "losses", "ties"), strict=True))
    return sums.rename(names).with_columns(evaluated(sums, RATE, draws=draws))

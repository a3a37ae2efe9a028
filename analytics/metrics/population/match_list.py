"""The matches behind a number: all that the same filters select, finished or not.

Not here: what happened in them (see the log).
"""

from collections.abc import Sequence
from typing import NamedTuple

import polars as pl

from analytics.metrics.population import census
from analytics.metrics.population.census import of_kind, simulated_as_chosen
from analytics.metrics.population.matching_seats import matching_seats
from analytics.query.cubes.answer import cube_index
from analytics.query.filters import Filters, checked
from analytics.store.manifest import UNDATED
from analytics.store.reader import Store

OF_MATCH = (
    "match", "game", "edition", "cards", "day", "tournament", "simulated", "grade",
    "winner", "reason", "turns", "events", "finished",
)  # fmt: skip
COLUMNS = (
    "match", "game", "edition", "cards", "played", "tournament", "simulated", "grade",
    "players", "winner", "winner_name", "reason", "turns", "events", "finished",
)  # fmt: skip
ALL = 1 << 62


class Latest(NamedTuple):
    """The latest ``rows`` of a ``number`` of matches."""

    number: int
    rows: pl.DataFrame


def games(store: Store, filters: Filters | None = None) -> pl.DataFrame:
    """One row a match, the latest first; ``players`` in order of their seats. Raises ``FilterError``."""
    return latest(store, filters or Filters(), most=ALL).rows


def latest(store: Store, filters: Filters, *, most: int) -> Latest:
    """The number of matches, and the rows of ``games`` for the ``most`` latest ones. Raises
    ``FilterError``."""
    index = cube_index(store)
    try:
        found = _latest(store, filters, most)
    except pl.exceptions.PolarsError:
        if cube_index(store) is index:
            raise
    else:
        if cube_index(store) is index:
            return found
    return _latest(store, filters, most)  # seats were stored meanwhile, in which matches have other numbers


def _latest(store: Store, filters: Filters, most: int) -> Latest:
    chosen = checked(store, filters)
    found = census.matches(store, chosen).filter(simulated_as_chosen(chosen) & of_kind(*chosen.grades))
    dated = found.select("matches", time=pl.col("month").replace(UNDATED, None))
    months = _reached(dated, most).fill_null(UNDATED).to_list()
    seats = matching_seats(store, chosen, ("number", "day"), months=months)
    of_days = seats.group_by(time="day").agg(matches=pl.col("number").n_unique())
    newest = seats.filter(pl.col("day").is_in(_reached(of_days, most).implode(), nulls_equal=True))
    rows = _listed(store, newest["number"].unique(), game=chosen.game, months=months)
    return Latest(int(found["matches"].sum()), rows.head(most))


def _reached(counted: pl.DataFrame, most: int) -> pl.Series:
    """The newest times that together have this many matches, of rows ``time matches``; no time comes last."""
    times = counted.group_by("time").agg(pl.col("matches").sum())
    newest = times.sort("time", descending=True, nulls_last=True)
    return newest.filter(pl.col("matches").cum_sum() - pl.col("matches") < most)["time"]


def _listed(store: Store, numbers: pl.Series, *, game: str, months: Sequence[str]) -> pl.DataFrame:
    """The rows of ``games`` for the matches with these numbers, in these months of a game or of all games."""
    rows = matching_seats(
        store,
        Filters(game),
        (*OF_MATCH, "number", "seat", "player"),
        pl.col("number").is_in(numbers.implode()),
        grades=False,
        months=months,
    )
    won = pl.col("player").filter(pl.col("seat") == pl.col("winner")).max()
    of_matches = rows.sort("seat").group_by("number")
    matches = of_matches.agg(pl.col(OF_MATCH).first(), players=pl.col("player"), winner_name=won)
    in_order = matches.sort("day", "match", descending=[True, False], nulls_last=True)
    return in_order.rename({"day": "played"}).select(COLUMNS)


def latest_against(store: Store, filters: Filters) -> pl.DataFrame:
    """Columns ``opponent match``: the latest match of ``filters.player`` against each other player whose
    name is known. Raises ``FilterError``."""
    found = games(store, filters).select("match", opponent="players").explode("opponent")
    others = found.filter(pl.col("opponent") != filters.player)
    return others.select("opponent", "match").unique("opponent", keep="first", maintain_order=True)

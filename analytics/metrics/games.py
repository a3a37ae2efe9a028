"""The matches behind a number: a list that the same filters select, finished or not.

Not here: what happened in them (the log tells).
"""

from datetime import date
from typing import NamedTuple

import polars as pl

from analytics.cubes.seats import matches_of, of_seats
from analytics.metrics.filters import Filters, checked, seats_where
from analytics.store import Store

DAYS = "SELECT day, count(*) AS matches FROM ({matches}) GROUP BY day ORDER BY day DESC NULLS LAST"
CHOSEN = "SELECT match, game, month FROM ({matches}) ORDER BY day DESC NULLS LAST, match LIMIT $most"
# Games and months are folders: those without any of the matches are not looked into.
QUERY = """
    SELECT
        m.match, m.game, m.edition, m.cards, m.day AS played, m.tournament, m.simulated, m.grade,
        list(a.player ORDER BY a.seat) AS players, m.winner,
        max(a.player) FILTER (a.seat = m.winner) AS winner_name,
        m.reason, m.turns, m.events, m.finished
    FROM match m JOIN seat_match a ON a.match = m.match
    WHERE m.match IN (SELECT unnest($matches))
        AND list_contains($games, m.game) AND list_contains($months, m.month)
        AND list_contains($games, a.game) AND list_contains($months, a.month)
    GROUP BY ALL
    ORDER BY m.day DESC NULLS LAST, m.match"""
ALL = 1 << 62


class Latest(NamedTuple):
    """The latest ``rows`` of a ``number`` of matches."""

    number: int
    rows: pl.DataFrame


def games(store: Store, filters: Filters | None = None) -> pl.DataFrame:
    """One row a match, the latest first; ``players`` in order of their seats. Raises ``FilterError``."""
    return latest(store, filters or Filters(), most=ALL).rows


def latest(store: Store, filters: Filters, *, most: int) -> Latest:
    """How many matches there are, and what ``games`` gives of the ``most`` latest. Raises ``FilterError``."""
    where, parameters = seats_where(checked(store, filters))
    joined = bool(filters.card)
    days = of_seats(store, DAYS.format(matches=matches_of("s.day", where, joined=joined)), parameters)
    # Names of matches are long: they are read of those days alone that have the latest.
    if day := _reached(days, most):
        where, parameters = f"{where} AND s.day >= $day", parameters | {"day": day}
    query = CHOSEN.format(matches=matches_of("s.match, s.game, s.month, s.day", where, joined=joined))
    chosen = of_seats(store, query, parameters | {"most": most})
    lists = {"matches": "match", "games": "game", "months": "month"}
    rows = store.query(QUERY, {name: chosen[column].unique().to_list() for name, column in lists.items()})
    return Latest(int(days["matches"].sum()), rows)


def _reached(days: pl.DataFrame, most: int) -> date | None:
    """The day from which on there are as many ``matches``; None where those without a day are needed too."""
    enough = days.filter(days["matches"].cum_sum() >= most)["day"]
    return enough[0] if len(enough) else None


def latest_against(store: Store, filters: Filters) -> pl.DataFrame:
    """Columns ``opponent match``: the latest match of ``filters.player`` against each other player whose
    name is known. Raises ``FilterError``."""
    found = games(store, filters).select("match", opponent="players").explode("opponent")
    others = found.filter(pl.col("opponent") != filters.player)
    return others.select("opponent", "match").unique("opponent", keep="first", maintain_order=True)

"""The matches behind a number: a list that the same filters select, finished or not.

Not here: what happened in them (the log tells).
"""

import polars as pl

from analytics.cubes.seats import of_seats
from analytics.metrics.filters import Filters, checked, seats_where
from analytics.store import Store

CHOSEN = """
    SELECT match, game, month FROM seat s WHERE {where} GROUP BY match, game, month, day
    ORDER BY day DESC NULLS LAST, match LIMIT $most"""
NUMBER = "SELECT count(DISTINCT number) AS number FROM seat s WHERE {where}"
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


def games(store: Store, filters: Filters | None = None, *, most: int = ALL) -> pl.DataFrame:
    """One row a match, the latest first, no more than ``most``; ``players`` in order of their seats. Raises
    ``FilterError``."""
    where, parameters = seats_where(checked(store, filters or Filters()))
    chosen = of_seats(store, CHOSEN.format(where=where), parameters | {"most": most})
    lists = {"matches": "match", "games": "game", "months": "month"}
    return store.query(QUERY, {name: chosen[column].unique().to_list() for name, column in lists.items()})


def number_of(store: Store, filters: Filters) -> int:
    """How many matches there are. Raises ``FilterError``."""
    where, parameters = seats_where(checked(store, filters))
    return int(of_seats(store, NUMBER.format(where=where), parameters).item())


def latest_against(store: Store, filters: Filters) -> pl.DataFrame:
    """Columns ``opponent match``: the latest match of ``filters.player`` against each other player whose
    name is known. Raises ``FilterError``."""
    found = games(store, filters).select("match", opponent="players").explode("opponent")
    others = found.filter(pl.col("opponent") != filters.player)
    return others.select("opponent", "match").unique("opponent", keep="first", maintain_order=True)

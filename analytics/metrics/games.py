"""The matches behind a number: a list that the same filters select, finished or not.

Not here: what happened in them (the log tells).
"""

import polars as pl

from analytics.metrics.filters import Filters, checked, seats_where
from analytics.store import Store

QUERY = """
    SELECT
        m.match, m.game, m.edition, m.cards, m.day AS played, m.tournament, m.simulated, m.grade,
        list(a.player ORDER BY a.seat) AS players, m.winner,
        max(a.player) FILTER (a.seat = m.winner) AS winner_name,
        m.reason, m.turns, m.events, m.finished
    FROM match m JOIN seat_match a ON a.match = m.match
    WHERE m.match IN (
        SELECT s.match FROM seat_match s JOIN match m ON m.match = s.match WHERE {where}
    )
    GROUP BY ALL
    ORDER BY m.day DESC NULLS LAST, m.match"""


def games(store: Store, filters: Filters | None = None) -> pl.DataFrame:
    """One row a match, the latest first; ``players`` in order of their seats. Raises ``FilterError``."""
    where, parameters = seats_where(checked(store, filters or Filters()))
    return store.query(QUERY.format(where=where), parameters)


def latest_against(store: Store, filters: Filters) -> pl.DataFrame:
    """Columns ``opponent match``: the latest match of ``filters.player`` against each other player whose
    name is known. Raises ``FilterError``."""
    found = games(store, filters).select("match", opponent="players").explode("opponent")
    others = found.filter(pl.col("opponent") != filters.player)
    return others.select("opponent", "match").unique("opponent", keep="first", maintain_order=True)

"""The matches behind a number: a list that the same filters select, finished or not.

Not here: what happened in them (the log tells).
"""

from typing import NamedTuple

import polars as pl

from analytics.cubes.seats import matches_of, of_seats
from analytics.metrics import census
from analytics.metrics.census import chosen_by, having
from analytics.metrics.filters import Filters, checked, seats_where
from analytics.run import UNDATED
from analytics.store import Store

CHOSEN = "SELECT number, game, month FROM ({matches}) ORDER BY day DESC NULLS LAST, match LIMIT $most"
# Games and months are folders: those without any of the matches are not looked into.
QUERY = """
    SELECT
        match, game, edition, cards, day AS played, tournament, simulated, grade,
        list(player ORDER BY seat) AS players, winner,
        max(player) FILTER (seat = winner) AS winner_name,
        reason, turns, events, finished
    FROM seat
    WHERE number IN (SELECT unnest($numbers))
        AND list_contains($games, game) AND list_contains($months, month)
    GROUP BY ALL
    ORDER BY day DESC NULLS LAST, match"""
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
    chosen = checked(store, filters)
    where, parameters = seats_where(chosen)
    found = census.matches(store, chosen).filter(chosen_by(chosen) & having(*chosen.grades))
    where = f"{where} AND list_contains($latest, s.month)"
    parameters |= {"latest": _reached(found, most), "most": most}
    matches = matches_of("s.match, s.game, s.month, s.day", where, joined=bool(chosen.card))
    rows = of_seats(store, CHOSEN.format(matches=matches), parameters)
    lists = {"numbers": "number", "games": "game", "months": "month"}
    listed = of_seats(store, QUERY, {name: rows[column].unique().to_list() for name, column in lists.items()})
    return Latest(int(found["matches"].sum()), listed)


def _reached(found: pl.DataFrame, most: int) -> list[str]:
    """The newest months in which there are as many matches; what has no day comes last."""
    newest = (pl.col("month") != UNDATED, pl.col("month"))
    months = found.group_by("month").agg(pl.col("matches").sum()).sort(newest, descending=True)
    before = months["matches"].cum_sum() - months["matches"]
    return months.filter(before < most)["month"].to_list()


def latest_against(store: Store, filters: Filters) -> pl.DataFrame:
    """Columns ``opponent match``: the latest match of ``filters.player`` against each other player whose
    name is known. Raises ``FilterError``."""
    found = games(store, filters).select("match", opponent="players").explode("opponent")
    others = found.filter(pl.col("opponent") != filters.player)
    return others.select("opponent", "match").unique("opponent", keep="first", maintain_order=True)

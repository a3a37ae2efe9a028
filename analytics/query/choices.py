"""The values that a store has for filters: games, players, tournaments, archetypes and formats.

Not here: the filters (``filters``).
"""

from typing import NamedTuple

import polars as pl

from analytics.query.cubes.tallies import NAMES, read_tallies
from analytics.store.reader import Store, cached_per_projection


@cached_per_projection
def choices(store: Store) -> dict[str, list[str]]:
    """``game``, the one with the most matches first; what ``NAMES`` has, in order."""
    matches, names = read_tallies(store, ("kinds_of_matches", "names"))
    games = matches.group_by("game").agg(pl.col("matches").sum())
    in_order = games.sort("matches", "game", descending=[True, False])
    called = names.select("what", "name").filter(pl.col("name") != "").unique().sort("name")
    found = {"game": in_order["game"]} | {
        what: called.filter(pl.col("what") == what)["name"] for what in NAMES
    }
    return {what: values.to_list() for what, values in found.items()}


class Known(NamedTuple):
    """The ``rounds`` that matches of tournaments have, whether any match has a day (``dated``), and whether
    any list has a sideboard (``sided``)."""

    rounds: list[int]
    dated: bool
    sided: bool


ROUNDS = "SELECT DISTINCT round FROM match WHERE round IS NOT NULL ORDER BY round"


@cached_per_projection
def known(store: Store) -> Known:
    """Which further filters there is anything for."""
    rounds = store.query(ROUNDS)["round"].to_list()
    (kinds,) = read_tallies(store, ("kinds_of_matches",))
    sided = not store.query("SELECT 1 FROM side_card LIMIT 1").is_empty()
    return Known(rounds, dated=kinds["last_day"].is_not_null().any(), sided=sided)

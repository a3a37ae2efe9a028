"""The values that a store has for filters: games and editions, players, tournaments, archetypes, formats.

Not here: the filters (``filters``).
"""

from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import polars as pl

from analytics.query.cubes.tallies import NAMES, read_tallies
from analytics.query.measures.sources import scanned
from analytics.store.data_by_game import by_game
from analytics.store.manifest import Part
from analytics.store.reader import Store, cached_per_projection


@cached_per_projection
def choices(store: Store) -> dict[str, list[str]]:
    """``game``, the one with the most matches first, those without any last; what ``NAMES`` has, in order."""
    matches, names = read_tallies(store, ("kinds_of_matches", "names"))
    counted = matches.select("game", "matches"), names.select("game", pl.lit(0, pl.Int64).alias("matches"))
    games = pl.concat(counted).group_by("game").agg(pl.col("matches").sum())
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


@cached_per_projection
def known(store: Store) -> Known:
    """Which further filters there is anything for. Raises ``DamagedStore``."""
    rounds = sorted({*chain.from_iterable(ROUNDS.of(store).values())})
    (kinds,) = read_tallies(store, ("kinds_of_matches",))
    sided = any(part.rows.get("side_card") for part in store.manifest.parts)
    return Known(rounds, dated=kinds["last_day"].is_not_null().any(), sided=sided)


def _rounds(folder: Path, parts: Sequence[Part]) -> list[int]:
    found = scanned(folder, parts, table="match").select(pl.col("round").drop_nulls().unique())
    return found.collect()["round"].to_list()


def _editions(folder: Path, parts: Sequence[Part]) -> list[str]:
    named = pl.col("edition").cast(pl.String)
    found = scanned(folder, parts, table="match").select(named.drop_nulls().unique().sort())
    return [edition for edition in found.collect()["edition"] if edition]


ROUNDS = by_game("rounds", list[int], _rounds, __file__)
"""The rounds of each game. To read all matches for them takes longer than the first page."""
EDITIONS = by_game("editions", list[str], _editions, __file__)
"""The editions that matches of each game were played by; none of what is known by its results alone."""


@cached_per_projection
def _every_edition(store: Store) -> dict[str, list[str]]:
    return EDITIONS.of(store)


def editions_of(store: Store, game: str = "") -> list[str]:
    """The editions of a game, or of all, in order. Raises ``DamagedStore``."""
    found = _every_edition(store)
    return found.get(game, []) if game else sorted({*chain.from_iterable(found.values())})

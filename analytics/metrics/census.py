"""A census: how many matches and seats there are of each kind, by all that decides whether they count.

What counts is asked above every table, each time in another way, and to look at two million seats takes
longer than the table. Kinds are few and their numbers add up, so that those of whole games are remembered.
Not here: what is said of them (``population``).
"""

from dataclasses import replace
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import polars as pl

from analytics.cubes.seats import of_seats
from analytics.metrics.filters import GRADES, SOUND, Filters, seats_where
from analytics.store import Store, once_a_projection

MARKS = {
    "simulated": "s.simulated",
    "finished": "s.finished",
    "games_played": "s.games > 0",
    "games_drawn": "s.games_drawn > 0",
    "games_unplayed": "s.games_unplayed > 0",
    "matches_played": "s.won + s.lost + s.tied > 0",
    "matches_drawn": "s.tied > 0",
    "matches_unplayed": "s.won + s.lost + s.tied = 0",
}
"""Name → what it says of a seat. Each is a bit of the kind of a seat, and so is each grade behind them."""
BITS = {name: 1 << place for place, name in enumerate((*MARKS, *GRADES))}
KIND = " | ".join(
    (
        *(f"(({holds})::INTEGER << {place})" for place, holds in enumerate(MARKS.values())),
        f"(1 << (list_position($known_grades, s.grade)::INTEGER + {len(MARKS) - 1}))",
    )
)
CHOSEN = f"""
    SELECT s.number, ({KIND})::USMALLINT AS kind, s.player, s.games, s.games_partly_known AS partly_known
    FROM seat s WHERE {{where}}"""


class Census(NamedTuple):
    """``matches``: how many there are of each ``kind``, which is that of all its chosen seats together.
    ``seats``: ``kind player seats games partly_known``, of each kind and player one row."""

    matches: pl.DataFrame
    seats: pl.DataFrame


def census(store: Store, filters: Filters) -> Census:
    """The matches under the filters, of every grade and whoever played them; the filters are checked."""
    chosen = replace(filters, simulated="any", grades=SOUND)
    if replace(chosen, game="") != Filters():
        return _counted(store, chosen)
    games = {filters.game} if filters.game else {part.game for part in store.manifest.parts}
    found = [_of_game(store, game) for game in sorted(games)] or [_counted(store, chosen)]
    return Census(*(pl.concat(tables) for tables in zip(*found, strict=True)))


def having(*names: str) -> pl.Expr:
    """Whether the column ``kind`` has any of these marks and grades."""
    return pl.col("kind") & reduce(or_, (BITS[name] for name in names), 0) != 0


def _of_game(store: Store, game: str) -> Census:
    """All of a game, counted once."""
    known = _games_of(store)
    if game not in known:
        known[game] = _counted(store, Filters(game=game))
    return known[game]


@once_a_projection
def _games_of(store: Store) -> dict[str, Census]:
    """Game → what was counted of it."""
    return {}


def _counted(store: Store, chosen: Filters) -> Census:
    where, parameters = seats_where(chosen, grades=False)
    rows = of_seats(store, CHOSEN.format(where=where), parameters | {"known_grades": list(GRADES)})
    of_players = rows.lazy().group_by("kind", "player")
    seats = of_players.agg(pl.len().alias("seats"), pl.col("games", "partly_known").sum())
    in_order = rows.select("number", "kind").sort("number")
    of_matches = _of_matches(in_order["number"].to_numpy(), in_order["kind"].to_numpy())
    return Census(of_matches, seats.collect(engine="streaming"))


def _of_matches(numbers: npt.NDArray[Any], kinds: npt.NDArray[np.uint16]) -> pl.DataFrame:
    """How many matches are of each kind. ``numbers`` tell them apart, and stand in order."""
    begins = np.flatnonzero(numbers[1:] != numbers[:-1]) + 1
    together = np.bitwise_or.reduceat(kinds, np.append(0, begins)) if len(kinds) else kinds
    matches = np.bincount(together)
    found = np.flatnonzero(matches)
    schema = {"kind": pl.UInt16, "matches": pl.Int64}
    return pl.DataFrame({"kind": found, "matches": matches[found]}, schema=schema)

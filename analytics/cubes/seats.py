"""Seats: a row for each seat of each match, with what its match and its games say, in one narrow table.

Who was in a match, how it came out and whether it counts is what most pages ask, and it cannot be added up: a
match counts once, whichever of its seats are chosen. To join tables by the names of matches takes longer than
all the rest, so that is done once, when cubes are. Not here: what is counted of the rows
(``analytics.metrics``), nor keeping their pieces (``keeper``).
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from weakref import WeakKeyDictionary

import duckdb
import polars as pl

from analytics.cubes.answer import shelf_of
from analytics.cubes.shelf import Shelf, path_of
from analytics.manifest import DamagedStore, Manifest, Part
from analytics.measures.sources import scanned
from analytics.store import Store, rows_of

SEATS = "seats"
OF_SEAT = (
    "match", "seat", "player", "player_id", "opponent", "deck", "day", "archetype", "opponent_archetype",
    "won", "lost", "tied",
)  # fmt: skip
OF_MATCH = ("tournament", "tournament_id", "simulated", "grade", "finished", "winner")
OF_GAMES = {
    "games": "played",
    "games_partly_known": "played AND first_hand > 0 AND NOT keep_known AND NOT hand_known",
    "games_drawn": "tied > 0",
    "games_unplayed": "NOT played",
}
"""Games of a seat that were played, were so with a hand known in part, were drawn, were not played. Results
have no hand, and of a hand that nobody was asked about nothing was kept."""
JOINED = f"""
    SELECT m.match AS number, {", ".join(f"s.{name}" for name in OF_SEAT)},
        {", ".join(f"m.{name}" for name in OF_MATCH)},
        {", ".join(f"coalesce(g.{name}, 0)::INTEGER AS {name}" for name in OF_GAMES)}, s.game, s.month
    FROM seat_match s JOIN match m ON m.match = s.match LEFT JOIN (
        SELECT match, seat, {", ".join(f"count(*) FILTER ({it}) AS {name}" for name, it in OF_GAMES.items())}
        FROM (SELECT *, won + lost + tied > 0 AS played FROM seat_game) GROUP BY ALL
    ) g ON g.match = s.match AND g.seat = s.seat
    ORDER BY s.match, s.seat"""
"""The rows out of the facts, where there are no pieces."""
BITS = 24
"""Of a number that tells matches of one game and month apart."""


def seats_in(folder: Path, parts: Sequence[Part], *, place: int) -> pl.DataFrame:
    """The rows of these parts, which are of one game and month; numbers of matches begin with ``place``."""
    matches = scanned(folder, parts, table="match").select("match", *OF_MATCH)
    number = pl.col("number").cast(pl.Int64) + (place << BITS)
    numbered = matches.with_row_index("number").with_columns(number)
    played = pl.sum_horizontal("won", "lost", "tied") > 0
    counted = {
        "games": played,
        "games_partly_known": played
        & (pl.col("first_hand") > 0)
        & ~pl.col("keep_known")
        & ~pl.col("hand_known"),
        "games_drawn": pl.col("tied") > 0,
        "games_unplayed": ~played,
    }
    games = (
        scanned(folder, parts, table="seat_game")
        .group_by("match", "seat")
        .agg(holds.sum().cast(pl.Int32).alias(name) for name, holds in counted.items())
    )
    rows = scanned(folder, parts, table="seat_match").select(OF_SEAT).join(numbered, on="match")
    rows = rows.join(games, on=["match", "seat"], how="left").with_columns(pl.col(*counted).fill_null(0))
    return rows.sort("number", "seat").collect()


def of_seats(store: Store, query: str, parameters: Mapping[str, object] | None = None) -> pl.DataFrame:
    """The result of a query over ``seat``. Raises ``DamagedStore``.

    It has the columns ``OF_SEAT``, ``OF_MATCH``, ``OF_GAMES``, ``game`` and ``month`` of every match, ended
    or not, and ``number``, which tells matches apart and nothing else. Rows of a match stand side by side.
    """
    try:
        _define(store, shelf_of(store))
        return store.query(query, parameters)
    except (DamagedStore, duckdb.Error):  # pieces may be gone, or broken: the facts tell the same
        _define(store, None)
        return store.query(query, parameters)


def matches_of(columns: str, where: str = "true", *, joined: bool = False) -> str:
    """A query that gives ``columns`` of one seat ``s`` of each match with a seat of which ``where`` holds.

    To look whether the row before is of the same match takes a quarter of the time of telling apart a million
    numbers. DuckDB keeps the order of files and of rows where nothing but an empty window comes between, but
    not where ``where`` looks into another table (``joined``).
    """
    if joined:
        return f"SELECT DISTINCT ON (s.number) {columns} FROM seat s WHERE {where}"
    rows = f"SELECT {columns}, s.number, lag(s.number) OVER () AS before FROM seat s WHERE {where}"
    return f"SELECT * FROM ({rows}) WHERE number IS DISTINCT FROM before"


def _define(store: Store, shelf: Shelf | None) -> None:
    """Let ``seat`` be the rows of the pieces of this shelf, or those of the facts."""
    wanted = (store.manifest, shelf)
    known = _defined.get(store)
    if known is not None and known[0] is wanted[0] and known[1] is wanted[1]:
        return
    files = [path_of(store.folder, piece) for piece in shelf.of(SEATS, None)] if shelf else []
    store.define("seat", rows_of(files) if files else JOINED)
    _defined[store] = wanted


_defined: WeakKeyDictionary[Store, tuple[Manifest, Shelf | None]] = WeakKeyDictionary()
"""Store → what ``seat`` was made from."""

"""Seats: a row for each seat of each match, with what its match and its games say, in one narrow table.

Most pages ask who was in a match, how it ended and whether it counts. That cannot be added up: a match counts
once, whichever of its seats are chosen. Joining tables by match takes longer than all the rest, so it is done
once, when cubes are refreshed. Not here: what is counted of the rows (``analytics.metrics``), nor writing
their pieces (``cube_refresh``).
"""

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from operator import or_
from pathlib import Path
from typing import get_args
from weakref import WeakKeyDictionary

import polars as pl

from analytics.facts.extract.outcome import SHARED
from analytics.query.cubes.answer import cube_index
from analytics.query.cubes.cube_files import CubeIndex, path_of
from analytics.query.measures.frame import Frame
from analytics.query.measures.sources import scanned
from analytics.store.manifest import DamagedStore, Manifest, Part
from analytics.store.reader import Store, rows_of
from engine.audit.verdict import Grade

SEATS, LISTS = "seats", "lists"
OF_SEAT = (
    "match", "seat", "player", "player_id", "opponent", "deck", "day", "archetype", "opponent_archetype",
    "won", "lost", "tied", "outcome",
)  # fmt: skip
OF_MATCH = (
    "tournament", "tournament_id", "simulated", "grade", "finished", "winner", "viewpoint",
    "edition", "cards", "reason", "turns", "events", "round", "stage",
)  # fmt: skip
PLAYED = "won + lost + tied > 0"
SHARED_SCORE = f"outcome = '{SHARED}'"
"""All players have one score: it was played, and nobody won."""
OF_GAMES = {
    "games": PLAYED,
    "games_partly_known": f"{PLAYED} AND first_hand > 0 AND NOT keep_known AND NOT hand_known",
    "games_drawn": "tied > 0",
    "games_unplayed": "won + lost + tied = 0",
}
"""Games of a seat that were played, that were played with a partly known hand, that were drawn, that were not
played. Results have no hand, and of a hand without a choice nothing was kept."""
MARKS = {
    "simulated": "simulated",
    "finished": "finished",
    "games_played": f"games > 0 OR {SHARED_SCORE}",
    "games_drawn": "games_drawn > 0",
    "games_unplayed": f"games_unplayed > 0 AND NOT {SHARED_SCORE}",
    "matches_played": f"{PLAYED} OR {SHARED_SCORE}",
    "matches_drawn": "tied > 0",
    "matches_unplayed": f"won + lost + tied = 0 AND NOT {SHARED_SCORE}",
}
"""Name → condition on a seat. Each is a bit of its ``kind``, and so is each grade after them."""
GRADES: tuple[Grade, ...] = get_args(Grade)
KINDS = {name: 1 << place for place, name in enumerate((*MARKS, *GRADES))}
"""Mark or grade → its bit."""
RECORDED = "coalesce(seat = viewpoint, false)"
"""Of a match that is recorded from one side, that side."""
KIND = " | ".join(
    (
        *(f"CASE WHEN {holds} THEN {KINDS[mark]} ELSE 0 END" for mark, holds in MARKS.items()),
        *(f"CASE WHEN grade = '{grade}' THEN {KINDS[grade]} ELSE 0 END" for grade in GRADES),
    )
)
JOINED = f"""
    SELECT *, ({KIND})::USMALLINT AS kind, {RECORDED} AS recorded FROM (
        SELECT m.match AS number, {", ".join(f"s.{name}" for name in OF_SEAT)},
            {", ".join(f"m.{name}" for name in OF_MATCH)},
            {", ".join(f"coalesce(g.{name}, 0)::INTEGER AS {name}" for name in OF_GAMES)}, s.game, s.month
        FROM seat_match s JOIN match m ON m.match = s.match LEFT JOIN (
            SELECT match, seat,
                {", ".join(f"count(*) FILTER ({holds}) AS {name}" for name, holds in OF_GAMES.items())}
            FROM seat_game GROUP BY ALL
        ) g ON g.match = s.match AND g.seat = s.seat
    )
    ORDER BY match, seat"""
"""The rows from the facts, where there are no pieces."""
LISTED = "SELECT DISTINCT game, month, deck, card, copies FROM deck_card"
"""The lists of decks from the facts."""
BITS = 24
"""Bits of a number that identifies a match within its game and month."""


def seats_in(folder: Path, parts: Sequence[Part], *, place: int) -> pl.DataFrame:
    """The rows of these parts, which are of one game and month; numbers of matches begin with ``place``."""
    matches = scanned(folder, parts, table="match").select("match", *OF_MATCH)
    number = pl.col("number").cast(pl.Int64) + (place << BITS)
    numbered = matches.with_row_index("number").with_columns(number)
    counted = (pl.sql_expr(holds).sum().cast(pl.Int32).alias(name) for name, holds in OF_GAMES.items())
    games = scanned(folder, parts, table="seat_game").group_by("match", "seat").agg(counted)
    rows = scanned(folder, parts, table="seat_match").select(OF_SEAT).join(numbered, on="match")
    rows = rows.join(games, on=["match", "seat"], how="left").with_columns(pl.col(*OF_GAMES).fill_null(0))
    recorded = (pl.col("seat").cast(pl.String) == pl.col("viewpoint").cast(pl.String)).fill_null(False)
    return rows.sort("number", "seat").with_columns(_kind(), recorded.alias("recorded")).collect()


def _kind() -> pl.Expr:
    bits = {grade: KINDS[grade] for grade in GRADES}
    graded = pl.col("grade").cast(pl.String).replace_strict(bits, default=0, return_dtype=pl.UInt16)
    marks = (pl.sql_expr(holds).cast(pl.UInt16) * KINDS[mark] for mark, holds in MARKS.items())
    return reduce(or_, marks, graded).alias("kind")


def lists_in(folder: Path, parts: Sequence[Part]) -> pl.DataFrame:
    """The decks that are listed in these parts: ``deck card copies``, each once."""
    return scanned(folder, parts, table="deck_card").select("deck", "card", "copies").unique().collect()


def select_seats(store: Store, select: Callable[[Mapping[str, Frame]], Frame]) -> pl.DataFrame:
    """The rows that ``select`` chooses of the tables ``seat`` and ``listed``, and of the facts. Raises
    ``DamagedStore``.

    The one has the columns ``OF_SEAT``, ``OF_MATCH``, ``OF_GAMES``, ``game`` and ``month`` of every match,
    ended or not; its ``kind`` (``KINDS``), whether it is ``recorded``, and ``number``, which identifies
    matches and means nothing else. Rows of a match stand side by side. The other has ``deck card copies``,
    ``game`` and ``month`` of every deck that was listed, once a month.
    """
    import duckdb  # which few questions need

    try:
        _define(store, cube_index(store))
        return store.select(select)
    except (DamagedStore, duckdb.Error):  # pieces may be gone or broken: the facts have the same rows
        _define(store, None)
        return store.select(select)


def _define(store: Store, index: CubeIndex | None) -> None:
    """Define ``seat`` and ``listed`` as the rows of the pieces of this index, or those of the facts."""
    wanted = (store.manifest, index)
    known = _defined.get(store)
    if known is not None and known[0] is wanted[0] and known[1] is wanted[1]:
        return
    for view, cube, facts in (("seat", SEATS, JOINED), ("listed", LISTS, LISTED)):
        files = [path_of(store.folder, piece) for piece in index.of(cube, None)] if index else []
        store.define(view, rows_of(files) if files else facts)
    _defined[store] = wanted


_defined: WeakKeyDictionary[Store, tuple[Manifest, CubeIndex | None]] = WeakKeyDictionary()
"""Store → what ``seat`` and ``listed`` were defined from."""

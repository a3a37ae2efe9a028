"""Tallies: counts over all seats of a game, month by month, in one small file a game.

Some numbers stand above every table and beside every choice: how many matches of which kind there are, of
whom, what there is to choose from. They are computed when seats are refreshed; over seats under filters they
are computed in the same way from the seats. Not here: the seats (``seats``), the refresh (``seat_refresh``),
nor what is made of the numbers (``analytics.metrics``).
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import polars as pl

from analytics.query.cubes.answer import UNREADABLE, cube_index
from analytics.query.cubes.cube_files import path_of
from analytics.query.cubes.router import TOGETHER
from analytics.query.cubes.seats import GRADES, KINDS, MARKS, select_seats
from analytics.query.measures.relation import PARTITION
from analytics.query.sum_query import equal, filtered
from analytics.store.reader import Store

Counted = Callable[[pl.LazyFrame], pl.LazyFrame]


class Tally(NamedTuple):
    """What is counted (``of``) over rows of seats with these ``columns``, and game and month; and over those
    of entrants (``of_entrants``), where it is about whoever has no match as well."""

    columns: tuple[str, ...]
    of: Counted
    of_entrants: Counted | None = None


def _kinds(seats: pl.LazyFrame) -> pl.LazyFrame:
    """The kind of a match is that of all its seats together."""
    matches = seats.group_by(*PARTITION, "number").agg(pl.col("kind").bitwise_or(), pl.col("day").first())
    return matches.group_by(*PARTITION, "kind").agg(
        pl.len().cast(pl.Int64).alias("matches"), pl.col("day").max().alias("last_day")
    )


def _people(seats: pl.LazyFrame) -> pl.LazyFrame:
    return seats.group_by(*PARTITION, "kind", "player").agg(
        pl.len().cast(pl.Int64).alias("seats"),
        pl.col("games").cast(pl.Int64).sum(),
        pl.col("games_partly_known").cast(pl.Int64).sum().alias("partly_known"),
    )


NAMES = {"player": "player", "tournament": "tournament", "archetype": "archetype", "format": "cards"}
"""What a filter calls them → the column."""


def _names(rows: pl.LazyFrame) -> pl.LazyFrame:
    called = (
        rows.select(*PARTITION, pl.lit(what).alias("what"), pl.col(column).cast(pl.String).alias("name"))
        for what, column in NAMES.items()
    )
    return pl.concat([names.drop_nulls("name").unique() for names in called])


def _archetypes(seats: pl.LazyFrame) -> pl.LazyFrame:
    return seats.group_by(*PARTITION, "archetype", "kind").agg(
        pl.len().cast(pl.Int64).alias("seats"), pl.col("recorded").sum().cast(pl.Int64)
    )


def met(grades: Sequence[str], *, bots: bool, people: bool) -> int:
    """The bits of ``met`` of these grades, of matches that bots played, that people did, or both."""
    bits = sum(KINDS[grade] for grade in {*grades}) >> len(MARKS)
    return (bits if people else 0) | (bits << len(GRADES) if bots else 0)


def _fields(seats: pl.LazyFrame) -> pl.LazyFrame:
    """A deck may have been met in matches of several kinds: ``met`` has the bits of all of them."""
    graded = pl.col("kind") // (1 << len(MARKS))
    bots = pl.col("kind") & KINDS["simulated"] != 0
    kinds = pl.when(bots).then(graded * (1 << len(GRADES))).otherwise(graded)
    event, match = _text("tournament_id", "tournament"), _text("match")
    decks = (
        seats.filter(pl.col("finished"), ~pl.col("recorded"))
        .select(
            *PARTITION,
            "archetype",
            event=event,
            place=pl.coalesce(event, match),
            pilot=pl.coalesce(
                _text("player_id", "player"), pl.concat_str(match, _text("seat"), separator=" ")
            ),
            met=kinds,
        )
        .group_by(*PARTITION, "archetype", "event", "place", "pilot")
        .agg(pl.col("met").bitwise_or())
    )
    by = (*PARTITION, "archetype", "event", "met")
    return decks.group_by(by).agg(pl.len().cast(pl.Int64).alias("decks"))


def _text(*names: str) -> pl.Expr:
    return pl.coalesce(pl.col(name).cast(pl.String) for name in names)


FIELD = (
    "match", "seat", "player", "player_id", "tournament", "tournament_id",
    "archetype", "kind", "finished", "recorded",
)  # fmt: skip
TALLIES: dict[str, Tally] = {
    "kinds_of_matches": Tally(("number", "kind", "day"), _kinds),
    "people": Tally(("kind", "player", "games", "games_partly_known"), _people),
    "names": Tally(tuple(NAMES.values()), _names, of_entrants=_names),
    "archetypes": Tally(("archetype", "kind", "recorded"), _archetypes),
    "fields": Tally(FIELD, _fields),
}
"""Name → tally. Each has the columns ``game month`` and

* ``kinds_of_matches``: of each ``kind`` so many ``matches``, and their ``last_day``;
* ``people``: of each ``kind player`` so many ``seats`` with ``games``, and hands ``partly_known``;
* ``names``: ``what name``, everything of ``NAMES`` that there is, in lists of entrants as well;
* ``archetypes``: of each ``archetype kind`` so many ``seats``, ``recorded`` ones among them;
* ``fields``: of each ``archetype event`` (tournament, null where there was none) so many ``decks`` that were
  met in finished matches of these kinds (``met``). One that was met in two months is in both.
"""


def tallies_of(
    seats: pl.DataFrame, entrants: pl.LazyFrame, *, game: str, month: str
) -> dict[str, pl.DataFrame]:
    """Every tally of the seats, and of the entrants, of a game and month."""
    rows, listed = (
        one.lazy().with_columns(game=pl.lit(game), month=pl.lit(month)) for one in (seats, entrants)
    )
    found = pl.collect_all([_counted(tally, rows, listed) for tally in TALLIES.values()])
    words = pl.col(pl.Categorical).cast(pl.String)
    return {name: rows.with_columns(words) for name, rows in zip(TALLIES, found, strict=True)}


def stored_tally(
    store: Store, name: str, game: str = "", *, columns: Sequence[str] | None = None
) -> pl.DataFrame | None:
    """A stored tally, of one game or of all, in these columns or in all; None where none can be read."""
    index = cube_index(store)
    pieces = index.of(name, TOGETHER) if index else []
    files = [path_of(store.folder, piece) for piece in pieces if game in ("", piece.game)]
    if not files:
        return None
    try:
        return pl.read_parquet(files, columns=[*columns] if columns else None, hive_partitioning=False)
    except UNREADABLE:
        return None


def compute_tallies(store: Store, names: Sequence[str], game: str = "") -> list[pl.DataFrame]:
    """These tallies, computed from the seats of a game, or of all. Raises ``DamagedStore``."""
    columns = dict.fromkeys((*PARTITION, *(column for name in names for column in TALLIES[name].columns)))
    of_game = [equal("game", game)] if game else []
    rows = select_seats(store, lambda tables: filtered(tables["seat"], of_game).select(*columns)).lazy()
    tallies = [TALLIES[name] for name in names]
    listed = rows.clear()
    if called := [column for tally in tallies if tally.of_entrants for column in tally.columns]:
        entrants = (*PARTITION, *dict.fromkeys(called))
        listed = store.select(lambda tables: filtered(tables["entrant"], of_game).select(*entrants)).lazy()
    return pl.collect_all([_counted(tally, rows, listed) for tally in tallies])


def _counted(tally: Tally, seats: pl.LazyFrame, entrants: pl.LazyFrame) -> pl.LazyFrame:
    """The rows of a tally; those of entrants, of whom no file lists matches, may be among those of seats."""
    of_seats = tally.of(seats)
    return (
        of_seats if tally.of_entrants is None else pl.concat([of_seats, tally.of_entrants(entrants)]).unique()
    )


def read_tallies(store: Store, names: Sequence[str], game: str = "") -> list[pl.DataFrame]:
    """These tallies of a game, or of all: the stored ones, where all are stored. Raises ``DamagedStore``."""
    there = [rows for name in names if (rows := stored_tally(store, name, game)) is not None]
    if len(there) == len(names):
        return there
    return compute_tallies(store, names, game)

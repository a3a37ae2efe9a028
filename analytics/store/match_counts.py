"""Counts of matches by granularity, grade and whether bots played them.

They are derived data because counting a million matches is too slow for a page. Not here: the health of the
store (``health``).
"""

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

import polars as pl

from analytics.query.measures.sources import scanned
from analytics.store.data_by_game import by_game
from analytics.store.manifest import Part
from analytics.store.reader import Store

KEYS = ("granularity", "grade", "simulated")
SCHEMA = {
    "game": pl.String,
    "granularity": pl.String,
    "grade": pl.String,
    "simulated": pl.Boolean,
    "matches": pl.Int64,
    "unfinished": pl.Int64,
    "first_day": pl.Date,
    "last_day": pl.Date,
    "events": pl.Int64,
}


class Alike(NamedTuple):
    """Matches of a game with the same keys: numbers of matches and events, first and last day."""

    granularity: str
    grade: str
    simulated: bool
    matches: int
    unfinished: int
    first_day: date | None
    last_day: date | None
    events: int


def coverage(store: Store) -> pl.DataFrame:
    """A row for each game and combination of keys, in order, with the columns ``SCHEMA``. Raises
    ``DamagedStore``."""
    rows = [(game, *alike) for game, kinds in MATCH_COUNTS.of(store).items() for alike in kinds]
    return pl.DataFrame(rows, SCHEMA, orient="row").sort("game", *KEYS)


def _counted(folder: Path, parts: Sequence[Part]) -> list[Alike]:
    found = scanned(folder, parts, table="match").group_by(KEYS)
    sums = found.agg(
        pl.len().alias("matches"),
        (~pl.col("finished")).sum().alias("unfinished"),
        pl.col("day").min().alias("first_day"),
        pl.col("day").max().alias("last_day"),
        pl.col("events").cast(pl.Int64).sum(),
    )
    words = pl.col("granularity", "grade").cast(pl.String)
    return [Alike(*row) for row in sums.collect().with_columns(words).iter_rows()]


MATCH_COUNTS = by_game("coverage", list[Alike], _counted, __file__)

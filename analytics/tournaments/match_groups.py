"""The number of matches of each tournament place, by the facts: counted, and kept beside them.

Counting a million matches anew takes longer than the rest of a list of tournaments. Not here: matches that
only the log has (``membership``), nor tournaments (``gather``).
"""

from collections.abc import Collection, Iterator, Sequence
from datetime import date
from itertools import chain
from pathlib import Path
from typing import Literal, NamedTuple

import polars as pl

from analytics.imports.writing.tournament_events import RESULT
from analytics.query.measures.sources import scanned
from analytics.store.data_by_game import by_game
from analytics.store.manifest import Manifest, Part

What = Literal["sheet", "result", "record"]
PLACE = ("game", "tournament_id", "tournament")
"""The columns of the facts that make a ``Place``."""
IN_A_TOURNAMENT = pl.any_horizontal(pl.col("tournament_id", "tournament").is_not_null())


class Place(NamedTuple):
    """What a head says of where a match belongs; ``id`` is ``""`` where it names the tournament alone."""

    game: str
    id: str
    name: str


class Group(NamedTuple):
    """What belongs to one place: a ``number`` of imported results or written records, or the sheet of an
    import with a number of players, which is no match and has entries of its own (``stream``). ``day`` is
    that of the first."""

    place: Place
    what: What
    number: int
    day: date | None
    stream: str = ""


def groups(folder: Path, manifest: Manifest, *, without: Collection[str]) -> list[Group]:
    """All of them, but for some matches. Raises ``DamagedStore``, and if there are some ``OSError`` and
    ``polars.exceptions.PolarsError``."""
    if without:
        return _counted(folder, manifest.parts, without)
    return [*chain.from_iterable(MATCH_GROUPS.read(folder, manifest).values())]


def rows(folder: Path, parts: Sequence[Part], table: str, without: Collection[str]) -> pl.LazyFrame:
    """The rows of a fact table without those of some matches."""
    found = scanned(folder, parts, table=table)
    return found.filter(~pl.col("match").cast(pl.String).is_in(list(without))) if without else found


def _counted(folder: Path, parts: Sequence[Part], without: Collection[str] = ()) -> list[Group]:
    return [*_matches(folder, parts, without), *_sheets(folder, parts, without)]


def _matches(folder: Path, parts: Sequence[Part], without: Collection[str]) -> Iterator[Group]:
    imported = (pl.col("granularity") == RESULT) & (pl.col("tournament_id") != "")
    found = _sums(rows(folder, parts, "match", without), "granularity")
    found = found.group_by(*PLACE, imported.alias("imported")).agg(
        pl.col("number").sum(), pl.col("day").min()
    )
    for *place, result, number, day in found.iter_rows():
        yield Group(Place(*place), "result" if result else "record", number, day)


def _sheets(folder: Path, parts: Sequence[Part], without: Collection[str]) -> Iterator[Group]:
    for *place, match, number, day in _sums(rows(folder, parts, "entrant", without), "match").iter_rows():
        yield Group(Place(*place), "sheet", number, day, match)


def _sums(found: pl.LazyFrame, key: str) -> pl.DataFrame:
    """The rows of each ``PLACE`` and ``key``, all of which are text: their ``number`` and first ``day``.

    Words become text when they are counted: a million rows have a few thousand.
    """
    by = found.filter(IN_A_TOURNAMENT).group_by(*PLACE, key)
    sums = by.agg(pl.len().alias("number"), pl.col("day").min()).collect()
    return sums.with_columns(pl.col(*PLACE, key).cast(pl.String).fill_null(""))


MATCH_GROUPS = by_game("tournaments", list[Group], _counted, __file__)

"""Caches the rows of a few matches, as a page about a tournament or a player asks many queries about the same
rows: each column is read once, when it is first asked for.

Not here: which matches these are (``matching_matches``, ``seats_with_card``).
"""

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import narwhals as nw
import polars as pl

from analytics.facts import SCHEMAS
from analytics.query.measures.frame import Frame
from analytics.query.measures.relation import HOMES, PARTITION
from analytics.query.measures.sources import Scans, scanned
from analytics.query.selection.part_set import PartSet

FEW = 1_000
"""Up to this number of matches, rows are cached; of cards they have some 80,000 rows."""
KEYS = HOMES["seat_game"]
CACHE_SIZE = 8
"""Number of tables cached, each at some ten megabytes at most."""


@dataclass(frozen=True, eq=False)
class MatchList:
    """Ids of ``matches``, in no order."""

    matches: pl.Series

    @property
    def few(self) -> bool:
        """Whether their rows are cached."""
        return len(self.matches) <= FEW

    @cached_property
    def holds(self) -> pl.Expr:
        """The condition that a row is of one of them: every query of a page has it."""
        return pl.col("match").is_in(self.matches.implode())


class RowCache(Scans):
    """The tables of a set of parts, reduced to the matches that are in each of the ``lists``.

    The key of a list is what it was derived from. ``columns``: those that are asked of any table, besides the
    keys of its rows; None for all. Matches are filtered while files are read: a join takes three times as
    long.
    """

    def __init__(
        self, part_set: PartSet, lists: Mapping[Hashable, MatchList], columns: Collection[str] | None = None
    ) -> None:
        super().__init__(part_set.folder, part_set.parts)
        key = next((key for key, one in lists.items() if one.few), None)
        self._few = None if key is None else _Few(part_set, key, lists[key])
        self._others = [one.holds for other, one in lists.items() if other != key]
        self._columns = columns

    def __getitem__(self, table: str) -> Frame:
        if self._few is None:
            rows = super().__getitem__(table).to_native()
        else:
            every = (*SCHEMAS[table], *PARTITION)
            asked = every if self._columns is None else {*KEYS, *self._columns}
            rows = _rows(self._few, table).taken([name for name in every if name in asked]).lazy()
        found: Frame = nw.from_native(rows.filter(*self._others))
        return found


@dataclass(frozen=True, slots=True)
class _Few:
    """A list of a few matches of a set of parts; ``key`` is what it was derived from."""

    part_set: PartSet
    key: Hashable
    list: MatchList = field(compare=False)


class _Rows:
    """The rows of a table in a few matches: columns that were read. A part never changes, so all have the
    same rows in the same order."""

    def __init__(self, few: _Few, table: str) -> None:
        self._few, self._table = few, table
        self._read: dict[str, pl.Series] = {}

    def taken(self, columns: Sequence[str]) -> pl.DataFrame:
        """These columns. Tables are wide, and most queries look at a fifth of one."""
        if unread := [name for name in columns if name not in self._read]:
            part_set, rows = self._few.part_set, self._few.list.holds
            scan = scanned(part_set.folder, part_set.parts, table=self._table)
            self._read |= scan.filter(rows).select(unread).collect().to_dict()
        return pl.DataFrame([self._read[name] for name in columns])


@lru_cache(maxsize=CACHE_SIZE)
def _rows(few: _Few, table: str) -> _Rows:
    return _Rows(few, table)

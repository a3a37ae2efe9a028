"""Caches the rows of a few matches: they are read once, with all columns, as a page about a tournament or a
player asks many queries about the same rows.

Not here: which matches these are (``matching_matches``, ``seats_with_card``).
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import narwhals as nw
import polars as pl

from analytics.query.measures.frame import Frame
from analytics.query.measures.sources import Scans, scanned
from analytics.query.selection.part_set import PartSet

FEW = 1_000
"""Up to this number of matches, rows are cached; of cards they have some 80,000 rows."""
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

    The key of a list is what it was derived from. Matches are filtered while files are read: a join takes
    three times as long.
    """

    def __init__(self, part_set: PartSet, lists: Mapping[Hashable, MatchList]) -> None:
        super().__init__(part_set.folder, part_set.parts)
        key = next((key for key, one in lists.items() if one.few), None)
        self._few = None if key is None else _Few(part_set, key, lists[key])
        self._others = [one.holds for other, one in lists.items() if other != key]

    def __getitem__(self, table: str) -> Frame:
        rows = super().__getitem__(table).to_native() if self._few is None else _read(self._few, table).lazy()
        found: Frame = nw.from_native(rows.filter(*self._others))
        return found


@dataclass(frozen=True, slots=True)
class _Few:
    """A list of a few matches of a set of parts; ``key`` is what it was derived from."""

    part_set: PartSet
    key: Hashable
    list: MatchList = field(compare=False)


@lru_cache(maxsize=CACHE_SIZE)
def _read(few: _Few, table: str) -> pl.DataFrame:
    return scanned(few.part_set.folder, few.part_set.parts, table=table).filter(few.list.holds).collect()

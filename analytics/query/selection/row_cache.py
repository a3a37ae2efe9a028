"""Caches the rows of a few matches: they are read once, with all columns, as a page about a tournament or a
player asks many queries about the same rows.

Not here: which matches these are (``matching_matches``, ``seats_with_card``).
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import narwhals as nw
import polars as pl

from analytics.query.measures.frame import Frame
from analytics.query.measures.sources import Scans, scanned
from analytics.query.selection.part_set import PartSet

FEW = 1_000
"""Up to this number of matches, rows are cached; of cards they have some 80,000 rows."""
CACHE_SIZE = 8
"""Number of tables cached, each at some ten megabytes at most."""


class RowCache(Scans):
    """The tables of a set of parts, reduced to the matches that are in each of the ``lists``.

    The key of a list is what it was derived from. Matches are filtered while files are read: a join takes
    three times as long.
    """

    def __init__(self, part_set: PartSet, lists: Mapping[Hashable, pl.Series]) -> None:
        super().__init__(part_set.folder, part_set.parts)
        self._lists = dict(lists)
        key = next((key for key, matches in lists.items() if len(matches) <= FEW), None)
        self._few = None if key is None else _Few(part_set, key, self._lists.pop(key))

    def __getitem__(self, table: str) -> Frame:
        rows = super().__getitem__(table).to_native() if self._few is None else _read(self._few, table).lazy()
        found: Frame = nw.from_native(rows.filter(*map(_among, self._lists.values())))
        return found


@dataclass(frozen=True, slots=True)
class _Few:
    """A list of a few ``matches`` of a set of parts; ``key`` is what it was derived from."""

    part_set: PartSet
    key: Hashable
    matches: pl.Series = field(compare=False)


@lru_cache(maxsize=CACHE_SIZE)
def _read(few: _Few, table: str) -> pl.DataFrame:
    return scanned(few.part_set.folder, few.part_set.parts, table=table).filter(_among(few.matches)).collect()


def _among(matches: pl.Series) -> pl.Expr:
    return pl.col("match").is_in(matches.implode())

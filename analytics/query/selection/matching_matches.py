"""Looks up and caches the matches that fulfil a condition: a page asks many queries under the same
conditions.

Each condition is looked up by itself, as most of them are those of the page before. Not here: the queries
(``selected_rows``).
"""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import narwhals as nw
import polars as pl

from analytics.query.measures.frame import Frame
from analytics.query.measures.sources import scanned
from analytics.query.selection.part_set import PartSet
from analytics.query.sum_query import Condition
from analytics.store.manifest import Part
from analytics.store.part_paths import path_of

CACHE_SIZE = 32
"""Number of conditions cached, each at a few megabytes at most in a store of a million matches."""
FEW = 8
"""So many parts are looked through together in the time that two of them take one after the other."""
FILE = "file"


class MatchingMatches(NamedTuple):
    """The ``matches`` by id, None where all match, and the parts that have any of them."""

    matches: pl.Series | None
    parts: Sequence[Part]


@lru_cache(maxsize=CACHE_SIZE)
def matching_matches(part_set: PartSet, condition: Condition, table: str = "match") -> MatchingMatches:
    """The matches in these parts of which a row of ``table`` fulfils the condition."""
    # Ids need not be read where all rows fulfil it. Where not, the first of many parts mostly shows it.
    first = PartSet(part_set.folder, part_set.parts[:1])
    some = [first, part_set] if len(part_set.parts) > FEW else [part_set]
    if all(_all_of(parts, condition, table) for parts in some):
        return MatchingMatches(None, part_set.parts)
    found: pl.DataFrame = (
        _rows(part_set, condition, table).select("match", FILE).collect("polars").to_native()
    )
    files = set(found[FILE].unique())
    parts = [part for part in part_set.parts if str(path_of(part_set.folder, part, table=table)) in files]
    return MatchingMatches(found["match"].unique(), parts)


def _all_of(part_set: PartSet, condition: Condition, table: str) -> bool:
    """Whether all rows in these parts fulfil the condition."""
    known = _whole(part_set.folder, condition, table)
    marks = zip(part_set.marks, part_set.parts, strict=True)
    unknown = PartSet(part_set.folder, [part for mark, part in marks if mark not in known])
    if unknown.parts:
        number = _rows(unknown, condition, table).select(nw.len()).collect("polars").item()
        if number != sum(part.rows.get(table, 0) for part in unknown.parts):
            return False
        known.update(unknown.marks)
    return True


@lru_cache(maxsize=CACHE_SIZE)
def _whole(folder: Path, condition: Condition, table: str) -> set[tuple[object, ...]]:
    """The parts, by mark, of which all rows are known to fulfil the condition. Questions ask for it of
    different samples of the same parts, and to plan a query over a hundred files takes longer than to run
    it."""
    return set()


def _rows(part_set: PartSet, condition: Condition, table: str) -> Frame:
    """The rows in these parts that fulfil the condition, with the file of each."""
    rows: Frame = nw.from_native(scanned(part_set.folder, part_set.parts, table=table, path=FILE))
    return rows.filter(condition.expression)

"""The tables of the matches that a question is about. Those of a few matches are read once, with all their
columns: whoever looks at a tournament or a player asks many questions about the same rows.

Not here: which matches these are (``passing``, ``holders``).
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import narwhals as nw
import polars as pl

from analytics.cubes.shelf import mark
from analytics.manifest import Part
from analytics.measures.frame import Frame
from analytics.measures.sources import Scans

FEW = 1_000
"""Up to so many matches are a few; of cards they have some 80,000 rows."""
KEPT = 8
"""So many tables are remembered, those of one or two choices, each at some ten megabytes at most."""


class Near(Scans):
    """The tables of these parts, of matches that are in each of the lists ``near``.

    The lists are called after what they follow from. Matches are told while files are read: a join takes
    three times as long.
    """

    def __init__(self, folder: Path, parts: Sequence[Part], near: Mapping[Hashable, pl.Series]) -> None:
        super().__init__(folder, parts)
        self._in_each = [pl.col("match").is_in(matches.implode()) for matches in near.values()]
        self._few = any(len(matches) <= FEW for matches in near.values())
        self._told = (folder, tuple(near), tuple(map(mark, parts)))

    def __getitem__(self, table: str) -> Frame:
        rows = super().__getitem__(table).to_native().filter(*self._in_each)
        if self._few:
            rows = _read(_Asked(table, self._told, rows)).lazy()
        found: Frame = nw.from_native(rows)
        return found


@dataclass(frozen=True, slots=True)
class _Asked:
    """``told``: what ``rows`` of the table follow from; a part never changes."""

    table: str
    told: Hashable
    rows: pl.LazyFrame = field(compare=False)


@lru_cache(maxsize=KEPT)
def _read(asked: _Asked) -> pl.DataFrame:
    return asked.rows.collect()

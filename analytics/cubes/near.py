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
    """The tables of these parts, of the matches that are in each of the lists ``near``.

    The lists are called after what they follow from. Matches are told while files are read: a join takes
    three times as long.
    """

    def __init__(self, folder: Path, parts: Sequence[Part], near: Mapping[Hashable, pl.Series]) -> None:
        super().__init__(folder, parts)
        self._near = near
        self._few = next((told for told, matches in near.items() if len(matches) <= FEW), None)
        self._told = (folder, self._few, tuple(map(mark, parts)))

    def __getitem__(self, table: str) -> Frame:
        rows, others = super().__getitem__(table).to_native(), dict(self._near)
        if self._few is not None:
            rows = _read(_Asked(table, self._told, rows.filter(_among(others.pop(self._few))))).lazy()
        found: Frame = nw.from_native(rows.filter(*map(_among, others.values())))
        return found


def _among(matches: pl.Series) -> pl.Expr:
    return pl.col("match").is_in(matches.implode())


@dataclass(frozen=True, slots=True)
class _Asked:
    """``told``: what ``rows`` of the table follow from; a part never changes."""

    table: str
    told: Hashable
    rows: pl.LazyFrame = field(compare=False)


@lru_cache(maxsize=KEPT)
def _read(asked: _Asked) -> pl.DataFrame:
    return asked.rows.collect()

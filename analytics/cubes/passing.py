"""The matches that a question is about, looked up once: whoever chooses some asks many questions about them.

Each condition is looked up by itself, as most of them are those of the page before.

Not here: the questions (``selection``).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import narwhals as nw
import polars as pl

from analytics.cubes.ask import Condition
from analytics.cubes.shelf import mark
from analytics.manifest import Part
from analytics.measures.frame import Frame
from analytics.measures.sources import scanned
from analytics.parts import path_of

KEPT = 32
"""So many conditions are remembered, each at a few megabytes at most in a store of a million matches."""
FILE = "file"


class Passing(NamedTuple):
    """The ``matches`` by name, None where all are meant, and the parts that have any of them."""

    matches: pl.Series | None
    parts: Sequence[Part]


@dataclass(frozen=True, slots=True)
class _Asked:
    """``marks`` tell the parts from others; a part never changes."""

    folder: Path
    table: str
    condition: Condition
    marks: tuple[tuple[object, ...], ...]
    parts: Sequence[Part] = field(compare=False)


def passing(folder: Path, parts: Sequence[Part], condition: Condition, *, table: str = "match") -> Passing:
    """The matches in these parts of which a row of ``table`` fulfils the condition."""
    return _looked_up(_Asked(folder, table, condition, tuple(map(mark, parts)), parts))


@lru_cache(maxsize=KEPT)
def _looked_up(asked: _Asked) -> Passing:
    # Names need not be read where all rows fulfil it. Where not, one part nearly always shows it.
    if all(_all_of(parts, asked) for parts in (asked.parts[:1], asked.parts[1:]) if parts):
        return Passing(None, asked.parts)
    found: pl.DataFrame = _rows(asked.parts, asked).select("match", FILE).collect("polars").to_native()
    files = set(found[FILE].unique())
    parts = [part for part in asked.parts if str(path_of(asked.folder, part, table=asked.table)) in files]
    return Passing(found["match"].unique(), parts)


def _all_of(parts: Sequence[Part], asked: _Asked) -> bool:
    """Whether all rows in these parts fulfil the condition."""
    number = _rows(parts, asked).select(nw.len()).collect("polars").item()
    return bool(number == sum(part.rows.get(asked.table, 0) for part in parts))


def _rows(parts: Sequence[Part], asked: _Asked) -> Frame:
    """The rows in these parts that fulfil the condition, with the file of each."""
    rows: Frame = nw.from_native(scanned(asked.folder, parts, table=asked.table, path=FILE))
    return rows.filter(asked.condition.holds)

"""The matches that a question is about, looked up once: whoever chooses some asks many questions about them.

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

KEPT = 16
"""So many choices are remembered, at a few megabytes each in a store of a million matches."""
FILE = "file"


class Passing(NamedTuple):
    """The ``matches`` by name, None where all are meant, and the parts that have any of them."""

    matches: pl.Series | None
    parts: Sequence[Part]


@dataclass(frozen=True, slots=True)
class _Asked:
    """``marks`` tell the parts from others; a part never changes."""

    folder: Path
    where: tuple[Condition, ...]
    marks: tuple[tuple[object, ...], ...]
    parts: Sequence[Part] = field(compare=False)


def passing(folder: Path, parts: Sequence[Part], where: Sequence[Condition]) -> Passing:
    """The matches in these parts that fulfil the conditions."""
    return _looked_up(_Asked(folder, tuple(where), tuple(map(mark, parts)), parts))


@lru_cache(maxsize=KEPT)
def _looked_up(asked: _Asked) -> Passing:
    matches: Frame = nw.from_native(scanned(asked.folder, asked.parts, table="match", path=FILE))
    for condition in asked.where:
        matches = matches.filter(condition.holds)
    number = matches.select(nw.len()).collect("polars").item()
    if number == sum(part.rows.get("match", 0) for part in asked.parts):
        return Passing(None, asked.parts)  # of which the names, no two of them alike, need not be read
    found: pl.DataFrame = matches.select("match", FILE).collect("polars").to_native()
    files = set(found[FILE].unique())
    parts = [part for part in asked.parts if str(path_of(asked.folder, part, table="match")) in files]
    return Passing(found["match"], parts)

"""The months in which a tournament or a player of a query occurs: others need not be read.

Not here: the names (``tallies``), nor the facts of these months (``selected_rows``).
"""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import polars as pl

from analytics.query.cubes.cube_files import ALL_MONTHS, CubeIndex, Piece, path_of
from analytics.query.sum_query import Condition

NAMES = "names"
"""The tally that has them."""
NARROW = ("tournament", "player")
"""The columns of these: each value has few matches, as a rule."""
CACHE_SIZE = 64
"""Number of names cached."""


def months_of(folder: Path, index: CubeIndex | None, where: Sequence[Condition]) -> frozenset[str] | None:
    """The months with matches of the tournament and the player of the conditions; None where the conditions
    name none, or there is no tally. Raises ``analytics.query.cubes.answer.UNREADABLE``."""
    pieces = tuple(index.of(NAMES, (ALL_MONTHS,))) if index else ()
    if not pieces:
        return None
    found = None
    for condition in where:
        match condition:
            case Condition(columns=(what,), key=("=", name)) if what in NARROW:
                months = _months(folder, pieces, what, name)
                found = months if found is None else found & months
    return found


@lru_cache(maxsize=CACHE_SIZE)
def _months(folder: Path, pieces: tuple[Piece, ...], what: str, name: str) -> frozenset[str]:
    rows = pl.scan_parquet([path_of(folder, piece) for piece in pieces], hive_partitioning=False)
    named = rows.filter(pl.col("what") == what, pl.col("name") == name)
    return frozenset(named.select("month").collect()["month"])

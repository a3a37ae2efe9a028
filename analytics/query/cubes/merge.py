"""The arithmetic of cubes: sums may be added and subtracted, row by row.

``total([a, b])`` of the sums over two disjoint sets of matches are the sums over both, and ``total([a,
negated(a)])`` is empty. Not here: where the sums come from (``build``), nor files (``cube_refresh``).
"""

from collections.abc import Sequence

import polars as pl

from analytics.query.measures.sums import ROWS


class Unsound(ValueError):
    """Sums that no set of matches has: something was subtracted that had never been added."""


def total(pieces: Sequence[pl.DataFrame], keys: Sequence[str]) -> pl.DataFrame:
    """All pieces added up: one row for each combination of ``keys``, in no order; none without rows.

    Every column that is no key is a sum. Raises ``Unsound`` where a number of rows is negative.
    """
    left = added(pieces, keys)
    if left.select((pl.col(ROWS) <= 0).any()).item():
        raise Unsound("more rows were subtracted than there were")
    return left


def added(pieces: Sequence[pl.DataFrame], keys: Sequence[str]) -> pl.DataFrame:
    """The same, where numbers of rows may be negative: what is to be added to something else."""
    together = pl.concat(pieces).lazy().group_by(keys).agg(pl.exclude(keys).sum())
    return together.filter(pl.any_horizontal(pl.exclude(keys) != 0)).collect(engine="streaming")


def negated(piece: pl.DataFrame, keys: Sequence[str]) -> pl.DataFrame:
    """The rows that subtract ``piece`` when they are added."""
    return piece.with_columns(-pl.exclude(keys))

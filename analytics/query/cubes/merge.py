"""The arithmetic of cubes: sums may be added, and taken away again, row by row.

``total([a, b])`` of the sums over two disjoint sets of matches are the sums over both, and ``total([a,
negated(a)])`` is empty. Not here: where the sums come from (``build``), nor files (``keeper``).
"""

from collections.abc import Sequence

import polars as pl

from analytics.query.measures.sums import ROWS


class Unsound(ValueError):
    """Sums that no set of matches has: something was taken away that had never been added."""


def total(pieces: Sequence[pl.DataFrame], keys: Sequence[str]) -> pl.DataFrame:
    """All pieces added up: one row for each combination of ``keys``, in no order; none without rows.

    Every column that is no key is a sum. Raises ``Unsound`` where less than nothing is left.
    """
    left = added(pieces, keys)
    if left.select((pl.col(ROWS) <= 0).any()).item():
        raise Unsound("more rows were taken away than there were")
    return left


def added(pieces: Sequence[pl.DataFrame], keys: Sequence[str]) -> pl.DataFrame:
    """The same, where less than nothing may be left: what is to be added to something else."""
    together = pl.concat(pieces).lazy().group_by(keys).agg(pl.exclude(keys).sum())
    return together.filter(pl.any_horizontal(pl.exclude(keys) != 0)).collect(engine="streaming")


def negated(piece: pl.DataFrame, keys: Sequence[str]) -> pl.DataFrame:
    """What takes ``piece`` away when it is added."""
    return piece.with_columns(-pl.exclude(keys))

"""Sums of measures over groups of rows: the one aggregation that facts, cubes and every engine share.

Not here: which rows (``relation``), and what is made of the sums (``analytics.metrics``).
"""

from collections.abc import Sequence

import narwhals as nw

from analytics.query.measures.frame import Frame
from analytics.query.measures.measure import Measure

TOTAL = "total rows"
ROWS = "rows"
"""How many fact rows a group has: this distinguishes a group without rows from one whose sums are 0."""


def summed(rows: Frame, by: Sequence[str], measures: Sequence[Measure]) -> Frame:
    """One row for each group ``by``: its keys, how many ``rows`` it has, and the sum of every measure.

    Without keys there is one row. Rows whose key is null are a group as well. Rows with equal values in
    all columns of the measures are counted first: there are few different ones, and many measures.
    """
    looked_at = (column for measure in measures for column in (*measure.columns, *measure.borrows))
    kinds = rows.group_by(*dict.fromkeys((*by, *looked_at))).agg(nw.len().cast(nw.Int64).alias(ROWS))
    sums = [nw.col(ROWS).sum().cast(nw.Int64).alias(TOTAL), *(measure.summed(ROWS) for measure in measures)]
    found = kinds.group_by(*by).agg(*sums) if by else kinds.select(*sums)
    return found.rename({TOTAL: ROWS})


def added(rows: Frame, by: Sequence[str], names: Sequence[str]) -> Frame:
    """Sums of sums: the rows of several groups put together into the groups ``by``."""
    sums = (
        nw.col(*names).sum().cast(nw.Int64)
    )  # one expression for all: to plan many takes longer than to add
    return rows.group_by(*by).agg(sums) if by else rows.select(sums)

"""Sums of measures over groups of rows: the one aggregation that facts, cubes and every engine share.

Not here: which rows (``relation``), and what is made of the sums (``analytics.metrics``).
"""

from collections.abc import Sequence

import narwhals as nw

from analytics.measures.derived import Frame
from analytics.measures.measure import Measure

ROWS = "rows"
"""How many fact rows a group has: what tells a group without rows from one whose sums are 0."""


def summed(rows: Frame, by: Sequence[str], measures: Sequence[Measure]) -> Frame:
    """One row for each group ``by``: its keys, how many ``rows`` it has, and the sum of every measure.

    Without keys there is one row. Rows whose key is null are a group as well.
    """
    sums = [nw.len().cast(nw.Int64).alias(ROWS), *(measure.summed() for measure in measures)]
    return rows.group_by(*by).agg(*sums) if by else rows.select(*sums)


def added(rows: Frame, by: Sequence[str], names: Sequence[str]) -> Frame:
    """Sums of sums: the rows of several groups put together into the groups ``by``."""
    sums = [nw.col(name).sum().cast(nw.Int64).alias(name) for name in names]
    return rows.group_by(*by).agg(*sums) if by else rows.select(*sums)

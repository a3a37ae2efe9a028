"""Sums of measures over groups of rows: the one aggregation that facts, cubes and every engine share.

Not here: which rows (``relation``), and what is made of the sums (``analytics.metrics``).
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import narwhals as nw

from analytics.query.measures.expression import Library
from analytics.query.measures.frame import Frame, with_library
from analytics.query.measures.measure import Measure

TOTAL = "total rows"
ROWS = "rows"
"""How many fact rows a group has: this distinguishes a group without rows from one whose sums are 0."""
MANY = 32
"""With more measures than this it pays to count equal rows first."""


def summed(rows: Frame, by: Sequence[str], measures: Sequence[Measure]) -> Frame:
    """One row for each group ``by``: its keys, how many ``rows`` it has, and the sum of every measure.

    Without keys there is one row. Rows whose key is null are a group as well. For many measures, rows with
    equal values in all columns that these look at are counted first.
    """
    looked_at = (column for measure in measures for column in measure.looked_at)
    library, frame = with_library(rows)
    columns = dict.fromkeys((*by, *looked_at))
    if len(measures) > MANY:
        kinds = frame.group_by(*columns).agg(library.len().cast(library.Int64).alias(ROWS))
    else:
        kinds = frame.select(*columns, library.lit(1).cast(library.Int64).alias(ROWS))
    total = library.col(ROWS).sum().cast(library.Int64).alias(TOTAL)
    sums = [total, *(_sum_of(measure, library) for measure in measures)]
    found = kinds.group_by(*by).agg(*sums) if by else kinds.select(*sums)
    together: Frame = nw.from_native(found.rename({TOTAL: ROWS}))
    return together


@cache
def _sum_of(measure: Measure, library: Library) -> Any:
    """Its sum, built once: there are some two hundred measures, and queries ask for a hundred of them."""
    return measure.summed(library, ROWS)


def added(rows: Frame, by: Sequence[str], names: Sequence[str]) -> Frame:
    """Sums of sums: the rows of several groups put together into the groups ``by``."""
    sums = (
        nw.col(*names).sum().cast(nw.Int64)
    )  # one expression for all: to plan many takes longer than to add
    return rows.group_by(*by).agg(sums) if by else rows.select(sums)

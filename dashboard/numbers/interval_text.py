"""Intervals of many rows as texts, and the legend of the marks beside them.

Not here: one interval as text (``number_format``), what the marks mean
(``analytics.metrics.intervals.interval_marks``).
"""

import polars as pl
import streamlit as st

from analytics.metrics import Metric
from analytics.metrics.intervals import interval_marks
from analytics.metrics.intervals.interval_basis import BASIS
from dashboard.app.page_context import PageContext
from dashboard.numbers import number_format
from dashboard.numbers.metric_text import scale


def share_intervals(rows: pl.DataFrame) -> pl.Series:
    """Intervals of shares, of the columns ``low high n`` and ``basis``, if there is one."""
    names = ("low", "high", "n", BASIS)
    ends = rows.select(name for name in names if name in rows.columns).iter_rows()
    return pl.Series([number_format.interval(*row) for row in ends], dtype=pl.String)


def metric_intervals(rows: pl.DataFrame, metric: Metric) -> tuple[pl.Series, str]:
    """Intervals of the rows of a metric that is no share, and the format of its values: no more decimals than
    the shortest interval supports."""
    factor = scale(metric)
    columns = rows.select("low", "high", BASIS).rows()
    ends = [
        (None, None) if low is None or high is None else (low * factor, high * factor)
        for low, high, _ in columns
    ]
    digits = max(
        (number_format.decimals(low, high) for low, high in ends if low is not None and high is not None),
        default=number_format.MAX_DECIMALS,
    )
    texts = [
        number_format.ends(low, high, over) for (low, high), (_, _, over) in zip(ends, columns, strict=True)
    ]
    return pl.Series(texts, dtype=pl.String), f"%.{digits}f"


def show_legend(page: PageContext, rows: pl.DataFrame) -> None:
    """Explain the interval marks that occur in ``rows``, in a fold."""
    if lines := interval_marks.legend(interval_marks.count_bases(rows), page.language):
        marks = " ".join(line.partition(" ")[0] for line in lines)
        with st.expander(page.say("rests.marks", marks=marks), icon=":material/info:"):
            st.markdown("  \n".join(lines))

"""Rates of many rows as a chart of points and intervals, and notes on the rows that are not in it.

Not here: the rates (``analytics.metrics``), and the specification of the chart (``charts.whiskers``).
"""

from typing import Any

import polars as pl
import streamlit as st

from analytics.metrics import Metric
from analytics.metrics.estimates import Estimates
from analytics.metrics.intervals import interval_marks
from analytics.metrics.intervals.interval_basis import BASIS
from dashboard.app.escape import escaped
from dashboard.app.page_context import PageContext
from dashboard.charts.chart import Chart, draw
from dashboard.charts.whiskers import whiskers
from dashboard.numbers import number_format
from dashboard.numbers.interval_text import show_legend
from dashboard.numbers.metric_text import scale
from engine.text.phrase import capital

MAX_ROWS = 40
"""A chart of more rows cannot be read; the table has all of them."""
MAX_NAMES = 20
"""So many rows that are not in a chart are named."""


def metric_rows(found: Estimates, metric: Metric, names: str) -> pl.DataFrame:
    """A metric as rows ``name rate low high n over``, highest lower end first.

    ``names`` is the label that has the names. Differences are in percentage points.
    """
    factor, duplicate = scale(metric), pl.col(names).is_duplicated()  # the chart identifies rows by name
    rows = found.of(metric.id).select(
        name=pl.when(duplicate).then(pl.format("{} ({})", names, found.keys[0])).otherwise(names),
        rate=pl.col("value") * factor,
        low=pl.col("low") * factor,
        high=pl.col("high") * factor,
        n="n",
        basis=BASIS,
    )
    return rows.sort(pl.coalesce("low", "rate"), "n", "name", descending=True, nulls_last=True)


def ranked_labels(found: Estimates, id: str) -> pl.DataFrame:
    """The labels in the order in which ``metric_rows`` has that metric; those without a value come last."""
    order = found.of(id).select(
        *found.keys, pl.coalesce("low", "value").alias("rank"), pl.col("n").alias("times")
    )
    rows = found.labels.join(order, on=found.keys, how="left", maintain_order="left")
    ranked = rows.sort("rank", "times", descending=True, nulls_last=True, maintain_order=True)
    return ranked.drop("rank", "times")


def draw_rates(
    page: PageContext,
    rows: pl.DataFrame,
    title: str,
    *,
    min_n: int,
    share: bool = True,
    base: float | None = None,
) -> Chart | None:
    """Draw rows ``name rate low high n`` in their order, and name those with too few observations; None if
    no row has enough.

    ``base`` is drawn as a line. Intervals with a column ``basis`` get its mark. Where rows count different
    things, a column ``counted`` says which.
    """
    enough = rows.filter(pl.col("n") >= min_n, pl.col("rate").is_not_null())
    chart = None
    if enough.height:
        shown = _labelled(page, enough.head(MAX_ROWS), share=share)
        names = {name: page.say(f"column.{name}") for name in ("name", "label", "interval")}
        chart = whiskers(shown, title=capital(title), base=base, names=names, share=share)
        draw(chart, alt=page.say("meta.alt", metric=title, n=shown.height))
        show_legend(page, shown)
    if enough.height > MAX_ROWS:
        st.caption(page.say("rates.most", most=MAX_ROWS, n=enough.height))
    show_withheld(page, rows.filter(pl.col("n").is_between(1, min_n, closed="left")), min_n=min_n)
    return chart


def show_withheld(page: PageContext, rows: pl.DataFrame, *, min_n: int) -> None:
    """Name the rows ``name n`` that are not in a chart because ``n`` is below ``min_n``, largest first."""
    if rows.is_empty():
        return
    largest = rows.sort("n", descending=True, maintain_order=True).head(MAX_NAMES)
    names = ", ".join(f"{escaped(name)} ({n})" for name, n in largest.select("name", "n").iter_rows())
    more = rows.height - largest.height
    key = "meta.withheld-more" if more else "meta.withheld"
    st.caption(page.say(key, least=min_n, names=names, more=more))


def _labelled(page: PageContext, rows: pl.DataFrame, *, share: bool) -> pl.DataFrame:
    """Add the texts beside the points (``label``) and in their tooltips (``interval``)."""
    every = list(rows.iter_rows(named=True))
    if share:
        values = [number_format.rate(row["rate"], row["n"]) for row in every]
        spans = [number_format.interval(row["low"], row["high"], row["n"], row.get("basis")) for row in every]
    else:
        values = [number_format.amount(row["rate"], row["low"], row["high"], row["n"]) for row in every]
        spans = [number_format.ends(row["low"], row["high"], row.get("basis")) for row in every]
    labels = [
        f"{value} · {_observations(page, row)}{interval_marks.mark(row.get('basis'))}"
        for value, row in zip(values, every, strict=True)
    ]
    return rows.with_columns(
        label=pl.Series(labels, dtype=pl.String), interval=pl.Series(spans, dtype=pl.String)
    )


def _observations(page: PageContext, row: dict[str, Any]) -> str:
    """How many observations a row has: ``n 85``, or ``85 games`` where rows count different things."""
    n = f"{row['n']:,}"
    return page.say("counted.n", n=n, what=row["counted"]) if "counted" in row else f"n {n}"

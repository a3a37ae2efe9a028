"""Shares of decks over time: those that are played most, week by week.

Not here: the difference that one day made (``days``).
"""

from collections.abc import Sequence

import numpy as np
import polars as pl
import streamlit as st

from analytics.metrics import METRICS
from analytics.metrics.cell_estimates import ITEM
from analytics.metrics.reports.measured import measured
from analytics.stats.interval import wilson
from dashboard.app.page_context import PageContext
from dashboard.charts.chart import draw
from dashboard.charts.courses import courses
from dashboard.numbers import number_format
from dashboard.numbers.selection import Selection
from dashboard.widgets import export
from dashboard.widgets.tables import name_column, table

SHARE = METRICS["meta_share"]
MOST = 6
"""So many lines can still be told apart."""


def show(page: PageContext, selection: Selection, names: Sequence[str]) -> None:
    """Draw the shares of the first of these decks as lines, and those of all of them as a table."""
    found = selection.cached(measured, SHARE, ("week",), selection.filters, draws=selection.draws)
    rows = with_zeros(found.drop_nulls("week"), names)
    if rows.is_empty() or not names:
        st.info(page.say("compare.no-weeks"), icon=":material/calendar_today:")
        return
    shown = rows.filter(pl.col(ITEM).is_in(names[:MOST])).rename({ITEM: "name"})
    titles = {"week": page.say("compare.week"), "share": SHARE.name[page.language]}
    titles |= {"name": page.say("filter.archetype"), "interval": page.say("column.interval")}
    chart = courses(shown, order=names[:MOST], titles=titles)
    draw(chart, alt=page.say("compare.weeks-alt", n=min(MOST, len(names))))
    if len(names) > MOST:
        st.caption(page.say("compare.weeks-most", most=MOST, n=len(names)))
    _table(page, rows, names)
    export.menu(page, selection.export("shares-by-week", rows), chart, key="export-weeks")


def with_zeros(rows: pl.DataFrame, names: Sequence[str]) -> pl.DataFrame:
    """The rows with a share of 0 where a deck was not played in a week of which decks are known."""
    weeks = rows.select("week", "n").unique()
    there = weeks.join(pl.DataFrame({ITEM: names}, {ITEM: pl.String}), how="cross")
    absent = there.join(rows, on=["week", ITEM], how="anti")
    low, high = wilson(np.zeros(absent.height), absent["n"].cast(pl.Float64).to_numpy())
    zeros = absent.with_columns(value=pl.lit(0.0), low=pl.Series(low), high=pl.Series(high))
    return pl.concat([rows.select(zeros.columns), zeros]).sort("week", ITEM, nulls_last=True)


def _table(page: PageContext, rows: pl.DataFrame, names: Sequence[str]) -> None:
    """A row a week, the newest first, with the share and its interval of every deck, and how many were
    played."""
    unnamed = page.say("tournament.unnamed")
    texts = [
        f"{number_format.rate(value, n)} ({number_format.interval(low, high, n)})"
        for value, low, high, n in rows.select("value", "low", "high", "n").iter_rows()
    ]
    told = rows.with_columns(text=pl.Series(texts, dtype=pl.String), name=pl.col(ITEM).fill_null(unnamed))
    wide = told.pivot("name", index=["week", "n"], values="text").sort("week", descending=True)
    order = [name for name in (*names, unnamed) if name in wide.columns]
    headings = {"week": page.say("compare.week"), "n": page.say("archetype.decks")}
    headings |= {name: name_column(name, wide[name]) for name in order}
    table(page, wide.select(*headings), headings, key="weeks")

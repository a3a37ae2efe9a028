"""A metric of two sides and its difference: as tiles, and row by row as a chart and a table.

Not here: the numbers (``analytics.metrics.reports.difference``), nor which sides are compared (``decks``,
``days``).
"""

from collections.abc import Callable, Sequence
from typing import Any

import polars as pl
import streamlit as st

from analytics.metrics.intervals.interval_basis import BASIS
from analytics.metrics.reports.difference import ONE, OTHER, SHARED
from dashboard.app.page_context import PageContext
from dashboard.numbers import number_format
from dashboard.numbers.interval_text import show_legend
from dashboard.numbers.rate_chart import draw_rates
from dashboard.numbers.selection import Selection
from dashboard.widgets import export
from dashboard.widgets.tables import table
from dashboard.widgets.tiles import interval_note, tile

POINTS = 100
"""Differences are shown in percentage points."""


def tiles(page: PageContext, row: dict[str, Any], *, one: str, other: str, unmirrored: Sequence[int]) -> None:
    """Both sides and the difference with its interval; ``one`` and ``other`` name the sides, of which so many
    matches are no mirrors."""
    with st.container(horizontal=True, gap="small"):
        for name, side, without in zip((one, other), (ONE, OTHER), unmirrored, strict=True):
            n = row[f"{side}_n"] or 0
            note = page.say("compare.matches" if n == without else "compare.matches-mirrors", n=n)
            tile(name, number_format.rate(row[side], n), note, height="stretch")
        value, low, high = _in_points(row)
        told = number_format.amount(value, low, high, row["n"])
        note = interval_note(page, number_format.ends(low, high, row[BASIS]), row["n"])
        tile(page.say("compare.difference"), told, note, height="stretch")
    if row[SHARED]:
        st.caption(page.say("compare.shared", n=f"{row[SHARED]:,}"))


def rows_of(
    page: PageContext,
    selection: Selection,
    found: pl.DataFrame,
    name: str,
    *,
    one: str,
    other: str,
    key: str,
    matches: Callable[[pl.Series], pl.Series],
) -> None:
    """All rows of a difference, by the column ``name``; ``matches`` makes links to the matches of names."""
    rows = found.drop_nulls(name).filter(pl.col("n") > 0)
    rows = rows.sort("n", name, descending=[True, False])
    ends = rows.select(pl.col("value", "low", "high") * POINTS)
    shown = pl.DataFrame([rows[name].alias("name"), ends["value"].alias("rate"), rows["n"], rows[BASIS]])
    shown = shown.with_columns(low=ends["low"], high=ends["high"]).sort(
        "rate", descending=True, nulls_last=True
    )
    chart = draw_rates(page, shown, page.say("compare.points"), min_n=selection.min_n, share=False, base=0.0)
    _table(page, rows.with_columns(matches(rows[name])), name, one=one, other=other, key=key)
    if chart is None:
        show_legend(page, rows)
    export.menu(page, selection.export(key, found), chart, key=f"export-{key}")


def _table(page: PageContext, rows: pl.DataFrame, name: str, *, one: str, other: str, key: str) -> None:
    lines = [
        {
            "name": row[name],
            ONE: number_format.rate(row[ONE], row["one_n"]),
            "one_n": row["one_n"],
            OTHER: number_format.rate(row[OTHER], row["other_n"]),
            "other_n": row["other_n"],
            "value": number_format.amount(*_in_points(row), row["n"]),
            "interval": number_format.ends(*_in_points(row)[1:], row[BASIS]),
        }
        for row in rows.iter_rows(named=True)
    ]
    headings = {
        "name": page.say("column.name"),
        ONE: one,
        "one_n": f"{one} · n",
        OTHER: other,
        "other_n": f"{other} · n",
        "value": page.say("compare.points"),
        "interval": page.say("column.interval"),
    }
    schema = {column: pl.Int64 if column.endswith("_n") else pl.String for column in headings}
    shown = pl.DataFrame(lines, schema).with_columns(rows.select(pl.col("^to_.*$")).get_columns())
    table(page, shown, headings, key=key)


def _in_points(row: dict[str, Any]) -> tuple[float | None, float | None, float | None]:
    value, low, high = (
        None if row[name] is None else POINTS * row[name] for name in ("value", "low", "high")
    )
    return value, low, high

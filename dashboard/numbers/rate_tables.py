"""Tables of rates: one rate of many rows, or many metrics of one row.

Not here: drawing tables (``widgets.tables``).
"""

from collections.abc import Sequence
from typing import Any

import polars as pl

from analytics.metrics import METRICS
from analytics.metrics.estimates import METRIC, Estimates
from analytics.metrics.intervals.interval_basis import BASIS
from dashboard.app.page_context import PageContext
from dashboard.numbers import number_format
from dashboard.numbers.interval_text import share_intervals, show_legend
from dashboard.numbers.leaning_text import leaning_texts
from dashboard.numbers.metric_text import title as metric_title
from dashboard.numbers.metric_text import unit_of_n
from dashboard.widgets.tables import name_column, table
from engine.text.phrase import capital


def rate_table(
    page: PageContext,
    rows: pl.DataFrame,
    title: str,
    *,
    key: str,
    links: Sequence[pl.Series] = (),
    record: bool = False,
) -> None:
    """All rows ``name rate low high n`` of win rates with their link columns, and what each comes to in a
    word. ``title`` heads the rates; with ``record`` the columns ``wins losses ties`` are shown as well."""
    rates = rows.select("rate", "n").iter_rows()
    shown = rows.with_columns(
        rate=pl.Series([number_format.rate(rate, n) for rate, n in rates], dtype=pl.String),
        interval=share_intervals(rows),
        told=leaning_texts(page, rows),
    ).with_columns(links)
    headings = {"name": page.say("column.name"), "rate": capital(title)}
    headings |= {"told": page.say("column.leaning"), "interval": page.say("column.interval"), "n": "n"}
    if record:
        headings["record"] = page.say("archetype.record")
        shown = shown.with_columns(record=pl.format("{}-{}-{}", "wins", "losses", "ties"))
    table(page, shown, headings, key=key)


def metric_table(page: PageContext, found: Estimates, *, key: str) -> None:
    """The metrics of estimates of one thing, each with its interval and n; those without a value are left
    out."""
    lines = []
    for id, value, n, low, high, over in found.rows.select(METRIC, "value", "n", "low", "high", BASIS).rows():
        metric = METRICS[id]
        if value is None:
            continue
        if metric.unit == "share":
            texts = number_format.rate(value, n), number_format.interval(low, high, n, over)
        else:
            texts = number_format.amount(value, low, high, n), number_format.ends(low, high, over)
        told = {"name": metric_title(page, metric), "label": texts[0], "interval": texts[1], "n": n}
        lines.append(told | {"counted": unit_of_n(page, metric)})
    if lines:
        shown = pl.DataFrame(lines)
        headings: dict[str, Any] = {
            name: page.say(f"column.{name}") for name in ("name", "label", "interval")
        }
        headings |= {"n": "n", "counted": page.say("column.counted")}
        headings["name"] = name_column(headings["name"], shown["name"])
        table(page, shown, headings, key=key)
        show_legend(page, found.rows)

"""The first page: how much there is and how new it is, what is played and wins, and what stands out.

Not here: the numbers (``analytics.metrics``), and each of them in detail (the other pages).
"""

from dataclasses import replace
from typing import Any

import polars as pl
import streamlit as st

from analytics.metrics import METRICS
from analytics.metrics.reports import archetypes
from analytics.metrics.reports.months import FIRST, TIES, Course, first_wins, last_day, matches, ties
from analytics.metrics.reports.standouts import standouts
from analytics.store.card_names import card_name
from dashboard.app.page_context import PageContext
from dashboard.numbers import filters, meta_share, number_format, rates, selection
from dashboard.numbers.selection import Counted
from dashboard.widgets import export, listing
from engine.record.notation.head.toml import readable
from engine.text.phrase import capital

DECKS = METRICS["effective_decks"]


def show(page: PageContext) -> None:
    """Draw the page."""
    found = selection.begin(page, seats=False, what="matches")
    if found is None:
        return
    _tiles(page, found)
    meta_share.show(page, found, _played(found))
    st.subheader(page.say("overview.notable"), anchor=False)
    _notable(page, found)


def _played(found: Counted) -> pl.DataFrame:
    """How much is played of every archetype, and how it does."""
    return found.cached(archetypes.field, found.chosen, draws=found.draws)


def _tiles(page: PageContext, found: Counted) -> None:
    """How many matches, how new, what the seat does, how often nobody wins, how mixed the field is: the first
    of them is there before the last is counted."""
    language, chosen = page.language, found.chosen
    with st.container(horizontal=True, gap="small"):
        number_of, day = found.cached(matches, chosen), found.cached(last_day, chosen)
        latest = page.say("tile.latest", day=day.isoformat()) if day else ""
        _course(page.say("tile.matches"), number_of, f"{number_of.whole.n:,}", latest)
        for metric, course in (
            (FIRST, found.cached(first_wins, chosen, draws=found.draws)),
            (TIES, found.cached(ties, chosen)),
        ):
            whole = course.whole
            span = number_format.interval(whole.low, whole.high, whole.n, course.over)
            told = (
                page.say("tile.interval", interval=span, n=f"{whole.n:,}")
                if span
                else page.say("tile.nothing")
            )
            _course(capital(metric.name[language]), course, number_format.rate(whole.value, whole.n), told)
        mixed = DECKS.estimate(_played(found).select("archetype", "decks").to_dict(as_series=False))
        _tile(
            capital(DECKS.name[language]),
            "–" if mixed.value is None else f"{mixed.value:.1f}",
            page.say("tile.named", n=f"{mixed.n:,}"),
        )
    over = found.cached(first_wins, chosen, draws=found.draws).over
    rates.legend(page, pl.DataFrame({"over": [over]}, {"over": pl.String}))


def _course(label: str, course: Course, value: str, told: str) -> None:
    """A tile with the months below it, where there are several."""
    months = course.by_month["value"].to_list()
    _tile(label, value, told, months if len(months) > 1 else None)


def _tile(label: str, value: str, told: str, months: list[float] | None = None) -> None:
    st.metric(
        label,
        value,
        delta=told or None,
        delta_color="off",
        delta_arrow="off",
        border=True,
        height="stretch",
        chart_data=months,
    )


def _notable(page: PageContext, found: Counted) -> None:
    """The rows that chance would hardly give, each with the way to its matches."""
    rows = found.cached(
        standouts, found.chosen, draws=found.draws, least=found.least, cards=page.viewer.sees_cards
    )
    st.caption(page.say("overview.notable-told" if rows.height else "overview.notable-none"))
    if rows.is_empty():
        return
    told = [
        {
            "kind": page.say(f"kind.{row['kind']}"),
            "name": _name(page, row),
            "metric": METRICS[row["metric"]].name[page.language],
            "value": _value(row),
            "interval": _interval(row),
            "n": row["n"],
            "adjusted": number_format.percent(row["adjusted"], digits=2)
            if row["adjusted"] >= 0.0001
            else "< 0.01 %",
        }
        for row in rows.iter_rows(named=True)
    ]
    headed = {
        "kind": page.say("overview.kind"),
        "name": page.say("column.name"),
        "metric": page.say("meta.metric"),
        "value": page.say("column.label"),
        "interval": page.say("column.interval"),
        "n": "n",
        "adjusted": page.say("overview.by-chance"),
    }
    asked = (
        filters.query_params(replace(found.chosen, **{kind: key}))
        for kind, key in rows.select("kind", "key").iter_rows()
    )
    shown = pl.DataFrame(told).with_columns(listing.addresses(page, "matches", asked))
    rates.table(page, shown, headed, key="overview-notable")
    rates.legend(page, rows)
    export.menu(page, found.taken("notable", rows), key="export-notable")


def _name(page: PageContext, row: dict[str, Any]) -> str:
    if row["kind"] != "card":
        return str(row["key"])
    return readable(card_name(row["game"], row["key"])[page.language])


def _value(row: dict[str, Any]) -> str:
    """A rate, or a difference in percentage points."""
    if METRICS[row["metric"]].unit == "share":
        return number_format.rate(row["value"], row["n"])
    value, low, high = (rates.POINTS * row[name] for name in ("value", "low", "high"))
    return number_format.amount(value, low, high, row["n"])


def _interval(row: dict[str, Any]) -> str:
    if METRICS[row["metric"]].unit == "share":
        return number_format.interval(row["low"], row["high"], row["n"], row["over"])
    return number_format.ends(rates.POINTS * row["low"], rates.POINTS * row["high"], row["over"])

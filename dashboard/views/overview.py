"""The first page: three doors, how many matches there are and how recent, the metagame, and what stands out.

Not here: the doors (``dashboard.front``), the numbers (``analytics.metrics``).
"""

from dataclasses import replace
from typing import Any

import polars as pl
import streamlit as st

from analytics.metrics import METRICS
from analytics.metrics.estimates import Estimates
from analytics.metrics.population.match_list import latest
from analytics.metrics.reports import archetypes
from analytics.metrics.reports.months import FIRST, TIES, Course, first_wins, last_day, matches, ties
from analytics.metrics.reports.standouts import standouts
from dashboard.app.game_names import card_name
from dashboard.app.page_context import PageContext
from dashboard.front import doors
from dashboard.front.highlights import highlights
from dashboard.numbers import meta_share, number_format
from dashboard.numbers.filters import query_params
from dashboard.numbers.interval_text import show_legend
from dashboard.numbers.metric_text import POINTS
from dashboard.numbers.selection import Selection, select
from dashboard.widgets import export
from dashboard.widgets.links import link_column
from dashboard.widgets.tables import table
from dashboard.widgets.tiles import even_row, interval_note, tile
from engine.record.notation.head.toml import readable
from engine.text.phrase import capital

DECKS = METRICS["effective_decks"]


def show(page: PageContext) -> None:
    """Draw the page."""
    doors.introduce(page)
    ways = st.container()
    selection = select(page, seats=False, counted="matches")
    if selection is None:
        return
    game = selection.filters.game
    with ways:
        doors.games(page, selection.store, game)
        doors.show(page, highlights(page, selection.store, game), _archetypes(selection), game=game)
    _tiles(page, selection)
    _disputes(page, selection)
    meta_share.show(page, selection, _archetypes(selection), tiles=bool(game))
    st.subheader(page.say("overview.notable"), anchor=False)
    _standouts(page, selection)


def _disputes(page: PageContext, selection: Selection) -> None:
    """The way to the matches of this choice of which the records and the rules part."""
    filters = replace(selection.filters, grades=("DIVERGED",))
    number, _ = selection.cached(latest, filters, most=1)
    if number:
        label, query = page.say("overview.disputes", n=number), query_params(filters)
        st.page_link(page.pages["matches"], label=label, icon=":material/gavel:", query_params=query)


def _archetypes(selection: Selection) -> Estimates:
    """Share and win rate of every archetype."""
    return selection.cached(archetypes.field, selection.filters, draws=selection.draws)


def _tiles(page: PageContext, selection: Selection) -> None:
    """Matches, the win rate of going first, the share of draws, and the effective number of decks. Each tile
    is drawn as soon as its number is computed."""
    language, filters = page.language, selection.filters
    named = _archetypes(selection).labels.drop_nulls("archetype").select("archetype", "decks")
    effective = DECKS.estimate(named.to_dict(as_series=False))
    with even_row(3 if effective.value is None else 4, "wide", key="overview"):
        number, day = selection.cached(matches, filters), selection.cached(last_day, filters)
        latest = page.say("tile.latest", day=day.isoformat()) if day else ""
        _monthly_tile(page.say("tile.matches"), number, f"{number.whole.n:,}", latest)
        wins = selection.cached(first_wins, filters, draws=selection.draws)
        for metric, course in ((FIRST, wins), (TIES, selection.cached(ties, filters))):
            whole = course.whole
            interval = number_format.interval(whole.low, whole.high, whole.n)
            rate, note = number_format.rate(whole.value, whole.n), interval_note(page, interval, whole.n)
            _monthly_tile(capital(metric.name[language]), course, rate, note)
        if effective.value is None:
            return
        tile(
            capital(DECKS.name[language]),
            f"{effective.value:.1f}",
            page.say("tile.named", n=f"{effective.n:,}"),
            help=page.say("tile.effective-told"),
            height="stretch",
        )


def _monthly_tile(label: str, course: Course, value: str, note: str) -> None:
    """A tile with a line of the monthly values, if there are several."""
    months = course.by_month["value"].to_list()
    tile(label, value, note, history=months if len(months) > 1 else None, height="stretch")


def _standouts(page: PageContext, selection: Selection) -> None:
    """Rows that differ from the rest by more than chance, each linked to its matches."""
    rows = selection.cached(
        standouts,
        selection.filters,
        draws=selection.draws,
        least=selection.min_n,
        cards=page.viewer.sees_cards,
    )
    st.caption(page.say("overview.notable-told" if rows.height else "overview.notable-none"))
    if rows.is_empty():
        return
    lines = [
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
    headings = {
        "kind": page.say("overview.kind"),
        "name": page.say("column.name"),
        "metric": page.say("meta.metric"),
        "value": page.say("column.label"),
        "interval": page.say("column.interval"),
        "n": "n",
        "adjusted": page.say("overview.by-chance"),
    }
    queries = (
        query_params(replace(selection.filters, **{kind: key}))
        for kind, key in rows.select("kind", "key").iter_rows()
    )
    shown = pl.DataFrame(lines).with_columns(link_column(page, "matches", queries))
    table(page, shown, headings, key="overview-notable")
    show_legend(page, rows)
    export.menu(page, selection.export("notable", rows), key="export-notable")


def _name(page: PageContext, row: dict[str, Any]) -> str:
    if row["kind"] != "card":
        return str(row["key"])
    return readable(card_name(page, row["game"], row["key"]))


def _value(row: dict[str, Any]) -> str:
    """A rate, or a difference in percentage points."""
    if METRICS[row["metric"]].unit == "share":
        return number_format.rate(row["value"], row["n"])
    value, low, high = (POINTS * row[name] for name in ("value", "low", "high"))
    return number_format.amount(value, low, high, row["n"])


def _interval(row: dict[str, Any]) -> str:
    if METRICS[row["metric"]].unit == "share":
        return number_format.interval(row["low"], row["high"], row["n"], row["basis"])
    return number_format.ends(POINTS * row["low"], POINTS * row["high"], row["basis"])

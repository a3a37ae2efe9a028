"""The page of data health: what the projection was made of, what it lacks, and whether it is up to date.

Not here: the checks (``analytics.store.health``).
"""

from typing import Any

import polars as pl
import streamlit as st

from analytics.metrics import Filters
from analytics.store.health import Health, health
from analytics.store.manifest import Manifest
from dashboard.app.errors import store_or_note
from dashboard.app.game_names import game_name
from dashboard.app.page_context import PageContext
from dashboard.numbers.filters import query_params
from dashboard.widgets.grade_names import grade_help, grade_name
from dashboard.widgets.links import link_column
from dashboard.widgets.tables import table
from dashboard.widgets.tiles import even_row

DIGEST_SHOWN = 16
"""Digits of a digest on the page; the tooltip has all of them."""


def show(page: PageContext) -> None:
    """Draw the page."""
    store = store_or_note(page)
    if store is None:
        return
    found = health(store, page.source.size())
    if found.sound:
        st.success(page.say("health.sound"), icon=":material/check_circle:")
    _problems(page, found)
    manifest = store.manifest
    sizes = page.source.sees_sizes
    _sums(page, manifest, found, sizes=sizes)
    st.subheader(page.say("health.coverage"), anchor=False)
    _coverage(page, found.coverage if sizes else found.coverage.drop("events"))
    if sizes:
        st.subheader(page.say("health.tables"), anchor=False)
        headings: dict[str, Any] = {"table": page.say("health.table")}
        for name in ("rows", "bytes"):
            headings[name] = st.column_config.NumberColumn(page.say(f"health.{name}"), format="localized")
        table(page, found.tables, headings, key="health-tables")
    st.subheader(page.say("health.made-of"), anchor=False)
    with st.container(border=True, gap="xsmall"):
        for name in ("root", "head", "code", "judging") if sizes else ("code", "judging"):
            digest = getattr(manifest, name)
            if digest:
                st.markdown(f"{page.say(f'health.{name}')}: `{digest[:DIGEST_SHOWN]}…`", help=digest)


def _sums(page: PageContext, manifest: Manifest, found: Health, *, sizes: bool) -> None:
    """How many matches there are, and for those who may know it (``sizes``) how many entries and rows."""
    with even_row(4 if sizes else 1, "small", key="health"):
        if sizes:
            st.metric(page.say("health.entries"), f"{manifest.position:,}", border=True)
        st.metric(page.say("tile.matches"), f"{manifest.matches:,}", border=True)
        if sizes:
            st.metric(page.say("health.rows"), f"{manifest.rows:,}", border=True)
            st.metric(page.say("health.lag"), f"{found.lag:,}", border=True)


def _coverage(page: PageContext, coverage: pl.DataFrame) -> None:
    """Which matches there are, each row linked to them."""
    queries = (
        query_params(
            Filters(
                game=row["game"],
                grades=(row["grade"],),
                simulated="only" if row["simulated"] else "none",
            )
        )
        for row in coverage.iter_rows(named=True)
    )
    headings: dict[str, Any] = {"game": page.say("health.game"), "number": page.say("health.matches")}
    headings |= {
        name: page.say(f"health.{name}") for name in coverage.columns if name not in ("game", "matches")
    }
    headings["grade"] = st.column_config.TextColumn(headings["grade"], help=grade_help(page.language))
    for name in ("first_day", "last_day"):
        headings[name] = st.column_config.DateColumn(headings[name])
    if "events" in headings:
        headings["events"] = st.column_config.NumberColumn(headings["events"], format="localized")
    shown = coverage.rename({"matches": "number"}).with_columns(
        pl.Series("grade", [grade_name(page.language, one) for one in coverage["grade"]], pl.String),
        pl.Series("game", [game_name(page, game) for game in coverage["game"]], pl.String),
        pl.Series(
            "granularity", [page.say(f"health.of-{one}") for one in coverage["granularity"]], pl.String
        ),
        link_column(page, "matches", queries),
    )
    table(page, shown, headings, key="health-coverage")


def _problems(page: PageContext, found: Health) -> None:
    """What is not projected yet, out of date, or unreadable."""
    if found.lag:
        key = "population.behind" if page.source.sees_sizes else "population.behind-uncounted"
        st.info(page.say(key, n=found.lag), icon=":material/update:")
    if not found.rows_current:
        st.warning(page.say("health.old-rows"), icon=":material/history:")
    if not found.grades_current:
        st.warning(page.say("health.old-grades"), icon=":material/history:")
    if found.unreadable:
        st.warning(page.say("population.unreadable", n=len(found.unreadable)), icon=":material/warning:")
        st.dataframe(
            {
                page.say("health.match"): list(found.unreadable),
                page.say("health.why"): list(found.unreadable.values()),
            },
            hide_index=True,
        )

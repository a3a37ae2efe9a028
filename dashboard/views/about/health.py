"""The page that tells how far the numbers can be trusted: what they were made of, and what is not in them.

Not here: finding that out (``analytics.store.health``).
"""

from typing import Any

import polars as pl
import streamlit as st

from analytics.metrics import Filters
from analytics.store.health import Health, health
from dashboard.app import game_names
from dashboard.app.page_context import PageContext
from dashboard.numbers import filters, rates
from dashboard.widgets import listing

DIGEST_SHOWN = 16
"""So many digits of a digest tell two of them apart at a glance; the whole stands in the tooltip."""


def show(page: PageContext) -> None:
    """Draw the page."""
    store = page.source.store()
    if store is None:
        st.info(page.say("empty.store", log=page.source.log), icon=":material/inbox:")
        return
    found = health(store, page.source.size())
    if found.sound:
        st.success(page.say("health.sound"), icon=":material/check_circle:")
    _doubts(page, found)
    manifest = store.manifest
    with st.container(horizontal=True, gap="small"):
        st.metric(page.say("health.entries"), f"{manifest.position:,}", border=True)
        st.metric(page.say("tile.matches"), f"{manifest.matches:,}", border=True)
        st.metric(page.say("health.rows"), f"{manifest.rows:,}", border=True)
        st.metric(page.say("health.lag"), f"{found.lag:,}", border=True)
    st.subheader(page.say("health.coverage"), anchor=False)
    _coverage(page, found.coverage)
    st.subheader(page.say("health.tables"), anchor=False)
    headed: dict[str, Any] = {"table": page.say("health.table")}
    for name in ("rows", "bytes"):
        headed[name] = st.column_config.NumberColumn(page.say(f"health.{name}"), format="localized")
    rates.table(page, found.tables, headed, key="health-tables")
    st.subheader(page.say("health.made-of"), anchor=False)
    with st.container(border=True, gap="xsmall"):
        for name in ("root", "head", "code", "judging"):
            digest = getattr(manifest, name)
            if digest:
                st.markdown(f"{page.say(f'health.{name}')}: `{digest[:DIGEST_SHOWN]}…`", help=digest)


def _coverage(page: PageContext, coverage: pl.DataFrame) -> None:
    """Which matches there are, each row leading to its own."""
    asked = (
        filters.query_params(
            Filters(
                game=row["game"],
                grades=(row["grade"],),
                simulated="only" if row["simulated"] else "none",
            )
        )
        for row in coverage.iter_rows(named=True)
    )
    headed: dict[str, Any] = {"game": page.say("health.game"), "number": page.say("health.matches")}
    headed |= {
        name: page.say(f"health.{name}") for name in coverage.columns if name not in ("game", "matches")
    }
    for name in ("first_day", "last_day"):
        headed[name] = st.column_config.DateColumn(headed[name])
    headed["events"] = st.column_config.NumberColumn(headed["events"], format="localized")
    shown = coverage.rename({"matches": "number"}).with_columns(
        pl.Series("game", [game_names.game_name(page, game) for game in coverage["game"]], pl.String),
        pl.Series(
            "granularity", [page.say(f"health.of-{one}") for one in coverage["granularity"]], pl.String
        ),
        listing.addresses(page, "matches", asked),
    )
    rates.table(page, shown, headed, key="health-coverage")


def _doubts(page: PageContext, found: Health) -> None:
    """What is behind, out of date, or left out."""
    if found.lag:
        st.info(page.say("population.behind", n=found.lag), icon=":material/update:")
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

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


def show(here: PageContext) -> None:
    """Draw the page."""
    store = here.source.store()
    if store is None:
        st.info(here.say("empty.store", log=here.source.log), icon=":material/inbox:")
        return
    found = health(store, here.source.size())
    if found.sound:
        st.success(here.say("health.sound"), icon=":material/check_circle:")
    _doubts(here, found)
    manifest = store.manifest
    with st.container(horizontal=True, gap="small"):
        st.metric(here.say("health.entries"), f"{manifest.position:,}", border=True)
        st.metric(here.say("tile.matches"), f"{manifest.matches:,}", border=True)
        st.metric(here.say("health.rows"), f"{manifest.rows:,}", border=True)
        st.metric(here.say("health.lag"), f"{found.lag:,}", border=True)
    st.subheader(here.say("health.coverage"), anchor=False)
    _coverage(here, found.coverage)
    st.subheader(here.say("health.tables"), anchor=False)
    headed: dict[str, Any] = {"table": here.say("health.table")}
    for name in ("rows", "bytes"):
        headed[name] = st.column_config.NumberColumn(here.say(f"health.{name}"), format="localized")
    rates.table(here, found.tables, headed, key="health-tables")
    st.subheader(here.say("health.made-of"), anchor=False)
    with st.container(border=True, gap="xsmall"):
        for name in ("root", "head", "code", "judging"):
            digest = getattr(manifest, name)
            if digest:
                st.markdown(f"{here.say(f'health.{name}')}: `{digest[:DIGEST_SHOWN]}…`", help=digest)


def _coverage(here: PageContext, coverage: pl.DataFrame) -> None:
    """Which matches there are, each row leading to its own."""
    asked = (
        filters.asked(
            Filters(
                game=row["game"],
                grades=(row["grade"],),
                simulated="only" if row["simulated"] else "none",
            )
        )
        for row in coverage.iter_rows(named=True)
    )
    headed: dict[str, Any] = {"game": here.say("health.game"), "number": here.say("health.matches")}
    headed |= {
        name: here.say(f"health.{name}") for name in coverage.columns if name not in ("game", "matches")
    }
    for name in ("first_day", "last_day"):
        headed[name] = st.column_config.DateColumn(headed[name])
    headed["events"] = st.column_config.NumberColumn(headed["events"], format="localized")
    shown = coverage.rename({"matches": "number"}).with_columns(
        pl.Series("game", [game_names.game(here, game) for game in coverage["game"]], pl.String),
        pl.Series(
            "granularity", [here.say(f"health.of-{one}") for one in coverage["granularity"]], pl.String
        ),
        listing.addresses(here, "matches", asked),
    )
    rates.table(here, shown, headed, key="health-coverage")


def _doubts(here: PageContext, found: Health) -> None:
    """What is behind, out of date, or left out."""
    if found.lag:
        st.info(here.say("population.behind", n=found.lag), icon=":material/update:")
    if not found.rows_current:
        st.warning(here.say("health.old-rows"), icon=":material/history:")
    if not found.grades_current:
        st.warning(here.say("health.old-grades"), icon=":material/history:")
    if found.unreadable:
        st.warning(here.say("population.unreadable", n=len(found.unreadable)), icon=":material/warning:")
        st.dataframe(
            {
                here.say("health.match"): list(found.unreadable),
                here.say("health.why"): list(found.unreadable.values()),
            },
            hide_index=True,
        )

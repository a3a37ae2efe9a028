"""The page that tells how far the numbers can be trusted: what they were made of, and what is not in them.

Not here: finding that out (``analytics.health``).
"""

import streamlit as st

from analytics.health import Health, health
from dashboard.here import Here

DIGEST_SHOWN = 16
"""So many digits of a digest tell two of them apart at a glance; the whole stands in the tooltip."""


def show(here: Here) -> None:
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
    named = {name: here.say(f"health.{name}") for name in found.coverage.columns}
    st.dataframe(found.coverage.rename(named), hide_index=True, height="content")
    st.subheader(here.say("health.tables"), anchor=False)
    named = {name: here.say(f"health.{name}") for name in found.tables.columns}
    st.dataframe(found.tables.rename(named), hide_index=True, height="content")
    st.subheader(here.say("health.made-of"), anchor=False)
    with st.container(border=True, gap="xsmall"):
        for name in ("root", "head", "code", "judging"):
            digest = getattr(manifest, name)
            if digest:
                st.markdown(f"{here.say(f'health.{name}')}: `{digest[:DIGEST_SHOWN]}…`", help=digest)


def _doubts(here: Here, found: Health) -> None:
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

"""Choosing a match, and the message where there is none to choose or none like it.

Not here: finding a match by what happened in it (``views.matches``).
"""

from collections.abc import Callable, Sequence
from difflib import get_close_matches

import streamlit as st

from dashboard.app import url
from dashboard.app.escape import escaped
from dashboard.app.page_context import PageContext
from engine.record.match import Match

KEY = "match"
LISTED = 1000
"""So many matches can be chosen from a list; in a longer log they are found on the page of matches."""


def choose(page: PageContext, *, on_change: Callable[[], None] | None = None) -> Match:
    """The match that the URL or the reader names, as far as the reader may know it; ends the page if there is
    none."""
    ids = match_options(page)
    if not ids:
        st.info(page.say("empty.log"), icon=":material/inbox:")
        st.stop()
    wanted = st.query_params.get(KEY)
    if wanted is not None and not page.source.has_match(wanted):
        show_missing(page, wanted, near=get_close_matches(wanted, ids, n=3, cutoff=0.4))
    chosen = url.selectbox(
        KEY,
        page.say("pick.match"),
        ids,
        placeholder=page.say("pick.placeholder"),
        everywhere=True,
        on_change=on_change,
    )
    if chosen is None:
        st.caption(page.say("pick.hint"))
        st.page_link(page.pages["matches"], label=page.say("nav.matches"), icon=":material/list:")
        st.stop()
    perspectives = page.source.perspectives(chosen)
    if not perspectives:
        st.info(page.say("access.withheld"), icon=":material/lock:")
        st.stop()
    return page.source.match(chosen, perspectives[0])


def show_missing(page: PageContext, wanted: str, *, near: Sequence[str] = ()) -> None:
    """Say that the log has no match of this id, and what is ``near``."""
    told = page.say("wrong.match", match=escaped(wanted), near=escaped(", ".join(near)))
    st.error(told, icon=":material/search_off:")


def match_options(page: PageContext, *, latest: bool = False, key: str = KEY) -> list[str]:
    """The matches that a list offers, the first ones or the ``latest``; the one that the URL asks for by this
    ``key`` is among them."""
    ids, wanted = page.source.match_names(LISTED, latest=latest), url.current_value(key)
    return [*ids, wanted] if wanted and wanted not in ids and page.source.has_match(wanted) else ids

"""The choice of a match, and messages if the log is empty or has no match of that id.

Not here: finding a match by filters (``views.match.matches``).
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from difflib import get_close_matches

import streamlit as st

from analytics.imports.writing.tournament_events import TOURNAMENT
from analytics.metrics.population.match_list import latest
from analytics.query.filters import GRADES, Filters
from analytics.store.manifest import StoreError
from dashboard.app import url
from dashboard.app.escape import escaped
from dashboard.app.page_cache import cached
from dashboard.app.page_context import PageContext
from dashboard.match.match_table import match_table
from engine.audit.verdict import Grade
from engine.record.match import Match

KEY = "match"
OFFERED = 15
"""So many of the latest matches are listed where none is chosen."""
MAX_OPTIONS = 1000
"""Matches in the list of options; those of a longer log are found on the page of matches."""


def choose(
    page: PageContext,
    *,
    on_change: Callable[[], None] | None = None,
    offer: Sequence[Grade] = GRADES,
    within: AbstractContextManager[object] | None = None,
) -> Match:
    """Draw the choice, ``within`` a part of the page, and return the match, as far as the reader may see it.
    Without one the page ends with the latest matches of the grades ``offer``, or of all where there is none
    of these."""
    ids = match_options(page)
    if not ids:
        st.info(page.say("empty.log"), icon=":material/inbox:")
        st.stop()
    wanted = st.query_params.get(KEY)
    if wanted is not None and not page.source.has_match(wanted):
        show_missing(page, wanted, similar=get_close_matches(wanted, ids, n=3, cutoff=0.4))
    with within or nullcontext():
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
        _offer(page, offer)
        st.stop()
    perspectives = page.source.perspectives(chosen)
    if not perspectives:
        st.info(page.say("access.withheld"), icon=":material/lock:")
        st.stop()
    match = page.source.match(chosen, perspectives[0])
    if match.opened.granularity == TOURNAMENT:
        st.info(page.say("pick.tournament"), icon=":material/emoji_events:")
        label = page.say("nav.tournaments")
        st.page_link(page.pages["tournaments"], label=label, query_params={"cup": chosen})
        st.stop()
    return match


def _offer(page: PageContext, grades: Sequence[Grade]) -> None:
    """Draw the latest matches to choose from, if there is a projection that can be read."""
    with suppress(StoreError):
        store = page.source.store()
        if store is None:
            return
        for offered in (tuple(grades), GRADES):
            _, rows = cached(store, latest, Filters(grades=offered), most=OFFERED)
            if rows.height:
                match_table(page, rows, several=True)
                return


def show_missing(page: PageContext, wanted: str, *, similar: Sequence[str] = ()) -> None:
    """Report that the log has no match ``wanted``, and name ``similar`` ids."""
    text = page.say("wrong.match", match=escaped(wanted), near=escaped(", ".join(similar)))
    st.error(text, icon=":material/search_off:")


def match_options(page: PageContext, *, latest: bool = False, key: str = KEY) -> list[str]:
    """The matches to choose from: the first ones or the ``latest``, and the one in the URL under ``key``."""
    ids, wanted = page.source.match_names(MAX_OPTIONS, latest=latest), url.current_value(key)
    return [*ids, wanted] if wanted and wanted not in ids and page.source.has_match(wanted) else ids

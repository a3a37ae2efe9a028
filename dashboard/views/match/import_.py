"""The page on which files come into the log: records, files of tournaments, game logs of other programs.

First it shows what each file is and what it would bring; it writes after a button, under the name of who
imports. Not here: bounds and reading (``uploads``), the preview of one file (``preview``), writing
(``arrival``).
"""

import streamlit as st

from analytics.imports.files.inspected import Found, Refused
from dashboard.app.escape import escaped
from dashboard.app.page_context import PageContext
from dashboard.imports import import_job, preview, uploads
from dashboard.imports.import_job import Arrival, Standing
from dashboard.imports.uploads import TooMuch

ARRIVED = "import-arrived"
"""Where this session keeps what became of the last files."""


def show(here: PageContext) -> None:
    """Draw the page."""
    st.caption(here.say("import.about", file=uploads.FILE_MIB, all=uploads.ALL_MIB, files=uploads.MOST_FILES))
    try:
        sources = uploads.received(here)
    except TooMuch as error:
        st.error(here.say(error.key, **error.facts), icon=":material/block:")
        return
    if not sources:
        _arrived(here)
        return
    st.session_state.pop(ARRIVED, None)
    found = uploads.looked_at(here, sources)
    standings = [
        Standing("new") if isinstance(one.what, Refused) else import_job.standing(here, one) for one in found
    ]
    button = st.container()
    ready = [one for one, standing in zip(found, standings, strict=True) if preview.show(here, one, standing)]
    with button:
        _import(here, found, ready)


def _import(here: PageContext, found: list[Found], ready: list[Found]) -> None:
    """The button, and what it does."""
    with st.container(horizontal=True, vertical_alignment="center"):
        told = here.say("import.do", n=len(ready))
        pressed = st.button(told, icon=":material/upload:", disabled=not ready, key="import-do")
        if left := len(found) - len(ready):
            st.caption(here.say("import.not-these", n=left))
    if not (pressed and ready):  # what was ready may have been overtaken since the button was drawn
        return
    arrived = [import_job.arrive(here, one, replace=preview.replaces(one)) for one in ready]
    trouble = import_job.bring_up_to_date(here) if any(not one.failed for one in arrived) else ""
    others = [", ".join(one.names) for one in found if one not in ready]
    st.session_state[ARRIVED] = arrived, others, trouble
    uploads.forget()
    st.rerun()


def _arrived(here: PageContext) -> None:
    """What became of the files that were imported last, each with the ways to what it brought."""
    arrived, left, trouble = st.session_state.get(ARRIVED, ([], [], ""))
    for one in arrived:
        with st.container(border=True):
            _one(here, one)
    if left:
        st.warning(here.say("import.left", names=escaped(" · ".join(left))), icon=":material/draft:")
    if trouble:
        st.warning(here.say("import.not-projected", why=escaped(trouble)), icon=":material/update_disabled:")


def _one(here: PageContext, one: Arrival) -> None:
    told = f"**{escaped(one.name)}** — {here.say(one.key, **one.facts)}"
    if one.failed:
        st.error(told, icon=":material/block:")
        return
    st.markdown(f":material/check_circle: {told}")
    with st.container(horizontal=True):
        if one.tournament:
            _way(here, "tournaments", cup=one.tournament)
            for page in ("meta", "matches"):
                _way(here, page, tournament=one.name)
        else:
            for page in ("replay", "audit"):
                _way(here, page, match=one.match)


def _way(here: PageContext, page: str, **asked: str) -> None:
    st.page_link(here.pages[page], label=here.say(f"nav.{page}"), query_params=asked)

"""The page on which files come into the log: records, files of tournaments, game logs of other programs.

It shows what each file holds and what would change; a button writes it, under the name of who imports. Not
here: limits and reading (``uploads``), the preview of one file (``preview``), writing (``import_job``).
"""

import streamlit as st

from analytics.imports.reading.preview import Preview
from dashboard.app.escape import escaped
from dashboard.app.page_context import PageContext
from dashboard.imports import import_job, preview, uploads
from dashboard.imports.import_job import ImportResult
from dashboard.imports.uploads import UploadTooLarge

IMPORTED = "import-arrived"
"""Key of the session: what became of the last files."""


def show(here: PageContext) -> None:
    """Draw the page."""
    st.caption(here.say("import.about", file=uploads.FILE_MIB, all=uploads.ALL_MIB, files=uploads.MAX_FILES))
    try:
        sources = uploads.uploaded_files(here)
    except UploadTooLarge as error:
        st.error(here.say(error.key, **error.facts), icon=":material/block:")
        return
    if not sources:
        _show_imported(here)
        return
    st.session_state.pop(IMPORTED, None)
    previews = uploads.previews(here, sources)
    in_log = [import_job.in_log(here, one) for one in previews]
    button = st.container()
    ready = [one for one, there in zip(previews, in_log, strict=True) if preview.show(here, one, there)]
    with button:
        _import(here, previews, ready)


def _import(here: PageContext, previews: list[Preview], ready: list[Preview]) -> None:
    """The button, and what it does."""
    with st.container(horizontal=True, vertical_alignment="center"):
        label = here.say("import.do", n=len(ready))
        pressed = st.button(label, icon=":material/upload:", disabled=not ready, key="import-do")
        if left := len(previews) - len(ready):
            st.caption(here.say("import.not-these", n=left))
    if not (pressed and ready):  # the files may have been imported since the button was drawn
        return
    imported = [import_job.import_file(here, one, replace=preview.replaces(one)) for one in ready]
    error = import_job.update_numbers(here) if any(not one.failed for one in imported) else ""
    others = [", ".join(one.names) for one in previews if one not in ready]
    st.session_state[IMPORTED] = imported, others, error
    uploads.reset()
    st.rerun()


def _show_imported(here: PageContext) -> None:
    """What became of the files that were imported last, each with links to its pages."""
    imported, left, error = st.session_state.get(IMPORTED, ([], [], ""))
    for one in imported:
        with st.container(border=True):
            _result(here, one)
    if left:
        st.warning(here.say("import.left", names=escaped(" · ".join(left))), icon=":material/draft:")
    if error:
        st.warning(here.say("import.not-projected", why=escaped(error)), icon=":material/update_disabled:")


def _result(here: PageContext, one: ImportResult) -> None:
    text = f"**{escaped(one.name)}** — {here.say(one.key, **one.facts)}"
    if one.failed:
        st.error(text, icon=":material/block:")
        return
    st.markdown(f":material/check_circle: {text}")
    with st.container(horizontal=True):
        if one.tournament:
            _link(here, "tournaments", cup=one.tournament)
            for page in ("meta", "matches"):
                _link(here, page, tournament=one.name)
        else:
            for page in ("replay", "audit"):
                _link(here, page, match=one.match)


def _link(here: PageContext, page: str, **params: str) -> None:
    st.page_link(here.pages[page], label=here.say(f"nav.{page}"), query_params=params)

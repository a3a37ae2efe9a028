"""The page on which files come into the log: records, files of tournaments, game logs of other programs.

It shows what each file holds and what would change; a button writes it, under the name of who imports. Not
page: limits and reading (``uploads``), the preview of one file (``preview``), writing (``import_job``).
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


def show(page: PageContext) -> None:
    """Draw the page."""
    st.caption(page.say("import.about", file=uploads.FILE_MIB, all=uploads.ALL_MIB, files=uploads.MAX_FILES))
    try:
        sources = uploads.uploaded_files(page)
    except UploadTooLarge as error:
        st.error(page.say(error.key, **error.facts), icon=":material/block:")
        return
    if not sources:
        _show_imported(page)
        return
    st.session_state.pop(IMPORTED, None)
    previews = uploads.previews(page, sources)
    in_log = [import_job.in_log(page, one) for one in previews]
    button = st.container()
    ready = [one for one, there in zip(previews, in_log, strict=True) if preview.show(page, one, there)]
    with button:
        _import(page, previews, ready)


def _import(page: PageContext, previews: list[Preview], ready: list[Preview]) -> None:
    """The button, and what it does."""
    with st.container(horizontal=True, vertical_alignment="center"):
        label = page.say("import.do", n=len(ready))
        pressed = st.button(label, icon=":material/upload:", disabled=not ready, key="import-do")
        if left := len(previews) - len(ready):
            st.caption(page.say("import.not-these", n=left))
    if not (pressed and ready):  # the files may have been imported since the button was drawn
        return
    imported = [import_job.import_file(page, one, replace=preview.replaces(one)) for one in ready]
    error = import_job.update_numbers(page) if any(not one.failed for one in imported) else ""
    others = [", ".join(one.names) for one in previews if one not in ready]
    st.session_state[IMPORTED] = imported, others, error
    uploads.reset()
    st.rerun()


def _show_imported(page: PageContext) -> None:
    """What became of the files that were imported last, each with links to its pages."""
    imported, left, error = st.session_state.get(IMPORTED, ([], [], ""))
    for one in imported:
        with st.container(border=True):
            _result(page, one)
    if left:
        st.warning(page.say("import.left", names=escaped(" · ".join(left))), icon=":material/draft:")
    if error:
        st.warning(page.say("import.not-projected", why=escaped(error)), icon=":material/update_disabled:")


def _result(page: PageContext, one: ImportResult) -> None:
    text = f"**{escaped(one.name)}** — {page.say(one.key, **one.facts)}"
    if one.failed:
        st.error(text, icon=":material/block:")
        return
    st.markdown(f":material/check_circle: {text}")
    with st.container(horizontal=True):
        if one.tournament:
            _link(page, "tournaments", cup=one.tournament)
            for name in ("meta", "matches"):
                _link(page, name, tournament=one.name)
        else:
            for name in ("replay", "audit"):
                _link(page, name, match=one.match)


def _link(page: PageContext, name: str, **params: str) -> None:
    st.page_link(page.pages[name], label=page.say(f"nav.{name}"), query_params=params)

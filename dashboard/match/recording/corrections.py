"""Taking back the last act, and remarks.

Not here: recording them (``engine.record.live_recording``).
"""

import streamlit as st

from dashboard.app.page_context import PageContext
from dashboard.match.recording.session import advance, forget_refused
from engine.record.live_recording import NothingToTakeBack, Recording

DONE = "corrections done"
"""Session key: how many remarks and retractions were recorded."""


def show(page: PageContext, recording: Recording) -> None:
    """Draw both buttons with their forms."""
    with st.container(horizontal=True):
        with st.popover(page.say("record.take-back"), icon=":material/undo:"), st.form("undo", border=False):
            reason = st.text_input(page.say("record.why"), key=f"undo-why-{_done()}")
            undone = st.form_submit_button(page.say("record.take-back"))
        with st.popover(page.say("record.note"), icon=":material/comment:"), st.form("note", border=False):
            text = st.text_input(page.say("record.note-text"), key=f"note-text-{_done()}")
            noted = st.form_submit_button(page.say("record.note"))
    if undone:
        _take_back(page, recording, reason.strip())
    if noted and text.strip():
        recording.note(text.strip(), size=recording.size)
        _empty()
        st.rerun()


def _take_back(page: PageContext, recording: Recording, reason: str) -> None:
    if not reason:
        st.error(page.say("record.why-needed"), icon=":material/undo:")
        return
    try:
        recording.take_back(reason, size=recording.size)
    except NothingToTakeBack:
        st.error(page.say("record.nothing"), icon=":material/undo:")
        return
    _empty()
    forget_refused()
    advance(recording)


def _done() -> int:
    """How many times a field was used here: each time it begins empty, so that nothing is sent twice."""
    return int(st.session_state.get(DONE, 0))


def _empty() -> None:
    st.session_state[DONE] = _done() + 1

"""Taking back the last act, and remarks.

Not here: recording them (``engine.record.live_recording``).
"""

import streamlit as st

from dashboard.app.page_context import PageContext
from dashboard.match.recording.session import advance, forget_refused
from engine.record.live_recording import NothingToTakeBack, Recording


def show(page: PageContext, recording: Recording) -> None:
    """Draw both buttons with their forms."""
    with st.container(horizontal=True):
        with st.popover(page.say("record.take-back"), icon=":material/undo:"), st.form("undo", border=False):
            reason = st.text_input(page.say("record.why"), key="undo-why")
            undone = st.form_submit_button(page.say("record.take-back"))
        with st.popover(page.say("record.note"), icon=":material/comment:"), st.form("note", border=False):
            text = st.text_input(page.say("record.note-text"), key="note-text")
            noted = st.form_submit_button(page.say("record.note"))
    if undone:
        _take_back(page, recording, reason.strip())
    if noted and text.strip():
        recording.note(text.strip(), size=recording.size)
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
    forget_refused()
    advance(recording)

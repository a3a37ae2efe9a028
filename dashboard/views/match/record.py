"""The scorekeeper's page: a match is recorded act by act, as the engine asks, and saved at once.

Not here: the recording (``engine.record.live_recording``), the forms (``dashboard.match.recording``).
"""

import streamlit as st

from dashboard.app import url
from dashboard.app.escape import escaped
from dashboard.app.page_context import PageContext
from dashboard.match import clauses, picker
from dashboard.match.event_text import as_markdown, describe
from dashboard.match.recording import (
    corrections,
    deal_form,
    finished_match,
    foul_form,
    new_match,
    session,
    table,
)
from engine.kernel.legality import Refused
from engine.record.live_recording import Recording, Rejected
from engine.record.notation.problem import Unreadable
from engine.text.messages import refusal
from events.log.contract import CommandReused, Conflict

KEY = "match"
MAX_LISTED = 12
"""Of the latest events below the table."""


def show(page: PageContext) -> None:
    """Draw the page."""
    recording = _choose(page)
    if recording is None:
        _begin(page)
        return
    _match(page, recording)


@st.fragment
def _match(page: PageContext, recording: Recording) -> None:
    """The match that is recorded. Only this part runs again after an act on the table."""
    if recording.refresh():
        session.rerun_overtaken()
    if st.session_state.pop(session.OVERTAKEN, False):
        st.warning(page.say("record.others"), icon=":material/sync_problem:")
    _title(page, recording)
    try:
        _entry(page, recording)
    except (Conflict, CommandReused):
        session.rerun_overtaken()
    _latest(page, recording)


# --- which match -----------------------------------------------------------------------------------------


def _choose(page: PageContext) -> Recording | None:
    """Draw the choice of a match; None while nothing is chosen."""
    has_log = page.source.log.exists()
    wanted = st.query_params.get(KEY)
    if wanted is not None and not (has_log and page.source.has_match(wanted)):
        picker.show_missing(page, wanted)
    id = url.selectbox(
        KEY,
        page.say("record.match"),
        picker.match_options(page, latest=True) if has_log else [],
        placeholder=page.say("record.match-placeholder"),
        everywhere=True,
        on_change=session.forget_refused,
    )
    if id is None:
        return None
    if not page.source.may_record(id):
        st.info(page.say("record.not-yours"), icon=":material/lock:")
        st.stop()
    try:
        return session.resume(page, id)
    except (LookupError, Refused) as error:
        st.error(page.say("record.cannot", match=id, why=error), icon=":material/block:")
        st.stop()


def _begin(page: PageContext) -> None:
    """Draw the form of a new match, and begin it when the form is sent."""
    has_log = page.source.log.exists()
    head = new_match.form(page, lambda id: has_log and page.source.has_match(id))
    if head is None:
        return
    try:
        recording = session.begin(page, head)
    except Unreadable as error:
        st.error(error.say(page.language), icon=":material/edit_off:")
        return
    except (Conflict, CommandReused) as error:
        st.error(page.say("record.taken", match=error.match), icon=":material/edit_off:")
        return
    st.query_params[KEY] = recording.match
    session.advance(recording)


# --- the record ------------------------------------------------------------------------------------------


def _title(page: PageContext, recording: Recording) -> None:
    players = "  –  ".join(f"{seat} {escaped(name)}" for seat, name in recording.opened.players.items())
    with st.container(horizontal=True, vertical_alignment="center"):
        st.subheader(players, anchor=False)
        st.caption(page.say("record.saved", size=recording.size, keeper=recording.keeper))
        with st.container(horizontal=True, width="content"):
            for target in ("replay", "audit"):
                label = page.say(f"nav.{target}")
                st.page_link(page.pages[target], label=label, query_params={KEY: recording.match})


def _latest(page: PageContext, recording: Recording) -> None:
    """The latest events, newest first."""
    match, last = session.match_of(recording), recording.size - 1
    for event in reversed(list(describe(match, last - MAX_LISTED + 1, last, page.language))):
        st.markdown(f":gray[#{event.seq}] {as_markdown(event)}")


# --- entry -----------------------------------------------------------------------------------------------


def _entry(page: PageContext, recording: Recording) -> None:
    """Draw what the engine asks now, the table, and the corrections."""
    refused = st.session_state.get(session.REFUSED)
    if refused:
        foul_form.show(page, recording, *refused)
    deal = recording.deal
    if deal is not None:
        deal_form.show(page, recording, deal)
    elif recording.ended:
        finished_match.show(page, session.match_of(recording))
    table.show(page, recording)
    if deal is None and not recording.ended:
        _line(page, recording)
    corrections.show(page, recording)


def _line(page: PageContext, recording: Recording) -> None:
    """Draw the field for a line of a record, and record it."""
    ask = recording.game.ask
    assert ask is not None
    with st.form("line", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
        line = st.text_input(
            page.say("record.line"), key=f"line-{recording.size}", help=page.say("record.act-help")
        )
        sent = st.form_submit_button(page.say("record.send"), icon=":material/check:")
    if sent and line.strip():
        _record(page, recording, line)
    clauses.show(page, session.match_of(recording), [ask.clause])


def _record(page: PageContext, recording: Recording, line: str) -> None:
    """Record a line; a refused one is kept for ``foul_form``."""
    session.forget_refused()
    table.forget()
    try:
        recording.write(line, size=recording.size)
    except Rejected as error:
        st.session_state[session.REFUSED] = (line, error.problem)
    except Refused as error:
        rules, game = recording.game.rules, recording.game
        st.error(refusal(rules, error, game, page.language), icon=":material/gavel:")
        return
    session.advance(recording)

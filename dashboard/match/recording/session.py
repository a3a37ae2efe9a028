"""The recording that a scorekeeper's browser session holds, and what happens after each act.

Not here: the recording itself (``engine.record.live_recording``).
"""

from contextlib import suppress
from typing import NoReturn

import streamlit as st

from dashboard.app.log_writer import log_writer
from dashboard.app.page_context import PageContext
from engine.record.live_recording import Recording
from engine.record.match import Match
from events.log.clock import now
from events.log.contract import CommandReused, Conflict

RECORDING, REFUSED, OVERTAKEN = "recording", "refused", "overtaken"
"""Session keys: the recording, the line that the rules refused, and whether somebody else has recorded on the
match meanwhile."""


def resume(page: PageContext, id: str) -> Recording:
    """The recording of the match ``id``: the one that the session holds, or a new one. Raises ``LookupError``
    or ``engine.kernel.legality.Refused`` for a match that cannot be continued."""
    held = st.session_state.get(RECORDING)
    if isinstance(held, Recording) and (held.match, held.keeper) == (id, page.viewer.keeper):
        return held
    writer = log_writer(str(page.source.log))
    recording = Recording(writer, id, keeper=page.viewer.keeper, clock=now)
    settle(recording)
    st.session_state[RECORDING] = recording
    return recording


def begin(page: PageContext, head: str) -> Recording:
    """A new recording with this head. Raises ``engine.record.notation.problem.Unreadable``, ``Conflict`` or
    ``CommandReused``."""
    writer = log_writer(str(page.source.log))
    recording = Recording.begin(writer, head, keeper=page.viewer.keeper, clock=now)
    st.session_state[RECORDING] = recording
    return recording


def match_of(recording: Recording) -> Match:
    """The match as recorded so far."""
    return Match(recording.derived, id=recording.match, rules=recording.game.rules)


def advance(recording: Recording) -> NoReturn:
    """After an act: record the answers that need no decision, and rerun the page."""
    settle(recording)
    st.rerun()


def rerun_overtaken() -> NoReturn:
    """Somebody else has recorded on the match. Whatever this run has sent was about an older state: discard
    it and rerun the page."""
    st.session_state[OVERTAKEN] = True
    st.rerun()


def forget_refused() -> None:
    """Drop the refused line."""
    st.session_state.pop(REFUSED, None)


def settle(recording: Recording) -> None:
    """Record answers that need no decision at once, so that they survive a reload of the page."""
    with suppress(Conflict, CommandReused):  # Somebody else has recorded since, and with that these answers.
        recording.settle(size=recording.size)

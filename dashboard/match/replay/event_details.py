"""The box beside the board about the current event: findings, its computation, its clauses and its cause.

Not here: the list of events (``event_buttons``).
"""

import streamlit as st

from dashboard.app.escape import escaped
from dashboard.app.page_context import PageContext
from dashboard.app.source import TABLE
from dashboard.match import clauses
from dashboard.match.event_text import EventText, describe_event
from dashboard.match.finding_markers import FindingMarker
from dashboard.match.replay.event_buttons import event_button
from engine.record.match import Match
from engine.text.sentence import trail, trail_line
from events.model.kinds import Determined, Noted


def show(
    page: PageContext, match: Match, event: EventText, markers: list[FindingMarker], perspective: str
) -> None:
    """Draw the box if there is anything to say; ``markers`` are those of this event."""
    cited, cause = _clauses(event), match.derived[event.seq][1]
    claim = isinstance(event.event, Noted) and event.event.topic == "claim"
    if not (markers or cited or event.decided or claim or cause is not None):
        return
    with st.container(border=True, gap="small"):
        for marker in markers:
            sees_all = perspective == TABLE
            text = marker.finding.what[page.language] if sees_all else marker.kind(match, page.language)
            (st.error if marker.colour == "red" else st.warning)(escaped(text), icon=marker.icon)
        if event.decided:
            implied = getattr(event.event, "implied", False)
            st.caption(page.say("replay.implied" if implied else "replay.decided"))
        if claim and not markers and match.rules is not None:
            st.caption(page.say("replay.holds"))
        _computation(page, match, event)
        clauses.show(page, match, cited)
        if cause is not None:
            st.markdown(f":small[:gray[{page.say('replay.cause')}]]")
            event_button(describe_event(match, cause, page.language), key="cause")


def _computation(page: PageContext, match: Match, event: EventText) -> None:
    """How a value was computed: the whole in a line, then each step with its clause."""
    if isinstance(event.event, Determined) and event.event.trail:
        before = match.table(event.seq - 1)
        st.markdown(f"**{trail_line(event.event, before, match.rules, page.language)}**")
        steps = trail(event.event, before, match.rules, page.language)
        st.markdown("\n".join(f"1. {step}" for step in steps))


def _clauses(event: EventText) -> list[str]:
    """The clauses of an event, then those of the steps of its computation."""
    own = getattr(event.event, "clauses", None) or (getattr(event.event, "clause", ""),)
    return list(filter(None, (*own, *(step.clause for step in getattr(event.event, "trail", ())))))

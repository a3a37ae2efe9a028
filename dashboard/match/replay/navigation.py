"""Going from event to event of a match: slider, step buttons with keys, and buttons to findings.

Not here: the stops (``stepping``), automatic replay (``autoplay``).
"""

from collections.abc import Iterable
from typing import Literal

import streamlit as st

from dashboard.app import url
from dashboard.app.escape import escaped
from dashboard.app.page_context import PageContext
from dashboard.match import picker
from dashboard.match.finding_markers import FindingMarker
from dashboard.match.replay.stepping import (
    act_stops,
    chain_stops,
    first_position,
    next_stop,
    previous_stop,
    turn_stops,
)
from engine.record.match import Match

AT = "at"
MAX_FINDINGS = 4
"""Buttons to findings; a text counts the others."""
Step = tuple[str, int | None, str | None, str | None]
"""A button: its name, its goal (None disables it), and an icon or a key. Streamlit shows the key on the
button; with both, the buttons would not fit on a phone."""


def go(seq: int) -> None:
    """Show event ``seq`` in the next run."""
    st.session_state[AT] = seq


def slider(page: PageContext, match: Match) -> int:
    """Draw the slider and return the event; an event in the URL that does not exist is reported."""
    given, last = st.query_params.get(AT), len(match) - 1
    if given is not None and ((wanted := url.parse_count(given)) is None or wanted > last):
        text = page.say("wrong.at", at=escaped(given), match=escaped(match.id), last=last)
        st.error(text, icon=":material/search_off:")
    if last == 0:
        return 0
    return url.slider(AT, page.say("replay.at"), 0, last, first_position(match))


def step_buttons(page: PageContext, match: Match, at: int) -> None:
    """Draw buttons to both ends, and to the previous and next turn, chain, act and event."""
    acts, chains, turns, last = act_stops(match), chain_stops(match), turn_stops(match), len(match) - 1
    back = (
        ("first", 0 if at else None, ":material/first_page:", None),
        ("turn-back", previous_stop(turns, at), ":material/keyboard_double_arrow_left:", None),
        ("chain-back", previous_stop(chains, at), ":material/keyboard_arrow_left:", None),
        ("act-back", previous_stop(acts, at), None, "Up"),
        ("back", at - 1 if at else None, None, "Left"),
    )
    forward = (
        ("on", at + 1 if at < last else None, None, "Right"),
        ("act-on", next_stop(acts, at), None, "Down"),
        ("chain-on", next_stop(chains, at), ":material/keyboard_arrow_right:", None),
        ("turn-on", next_stop(turns, at), ":material/keyboard_double_arrow_right:", None),
        ("last", last if at < last else None, ":material/last_page:", None),
    )
    with st.container(horizontal=True, gap="xsmall", horizontal_alignment="center"):
        _buttons(page, back, "left")  # on a phone these stand above the others
        _buttons(page, forward, "right")


def _buttons(page: PageContext, steps: Iterable[Step], icon_side: Literal["left", "right"]) -> None:
    """The buttons of one direction."""
    with st.container(horizontal=True, gap="xsmall", width="content", horizontal_alignment="center"):
        for name, goal, icon, key in steps:
            st.button(
                page.say(f"step.{name}"),
                icon=icon,
                icon_position=icon_side,
                key=f"step-{name}",
                shortcut=key,
                disabled=goal is None,
                on_click=go,
                args=(goal,),
            )


def finding_buttons(page: PageContext, match: Match, markers: list[FindingMarker]) -> None:
    """Draw buttons to the first findings that no earlier one explains, and a link to the audit."""
    if not markers:
        return
    shown = [marker for marker in markers if not marker.finding.follows][:MAX_FINDINGS]
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        for marker in shown:
            kind = marker.kind(match, page.language)
            label = f":{marker.colour}[{marker.icon} #{marker.seq} {kind}]"
            st.button(label, key=f"mark-{marker.index}", type="tertiary", on_click=go, args=(marker.seq,))
        if more := len(markers) - len(shown):
            st.markdown(f":small[:gray[{page.say('replay.more-marks', n=more)}]]", width="content")
        st.page_link(
            page.pages["audit"],
            label=page.say("link.audit"),
            icon=":material/gavel:",
            query_params={picker.KEY: match.id},
        )

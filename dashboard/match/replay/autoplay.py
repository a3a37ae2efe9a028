"""Automatic replay: from event to event at a chosen speed, until the end or until it is switched off.

Not here: stepping by hand (``navigation``).
"""

from collections.abc import Callable

import streamlit as st

from dashboard.app import url
from dashboard.app.page_context import PageContext

SPEEDS = ("0.5", "1", "2", "4")
"""Events a second."""
ON, TICKED = "playing", "ticked"
"""Session keys: the switch, and whether the timer has ticked since the last event."""


def autoplay(page: PageContext, at: int, last: int, go: Callable[[int], None]) -> None:
    """Draw the switch and the speed; while it is on, call ``go`` with the next event at each tick."""
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        on = st.toggle(page.say("play.on"), key=ON, disabled=at >= last)
        speed = url.segmented_control(
            "speed",
            page.say("play.speed"),
            SPEEDS,
            names=lambda speed: page.say("play.a-second", n=speed),
            default="1",
            hidden_label=True,
        )
    if on and at < last:
        st.session_state[TICKED] = False
        st.fragment(lambda: _tick(at + 1, go), run_every=1 / float(speed))()


def _tick(following: int, go: Callable[[int], None]) -> None:
    """Go to the next event, except on the first call, which belongs to the run that drew this event."""
    if st.session_state.get(TICKED):
        go(following)
        st.rerun()
    st.session_state[TICKED] = True

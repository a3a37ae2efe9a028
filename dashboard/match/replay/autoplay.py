"""Playing a match by itself: from event to event, so many a second, until its end or until it is stopped.

Not here: stepping by hand (``views.replay``).
"""

from collections.abc import Callable

import streamlit as st

from dashboard.app import url
from dashboard.app.page_context import PageContext

SPEEDS = ("0.5", "1", "2", "4")
"""Events a second."""
ON, TICKED = "playing", "ticked"


def autoplay(page: PageContext, at: int, last: int, go: Callable[[int], None]) -> None:
    """The switch and the speed; while it is on, ``go`` is told the next event again and again."""
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
    """Go on, but not at once: the first call belongs to the run that drew the present event."""
    if st.session_state.get(TICKED):
        go(following)
        st.rerun()
    st.session_state[TICKED] = True

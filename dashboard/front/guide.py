"""The guide: in five steps from the first page to a match that plays, a dispute understood, and what wins.

Its step stands in the address, so that it is dismissed by any other way one goes. Not here: which matches it
shows (``highlights``).
"""

from pathlib import Path
from typing import NamedTuple

import streamlit as st

from dashboard.app.page_context import PageContext
from dashboard.front.highlights import Highlights, at_dispute, highlights, playing
from dashboard.match.picker import KEY as MATCH

KEY = "guide"
STYLE = Path(__file__).with_name("front.css")
FEW = "2"
"""Least *n* of the grid on the way: that of a demo has few matches, and colours are to be seen."""
PART = "~"
"""Between the number of a step and the game."""
Query = dict[str, str]


class Step(NamedTuple):
    """One stop: the text key of what to look at, its page, and the query of its address."""

    text: str
    page: str
    query: Query


def show(page: PageContext) -> None:
    """Draw the step that the address names, with the ways on, back and out; nothing without one."""
    number, _, game = st.query_params.get(KEY, "").partition(PART)
    if not number.isdecimal():
        return  # without reading the projection: pages that need none are shown where it is broken
    store = page.source.store()
    ways = steps(page, highlights(page, store, game), game) if store else []
    at = int(number) - 1 if ways and len(number) == 1 else -1
    if not 0 <= at < len(ways):
        return
    st.html(STYLE)
    with st.container(border=True, key=KEY, horizontal=True, gap="small", vertical_alignment="center"):
        with st.container(width="stretch", key="told-guide"):
            st.markdown(f"**{at + 1}/{len(ways)}** {page.say(ways[at].text)}")
        if at > 0:
            _link(page, ways[at - 1], at, game, "guide.back", ":material/arrow_back:")
        if at + 1 < len(ways):
            with st.container(width="content", key="go-guide"):
                _link(page, ways[at + 1], at + 2, game, "guide.on", ":material/arrow_forward:")
        st.button(page.say("guide.dismiss"), icon=":material/close:", type="tertiary", on_click=_dismiss)


def offer(page: PageContext, found: Highlights, game: str) -> None:
    """Draw the way to the first step."""
    first = steps(page, found, game)[0]
    with st.container(width="content", key="go-tour"):
        _link(page, first, 1, game, "guide.offer", ":material/tour:")


def steps(page: PageContext, found: Highlights, game: str) -> list[Step]:
    """The stops on the way through these highlights; none where one of them is missing."""
    if not found.watch or not found.disputed:
        return []
    chosen = {"game": game} if game else {}
    return [
        Step("guide.watch", "replay", playing(page, found.watch)),
        Step("guide.board", "replay", at_dispute(page, found.disputed)),
        Step("guide.audit", "audit", {MATCH: str(found.disputed["match"])}),
        Step("guide.wins", "matchups", {**chosen, "min": FEW}),
        Step("guide.end", "overview", chosen),
    ]


def _link(page: PageContext, step: Step, number: int, game: str, text: str, icon: str) -> None:
    query = {**step.query, KEY: f"{number}{PART}{game}"}
    st.page_link(page.pages[step.page], label=page.say(text), icon=icon, query_params=query, width="content")


def _dismiss() -> None:
    st.query_params.pop(KEY, None)

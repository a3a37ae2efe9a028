"""Events as buttons that lead to them: those around the current one, and the tree of its chain.

Not here: the tree (``chain_tree``).
"""

import streamlit as st

from dashboard.app.page_context import PageContext
from dashboard.match.event_text import EventText, as_markdown, describe, describe_event
from dashboard.match.finding_markers import FindingMarker
from dashboard.match.replay.chain_tree import chain_tree
from dashboard.match.replay.navigation import go
from engine.record.match import Match

EARLIER, LATER = 5, 7
"""Events listed before and after the current one."""
INDENT = "\u2003"
"""A space that HTML does not collapse."""


def event_button(event: EventText, *, key: str, prefix: str = "", current: bool = False) -> None:
    """Draw an event as a button; the ``current`` one is highlighted."""
    number = f"#{event.seq}" if current else f":gray[#{event.seq}]"
    label = f"{prefix}{number} {as_markdown(event)}"
    st.button(
        f":primary-background[{label}]" if current else label,
        key=key,
        type="tertiary",
        wrap=False,
        on_click=go,
        args=(event.seq,),
    )


def show_around(page: PageContext, match: Match, at: int, markers: list[FindingMarker]) -> None:
    """Draw the events around ``at``, with the icons of findings."""
    by_seq = {marker.seq: marker for marker in reversed(markers)}
    with st.container(gap=None):
        for event in describe(match, at - EARLIER, at + LATER, page.language):
            marker = by_seq.get(event.seq)
            icon = f":{marker.colour}[{marker.icon}] " if marker else ""
            event_button(event, key=f"around-{event.seq - at}", prefix=icon, current=event.seq == at)


def show_chain(page: PageContext, match: Match, at: int) -> None:
    """Draw the chain of event ``at`` as a tree."""
    with st.container(gap=None):
        for link in chain_tree(match, at):
            branch = "" if not link.depth else INDENT * (link.depth - 1) + ("└ " if link.last else "├ ")
            event = describe_event(match, link.seq, page.language)
            event_button(event, key=f"chain-{link.seq}", prefix=branch, current=link.seq == at)

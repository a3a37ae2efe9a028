"""Checks of a match beside its adjudication: its times, its deals, and another edition of its rules.

They are for whoever may see all of the match. Not here: each of them.
"""

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from analytics.store.manifest import StoreError
from dashboard.app import url
from dashboard.app.page_context import PageContext
from dashboard.match.audit import clock, deals, what_if
from engine.record.match import Match

KEY = "check"
CLOCK, DEALS, EDITION = "clock", "deals", "edition"


def show(page: PageContext, match: Match, *, recorded: Sequence[int]) -> None:
    """Draw the choice among the checks, and the one that is chosen; the entries of the match were
    ``recorded`` at these times (microseconds since 1970)."""
    shown: dict[str, Callable[[PageContext, Match], None]] = {
        CLOCK: partial(clock.show, recorded=recorded),
        DEALS: deals.show,
        EDITION: what_if.show,
    }
    offered = (CLOCK, DEALS, EDITION) if what_if.editions(match) else (CLOCK, DEALS)
    chosen = url.segmented_control(
        KEY, page.say("checks.title"), offered, names=lambda check: page.say(f"check.{check}"), default=CLOCK
    )
    try:
        shown[chosen](page, match)
    except StoreError as error:  # what else the page has to say needs no projection
        st.warning(page.say("error.store", path=page.source.folder, detail=error), icon=":material/warning:")

"""The checks of a match beside its adjudication: clock, deals, and another edition of the rules.

They are shown to readers who may see all of the match. Not here: each check.
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
    """Draw the choice of a check, and the chosen one. The entries of the match were ``recorded`` then
    (microseconds since 1970)."""
    checks: dict[str, Callable[[PageContext, Match], None]] = {
        CLOCK: partial(clock.show, recorded=recorded),
        DEALS: deals.show,
        EDITION: what_if.show,
    }
    offered = (CLOCK, DEALS, EDITION) if what_if.editions(match) else (CLOCK, DEALS)
    chosen = url.segmented_control(
        KEY, page.say("checks.title"), offered, names=lambda check: page.say(f"check.{check}"), default=CLOCK
    )
    try:
        checks[chosen](page, match)
    except StoreError as error:  # The rest of the page needs no projection.
        text = page.say("error.store", path=page.source.folder, detail=error)
        st.warning(text, icon=":material/warning:")

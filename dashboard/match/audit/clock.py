"""The clock check: when a match was recorded, how long decisions took, and which times stand out.

Not here: the check itself (``analytics.checks.clock``).
"""

from collections.abc import Sequence

import polars as pl
import streamlit as st

from analytics.checks.clock import SECOND, Clock, Usual, clock, timed
from analytics.checks.clock import usual as usual_in
from dashboard.app.page_cache import cached
from dashboard.app.page_context import PageContext
from dashboard.match import picker, seal
from dashboard.match.event_text import describe_event
from dashboard.widgets.links import link_column
from engine.record.match import Match
from engine.record.notation.line.tokens import clock as spelled

MAX_LISTED = 50
"""Only the first of many odd times are listed."""


def show(page: PageContext, match: Match, *, recorded: Sequence[int]) -> None:
    """Draw the times of a match whose entries were ``recorded`` then (microseconds since 1970)."""
    store = page.source.store()
    usual = cached(store, usual_in, match.opened.game) if store is not None and timed(match) else None
    found = clock(match, recorded, usual)
    with st.container(border=True, gap="xsmall"):
        _recording(page, found)
        _decisions(page, found, usual)
    _oddities(page, match, found)


def _recording(page: PageContext, found: Clock) -> None:
    """When the match was recorded, and whether that was during play."""
    since, until = (seal.format_time(at // SECOND) for at in (found.since, found.until))
    st.markdown(page.say("clock.recorded", since=since, until=until))
    if not found.acts:
        return
    if found.afterwards:
        st.markdown(page.say("clock.afterwards"))
    else:
        pause, seq = found.pause
        st.markdown(page.say("clock.live", span=_span(found.recorded), pause=_span(pause), seq=seq))


def _decisions(page: PageContext, found: Clock, usual: Usual | None) -> None:
    """How long decisions took, compared with what is usual and with the time of the round."""
    if not found.timed:
        st.markdown(page.say("clock.untimed"))
    else:
        st.markdown(page.say("clock.timed", n=found.timed, acts=found.acts, spent=_span(found.spent)))
        if usual is None:
            st.markdown(page.say("clock.no-usual"))
        else:
            ends = {"low": _span(usual.low), "high": _span(usual.high)}
            st.markdown(page.say("clock.usual", n=usual.n, **ends))
    if found.minutes is None:
        st.markdown(page.say("clock.no-round"))
    elif found.overrun:
        st.markdown(page.say("clock.over", minutes=found.minutes, over=_span(found.overrun)))
    else:
        st.markdown(page.say("clock.within", minutes=found.minutes, lasted=_span(found.lasted)))


def _oddities(page: PageContext, match: Match, found: Clock) -> None:
    """The times that stand out, each linked to its event."""
    if not found.oddities:
        st.caption(page.say("clock.nothing-odd"))
        return
    st.markdown(page.say("clock.odd", n=len(found.oddities)))
    shown = found.oddities[:MAX_LISTED]
    queries = ({picker.KEY: match.id, "at": one.seq} for one in shown)
    events = [describe_event(match, one.seq, page.language).text for one in shown]
    rows = pl.DataFrame(
        {
            page.say("column.event"): link_column(page, page.pages["replay"].url_path, queries),
            page.say("clock.what"): [page.say(f"clock.{one.kind}", span=_span(one.seconds)) for one in shown],
            page.say("column.recorded"): events,
        }
    )
    link = st.column_config.LinkColumn(width="small", display_text=r"at=(\d+)&")
    st.dataframe(rows, hide_index=True, height="content", column_config={page.say("column.event"): link})


def _span(seconds: float) -> str:
    """``2:05`` or ``1:02:05``: minutes and seconds, with hours if there are any."""
    return spelled(round(seconds))

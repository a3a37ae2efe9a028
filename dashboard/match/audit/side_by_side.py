"""Another recorder's record of the same match beside this one: where both agree and where they differ.

Not here: the comparison (``engine.audit.compare_records``).
"""

import streamlit as st

from dashboard.app import url
from dashboard.app.escape import escaped
from dashboard.app.page_context import PageContext
from dashboard.app.source import TABLE
from dashboard.match import picker, replay_link
from dashboard.match.event_text import describe_event
from engine.audit.compare_records import Row, compare_records, first_difference
from engine.record.match import Match

KEY = "against"
CONTEXT = 6
"""Acts shown before and after the first difference."""


def show(page: PageContext, match: Match) -> None:
    """Draw the choice of the other record, and both records around their first difference."""
    title, opened = page.say("against.title"), bool(url.current_value(KEY))
    with st.expander(title, icon=":material/compare_arrows:", expanded=opened):
        label, placeholder = page.say("against.other"), page.say("pick.placeholder")
        chosen = url.selectbox(KEY, label, _others(page, match), placeholder=placeholder)
        if chosen is None:
            return
        if TABLE not in page.source.perspectives(chosen):
            st.info(page.say("access.withheld"), icon=":material/lock:")
            return
        other = page.source.match(chosen, TABLE)
        if other.opened.game != match.opened.game:
            st.warning(page.say("against.other-game", match=chosen), icon=":material/warning:")
            return
        _rows(page, match, other, compare_records(match, other))


def _others(page: PageContext, match: Match) -> list[str]:
    """The matches to choose from; one that the URL asks for and that does not exist is reported."""
    others = [id for id in picker.match_options(page, key=KEY) if id != match.id]
    wanted = url.current_value(KEY)
    if wanted not in ("", match.id, *others):
        picker.show_missing(page, wanted)
    return others


def _rows(page: PageContext, match: Match, other: Match, rows: list[Row]) -> None:
    differing = sum(not row.same for row in rows)
    if not differing:
        st.success(page.say("against.same", n=len(rows)), icon=":material/check_circle:")
        return
    st.warning(page.say("against.differ", n=differing, of=len(rows)), icon=":material/difference:")
    first = rows.index(first_difference(rows) or rows[0])
    shown = rows[max(0, first - CONTEXT) : first + CONTEXT + 1]
    columns = {
        match.id: [_event(page, match, row.one) for row in shown],
        " ": ["=" if row.same else "≠" for row in shown],
        other.id: [_event(page, other, row.other) for row in shown],
    }
    st.table(columns)
    parted = shown[min(first, CONTEXT)]
    for record, seq in ((match, parted.one), (other, parted.other)):
        if seq is not None:
            label = page.say("against.replay", match=record.id, seq=seq)
            replay_link.show(page, record.id, seq, label=label)


def _event(page: PageContext, match: Match, seq: int | None) -> str:
    return "–" if seq is None else f"#{seq} {escaped(describe_event(match, seq, page.language).text)}"

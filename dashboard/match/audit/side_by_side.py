"""Another recorder's log of the same match beside this one: where they agree and where they part.

Not here: laying them side by side (``engine.audit.compare_records``).
"""

import streamlit as st

from dashboard.app import url
from dashboard.app.escape import escaped
from dashboard.app.page_context import PageContext
from dashboard.app.source import TABLE
from dashboard.match import picker
from dashboard.match.event_text import describe_event
from engine.audit.compare_records import Row, compare_records, first_difference
from engine.record.match import Match

KEY = "against"
AROUND = 6
"""So many acts are shown before and after the first difference."""


def show(page: PageContext, match: Match) -> None:
    """Draw the choice of the other record, and both from where they part."""
    with st.expander(
        page.say("against.title"), icon=":material/compare_arrows:", expanded=bool(url.current_value(KEY))
    ):
        chosen = url.selectbox(
            KEY,
            page.say("against.other"),
            _others(page, match),
            placeholder=page.say("pick.placeholder"),
        )
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
    """The matches that a list offers beside this one; the one that is asked for is among them, or said not to
    be there."""
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
    shown = rows[max(0, first - AROUND) : first + AROUND + 1]
    columns = {
        match.id: [_said(page, match, row.one) for row in shown],
        " ": ["=" if row.same else "≠" for row in shown],
        other.id: [_said(page, other, row.other) for row in shown],
    }
    st.table(columns)
    for record, seq in ((match, shown[min(first, AROUND)].one), (other, shown[min(first, AROUND)].other)):
        if seq is not None:
            st.page_link(
                page.pages["replay"],
                label=page.say("against.replay", match=record.id, seq=seq),
                icon=":material/play_circle:",
                query_params={picker.KEY: record.id, "at": str(seq)},
            )


def _said(page: PageContext, match: Match, seq: int | None) -> str:
    return "–" if seq is None else f"#{seq} {escaped(describe_event(match, seq, page.language).text)}"

"""Another recorder's log of the same match beside this one: where they agree and where they part.

Not here: laying them side by side (``engine.audit.compare_records``).
"""

import streamlit as st

from dashboard.app import url
from dashboard.app.escape import plain
from dashboard.app.page_context import PageContext
from dashboard.app.source import TABLE
from dashboard.match import picker
from dashboard.match.event_text import tell_one
from engine.audit.compare_records import Row, concordance, parting
from engine.record.match import Match

KEY = "against"
AROUND = 6
"""So many acts are shown before and after the first difference."""


def show(here: PageContext, match: Match) -> None:
    """Draw the choice of the other record, and both from where they part."""
    with st.expander(
        here.say("against.title"), icon=":material/compare_arrows:", expanded=bool(url.chosen(KEY))
    ):
        chosen = url.one_of(
            KEY,
            here.say("against.other"),
            _others(here, match),
            placeholder=here.say("pick.placeholder"),
        )
        if chosen is None:
            return
        if TABLE not in here.source.perspectives(chosen):
            st.info(here.say("access.withheld"), icon=":material/lock:")
            return
        other = here.source.seen(chosen, TABLE)
        if other.opened.game != match.opened.game:
            st.warning(here.say("against.other-game", match=chosen), icon=":material/warning:")
            return
        _rows(here, match, other, concordance(match, other))


def _others(here: PageContext, match: Match) -> list[str]:
    """The matches that a list offers beside this one; the one that is asked for is among them, or said not to
    be there."""
    others = [id for id in picker.listed(here, key=KEY) if id != match.id]
    wanted = url.chosen(KEY)
    if wanted not in ("", match.id, *others):
        picker.missing(here, wanted)
    return others


def _rows(here: PageContext, match: Match, other: Match, rows: list[Row]) -> None:
    differing = sum(not row.same for row in rows)
    if not differing:
        st.success(here.say("against.same", n=len(rows)), icon=":material/check_circle:")
        return
    st.warning(here.say("against.differ", n=differing, of=len(rows)), icon=":material/difference:")
    first = rows.index(parting(rows) or rows[0])
    shown = rows[max(0, first - AROUND) : first + AROUND + 1]
    columns = {
        match.id: [_said(here, match, row.one) for row in shown],
        " ": ["=" if row.same else "≠" for row in shown],
        other.id: [_said(here, other, row.other) for row in shown],
    }
    st.table(columns)
    for record, seq in ((match, shown[min(first, AROUND)].one), (other, shown[min(first, AROUND)].other)):
        if seq is not None:
            st.page_link(
                here.pages["replay"],
                label=here.say("against.replay", match=record.id, seq=seq),
                icon=":material/play_circle:",
                query_params={picker.KEY: record.id, "at": str(seq)},
            )


def _said(here: PageContext, match: Match, seq: int | None) -> str:
    return "–" if seq is None else f"#{seq} {plain(tell_one(match, seq, here.language).text)}"

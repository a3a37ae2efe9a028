"""The findings of an audit on a page: the list to choose from, and what speaks for and against one.

Not here: finding them (``engine.audit.adjudicate``).
"""

import polars as pl
import streamlit as st

from dashboard.app import url
from dashboard.app.escape import escaped
from dashboard.app.page_context import PageContext
from dashboard.match.event_text import as_markdown, derivation, evidence_text
from dashboard.match.finding_markers import FindingMarker
from engine.audit.verdict import DIVERGING
from engine.record.match import Match
from engine.text.sentence import trail_line
from events.model.kinds import Determined

KEY = "finding"
LEGAL_SHOWN = 12
NARROW = 70
"""Room for a number, in pixels."""


def choose(page: PageContext, match: Match, found: list[FindingMarker]) -> FindingMarker:
    """All findings as a table, and the one to look at: the first divergence until another is chosen."""
    st.subheader(page.say("word.findings", n=len(found)), anchor=False)
    listed = _table(page, match, found)
    narrow = [page.say(f"column.{name}") for name in ("follows", "line", "event")]
    st.dataframe(
        listed,
        hide_index=True,
        height="content",
        column_config={name: st.column_config.Column(width=NARROW) for name in narrow},
    )
    if len(found) == 1:
        return found[0]
    first = next((mark.index for mark in found if mark.finding.kind in DIVERGING), 0)
    by_key = {str(mark.index): mark for mark in found}
    chosen = url.segmented_control(
        KEY,
        page.say("finding.choose"),
        list(by_key),
        names=lambda key: label(page, by_key[key]),
        default=str(first),
    )
    return by_key[chosen]


def forget_choice() -> None:
    """Another match was chosen: its first divergence is the one to look at."""
    st.session_state.pop(KEY, None)


def _table(page: PageContext, match: Match, found: list[FindingMarker]) -> pl.DataFrame:
    table = pl.DataFrame(
        {
            page.say("column.line"): [mark.finding.line or None for mark in found],
            page.say("column.event"): [mark.seq for mark in found],
            page.say("column.clause"): [mark.finding.clause for mark in found],
            page.say("column.what"): [mark.kind(match, page.language) for mark in found],
            page.say("column.recorded"): [_recorded(page, match, mark) for mark in found],
            page.say("column.ruled"): [
                _ruled(page, match, mark).removesuffix(f" [{mark.finding.clause}]") for mark in found
            ],
        }
    )
    if any(mark.finding.follows for mark in found):
        follows = ["↳" if mark.finding.follows else "" for mark in found]
        table.insert_column(0, pl.Series(page.say("column.follows"), follows))
    return table


def label(page: PageContext, mark: FindingMarker) -> str:
    """The line of the record where there is one, and the event."""
    event = page.say("finding.event", seq=mark.seq)
    return f"{page.say('finding.line', line=mark.finding.line)} · {event}" if mark.finding.line else event


def show_difference(page: PageContext, match: Match, mark: FindingMarker) -> None:
    """What the record has, against what the rules give instead, if they give anything."""
    if not mark.finding.ruled:
        return
    sides = {"recorded": _recorded(page, match, mark), "ruled": _ruled(page, match, mark)}
    with st.container(border=True, gap="xsmall"):
        for side, text in sides.items():
            st.markdown(f":gray[{page.say(f'column.{side}')}]  \n**{escaped(text) or '–'}**")


def show_derivation(page: PageContext, match: Match, mark: FindingMarker) -> None:
    """How the rules come to their result: what follows from the last act, with every computation."""
    if mark.finding.kind not in ("claim", "outcome", "incomplete"):
        return
    told = derivation(match, mark.seq, page.language)
    if not told:
        return
    st.markdown(f"**{page.say('audit.reckoning')}**")
    lines = []
    for one in told:
        if isinstance(one.event, Determined) and one.event.trail:
            trail = trail_line(one.event, match.table(one.seq - 1), match.rules, page.language)
            one = one._replace(text=trail)
        lines.append(f":gray[#{one.seq}] {as_markdown(one)}")
    st.markdown("  \n".join(lines))


def show_legal_acts(page: PageContext, match: Match, mark: FindingMarker) -> None:
    """What the rules would have allowed instead."""
    if not mark.finding.legal:
        return
    st.markdown(f"**{page.say('audit.legal')}**")
    acts = [
        escaped(evidence_text(match, mark.seq, act, page.language))
        for act in mark.finding.legal[:LEGAL_SHOWN]
    ]
    more = ["…"] if len(mark.finding.legal) > LEGAL_SHOWN else []
    st.markdown("\n".join(f"- {act}" for act in acts + more))


def _recorded(page: PageContext, match: Match, mark: FindingMarker) -> str:
    """What the record has: of what people said, all of it."""
    finding = mark.finding
    said = evidence_text(match, finding.seq, finding.recorded, page.language)
    return said if finding.kind in DIVERGING else said or finding.what[page.language]


def _ruled(page: PageContext, match: Match, mark: FindingMarker) -> str:
    """What the rules have instead: another result, or why they do not allow it."""
    finding = mark.finding
    said = evidence_text(match, finding.seq, finding.ruled, page.language)
    return said or finding.what[page.language] if finding.kind in DIVERGING else said

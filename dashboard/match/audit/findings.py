"""The findings of an audit: the table to choose from, and the evidence on one of them.

Not here: finding them (``engine.audit.adjudicate``).
"""

import polars as pl
import streamlit as st

from dashboard.app import url
from dashboard.app.escape import escaped
from dashboard.app.page_context import PageContext
from dashboard.match.card_names import CardNames
from dashboard.match.dispute_text import DisputeText, dispute_sides
from dashboard.match.event_text import evidence_text
from dashboard.match.finding_markers import FindingMarker
from dashboard.widgets.tables import NOTHING
from engine.audit.verdict import DIVERGING
from engine.record.match import Match
from engine.record.notation.spell import in_language

KEY = "finding"
NUMBER_WIDTH = 70
"""Of a column of numbers, in pixels."""


def choose(page: PageContext, match: Match, markers: list[FindingMarker]) -> FindingMarker:
    """Draw the table of findings and the choice of one; the default is the first divergence."""
    st.subheader(page.say("word.findings", n=len(markers)), anchor=False)
    narrow = [page.say(f"column.{name}") for name in ("follows", "line", "event")]
    st.dataframe(
        _table(page, match, markers),
        hide_index=True,
        height="content",
        placeholder=NOTHING,
        column_config={name: st.column_config.Column(width=NUMBER_WIDTH) for name in narrow},
    )
    if len(markers) == 1:
        return markers[0]
    first = next((marker.index for marker in markers if marker.finding.kind in DIVERGING), 0)
    by_key = {str(marker.index): marker for marker in markers}
    chosen = url.segmented_control(
        KEY,
        page.say("finding.choose"),
        list(by_key),
        names=lambda key: label(page, by_key[key]),
        default=str(first),
    )
    return by_key[chosen]


def forget_choice() -> None:
    """Reset the choice when another match is chosen."""
    st.session_state.pop(KEY, None)


def _table(page: PageContext, match: Match, markers: list[FindingMarker]) -> pl.DataFrame:
    sides = [_sides(page, match, marker) for marker in markers]
    lines = [marker.finding.line for marker in markers]  # a match that was recorded live has none
    table = pl.DataFrame(
        {
            **({page.say("column.line"): [line or None for line in lines]} if any(lines) else {}),
            page.say("column.event"): [marker.seq for marker in markers],
            page.say("column.clause"): [marker.finding.clause for marker in markers],
            page.say("column.what"): [marker.kind(match, page.language) for marker in markers],
            page.say("column.recorded"): [recorded for recorded, _ in sides],
            page.say("column.ruled"): [ruled for _, ruled in sides],
        }
    )
    if any(marker.finding.follows for marker in markers):
        follows = ["↳" if marker.finding.follows else "" for marker in markers]
        table.insert_column(0, pl.Series(page.say("column.follows"), follows))
    return table


def label(page: PageContext, marker: FindingMarker) -> str:
    """The place of a finding: the line of the record, if there is one, and the event."""
    event = page.say("finding.event", seq=marker.seq)
    return f"{page.say('finding.line', line=marker.finding.line)} · {event}" if marker.finding.line else event


def in_a_sentence(page: PageContext, match: Match, marker: FindingMarker, dispute: DisputeText | None) -> str:
    """What a finding says: of a thing in dispute its two values."""
    if dispute is not None and dispute.about:
        sides = {"recorded": dispute.recorded, "ruled": dispute.ruled}
        return page.say("finding.sentence", about=dispute.about, **sides)
    return CardNames(match.rules, page.language).translated(marker.finding.what[page.language])


def show_difference(page: PageContext, dispute: DisputeText, *, said: str) -> None:
    """Draw what the record has, and what the rules give instead, unless the sentence ``said`` is all that
    they give."""
    sides = (("recorded", dispute.recorded), ("ruled", dispute.ruled))
    with st.container(border=True, gap="xsmall"):
        if dispute.about:
            st.markdown(f"**{escaped(dispute.about)}**")
        for side, text in sides:
            if text != said:
                st.markdown(f":gray[{page.say(f'column.{side}')}]  \n**{escaped(text) or '–'}**")


def show_reasons(page: PageContext, dispute: DisputeText) -> None:
    """Draw the events behind the value by the rules, the cause first."""
    if not dispute.reasons:
        return
    st.markdown(f"**{page.say('audit.reckoning')}**")
    lines = []
    for one in dispute.reasons:
        text, change = escaped(one.text), f" :gray[({one.change})]" if one.change else ""
        cause = f":red-badge[{page.say('dispute.cause')}] **{text}**" if one.cause else text
        lines.append(f":gray[#{one.seq}] {cause}{change}")
    st.markdown("  \n".join(lines))


def show_legal_acts(page: PageContext, match: Match, marker: FindingMarker) -> None:
    """Draw the acts that were legal instead."""
    if not marker.finding.legal:
        return
    st.markdown(f"**{page.say('audit.legal')}**")
    written = (in_language(match.rules, act, page.language) for act in marker.finding.legal)
    acts = (evidence_text(match, marker.seq, act, page.language) for act in written)
    st.markdown("\n".join(f"- {escaped(act)}" for act in acts))


def _sides(page: PageContext, match: Match, marker: FindingMarker) -> tuple[str, str]:
    """What the record has and what the rules give; for fouls, rulings and retractions the whole remark."""
    finding = marker.finding
    if sides := dispute_sides(match, finding, page.language):
        about = f"{sides.about}: " if sides.about else ""
        ruled = sides.ruled.removesuffix(f" [{finding.clause}]")
        return f"{about}{sides.recorded}" if sides.recorded else "", f"{about}{ruled}"
    recorded, ruled = (
        evidence_text(match, finding.seq, text, page.language) for text in (finding.recorded, finding.ruled)
    )
    return recorded or CardNames(match.rules, page.language).translated(finding.what[page.language]), ruled

"""The audit page: the grade of a match, the rules it was judged by, and each finding with its evidence.

Not here: the verdict (``engine.audit.adjudicate``), the parts (``dashboard.match.audit``).
"""

import streamlit as st

from analytics.facts.extract.head import played, tournament
from dashboard.app.escape import escaped
from dashboard.app.options import Evidence
from dashboard.app.page_context import PageContext
from dashboard.app.source import TABLE, HashChain
from dashboard.match import clauses, picker, replay_link, seal
from dashboard.match.audit import checks, findings, record_excerpt, side_by_side
from dashboard.match.audit.ruling_sheet import sheet
from dashboard.match.dispute_text import dispute_text
from dashboard.match.finding_markers import FindingMarker, finding_markers
from dashboard.widgets.grade_names import grade_meaning, grade_name
from engine.audit.pin import pin
from engine.audit.verdict import Verdict
from engine.record.match import Match
from engine.text.event_facts import points
from engine.text.label import Labels
from engine.text.messages import rules_remark
from engine.text.messages import say as rules_say

COLOURS = {
    "EXACT": "green",
    "CONSISTENT": "green",
    "OUTCOME_ONLY": "orange",
    "AMENDED": "orange",
    "DIVERGED": "red",
}
DIGEST_SHOWN = 16
"""Digits of a digest on the page; the tooltip has all of them."""


def show(page: PageContext) -> None:
    """Draw the page."""
    match = picker.choose(page, on_change=findings.forget_choice, offer=("DIVERGED",))
    chain = page.source.hash_chain(match.id)  # before any verdict: a damaged match has none
    verdict = page.source.verdict(match.id)
    markers = finding_markers(match, verdict)
    _verdict(page, match, verdict)
    if not verdict.judged:
        st.info(page.say("audit.not-judged"), icon=":material/help:")
    elif not markers:
        st.success(page.say("audit.clean"), icon=":material/check_circle:")
    if markers and TABLE in page.source.perspectives(match.id):
        marker = findings.choose(page, match, markers)
        _evidence(page, match, marker)
        _sheet(page, match, verdict, marker)
    elif markers:
        _kinds(page, match, markers)
    _basis(page, match, verdict, chain)
    if TABLE in page.source.perspectives(match.id):
        checks.show(page, match, recorded=chain.recorded)
        side_by_side.show(page, match)
    _record(page, match)


def _verdict(page: PageContext, match: Match, verdict: Verdict) -> None:
    """Players and day, the grade with its meaning, and the outcome by the rules."""
    head = match.opened.head
    day, event = played(head), tournament(head)
    players = match.opened.players
    labels = Labels(match.rules, page.language, players=players)
    seats = {seat: labels.seat(seat) for seat in players}
    together = " – ".join(seats.values())
    st.caption(escaped(" · ".join(filter(None, (together, event, day.isoformat() if day else None)))))
    if remark := rules_remark(match.rules, verdict, page.language):
        st.warning(remark, icon=":material/rule:")
    with st.container(border=True):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            colour, grade = COLOURS[verdict.grade], grade_name(page.language, verdict.grade)
            st.badge(grade, color=colour, help=verdict.grade)  # type: ignore[arg-type]  # all are colours
            st.markdown(f"**{grade_meaning(page.language, verdict.grade)}**", width="content")
            if match.opened.simulated:
                st.badge(page.say("word.simulated"), icon=":material/smart_toy:", color="gray")
        reason = rules_say(match.rules, f"reason.{verdict.reason}", page.language)
        with st.container(horizontal=True, gap="medium"):
            for name, value in (
                ("winner", seats.get(verdict.winner, "–")),
                ("reason", reason),
                *((("points", points(verdict.scores, labels)),) if verdict.scores else ()),
                ("turns", verdict.turns),
                ("acts", verdict.acts),
                ("events", verdict.events),
            ):
                st.metric(page.say(f"audit.{name}"), escaped(str(value)), width="content")
        replay_link.show(page, match.id)


def _kinds(page: PageContext, match: Match, markers: list[FindingMarker]) -> None:
    """Place and kind of each finding, for a reader who may not see all of the match."""
    st.subheader(page.say("word.findings", n=len(markers)), anchor=False)
    st.caption(page.say("access.findings"))
    for marker in markers:
        st.markdown(f":{marker.colour}[{marker.icon}] #{marker.seq} {marker.kind(match, page.language)}")


def _basis(page: PageContext, match: Match, verdict: Verdict, chain: HashChain) -> None:
    """What the verdict is based on: the hash chain, the pinned rules, proofs of shuffles, signatures."""
    opened = match.opened
    entries, leaf = len(chain.recorded), chain.leaf
    st.subheader(page.say("audit.basis"), anchor=False)
    with st.container(border=True, gap="xsmall"):
        if entries:
            last = f"`{leaf[:DIGEST_SHOWN]}…`" if leaf else page.say("audit.leaf-withheld")
            st.markdown(page.say("audit.chain", n=f"{entries:,}", leaf=last), help=leaf or None)
        else:
            st.markdown(page.say("audit.chain-withheld"))
        ruleset = f"{opened.game}@{opened.edition}" if opened.edition else opened.game
        basis = "audit.rules" if verdict.judged else "audit.rules-not-judged"
        st.markdown(page.say(basis, ruleset=ruleset, cards=opened.cards))
        for one in verdict.shuffles:
            state = rules_say(match.rules, f"vouched.{one.state}", page.language, how=one.how)
            place = Labels(match.rules, page.language).place(one.place)
            st.markdown(page.say("audit.shuffle", place=place, seq=one.seq, state=state))
        installed = pin(match.rules, opened.cards) if match.rules and opened.cards in match.rules.sets else {}
        for name, digest in opened.digests.items():
            state = "other" if name in verdict.unpinned else "same"
            key = f"audit.{state}-digest" if name in installed else "audit.digest"
            what = page.say(f"digest.{name}") if name in ("clauses", "cards", "engine") else name
            st.markdown(page.say(key, what=what, digest=f"`{digest[:DIGEST_SHOWN]}…`"), help=digest)
        if not opened.digests:
            st.markdown(page.say("audit.no-digests"))
        seal.show(page, match)
        if page.evidence is not None and TABLE in page.source.perspectives(match.id):
            _bundle(page, match, page.evidence)


def _bundle(page: PageContext, match: Match, make: Evidence) -> None:
    """The button that makes the evidence bundle, and its download."""
    if not st.button(page.say("audit.bundle"), icon=":material/verified:"):
        return
    try:
        data = make(page.source.log, match.id, page.language)
    except ValueError as error:
        st.warning(str(error), icon=":material/warning:")
        return
    st.download_button(
        page.say("audit.bundle-ready", size=f"{len(data):,}"),
        data=data,
        file_name=f"{match.id}.evidence",
        mime="application/json",
        icon=":material/download:",
        on_click="ignore",
    )


def _evidence(page: PageContext, match: Match, marker: FindingMarker) -> None:
    """One finding with its evidence."""
    finding = marker.finding
    st.subheader(findings.label(page, marker), anchor=False)
    dispute = dispute_text(match, finding, page.language)
    said = findings.in_a_sentence(page, match, marker, dispute)
    (st.error if marker.colour == "red" else st.warning)(escaped(said), icon=marker.icon)
    if finding.follows:
        st.caption(page.say("finding.follows"))
    left, right = st.columns(2, gap="medium")
    with left:
        if dispute is not None:
            findings.show_difference(page, dispute, said=said)
        lines = record_excerpt.lines_around(record_excerpt.written_record(match), finding.line)
        if lines:
            st.markdown(f"**{page.say('audit.lines')}**")
            record_excerpt.show(lines)
        replay_link.show(page, match.id, marker.seq)
    with right:
        st.markdown(f"**{page.say('audit.clauses')}**")
        texts = (said, *(one.text for one in dispute.reasons)) if dispute is not None else (said,)
        clauses.show(page, match, (finding.clause, *finding.clauses, *clauses.cited(match, *texts)))
    if dispute is not None:
        findings.show_reasons(page, dispute)
    findings.show_legal_acts(page, match, marker)


def _sheet(page: PageContext, match: Match, verdict: Verdict, marker: FindingMarker) -> None:
    """The download of the ruling sheet of a finding."""
    st.download_button(
        page.say("sheet.download"),
        data=lambda: sheet(
            match, verdict, marker.finding, leaf=page.source.hash_chain(match.id).leaf, language=page.language
        ),
        file_name=f"{match.id}-{marker.seq}.pdf",
        mime="application/pdf",
        icon=":material/print:",
        on_click="ignore",
    )


def _record(page: PageContext, match: Match) -> None:
    """The whole written record."""
    record = record_excerpt.written_record(match)
    if record:
        with st.expander(page.say("audit.record"), icon=":material/description:"):
            st.code(record, language=None, line_numbers=True, wrap_lines=True)

"""The page that audits a match: its grade, what it was judged by, and every difference with its evidence.

Not here: the judging (``engine.audit.adjudicate``), and the board (``replay``).
"""

import streamlit as st

from analytics.facts.extract.head import played, tournament
from dashboard.app.escape import escaped
from dashboard.app.options import Evidence
from dashboard.app.page_context import PageContext
from dashboard.app.source import TABLE, HashChain
from dashboard.match import clauses, picker, seal
from dashboard.match.audit import checks, findings, record_excerpt, side_by_side
from dashboard.match.audit.ruling_sheet import sheet
from dashboard.match.finding_markers import FindingMarker, finding_markers
from engine.audit.pin import pin
from engine.audit.verdict import Verdict
from engine.record.match import Match
from engine.text.label import Labels
from engine.text.messages import say as rules_say

COLOURS = {
    "EXACT": "green",
    "CONSISTENT": "green",
    "OUTCOME_ONLY": "orange",
    "AMENDED": "orange",
    "DIVERGED": "red",
}
DIGEST_SHOWN = 16
"""So many digits of a digest tell two of them apart at a glance; the whole stands in the tooltip."""


def show(page: PageContext) -> None:
    """Draw the page."""
    match = picker.choose(page, on_change=findings.forget_choice)
    verdict = page.source.verdict(match.id)
    found = finding_markers(match, verdict)
    _verdict(page, match, verdict)
    if not found:
        st.success(page.say("audit.clean"), icon=":material/check_circle:")
    elif TABLE in page.source.perspectives(match.id):
        mark = findings.choose(page, match, found)
        _evidence(page, match, mark)
        _sheet(page, match, verdict, mark)
    else:
        _kinds(page, match, found)
    chain = page.source.hash_chain(match.id)
    _basis(page, match, verdict, chain)
    if TABLE in page.source.perspectives(match.id):
        checks.show(page, match, recorded=chain.recorded)
        side_by_side.show(page, match)
    _record(page, match)


def _verdict(page: PageContext, match: Match, verdict: Verdict) -> None:
    """What was played, the grade with its meaning, and the outcome as the rules have it."""
    head = match.opened.head
    day, event = played(head), tournament(head)
    players = match.opened.players
    labels = Labels(match.rules, page.language, players=players)
    seats = {seat: labels.seat(seat) for seat in players}
    together = " – ".join(seats.values())
    st.caption(escaped(" · ".join(filter(None, (together, event, day.isoformat() if day else None)))))
    with st.container(border=True):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.badge(verdict.grade, color=COLOURS[verdict.grade])  # type: ignore[arg-type]  # all are colours
            st.markdown(
                f"**{rules_say(match.rules, f'grade.{verdict.grade}', page.language)}**", width="content"
            )
            if match.opened.simulated:
                st.badge(page.say("word.simulated"), icon=":material/smart_toy:", color="gray")
        reason = rules_say(match.rules, f"reason.{verdict.reason}", page.language)
        with st.container(horizontal=True, gap="medium"):
            for name, value in (
                ("winner", seats.get(verdict.winner, "–")),
                ("reason", reason),
                ("turns", verdict.turns),
                ("acts", verdict.acts),
                ("events", verdict.events),
            ):
                st.metric(page.say(f"audit.{name}"), str(value), width="content")
        _to_replay(page, match, None)


def _kinds(page: PageContext, match: Match, found: list[FindingMarker]) -> None:
    """Findings for a reader who may not see all of the match: where and of what kind."""
    st.subheader(page.say("word.findings", n=len(found)), anchor=False)
    st.caption(page.say("access.findings"))
    for mark in found:
        st.markdown(f":{mark.colour}[{mark.icon}] #{mark.seq} {mark.kind(match, page.language)}")


def _basis(page: PageContext, match: Match, verdict: Verdict, chain: HashChain) -> None:
    """What the verdict stands on: the chain of hashes, and the rules that the match pins."""
    opened = match.opened
    entries, leaf = len(chain.recorded), chain.leaf
    st.subheader(page.say("audit.basis"), anchor=False)
    with st.container(border=True, gap="xsmall"):
        st.markdown(page.say("audit.chain", n=f"{entries:,}", leaf=f"`{leaf[:DIGEST_SHOWN]}…`"), help=leaf)
        st.markdown(page.say("audit.rules", ruleset=f"{opened.game}@{opened.edition}", cards=opened.cards))
        for one in verdict.shuffles:
            state = rules_say(match.rules, f"vouched.{one.state}", page.language, how=one.how)
            place = Labels(match.rules, page.language).place(one.place)
            st.markdown(page.say("audit.shuffle", place=place, seq=one.seq, state=state))
        installed = pin(match.rules, opened.cards) if match.rules and opened.cards in match.rules.sets else {}
        for name, digest in opened.digests.items():
            same = installed.get(name) == digest
            key = (
                "audit.same-digest" if same else "audit.other-digest" if name in installed else "audit.digest"
            )
            what = page.say(f"digest.{name}") if name in ("clauses", "cards", "engine") else name
            st.markdown(page.say(key, what=what, digest=f"`{digest[:DIGEST_SHOWN]}…`"), help=digest)
        if not opened.digests:
            st.markdown(page.say("audit.no-digests"))
        seal.show(page, match)
        if page.evidence is not None and TABLE in page.source.perspectives(match.id):
            _bundle(page, match, page.evidence)


def _bundle(page: PageContext, match: Match, make: Evidence) -> None:
    """Evidence about the match for a stranger, made when it is asked for."""
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


def _evidence(page: PageContext, match: Match, mark: FindingMarker) -> None:
    """One finding with everything that a judge needs to decide it."""
    finding = mark.finding
    st.subheader(findings.label(page, mark), anchor=False)
    (st.error if mark.colour == "red" else st.warning)(escaped(finding.what[page.language]), icon=mark.icon)
    if finding.follows:
        st.caption(page.say("finding.follows"))
    left, right = st.columns(2, gap="medium")
    with left:
        findings.show_difference(page, match, mark)
        lines = record_excerpt.lines_around(record_excerpt.written_record(match), finding.line)
        if lines:
            st.markdown(f"**{page.say('audit.lines')}**")
            record_excerpt.show(lines)
        _to_replay(page, match, mark.seq)
    with right:
        st.markdown(f"**{page.say('audit.clauses')}**")
        clauses.show(page, match, (finding.clause, *finding.clauses))
    findings.show_derivation(page, match, mark)
    findings.show_legal_acts(page, match, mark)


def _sheet(page: PageContext, match: Match, verdict: Verdict, mark: FindingMarker) -> None:
    """The finding on paper, to be decided and signed."""
    st.download_button(
        page.say("sheet.download"),
        data=lambda: sheet(
            match, verdict, mark.finding, leaf=page.source.hash_chain(match.id).leaf, language=page.language
        ),
        file_name=f"{match.id}-{mark.seq}.pdf",
        mime="application/pdf",
        icon=":material/print:",
        on_click="ignore",
    )


def _to_replay(page: PageContext, match: Match, seq: int | None) -> None:
    asked = {picker.KEY: match.id} | ({} if seq is None else {"at": str(seq)})
    label = page.say("link.replay") if seq is None else page.say("link.event", seq=seq)
    st.page_link(page.pages["replay"], label=label, icon=":material/play_circle:", query_params=asked)


def _record(page: PageContext, match: Match) -> None:
    """The written record, whole."""
    record = record_excerpt.written_record(match)
    if record:
        with st.expander(page.say("audit.record"), icon=":material/description:"):
            st.code(record, language=None, line_numbers=True, wrap_lines=True)

"""The page that audits a match: its grade, what it was judged by, and every difference with its evidence.

Not here: the judging (``engine.audit.adjudicate``), and the board (``replay``).
"""

import streamlit as st

from analytics.facts.extract.head import played, tournament
from dashboard.app.escape import plain
from dashboard.app.options import Evidence
from dashboard.app.page_context import PageContext
from dashboard.app.source import TABLE, Chain
from dashboard.match import clauses, picker, seal
from dashboard.match.audit import checks, findings, record_excerpt, side_by_side
from dashboard.match.audit.ruling_sheet import sheet
from dashboard.match.finding_markers import Mark, marks
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


def show(here: PageContext) -> None:
    """Draw the page."""
    match = picker.choose(here, on_change=findings.forget)
    verdict = here.source.verdict(match.id)
    found = marks(match, verdict)
    _verdict(here, match, verdict)
    if not found:
        st.success(here.say("audit.clean"), icon=":material/check_circle:")
    elif TABLE in here.source.perspectives(match.id):
        mark = findings.choose(here, match, found)
        _evidence(here, match, mark)
        _sheet(here, match, verdict, mark)
    else:
        _kinds(here, match, found)
    chain = here.source.chain(match.id)
    _basis(here, match, verdict, chain)
    if TABLE in here.source.perspectives(match.id):
        checks.show(here, match, recorded=chain.recorded)
        side_by_side.show(here, match)
    _record(here, match)


def _verdict(here: PageContext, match: Match, verdict: Verdict) -> None:
    """What was played, the grade with its meaning, and the outcome as the rules have it."""
    head = match.opened.head
    day, event = played(head), tournament(head)
    players = match.opened.players
    labels = Labels(match.rules, here.language, players=players)
    seats = {seat: labels.seat(seat) for seat in players}
    together = " – ".join(seats.values())
    st.caption(plain(" · ".join(filter(None, (together, event, day.isoformat() if day else None)))))
    with st.container(border=True):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.badge(verdict.grade, color=COLOURS[verdict.grade])  # type: ignore[arg-type]  # all are colours
            st.markdown(
                f"**{rules_say(match.rules, f'grade.{verdict.grade}', here.language)}**", width="content"
            )
            if match.opened.simulated:
                st.badge(here.say("word.simulated"), icon=":material/smart_toy:", color="gray")
        reason = rules_say(match.rules, f"reason.{verdict.reason}", here.language)
        with st.container(horizontal=True, gap="medium"):
            for name, value in (
                ("winner", seats.get(verdict.winner, "–")),
                ("reason", reason),
                ("turns", verdict.turns),
                ("acts", verdict.acts),
                ("events", verdict.events),
            ):
                st.metric(here.say(f"audit.{name}"), str(value), width="content")
        _to_replay(here, match, None)


def _kinds(here: PageContext, match: Match, found: list[Mark]) -> None:
    """Findings for a reader who may not see all of the match: where and of what kind."""
    st.subheader(here.say("word.findings", n=len(found)), anchor=False)
    st.caption(here.say("access.findings"))
    for mark in found:
        st.markdown(f":{mark.colour}[{mark.icon}] #{mark.seq} {mark.kind(match, here.language)}")


def _basis(here: PageContext, match: Match, verdict: Verdict, chain: Chain) -> None:
    """What the verdict stands on: the chain of hashes, and the rules that the match pins."""
    opened = match.opened
    entries, leaf = len(chain.recorded), chain.leaf
    st.subheader(here.say("audit.basis"), anchor=False)
    with st.container(border=True, gap="xsmall"):
        st.markdown(here.say("audit.chain", n=f"{entries:,}", leaf=f"`{leaf[:DIGEST_SHOWN]}…`"), help=leaf)
        st.markdown(here.say("audit.rules", ruleset=f"{opened.game}@{opened.edition}", cards=opened.cards))
        for one in verdict.shuffles:
            state = rules_say(match.rules, f"vouched.{one.state}", here.language, how=one.how)
            place = Labels(match.rules, here.language).place(one.place)
            st.markdown(here.say("audit.shuffle", place=place, seq=one.seq, state=state))
        installed = pin(match.rules, opened.cards) if match.rules and opened.cards in match.rules.sets else {}
        for name, digest in opened.digests.items():
            same = installed.get(name) == digest
            key = (
                "audit.same-digest" if same else "audit.other-digest" if name in installed else "audit.digest"
            )
            what = here.say(f"digest.{name}") if name in ("clauses", "cards", "engine") else name
            st.markdown(here.say(key, what=what, digest=f"`{digest[:DIGEST_SHOWN]}…`"), help=digest)
        if not opened.digests:
            st.markdown(here.say("audit.no-digests"))
        seal.show(here, match)
        if here.evidence is not None and TABLE in here.source.perspectives(match.id):
            _bundle(here, match, here.evidence)


def _bundle(here: PageContext, match: Match, make: Evidence) -> None:
    """Evidence about the match for a stranger, made when it is asked for."""
    if not st.button(here.say("audit.bundle"), icon=":material/verified:"):
        return
    try:
        data = make(here.source.log, match.id, here.language)
    except ValueError as error:
        st.warning(str(error), icon=":material/warning:")
        return
    st.download_button(
        here.say("audit.bundle-ready", size=f"{len(data):,}"),
        data=data,
        file_name=f"{match.id}.evidence",
        mime="application/json",
        icon=":material/download:",
        on_click="ignore",
    )


def _evidence(here: PageContext, match: Match, mark: Mark) -> None:
    """One finding with everything that a judge needs to decide it."""
    finding = mark.finding
    st.subheader(findings.place(here, mark), anchor=False)
    (st.error if mark.colour == "red" else st.warning)(plain(finding.what[here.language]), icon=mark.icon)
    if finding.follows:
        st.caption(here.say("finding.follows"))
    left, right = st.columns(2, gap="medium")
    with left:
        findings.against(here, match, mark)
        lines = record_excerpt.excerpt(record_excerpt.record_of(match), finding.line)
        if lines:
            st.markdown(f"**{here.say('audit.lines')}**")
            record_excerpt.show(lines)
        _to_replay(here, match, mark.seq)
    with right:
        st.markdown(f"**{here.say('audit.clauses')}**")
        clauses.show(here, match, (finding.clause, *finding.clauses))
    findings.ruled(here, match, mark)
    findings.legal(here, match, mark)


def _sheet(here: PageContext, match: Match, verdict: Verdict, mark: Mark) -> None:
    """The finding on paper, to be decided and signed."""
    st.download_button(
        here.say("sheet.download"),
        data=lambda: sheet(
            match, verdict, mark.finding, leaf=here.source.chain(match.id).leaf, language=here.language
        ),
        file_name=f"{match.id}-{mark.seq}.pdf",
        mime="application/pdf",
        icon=":material/print:",
        on_click="ignore",
    )


def _to_replay(here: PageContext, match: Match, seq: int | None) -> None:
    asked = {picker.KEY: match.id} | ({} if seq is None else {"at": str(seq)})
    label = here.say("link.replay") if seq is None else here.say("link.event", seq=seq)
    st.page_link(here.pages["replay"], label=label, icon=":material/play_circle:", query_params=asked)


def _record(here: PageContext, match: Match) -> None:
    """The written record, whole."""
    record = record_excerpt.record_of(match)
    if record:
        with st.expander(here.say("audit.record"), icon=":material/description:"):
            st.code(record, language=None, line_numbers=True, wrap_lines=True)

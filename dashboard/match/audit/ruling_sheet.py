"""The ruling sheet: a finding with its evidence as a PDF, for a judge to decide and sign.

The same match and finding give the same bytes. Not here: the findings (``engine.audit.adjudicate``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from analytics.facts.extract.head import played, tournament
from dashboard.app.language import LANGUAGES, say
from dashboard.match.audit.record_excerpt import lines_around, written_record
from dashboard.match.card_names import CardNames
from dashboard.match.dispute_text import DisputeText, dispute_text
from dashboard.match.event_text import describe_event, evidence_text
from dashboard.widgets.grade_names import grade_meaning, grade_name
from dashboard.widgets.paper import Paper
from engine.audit.verdict import Finding, Verdict
from engine.record.match import Match
from engine.record.notation.spell import in_language
from engine.text.messages import rules_remark

if TYPE_CHECKING:
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.platypus import Flowable

MAX_LEGAL = 8
"""Only the first of many legal acts are listed."""
SHORT = 16
"""Characters of the leaf hash below each page."""


def sheet(match: Match, verdict: Verdict, finding: Finding | None, *, leaf: str, language: str) -> bytes:
    """A PDF (A4) about ``finding``, or about the whole match where there is none.

    ``leaf`` is the leaf hash (hex) of the match's last entry, which identifies the record in its log; ``""``
    for a record that is in no log.
    """
    paper = _Sheet(match, verdict, leaf, language)
    place = f"#{finding.seq}" if finding is not None else ""
    title = " · ".join(filter(None, (say(language, "sheet.title"), match.id, place, leaf[:SHORT])))
    return paper.document(title, list(paper.parts(finding)))


class _Sheet(Paper):
    """The parts of the sheet, from top to bottom."""

    def __init__(self, match: Match, verdict: Verdict, leaf: str, language: str) -> None:
        super().__init__()
        self.match, self.verdict, self.leaf, self.language = match, verdict, leaf, language

    def parts(self, finding: Finding | None) -> Iterator[Flowable]:
        yield self.paragraph(self.say("sheet.title"), self.title)
        if remark := rules_remark(self.match.rules, self.verdict, self.language):
            yield self.paragraph(remark, self.text)
        yield self._facts(self._match_facts())
        if finding is None:
            yield self.paragraph(
                self.say("audit.clean" if self.verdict.judged else "audit.not-judged"), self.text
            )
        else:
            yield from self._finding(finding)
        yield from self._basis()
        yield from self._decision()

    def say(self, key: str, **facts: object) -> str:
        return say(self.language, key, **facts)

    # --- the match -------------------------------------------------------------------------------------

    def _match_facts(self) -> Iterator[tuple[str, str]]:
        match, verdict = self.match, self.verdict
        opened = match.opened
        day = played(opened.head)
        yield self.say("sheet.match"), match.id
        where = (tournament(opened.head), *(_round(opened.head, key) for key in ("round", "table")))
        yield self.say("sheet.where"), " · ".join(filter(None, (*where, day.isoformat() if day else None)))
        yield self.say("sheet.players"), " – ".join(f"{seat} {name}" for seat, name in opened.players.items())
        yield self.say("sheet.rules"), f"{opened.game}@{opened.edition} · {opened.cards}"
        if match.rules is not None:
            usual = match.rules.default_settings()
            house = (f"{key} = {value}" for key, value in opened.settings.items() if usual.get(key) != value)
            yield self.say("sheet.house"), ", ".join(house) or "–"
        name, meaning = (of(self.language, verdict.grade) for of in (grade_name, grade_meaning))
        told = self.say("grade.told", name=name, id=verdict.grade, meaning=meaning)
        yield self.say("sheet.grade"), told

    # --- the finding -----------------------------------------------------------------------------------

    def _finding(self, finding: Finding) -> Iterator[Flowable]:
        match, language = self.match, self.language
        seq = min(finding.seq, len(match) - 1)
        yield self._h("sheet.finding")
        place = say(language, "finding.event", seq=seq)
        if finding.line:
            place = f"{say(language, 'finding.line', line=finding.line)} · {place}"
        yield self.paragraph(f"{place}: {describe_event(match, seq, language).text}")
        if finding.follows:
            yield self.paragraph(self.say("finding.follows"))
        for one in (language, *(other for other in LANGUAGES if other != language)):
            what = CardNames(match.rules, one).translated(finding.what[one])
            yield self.paragraph(what, self.text if one == language else self.small)
        dispute = dispute_text(match, finding, language)
        if dispute is not None:
            if dispute.about:
                yield self.paragraph(dispute.about)
            sides = (("recorded", dispute.recorded), ("ruled", dispute.ruled))
            yield self._facts((say(language, f"column.{side}"), text or "–") for side, text in sides)
        lines = lines_around(written_record(match), finding.line)
        if lines:
            yield self._h("audit.lines")
            yield from (
                self.paragraph(f"{'▶' if line.highlighted else '　'} {line.number}  {line.text}")
                for line in lines
            )
        if dispute is not None:
            yield from self._reasons(dispute)
        yield self._h("audit.clauses")
        for id in dict.fromkeys(filter(None, (finding.clause, *finding.clauses))):
            yield self.paragraph(f"[{id}] {match.clause_text(id, language)}")
            for other in (one for one in LANGUAGES if one != language and match.rules is not None):
                yield self.paragraph(match.clause_text(id, other), self.small)
        if finding.legal:
            yield self._h("audit.legal")
            written = (in_language(match.rules, act, language) for act in finding.legal[:MAX_LEGAL])
            acts = (evidence_text(match, finding.seq, act, language) for act in written)
            yield from (self.paragraph(f"・{act}") for act in acts)

    def _reasons(self, dispute: DisputeText) -> Iterator[Flowable]:
        """The events behind the value by the rules, the cause first."""
        if dispute.reasons:
            yield self._h("audit.reckoning")
        for one in dispute.reasons:
            change = f" ({one.change})" if one.change else ""
            cause = f"{self.say('dispute.cause')}: " if one.cause else ""
            yield self.paragraph(f"#{one.seq}  {cause}{one.text}{change}")

    # --- basis and decision ------------------------------------------------------------------------------

    def _basis(self) -> Iterator[Flowable]:
        yield self._h("audit.basis")
        leaf = self.leaf or self.say("sheet.no-log")
        facts = [(self.say("sheet.leaf"), f"{len(self.match)} · {leaf}")]
        facts += [
            (self.say(f"digest.{name}") if name in ("clauses", "cards", "engine") else name, digest)
            for name, digest in self.match.opened.digests.items()
        ]
        yield self._table(facts, style=self.small)

    def _decision(self) -> Iterator[Flowable]:
        """Empty boxes for the judge."""
        from reportlab.platypus import KeepTogether, Spacer

        lines = ("decision", "remedy", "judge", "signed")
        rows = [(self.say(f"sheet.{line}"), "") for line in lines]
        yield KeepTogether(
            [Spacer(1, 8), self._h("sheet.ruling"), self._table(rows, heights=[48, 26, 22, 22], boxed=True)]
        )

    # --- layout ----------------------------------------------------------------------------------------

    def _h(self, key: str) -> Flowable:
        return self.paragraph(self.say(key), self.head)

    def _facts(self, facts: Iterable[tuple[str, str]]) -> Flowable:
        return self._table(list(facts))

    def _table(
        self,
        rows: list[tuple[str, str]],
        *,
        heights: list[int] | None = None,
        boxed: bool = False,
        style: ParagraphStyle | None = None,
    ) -> Flowable:
        from reportlab.platypus import Table

        cells = [[self.paragraph(name, self.small), self.paragraph(value, style)] for name, value in rows]
        every = (0, 0), (-1, -1)
        looks: list[tuple[object, ...]] = [
            ("VALIGN", *every, "TOP"),
            ("LEFTPADDING", *every, 2),
            ("TOPPADDING", *every, 1),
            ("BOTTOMPADDING", *every, 1),
        ]
        if boxed:
            looks.append(("GRID", *every, 0.5, "#999999"))
        return Table(cells, colWidths=[110, 389], rowHeights=heights, style=looks, hAlign="LEFT")


def _round(head: dict[str, str], key: str) -> str | None:
    value = head.get(f"tournament.{key}", "").strip('"')
    return f"{key} {value}" if value else None

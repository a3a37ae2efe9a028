"""Where a record deserves a look: the findings of its audit, by event.

Not here: finding them (``engine.audit.adjudicate``).
"""

from dataclasses import dataclass

from engine.audit.verdict import DIVERGING, DOUBTS, Finding, Verdict
from engine.record.match import Match
from engine.text.messages import say

ICONS = {
    "foul": ":material/flag:",
    "ruling": ":material/gavel:",
    "retraction": ":material/undo:",
    **dict.fromkeys(DOUBTS, ":material/help:"),
}
DIVERGENCE = ":material/error:"
FOLLOWING = ":material/subdirectory_arrow_right:"


@dataclass(frozen=True, slots=True)
class FindingMarker:
    """A finding at an event that exists in the record. ``index`` is its place among the findings."""

    seq: int
    index: int
    finding: Finding

    @property
    def icon(self) -> str:
        """Its sign: a divergence, what follows from it, a foul, a ruling, something taken back, a doubt."""
        if self.finding.kind not in DIVERGING:
            return ICONS[self.finding.kind]
        return FOLLOWING if self.finding.follows else DIVERGENCE

    @property
    def colour(self) -> str:
        """Red only where record and rules part for the first time."""
        return "red" if self.icon == DIVERGENCE else "orange"

    def kind(self, match: Match, language: str) -> str:
        """What sort of finding it is. Names no card, so that every viewer may read it."""
        return say(match.rules, f"kind.{self.finding.kind}", language)


def finding_markers(match: Match, verdict: Verdict) -> list[FindingMarker]:
    """All findings about ``match``; one about its missing end stands at the last event."""
    last = len(match) - 1
    return [
        FindingMarker(min(finding.seq, last), index, finding)
        for index, finding in enumerate(verdict.findings)
    ]

"""Markers of findings at the events of a record: place, icon and colour.

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
    """A finding at an event of the record. ``index`` is its position among the findings."""

    seq: int
    index: int
    finding: Finding

    @property
    def icon(self) -> str:
        """Differs for a divergence, a consequence of one, a foul, a ruling, a retraction and a doubt."""
        if self.finding.kind not in DIVERGING:
            return ICONS[self.finding.kind]
        return FOLLOWING if self.finding.follows else DIVERGENCE

    @property
    def colour(self) -> str:
        """Red for a divergence that no earlier one explains, else orange."""
        return "red" if self.icon == DIVERGENCE else "orange"

    def kind(self, match: Match, language: str) -> str:
        """The kind of finding as text. It names no card, so every viewer may read it."""
        return say(match.rules, f"kind.{self.finding.kind}", language)


def finding_markers(match: Match, verdict: Verdict) -> list[FindingMarker]:
    """Markers of all findings; a finding about a missing end is placed at the last event."""
    last = len(match) - 1
    return [
        FindingMarker(min(finding.seq, last), index, finding)
        for index, finding in enumerate(verdict.findings)
    ]

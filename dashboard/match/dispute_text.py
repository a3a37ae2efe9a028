"""A dispute in words: what it is about, both values, and the events behind the value by the rules.

The audit page, the replay and the ruling sheet all take it from here. Not here: what is in dispute
(``engine.audit.dispute``), the terminal (``kifuda.cli.match.findings``).
"""

from collections.abc import Iterator
from typing import NamedTuple

from dashboard.app.language import say
from dashboard.match.card_names import CardNames
from dashboard.match.event_text import describe_event, evidence_text
from engine.audit.dispute import About, Dispute, sides_of
from engine.audit.verdict import Finding
from engine.record.match import Match
from engine.text.label import Labels
from events.model.kinds import Determined


class Reason(NamedTuple):
    """An event behind the value by the rules. ``change`` is the value before and after, ``13 → 12``; empty
    for a computation. ``cause``: it is the one that parted record and rules."""

    seq: int
    text: str
    change: str
    cause: bool


class Sides(NamedTuple):
    """Both sides of a dispute. ``about`` is empty where a whole event or act is in dispute; by the rules an
    act is refused, with what it would need and the clause."""

    about: str
    recorded: str
    ruled: str


class DisputeText(NamedTuple):
    """Both sides, and why the rules have it so. The cause is the first of the ``reasons``."""

    seq: int
    about: str
    recorded: str
    ruled: str
    reasons: tuple[Reason, ...]


def dispute_text(match: Match, finding: Finding, language: str) -> DisputeText | None:
    """A finding as a dispute, with names of cards in this language; None of one that is no difference from
    the rules."""
    sides, found = dispute_sides(match, finding, language), match.dispute(finding)
    if sides is None or found is None:
        return None
    return DisputeText(found.seq, *sides, tuple(_reasons(match, found, language)))


def dispute_sides(match: Match, finding: Finding, language: str) -> Sides | None:
    """What is in dispute and both values, without what made them so, for which the whole record is read."""
    found = sides_of(finding)
    if found is None:
        return None
    about, *values = found
    names = CardNames(match.rules, language)
    recorded, ruled = (evidence_text(match, finding.seq, text, language) for text in values)
    about_text = names.translated(_about(match, about, finding.seq, language=language))
    return Sides(about_text, recorded, ruled or names.translated(finding.what[language]))


def _about(match: Match, about: About, seq: int, *, language: str) -> str:
    """The thing in dispute: ``life of B (Jun)``."""
    kind, *of = about
    if kind not in ("track", "count", "damage"):
        return ""
    before = max(min(seq, len(match)) - 1, 0)
    labels = Labels(match.rules, language, table=match.table(before), players=match.opened.players)
    if kind == "track":
        return say(language, "dispute.of", what=labels.quantity(of[0]), whose=labels.holder(of[1]))
    if kind == "count":
        return say(language, "dispute.count", place=labels.place(of[0]))
    return say(language, "dispute.of", what=labels.quantity("damage"), whose=labels.holder(of[0]))


def _reasons(match: Match, found: Dispute, language: str) -> Iterator[Reason]:
    """The cause, the computations behind it, and what changed the thing after it."""
    if found.cause is None:
        return
    changes = {course.seq: f"{course.before} → {course.after}" for course in found.history if course.before}
    later = [course.seq for course in found.history if course.seq > found.cause]
    for seq in (found.cause, *found.reasons, *later):
        event = match.events[seq]
        text = describe_event(match, seq, language).text
        if isinstance(event, Determined) and event.clauses:
            text = f"{text.rstrip('.。')} [{event.clauses[0]}]"
        yield Reason(seq, text, changes.get(seq, ""), seq == found.cause)

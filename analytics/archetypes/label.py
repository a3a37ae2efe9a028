"""Labels in the log: the archetype of a deck is an event, and so is every change of it.

``Noted("archetype", "SEAT ID")`` behind a match, ``by`` whom: ``rules`` with the first digits of their
digest, or a person. The last one counts; ``SEAT`` alone removes a label, and the name that the source
gave counts again. Not here: which label a deck should have (``tree``).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.record.timeline import without_retracted
from events.log.contract import Log, Pending
from events.model.kinds import Derived, Noted

TOPIC = "archetype"
RULES = "rules"
DIGITS = 12
"""Hex digits of the digest of the rules."""


@dataclass(frozen=True, slots=True)
class Labelling:
    """The number of labels that were ``set``, ``taken`` back, and that stayed the ``same``."""

    set: int
    taken: int
    same: int


def noted(seat: str, archetype: str, by: str) -> Noted:
    """The event that gives the deck of a seat this label; ``""`` removes it."""
    return Noted(TOPIC, f"{seat} {archetype}".rstrip(), by=by)


def parse_note(note: Noted) -> tuple[str, str]:
    """The seat and its label in a note of this topic; ``""`` removes it."""
    seat, _, archetype = note.text.partition(" ")
    return seat, archetype


def labels_of(derived: Sequence[Derived]) -> dict[str, str]:
    """Seat → label, from the events of one match; seats whose label was removed are not in it.

    A correction removes earlier labels as well, because it replaces what they were given to.
    """
    return {seat: archetype for seat, (archetype, _) in _last_notes(derived).items() if archetype}


def labelled_by_rules(derived: Sequence[Derived]) -> set[str]:
    """The seats of a match whose label is one that rules gave, not a person."""
    last = _last_notes(derived).items()
    return {seat for seat, (archetype, by) in last if archetype and by.startswith(f"{RULES} ")}


def _last_notes(derived: Sequence[Derived]) -> dict[str, tuple[str, str]]:
    """Seat → its last label, and who gave it."""
    notes = (
        event for _, event, _ in without_retracted(derived) if type(event) is Noted and event.topic == TOPIC
    )
    last = {}
    for note in notes:
        seat, archetype = parse_note(note)
        last[seat] = archetype, note.by
    return last


def write(
    log: Log, wanted: Mapping[str, Mapping[str, str]], *, by: str, at: int, dry: bool = False
) -> Labelling:
    """Give the decks of these matches (match → seat → archetype, ``""`` for none) their labels.

    Only what changes is written, all of it or nothing. ``at``: now (UTC, microseconds); ``dry``: only count.
    Raises what ``Log.append`` raises.
    """
    put = taken = same = 0
    changes: dict[str, list[Pending]] = {}
    for match, seats in wanted.items():
        there = labels_of(log.history(match))
        for seat, archetype in sorted(seats.items()):
            if there.get(seat, "") == archetype:
                same += bool(archetype)
                continue
            put, taken = put + bool(archetype), taken + (not archetype)
            changes.setdefault(match, []).append(Pending(noted(seat, archetype, by)))
    if changes and not dry:
        with log.batch():
            for match, pending in changes.items():
                count = log.count(match)
                log.append(match, pending, expected=count, command=f"{TOPIC}:{match}:{count}", at=at)
    return Labelling(put, taken, same)


def by_rules(digest: str) -> str:
    """The author of a label: the rules with this digest."""
    return f"{RULES} {digest[:DIGITS]}"

"""What a finding is about: the thing in dispute, its two values, and the events that made it what it is.

The audit page, ``audit --json``, the ruling sheet and the replay all tell a dispute from here. Not here:
finding it (``adjudicate``), the two tables (``common_course``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.audit.refused_act import refused_act
from engine.audit.verdict import DIVERGING, Finding, event_in
from engine.kernel.ruleset import Ruleset
from engine.kernel.table import Table
from engine.record.timeline import without_retracted
from events.model.changes import Create, Move, Set
from events.model.kinds import ACTS, DECISIONS, AnyEvent, Began, Derived, Determined, Failed, Happened

About = tuple[str, ...]
"""What is in dispute: ``track life B``, ``count hand.A``, ``place BR-004`` (a card or a face), ``damage B``,
``failure``, ``turn``, ``event`` (another consequence than the rules give), ``act BR-004`` (one that they
refuse, and the cards that it names)."""


class Course(NamedTuple):
    """An event that changed what is in dispute, and its value before and after."""

    seq: int
    before: str
    after: str


class Dispute(NamedTuple):
    """Both sides of a finding at event ``seq``. ``history`` are the events that changed the thing, in order;
    ``cause`` is the one that gave it the value by the rules: where it ceased to be what the record says, else
    the last one; of a refused act, since which it is not possible. ``reasons`` are the computations behind
    the cause."""

    seq: int
    about: About
    recorded: str
    ruled: str
    cause: int | None
    history: tuple[Course, ...] = ()
    reasons: tuple[int, ...] = ()


def dispute(derived: Sequence[Derived], finding: Finding, rules: Ruleset | None) -> Dispute | None:
    """What record and rules say differently; None of a finding that is no difference from the rules. Without
    ``rules``, those that the match was judged by, nobody can tell the cause of a refused act."""
    sides = sides_of(finding)
    if sides is None:
        return None
    about, recorded, ruled = sides
    if about == ("act",) and finding.kind == "refused" and rules is not None:
        cards, cause = refused_act(derived, finding, rules)
        reasons = tuple(_reasons(derived, cause)) if cause is not None else ()
        return Dispute(finding.seq, (*about, *cards), recorded, ruled, cause, reasons=reasons)
    history = tuple(_history(derived, about, finding.seq))
    cause = _cause(history, about, recorded)
    if cause is None and about[0] == "event":
        cause = _last(derived, finding.seq, DECISIONS)
    if cause is None and about[0] == "turn":
        cause = _last(derived, finding.seq, (Began,))
    reasons = tuple(_reasons(derived, cause)) if cause is not None else ()
    return Dispute(finding.seq, about, recorded, ruled, cause, history, reasons)


def sides_of(finding: Finding) -> tuple[About, str, str] | None:
    """What a finding is about, and both values of it; None of one that is no difference from the rules."""
    if finding.kind not in DIVERGING or finding.kind == "shuffle":
        return None
    about, recorded, ruled = finding.about, finding.recorded, finding.ruled
    if about and about[0] in ("track", "count", "damage"):
        return about, recorded.rpartition(" ")[2], ruled.rpartition(" ")[2]
    if about:
        return about, recorded, ruled
    if finding.kind in ("refused", "unread"):
        return ("act",), recorded, ruled
    if finding.kind == "mark":
        return ("turn",), recorded, ruled
    return _sides_of_events(recorded, ruled)


def _sides_of_events(recorded: str, ruled: str) -> tuple[About, str, str]:
    """Two events that differ in nothing but a number are about this number."""
    one, other = event_in(recorded), event_in(ruled)
    if one is not None and other is not None and type(one) is type(other):
        mine, theirs = _values(one), _values(other)
        differing = [key for key in mine if theirs.get(key, mine[key]) != mine[key]]
        if differing:
            track, of = key = differing[0]
            return ("track", track, of), str(mine[key]), str(theirs[key])
    return ("event",), recorded, ruled


def _values(event: AnyEvent) -> dict[tuple[str, str], int]:
    changes = getattr(event, "changes", ())
    return {(change.track, change.of): change.value for change in changes if isinstance(change, Set)}


# --- the history of a thing ------------------------------------------------------------------------------


def _history(derived: Sequence[Derived], about: About, seq: int) -> Iterator[Course]:
    """The events before ``seq``, as they stand there, that changed the thing."""
    events = [(at, event) for at, event, _ in without_retracted(derived[:seq])]
    if about[0] in ("damage", "failure"):
        yield from _results(events, about)
        return
    table, before = Table(), ""
    for at, event in events:
        table.apply(event)
        if _touches(event, about):
            after = _value(table, about)
            if at and after != before:
                yield Course(at, before, after)
            before = after


def _touches(event: AnyEvent, about: About) -> bool:
    """Whether an event has a change that can change the thing."""
    for change in getattr(event, "changes", ()):
        if about[0] == "track" and isinstance(change, Set) and (change.track, change.of) == about[1:]:
            return True
        if about[0] == "place" and isinstance(change, Create | Move):
            return True
        if about[0] == "count" and isinstance(change, Create) and change.place == about[1]:
            return True
        if about[0] == "count" and isinstance(change, Move) and about[1] in (change.origin, change.place):
            return True
    return False


def _value(table: Table, about: About) -> str:
    """The thing as it stands on a table."""
    if about[0] == "track":
        return str(table.track(about[1], about[2]))
    if about[0] == "count":
        return str(len(table.at(about[1])))
    lying = (place for card, place in table.place.items() if about[1] in (card, table.face[card]))
    return ", ".join(sorted(place.replace(".", " ") for place in lying))


def _results(events: Sequence[tuple[int, AnyEvent]], about: About) -> Iterator[Course]:
    """What followed from the last action: the damage to a seat, or that something failed."""
    for at, event in reversed(events):
        if isinstance(event, Failed):
            yield Course(at, "", event.why)
            return
        if isinstance(event, Determined) and about == (event.quantity, event.of):
            yield Course(at, "", str(event.value))
            return
        if isinstance(event, _BEGINNINGS):
            return


_BEGINNINGS = (*ACTS, Began)


def _cause(history: Sequence[Course], about: About, recorded: str) -> int | None:
    """The event by which the thing ceased to be what the record says, the last one; else the last change."""
    for course in reversed(history):
        if course.before == recorded and about[0] in ("track", "count"):
            return course.seq
    return history[-1].seq if history else None


def _last(derived: Sequence[Derived], seq: int, kinds: tuple[type[AnyEvent], ...]) -> int | None:
    events = [(at, event) for at, event, _ in without_retracted(derived[:seq])]
    return next((at for at, event in reversed(events) if at and isinstance(event, kinds)), None)


def _reasons(derived: Sequence[Derived], cause: int) -> Iterator[int]:
    """The computations for the event ``cause``: back to its act, or to the number that was set before."""
    found: list[int] = []
    for at in range(cause - 1, 0, -1):
        event = derived[at][0]
        if isinstance(event, _BEGINNINGS) or (isinstance(event, Happened) and _values(event)):
            break
        if isinstance(event, Determined) and event.trail:
            found.append(at)
    return reversed(found)

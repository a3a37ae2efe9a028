"""The course of a case: its lines, and under each the events that it brought, with their clauses.

Not here: running a case (``case``).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.case.course import Course
from engine.case.pattern import as_pattern
from engine.record.match import Match
from engine.text.sentence import trail
from events.model.kinds import Determined


def lines(course: Course, language: str) -> Iterator[str]:
    """The course line by line."""
    match = Match(course.derived, rules=course.rules)
    for number, text, events in course.in_order():
        if text:
            yield f"  {number}: {text}"
        for seq in events:
            clauses = ", ".join(match.clauses(seq))
            yield f"    #{seq}  {match.sentence(seq, language)}" + (f"  [{clauses}]" if clauses else "")
            yield from (f"        {step}" for step in _trail(match, seq, language))
            if pattern := _pattern(match, seq):
                yield f"        {pattern}"


def as_data(course: Course, language: str) -> list[dict[str, Any]]:
    """The course in the shape of ``docs/json.md``."""
    match = Match(course.derived, rules=course.rules)
    return [
        {
            "line": number or None,
            "text": text,
            "events": [
                {
                    "seq": seq,
                    "kind": type(match.events[seq]).__name__,
                    "sentence": match.sentence(seq, language),
                    "clauses": list(match.clauses(seq)),
                    "trail": _trail(match, seq, language),
                    "pattern": _pattern(match, seq),
                }
                for seq in events
            ],
        }
        for number, text, events in course.in_order()
    ]


def _pattern(match: Match, seq: int) -> str:
    """The event as ``then.events`` of a case looks for it."""
    cards = match.installed.sets[match.opened.cards].cards
    return as_pattern(match.events[seq], match.table(seq).face, cards)


def _trail(match: Match, seq: int, language: str) -> list[str]:
    event = match.events[seq]
    return trail(event, match.table(seq - 1), match.rules, language) if isinstance(event, Determined) else []

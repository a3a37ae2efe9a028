"""One row a match: what was played, when, how it is graded, and how it ended.

``winner`` is a seat; it is null for a draw and for a match that did not end, which ``finished`` tells
apart. ``played`` is the day of play. ``events`` counts the whole record. Not here: the players.
"""

from datetime import date
from typing import NamedTuple

from analytics.facts.head import played, tournament
from analytics.facts.story import Story

UNFINISHED = "unfinished"
"""The reason of a match that has no end."""


class Row(NamedTuple):
    """See ``schema`` for the types."""

    match: str
    ruleset: str
    edition: str
    cards: str
    played: date | None
    tournament: str | None
    simulated: bool
    grade: str
    finished: bool
    winner: str | None
    reason: str
    turns: int
    events: int
    first_seat: str | None


def rows(story: Story) -> list[Row]:
    """The row of this match."""
    opened, result = story.opened, story.table.result
    return [
        Row(
            match=story.match,
            ruleset=f"{opened.game}@{opened.edition}",
            edition=opened.edition,
            cards=opened.cards,
            played=played(opened.head),
            tournament=tournament(opened.head),
            simulated=opened.simulated,
            grade=story.grade,
            finished=result is not None,
            winner=(result.winner or None) if result else None,
            reason=result.reason if result else UNFINISHED,
            turns=story.table.turn,
            events=story.events,
            first_seat=story.first_seat or None,
        )
    ]

"""One row an answer: with which card, to which action of which card, and what became of that action.

``seat`` is the one who answers, ``declaration`` and ``outcome`` are those of the action answered. Not here:
opportunities that were let go by.
"""

from typing import NamedTuple

from analytics.facts.story import NONE, Story


class Row(NamedTuple):
    """See ``schema`` for the types."""

    match: str
    seq: int
    declaration: int | None
    seat: str
    turn: int
    card: str | None
    answered_by: str | None
    outcome: str


def rows(story: Story) -> list[Row]:
    """A row for every answer, in order."""
    return [
        Row(
            story.match,
            answer.seq,
            answer.action.seq if answer.action else None,
            answer.event.seat,
            answer.turn,
            story.face(answer.action.card, answer.action.face) if answer.action else None,
            story.face(answer.event.cards[0], answer.face),
            answer.action.outcome if answer.action else NONE,
        )
        for answer in story.answers.values()
    ]

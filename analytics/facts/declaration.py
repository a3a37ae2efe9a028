"""One row a declaration, or an ability that acted by itself: what it cost, who answered, what became of it.

``parent`` is the declaration within which it was made. ``paid`` is what the seat paid for it, ``answered``
how many answers it got, ``spent`` seconds where they were written down. For ``outcome`` see
``story.Action``. Not here: acts that answer a question of the rules.
"""

from typing import NamedTuple

from analytics.facts.story import Story


class Row(NamedTuple):
    """See ``schema`` for the types."""

    match: str
    seq: int
    seat: str
    verb: str
    card: str | None
    turn: int
    parent: int | None
    paid: int
    answered: int
    outcome: str
    spent: int | None


def rows(story: Story) -> list[Row]:
    """A row for every declaration, in order."""
    return [
        Row(
            story.match,
            action.seq,
            action.seat,
            action.verb,
            story.face(action.card, action.face),
            action.turn,
            action.parent.seq if action.parent else None,
            action.paid,
            action.answers,
            action.outcome,
            action.spent,
        )
        for action in story.actions.values()
    ]

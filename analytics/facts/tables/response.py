"""One row an answer: its card, the action and card that it answers, and the outcome of that action.

``seat`` is the seat that answers, ``declaration`` and ``outcome`` are those of the action answered. Not here:
opportunities that were passed (``response_window``).
"""

from typing import NamedTuple

from analytics.facts.columns import Count, Number, Word
from analytics.facts.extract.match_facts import NONE, MatchFacts


class Row(NamedTuple):
    """The columns of the table."""

    match: Word
    game_no: Number
    seq: Count
    declaration: Count | None
    seat: Word
    turn: Number
    card: Word | None
    answered_by: Word | None
    outcome: Word


def rows(facts: MatchFacts) -> list[Row]:
    """A row for every answer, in order."""
    return [
        Row(
            facts.match,
            1,
            answer.seq,
            answer.action.seq if answer.action else None,
            answer.event.seat,
            answer.turn,
            (answer.action.identity[0] or None) if answer.action else None,
            answer.identity[0] or None,
            answer.action.outcome if answer.action else NONE,
        )
        for answer in facts.answers.values()
    ]

"""One row a declaration or triggered ability: its cost, answers and outcome.

``parent`` is the declaration within which it was made, ``depth`` the nesting from 1. ``links`` is the depth
of the chain of nested declarations that this one began; else null. ``paid`` is what the seat paid for it,
``answered`` the number of answers, ``passed`` the number of passed opportunities to answer, ``spent`` the
seconds if recorded. For ``outcome`` see ``match_facts.Action``. Not here: acts that answer a question of the
rules.
"""

from typing import NamedTuple

from analytics.facts.columns import Count, Number, Word
from analytics.facts.extract.match_facts import WITHOUT_OUTCOME, MatchFacts


class Row(NamedTuple):
    """The columns of the table."""

    match: Word
    game_no: Number
    seq: Count
    seat: Word
    verb: Word
    card: Word | None
    turn: Number
    phase: Word | None
    parent: Count | None
    depth: Count
    links: Count | None
    paid: Number
    answered: Count
    passed: Count
    outcome: Word
    spent: Number | None


def rows(facts: MatchFacts) -> list[Row]:
    """A row for every declaration, in order."""
    return [
        Row(
            facts.match,
            1,
            action.seq,
            action.seat,
            action.verb,
            action.identity[0] or None,
            action.turn,
            action.phase or None,
            action.parent.seq if action.parent else None,
            action.depth,
            action.links if action.parent is None and action.outcome not in WITHOUT_OUTCOME else None,
            action.paid,
            action.answers,
            action.passed,
            action.outcome,
            action.spent,
        )
        for action in facts.actions.values()
    ]

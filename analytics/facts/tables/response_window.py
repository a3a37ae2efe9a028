"""One row an opportunity to answer an action: whose it was, whether it was taken, and whether it could be.

``seat`` is the one who might answer, ``card`` that of the action, ``declaration`` its seq. ``able`` tells
whether the seat held a legal answer: the rules say so where they confirm every event of a record that knows
every card, elsewhere it is null. What the rules asked without an answer being possible is left out; where
they were not asked at all, everything that was let go by within an action is taken for an opportunity. Not
here: what became of the answers (``response``).
"""

from typing import NamedTuple

from analytics.facts.columns import Count, Flag, Number, Word
from analytics.facts.extract.match_facts import MatchFacts


class Row(NamedTuple):
    """The columns of the table."""

    match: Word
    game_no: Number
    seq: Count
    declaration: Count | None
    seat: Word
    turn: Number
    card: Word | None
    answered: Flag
    able: Flag | None


def rows(facts: MatchFacts) -> list[Row]:
    """A row for every opportunity, in order."""
    held = facts.held
    return [
        Row(
            facts.match,
            1,
            seq,
            window.action.seq if window.action else None,
            window.event.seat,
            window.turn,
            (window.action.identity[0] or None) if window.action else None,
            seq in facts.answers,
            held[seq] if held is not None else None,
        )
        for seq, window in facts.windows.items()
        if held is None or seq in held
    ]

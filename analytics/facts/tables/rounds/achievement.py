"""One row a seat, a round and a thing that points are given for, such as a yaku: its last amount.

Also where the seat got no points for it, because somebody else won the round. Not here: the points of the
round (``score``).
"""

from typing import NamedTuple

from analytics.facts.columns import Count, Number, Word
from analytics.facts.extract.match_facts import MatchFacts


class Row(NamedTuple):
    """The columns of the table."""

    match: Word
    game_no: Number
    seat: Word
    seq: Count
    turn: Number
    number: Number
    what: Word
    amount: Number


def rows(facts: MatchFacts) -> list[Row]:
    """A row for each, in the order in which they were first achieved."""
    return [
        Row(facts.match, 1, seat, found.seq, found.turn, number, what, found.amount)
        for (number, seat, what), found in facts.rounds.achieved.items()
    ]

"""One row a change of a seat's life total, with a first row for its value at the start.

A game without such a number has no rows. Not here: the cause of the change (the event ``seq``).
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
    life: Number


def rows(facts: MatchFacts) -> list[Row]:
    """A row for every change, in order."""
    return [Row(facts.match, 1, life.seat, life.seq, life.turn, life.value) for life in facts.movements.lives]

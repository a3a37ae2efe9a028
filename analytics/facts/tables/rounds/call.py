"""One row each time that a seat could have ended a round with points and went on.

``offered`` are the points that it left, ``gained`` those that the round gave it in the end (less than 0: it
paid), ``gain`` the difference. Of rounds that have an end. Not here: rounds that were ended at once.
"""

from typing import NamedTuple

from analytics.facts.columns import Bit, Count, Number, Word
from analytics.facts.extract.match_facts import MatchFacts


class Row(NamedTuple):
    """The columns of the table."""

    match: Word
    game_no: Number
    seat: Word
    seq: Count
    turn: Number
    number: Number
    offered: Number
    gained: Number
    gain: Number
    won: Bit
    lost: Bit
    tied: Bit


def rows(facts: MatchFacts) -> list[Row]:
    """A row for each, in order."""
    found = []
    for call in facts.rounds.calls:
        if call.span.end:
            gained = call.span.scores.get(call.seat, 0)
            gain = gained - call.offered
            place = (facts.match, 1, call.seat, call.seq, call.turn, call.span.number)
            found.append(Row(*place, call.offered, gained, gain, *call.span.result(call.seat)))
    return found

"""One row an invalid payment: it was taken back, or not made as the rules demand.

``how`` is ``taken back`` for a payment in a span of the record that was retracted, or ``foul`` for a recorded
foul against a clause about payments (``roles``). Not here: valid payments (``payment``), and records that
diverge from the rules (their grade).
"""

from typing import NamedTuple

from analytics.facts.columns import Count, Number, Word
from analytics.facts.extract.match_facts import MatchFacts


class Row(NamedTuple):
    """The columns of the table."""

    match: Word
    game_no: Number
    seq: Count
    seat: Word
    turn: Number
    how: Word
    resource: Word | None
    amount: Number
    card: Word | None


def rows(facts: MatchFacts) -> list[Row]:
    """A row for every such payment, in order."""
    return [
        Row(
            facts.match,
            1,
            seq,
            one.seat,
            one.turn,
            one.how,
            one.resource or None,
            one.amount,
            one.card[0] or None,
        )
        for seq, one in sorted(facts.reversals.items())
    ]

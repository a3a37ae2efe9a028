"""One row a payment that does not stand: it was taken back, or what was owed was not paid as the rules say.

``how`` is ``taken back``, of a payment in a span of the record that was rewound, or ``foul``, of a foul that
was written down against a clause by which something is owed (``roles``). Not here: payments that stand
(``payment``), and records that depart from the rules (their grade tells).
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

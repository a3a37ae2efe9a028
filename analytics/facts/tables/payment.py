"""One row a payment: who paid how much of what, for which card, within which declaration.

``cards`` is the number of cards paid. ``declaration`` is null for a payment outside of any; the payer may be
the seat that answers it. Not here: what could have been paid (``budget``).
"""

from typing import NamedTuple

from analytics.facts.columns import Count, Number, Word
from analytics.facts.extract.match_facts import MatchFacts


class Row(NamedTuple):
    """The columns of the table."""

    match: Word
    game_no: Number
    seq: Count
    declaration: Count | None
    seat: Word
    turn: Number
    resource: Word
    amount: Number
    cards: Count
    card: Word | None


def rows(facts: MatchFacts) -> list[Row]:
    """A row for every payment, in order."""
    return [
        Row(
            facts.match,
            1,
            paid.seq,
            paid.action.seq if paid.action else None,
            paid.event.seat,
            paid.turn,
            paid.event.resource,
            paid.event.amount,
            len(paid.event.cards),
            paid.identity[0] or None,
        )
        for paid in facts.payments
    ]

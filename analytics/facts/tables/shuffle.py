"""One row a card of a shuffled library: its ``position`` and the number of cards; the top card has 1.

Only of shuffles of which every card is known, at once or by the end of the record; ``how`` is the recorded
evidence for the order; the seat is ``table`` for a pile of all players. Not here: cards drawn (``draw``), the
check of a proof (the audit).
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
    card: Word
    position: Count
    library: Count
    how: Word


def rows(facts: MatchFacts) -> list[Row]:
    """A row for every card of every such shuffle, from the top."""
    return [
        Row(facts.match, 1, laid.seat, laid.seq, face, position, len(laid.cards), laid.how)
        for laid in facts.shuffles
        if all(identity[0] for identity in laid.cards)
        for position, (face,) in enumerate(laid.cards, start=1)
    ]

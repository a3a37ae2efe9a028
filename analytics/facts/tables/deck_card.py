"""One row a card of a recorded or completely known deck, with its copies.

Equal decks have equal digests, so ``SELECT DISTINCT deck, card, copies`` lists the decks. Not here: cards
drawn or played (``card_seat_game``).
"""

from typing import NamedTuple

from analytics.facts.columns import Number, Word
from analytics.facts.extract.match_facts import MatchFacts


class Row(NamedTuple):
    """The columns of the table."""

    match: Word
    seat: Word
    deck: Word
    card: Word
    copies: Number


def rows(facts: MatchFacts) -> list[Row]:
    """A row for every card of every deck, in order of seats and cards."""
    return [
        Row(facts.match, seat, deck.digest, card, copies)
        for seat, deck in sorted(facts.decks.items())
        for card, copies in deck.copies
    ]

"""One row a card of a recorded or completely known deck, with its copies.

Equal decks have equal digests, so ``SELECT DISTINCT deck, card, copies`` lists the decks. Not here: cards
drawn or played (``card_seat_game``).
"""

from typing import NamedTuple

from analytics.facts.columns import Number, Word
from analytics.facts.extract.deck import deck
from analytics.facts.extract.match_facts import MatchFacts


class Row(NamedTuple):
    """The columns of the table."""

    match: Word
    seat: Word
    deck: Word
    card: Word
    copies: Number


def rows(facts: MatchFacts) -> list[Row]:
    """A row for every card of every deck, in order of seats and cards; of a tournament, of every deck that
    its file lists, under the id of its player: also of players whose matches the file does not have."""
    if facts.sheet is not None:
        return [
            Row(facts.match, player.id, listed.digest, card, copies)
            for player in facts.sheet.players
            if player.deck and player.deck.main
            for listed in (deck(player.deck.main),)
            for card, copies in listed.copies
        ]
    return [
        Row(facts.match, seat, one.digest, card, copies)
        for seat, one in sorted(facts.decks.items())
        for card, copies in one.copies
    ]

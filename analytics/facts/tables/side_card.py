"""One row a card beside a deck (its sideboard) that a file of a tournament lists, with its copies.

``deck`` is the digest of the main deck, where that is listed too. Not here: that deck (``deck_card``).
"""

from typing import NamedTuple

from analytics.facts.columns import Number, Word
from analytics.facts.extract.deck import deck
from analytics.facts.extract.match_facts import MatchFacts


class Row(NamedTuple):
    """The columns of the table."""

    match: Word
    tournament_id: Word
    player_id: Word
    deck: Word | None
    card: Word
    copies: Number


def rows(facts: MatchFacts) -> list[Row]:
    """A row for every card of every sideboard, in the order of the file; none for a match."""
    sheet = facts.sheet
    if sheet is None:
        return []
    return [
        Row(facts.match, sheet.id, player.id, digest, card, copies)
        for player in sheet.players
        if player.deck and player.deck.side
        for digest in (deck(player.deck.main).digest if player.deck.main else None,)
        for card, copies in deck(player.deck.side).copies
    ]

"""What a record knows of the cards of a seat: of its deal, of what it kept, of its deck, of its hand.

Where it does not know them all, it knows those that were played, and counting these alone would favour
cards that get played. Not here: the rules' own view of unknown faces (``engine.kernel.knowledge``).
"""

from collections.abc import Sequence
from typing import NamedTuple

from analytics.facts.extract.match_facts import MatchFacts
from analytics.facts.extract.shuffled_library import Identity


class Knowledge(NamedTuple):
    """Whether every card is known that was dealt to choose from, that was kept of those, that the seat played
    with, and that ever came to its hand."""

    deal_known: bool
    keep_known: bool
    deck_known: bool
    hand_known: bool


def knowledge(facts: MatchFacts, seat: str) -> Knowledge:
    """What the record knows at its end, when it has learned all that it ever will."""
    movements = facts.movements
    return Knowledge(
        deal_known=_known(facts.deal.get(seat)),
        keep_known=_known(facts.kept.get(seat)),
        deck_known=seat in facts.opened.decks or _known(movements.deck.get(seat)),
        hand_known=bool(movements.began and facts.roles.hand)
        and all(stay.card[0] for stay in movements.stays if stay.seat == seat),
    )


def _known(cards: Sequence[Identity] | None) -> bool:
    return cards is not None and all(identity[0] for identity in cards)

"""What a question asks of the deck of a seat: that it has a card, or has it not.

Not here: the seats whose decks are so (``analytics.query.selection.seats_with_card``).
"""

from typing import Literal, NamedTuple

Board = Literal["main", "side", "either"]
"""Where a card is: in the deck, beside it (the sideboard of a list), or anywhere in both."""


class DeckCard(NamedTuple):
    """The deck of a seat has the ``card``, or is known and has it not (``there``)."""

    card: str
    board: Board = "main"
    there: bool = True

"""What every table of ChronoCard TCG keeps: decks of thirty cards and a heroine, what may lie where and how.

Not here: the limits of numbers (``board.TRACKS``).
"""

from engine.common.table_limits import (
    attached_as,
    copies_in_deck,
    face_down_only,
    has_at_most,
    holds_own_cards,
    lies_there_only,
    marked_only,
    turned_only,
)
from engine.games.chronocard.board import is_character, kind, on_field
from engine.games.chronocard.setup import DECK, most_copies
from engine.kernel.game import Game
from events.model.changes import CardRef


def _is_heroine(game: Game, card: CardRef) -> bool:
    return kind(game, card) == "heroine"


def _is_worn(game: Game, card: CardRef, host: str, role: str) -> bool:
    """An item is on an own character (CC-OP-3)."""
    return kind(game, card) == "item" and on_field(game, card) and on_field(game, host)


# Two characters of one name may lie there: a text can put the second onto the field (CC-base-2-4 is of uses).
LIMITS = (
    has_at_most(lambda game: DECK, "CC-base-3-1", what=lambda game, card: not _is_heroine(game, card)),
    has_at_most(lambda game: 1, "CC-base-3-1", what=_is_heroine),
    copies_in_deck("CC-base-3-2", lambda game, printed: most_copies(printed)),
    lies_there_only("CC-USE-13", ("field",), lambda game, card: kind(game, card) != "event"),
    holds_own_cards("CC-base-1-1", ("field",)),
    holds_own_cards("CC-base-3-1", ("deck", "hand", "pending", "discard")),
    attached_as("CC-OP-3", _is_worn),
    face_down_only("CC-base-2-5", lambda game, card: on_field(game, card) and is_character(game, card)),
    turned_only("CC-base-7-1", {"field": (1,)}),
    marked_only("CC-base-2-6", lambda game, card: on_field(game, card)),
)

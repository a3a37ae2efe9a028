"""What every table of Aquarian Age keeps: copies and size of a deck, what may lie where and how.

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
    zone_of,
)
from engine.games.aquarian_age.board import (
    BREAK,
    FAMILIAR,
    PERMANENT,
    POWER,
    SEATS,
    TERRITORY,
    is_character,
    kind,
    role,
)
from engine.games.aquarian_age.setup import COPIES, SIZES
from engine.kernel.game import Game
from events.model.changes import CardRef


def _is_attached_rightly(game: Game, card: CardRef, host: str, role: str) -> bool:
    """What belongs to a character lies with it: break cards, power cards and permanents (AA-9-1a, AA-9-1b);
    a card that an effect made a character is attached to its player or to its maker."""
    if role == FAMILIAR:
        return zone_of(game, card) in TERRITORY
    table = game.table
    if role not in (BREAK, POWER, PERMANENT) or host in SEATS:
        return False
    return is_character(game, host) and table.place[card] == table.place.get(host)


def _is_character_or_set_on_one(game: Game, card: CardRef) -> bool:
    """A break card that stole a character stands by itself (AA-base-8-3)."""
    return kind(game, card) in ("character", "break") or card in game.table.host


LIMITS = (
    has_at_most(lambda game: SIZES[str(game.settings["deck_size"])][1], "AA-OP-3"),
    copies_in_deck("AA-base-2-1", lambda game, printed: COPIES),
    lies_there_only("AA-9-1a", TERRITORY, _is_character_or_set_on_one),
    lies_there_only("AA-13-3b", ("lasting",), lambda game, card: kind(game, card) in ("project", "fast")),
    holds_own_cards("AA-base-2-2", ("deck", "hand", "pending", "lasting")),
    holds_own_cards("AA-base-11-1", ("damage",)),
    holds_own_cards("AA-base-10-5", ("discard",)),
    attached_as("AA-9-1b", _is_attached_rightly),
    face_down_only("AA-OP-7", lambda game, card: role(game, card) == POWER),
    turned_only("AA-base-4-3", {}),
    marked_only("AA-base-4-2", lambda game, card: zone_of(game, card) in (*TERRITORY, "lasting", "pending")),
)

"""What every table of Blade Rondo keeps: seven swords a player, copies of the pool, what lies where and how.

Not here: the limits of numbers (``board.TRACKS``).
"""

from engine.common.table_limits import (
    attached_as,
    copies_in_pool,
    face_down_only,
    has_at_most,
    holds_own_cards,
    lies_there_only,
    turned_only,
    zone_of,
)
from engine.games.blade_rondo.setup import KEEP
from engine.kernel.game import Game
from events.model.changes import CardRef

IN_USE = ("hand", "play", "set", "under", "discard")
"""Where the seven swords of a player are, wherever they are."""


def _is_sword_in_use(game: Game, card: CardRef) -> bool:
    return zone_of(game, card) in IN_USE and game.printed(card).kind != "breath"


def _may_lie_face_down(game: Game, card: CardRef) -> bool:
    """A response in the play area; in solo play the outer draw as well (BR-4.4-2)."""
    if zone_of(game, card) != "play":
        return False
    return bool(game.printed(card).answers) or game.settings["mode"] == "solo"


def _lies_in_its_proper_place(game: Game, card: CardRef, host: str, role: str) -> bool:
    return zone_of(game, card) in ("set", "under")


LIMITS = (
    has_at_most(lambda game: KEEP, "BR-base-1-1", what=_is_sword_in_use),
    copies_in_pool("BR-base-3-1"),
    face_down_only("BR-4.4-1", _may_lie_face_down),
    attached_as("BR-6.2-1", _lies_in_its_proper_place),
    lies_there_only("BR-base-2-2", ("set", "under"), lambda game, card: card in game.table.host),
    lies_there_only("BR-base-2-2", ("breath",), lambda game, card: game.printed(card).kind == "breath"),
    holds_own_cards("BR-base-1-1", ("hand",)),
    holds_own_cards("BR-base-5-1", ("breath",)),
    holds_own_cards("BR-base-5-2", ("dealt",)),
    holds_own_cards("BR-base-2-5", ("aside",)),
    holds_own_cards("BR-base-2-4", ("discard",)),
    turned_only("BR-base-2-2", {}),
)

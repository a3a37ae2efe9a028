"""The changes by which players and characters take damage.

Not here: who deals it (``effect_handlers``, ``charm``, ``payment``), or what follows from it (``leaving``).
"""

from engine.common.marks import mark
from engine.effect.interpret import moved_track
from engine.games.chronocard.board import DAMAGE, STAY
from engine.kernel.game import Game
from events.model.changes import CardRef, Grant, Set


def hurt_player(game: Game, seat: str, amount: int) -> Set:
    """Damage to a player accumulates, also above the limit, and never falls below 0 (CC-base-9-1,
    CC-base-9-2)."""
    return moved_track(game, "taken", seat, game.table.track("taken", seat) + amount)


def hurt_character(game: Game, card: CardRef, amount: int, source: CardRef) -> Grant:
    """Damage to a character lowers its DP (CC-base-9-3) until the end phase, or permanently (CC-OP-7)."""
    noted = mark(game, card, DAMAGE, "CC-base-9-3", amount=amount, source=source)
    if game.settings["character_damage"] == "lasting":
        return Grant(noted.id, card, DAMAGE, "add", amount, "", STAY, source, "CC-OP-7")
    return noted

"""What a weapon or magic card asks of the unit that it is given to (付与).

Not here: when it is given, and what that costs (``verbs.unit_step``, ``turn``, ``effect_handlers``).
"""

from engine.games.fertcg.board import GEAR, WEAPON_KINDS, attached
from engine.kernel.game import Game
from events.model.changes import CardRef


def level(game: Game, card: CardRef, unit: CardRef) -> tuple[str, int, int]:
    """The kind of a weapon or magic card, the level that it needs, and that of the unit (FE-base-3-3)."""
    gear = game.printed(card)
    arm = next(word for word in gear.keywords if word in WEAPON_KINDS)
    return arm, gear.stats.get("level", 1), game.printed(unit).stats.get(arm, 0)


def has_level(game: Game, card: CardRef, unit: CardRef) -> bool:
    _, needed, has = level(game, card, unit)
    return has >= needed


def has_slot(game: Game, card: CardRef, unit: CardRef) -> bool:
    """Whether the unit has room for one more card of that kind (FE-OP-17)."""
    kind = game.printed(card).kind
    has = sum(game.printed(other).kind == kind for other in attached(game, unit))
    return has < int(game.settings["attached_each"])


def can_be_given(game: Game, card: CardRef, unit: CardRef) -> bool:
    """Whether this is a weapon or magic card that the unit can have."""
    printed = game.card(card)
    if printed is None or printed.kind not in GEAR:
        return False
    return has_level(game, card, unit) and has_slot(game, card, unit)

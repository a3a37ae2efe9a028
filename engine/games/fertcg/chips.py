"""Chips (気力チップ): twenty a player, unused, used or on units, and how they move between these.

Every change here keeps their number (FE-base-1-3). Not here: why chips are paid or lost.
"""

from collections.abc import Mapping

from engine.common.marks import mark, marked_amount
from engine.effect.select import owner
from engine.games.fertcg.board import CHIP, on_field
from engine.kernel.game import Game
from events.model.changes import AnyChange, CardRef, Expire, Holder, Set


def chips(game: Game, unit: CardRef) -> int:
    """The current stamina of a unit."""
    return marked_amount(game, unit, CHIP)


def numbers(game: Game, of: Holder) -> Mapping[str, int]:
    """The chips on a unit now, and its base stamina (FE-base-3-1)."""
    if of not in game.table.place or not on_field(game, of):
        return {}
    return {CHIP: chips(game, of), "stamina": game.printed(of).stats.get("stamina", 0)}


def unused(game: Game, seat: str) -> int:
    """The pool from which a player pays."""
    return game.table.track("unused", seat)


def place_chips(game: Game, unit: CardRef, number: int) -> list[AnyChange]:
    """Unused chips go onto an own unit (FE-base-5-4, FE-base-5-5)."""
    seat = owner(unit)
    return [
        *_now_on(game, unit, chips(game, unit) + number),
        Set("unused", seat, unused(game, seat) - number),
    ]


def take_chips(game: Game, unit: CardRef, number: int, pool: str = "used") -> list[AnyChange]:
    """Chips move from a unit to a pool of its player (FE-K-2)."""
    seat = owner(unit)
    pooled = Set(pool, seat, game.table.track(pool, seat) + number)
    return [*_now_on(game, unit, chips(game, unit) - number), pooled]


def spend_chips(game: Game, seat: str, number: int) -> list[AnyChange]:
    """Unused chips become used ones (FE-base-6-1)."""
    return [
        Set("unused", seat, unused(game, seat) - number),
        Set("used", seat, game.table.track("used", seat) + number),
    ]


def recover_chips(game: Game, seat: str, number: int) -> list[AnyChange]:
    """Used chips become unused ones again (FE-base-5-2)."""
    return [
        Set("used", seat, game.table.track("used", seat) - number),
        Set("unused", seat, unused(game, seat) + number),
    ]


def _now_on(game: Game, unit: CardRef, number: int) -> list[AnyChange]:
    changes: list[AnyChange] = [Expire(grant.id) for grant in game.table.effects(unit, CHIP)]
    if number:
        changes.append(mark(game, unit, CHIP, "FE-base-1-3", amount=number))
    return changes

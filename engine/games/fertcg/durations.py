"""How long continuous effects last: a strike, a phase, a turn.

Not here: marks that end with their card (``leaving``), or who makes an effect (card text).
"""

from msgspec.structs import replace

from engine.effect.interpret import ended_grants
from engine.effect.select import owner
from engine.games.fertcg.board import ASLEEP, SEATS, STRIKING, units
from engine.kernel.game import Game
from events.model.changes import AnyChange, Expire, Grant

PROMISED = "at addition"
"""An additional effect (追加効果) promised in the preparation second of a strike: it belongs to that strike
alone (FE-A-D-11)."""


def ended_with_strike(game: Game) -> tuple[AnyChange, ...]:
    """What ends with a strike, be it carried out or called off."""
    promised = [grant.id for seat in SEATS for grant in game.table.effects(seat, PROMISED)]
    return tuple(Expire(id) for id in (*ended_grants(game, "end of action"), *promised))


def ended_outside_fights(game: Game) -> tuple[AnyChange, ...]:
    """What was said of a strike while there was none: it ends with the card that said it."""
    return () if _is_fight_on(game) else ended_with_strike(game)


def _is_fight_on(game: Game) -> bool:
    return any(game.table.effects(unit, STRIKING) for seat in SEATS for unit in units(game, seat))


def ended_with_phase(game: Game) -> tuple[AnyChange, ...]:
    """What ends with the national phase or the invasion phase."""
    return tuple(Expire(id) for id in ended_grants(game, "end of phase"))


def ended_with_turn(game: Game) -> tuple[AnyChange, ...]:
    """What ends with the turn; what lasts until the end of the next turn has one to go."""
    changes: list[AnyChange] = [
        Expire(id) for id in ended_grants(game, "end of action", "end of phase", "end of turn")
    ]
    for grant in tuple(game.table.grants.values()):
        if grant.until == "end of next turn" and not _goes_on(game, grant):
            changes += [Expire(grant.id), replace(grant, id=game.number(), until="end of turn")]
    return tuple(changes)


def _goes_on(game: Game, grant: Grant) -> bool:
    """By setting a unit that was put to sleep in its own turn sleeps through the next one of its own
    (FE-OP-32)."""
    lasts_longer = grant.quantity == ASLEEP and game.settings["sleep_lasts"] == "own_turn"
    return lasts_longer and owner(grant.on) == game.table.seat

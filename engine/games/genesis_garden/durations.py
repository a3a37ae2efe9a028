"""What lasts for a time, and what waits for the end of a turn.

Not here: accumulated damage, which a standby phase ends (``turn``).
"""

import msgspec

from engine.effect.context import Context, opponent
from engine.effect.grammar import parse
from engine.effect.interpret import carry_out, ended_grants
from engine.effect.select import owner
from engine.games.genesis_garden.board import first_player, in_order
from engine.games.genesis_garden.effects import consequences
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import AnyChange, Expire, Grant
from events.model.kinds import Happened

BASE = "GG-base-2"
"""The clause of everything that lasts for a time."""
WITH_ACTION = ("end of action",)
WITH_PHASE = (*WITH_ACTION, "end of phase")
WITH_TURN = (*WITH_PHASE, "end of turn")
"""What ends with an attack, with a phase, with a turn: a shorter time ends with every longer one."""
NEXT_TURN = "end of next turn"


def ended(game: Game, times: tuple[str, ...]) -> tuple[AnyChange, ...]:
    """The changes that end what lasts no longer than these times."""
    return tuple(Expire(id) for id in ended_grants(game, *times))


def action_ends(game: Game, what: str, seat: str, card: str) -> Procedure:
    """What lasted for the attack ends."""
    if changes := ended(game, WITH_ACTION):
        yield Happened(what, seat, (BASE,), card=card, changes=changes)


def phase_ends(game: Game, seat: str) -> Procedure:
    """What lasted for the phase ends, and what follows from that comes before the next phase."""
    if changes := ended(game, WITH_PHASE):
        yield Happened("phase ends", seat or first_player(game), (BASE,), changes=changes)
        yield from consequences(game)


def ended_with_turn(game: Game, seat: str) -> tuple[AnyChange, ...]:
    """What lasts until the end of the turn ends with it, and what lasts until the end of the next turn lasts
    until the end of that one from now on, if it is the one that is meant (GG-OP-27)."""
    changes = list(ended(game, WITH_TURN))
    coming = _next_seat(game, seat)
    for grant in game.table.grants.values():
        if grant.until == NEXT_TURN and _is_meant(game, grant, coming):
            changes += [
                Expire(grant.id),
                msgspec.structs.replace(grant, id=game.number(), until="end of turn"),
            ]
    return tuple(changes)


def _next_seat(game: Game, seat: str) -> str:
    """Whose turn comes next: the second player's after the first's, then that of both (GG-TURN-1)."""
    first = first_player(game)
    if not seat:
        return first
    return opponent(game, first) if seat == first else ""


def _is_meant(game: Game, grant: Grant, coming: str) -> bool:
    """Whether the coming turn is the next one of a text: the turn after the one at hand, or by setting the
    next own turn of its player (GG-OP-27)."""
    return game.settings["next_turn"] == "following" or owner(grant.source) == coming


def end_of_turn_effects(game: Game) -> Procedure:
    """What texts have put off until the end of the turn, the first player's first (GG-base-2)."""
    for player in in_order(game):
        for grant in game.table.effects(player, "at end of turn"):
            context = Context(player, grant.source, (BASE,))
            yield from carry_out(game, (parse(grant.text),), context)
            yield from consequences(game)

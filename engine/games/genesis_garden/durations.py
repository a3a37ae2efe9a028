"""What lasts for a time, and what waits for the end of a turn.

Not here: accumulated damage, which a standby phase ends (``turn``).
"""

from collections.abc import Container

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
    """What lasted for the phase ends, and what follows from that comes before the next phase: an answer that
    lasts for the phase ends with it as well."""
    while changes := ended(game, WITH_PHASE):
        yield Happened("phase ends", seat or first_player(game), (BASE,), changes=changes)
        yield from consequences(game)


def ended_with_turn(game: Game, seat: str, *, kept: Container[str] = ()) -> tuple[AnyChange, ...]:
    """What lasts until the end of the turn ends with it, and what lasts until the end of the next turn lasts
    until the end of that one from now on, if it is the one that is meant (GG-OP-27). ``kept``: the ids of
    those that do so already."""
    changes: list[AnyChange] = [Expire(id) for id in ended_grants(game, *WITH_TURN) if id not in kept]
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
    """What texts have put off until the end of the turn, the first player's first (GG-base-2); what one of
    them puts off in its turn comes after the others."""
    done: set[str] = set()
    while waiting := [
        (player, grant)
        for player in in_order(game)
        for grant in game.table.effects(player, "at end of turn")
        if grant.id not in done
    ]:
        player, grant = waiting[0]
        done.add(grant.id)
        context = Context(player, grant.source, (BASE,))
        yield from carry_out(game, (parse(grant.text),), context)
        yield from consequences(game)


def late_effects(game: Game, seat: str, changes: tuple[AnyChange, ...]) -> Procedure:
    """What answers to the end of a turn has brought about belongs to that turn and ends with it (GG-OP-26).
    ``changes`` are those with which the turn has ended."""
    kept = {change.id for change in changes if isinstance(change, Grant)}
    while True:
        yield from end_of_turn_effects(game)
        late = ended_with_turn(game, seat, kept=kept)
        if not late:
            return
        kept |= {change.id for change in late if isinstance(change, Grant)}
        yield Happened("turn ends", seat or first_player(game), (BASE, "GG-OP-26"), changes=late)
        yield from consequences(game)

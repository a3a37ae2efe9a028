"""Changes of phase, and the end phase.

Not here: the start phase (``start_phase``), and the phases in which players act (``turn``, ``charm``).
"""

from engine.common.marks import marked
from engine.effect.context import Context, opponent
from engine.effect.interpret import ended_grants
from engine.effect.select import choose
from engine.games.chronocard.board import (
    DECKED,
    PHASE_END,
    SEATS,
    TURN_END,
)
from engine.games.chronocard.ep import expire
from engine.games.chronocard.leaving import card_leaves, check_state
from engine.games.chronocard.trigger import flush
from engine.kernel.game import Game
from engine.kernel.procedure import MatchOver, Procedure
from events.model.changes import AnyChange, Expire
from events.model.kinds import Began, Ended, Happened


def begin_phase(game: Game, name: str, seat: str) -> Procedure:
    """A phase begins (CC-base-4-1)."""
    yield Began("phase", name, game.table.turn, seat, ("CC-base-4-1",))


def end_phase(game: Game, name: str, seat: str) -> Procedure:
    """A phase ends: the end of the match is checked (CC-base-4-2), EP is lost (CC-EP-7), in that order
    (CC-OP-5)."""
    changes = tuple(Expire(id) for id in ended_grants(game, PHASE_END))
    yield Ended("phase", name, game.table.turn, seat, clauses=("CC-base-4-1",))
    if changes:
        yield Happened("effects end", seat, ("CC-base-4-1",), changes=changes)
        yield from check_state(game)
    if game.settings["phase_change_order"] == "check_first":
        end_if_lost(game)
        yield from expire(game)
    else:
        yield from expire(game)
        end_if_lost(game)


def end_if_lost(game: Game) -> None:
    """End the match if a player is defeated (CC-base-9-4)."""
    beaten = [seat for seat in SEATS if _is_defeated(game, seat)]
    if not beaten:
        return
    if len(beaten) == 1:
        raise MatchOver(opponent(game, beaten[0]), "damage", "CC-base-9-4", "CC-base-4-2")
    taken = {seat: game.table.track("taken", seat) for seat in SEATS}
    first, second = SEATS
    winner = ""
    if game.settings["both_at_limit"] == "higher_loses" and taken[first] != taken[second]:
        winner = min(SEATS, key=lambda seat: taken[seat])
    raise MatchOver(winner, "both at the limit", "CC-OP-20", "CC-base-4-2")


def _is_defeated(game: Game, seat: str) -> bool:
    """Damage at the limit or above (CC-base-9-2), or nothing left to draw (CC-OP-19)."""
    return game.table.track("taken", seat) >= game.table.track("limit", seat) or marked(game, seat, DECKED)


def end_turn(game: Game, number: int, seat: str) -> Procedure:
    """Effects until the end phase end, including damage to characters (CC-base-4-13, CC-OP-7)."""
    before = len(game.history)
    yield from begin_phase(game, "end", seat)
    yield from flush(game, before)
    while expired := ended_grants(game, TURN_END):  # what the end of one thing triggers ends as well
        before = len(game.history)
        changes: tuple[AnyChange, ...] = tuple(Expire(id) for id in expired)
        yield Happened("effects end", seat, ("CC-base-4-13", "CC-OP-7"), changes=changes)
        yield from check_state(game)
        yield from flush(game, before)
    yield from _hand_limit(game, seat)
    yield from end_phase(game, "end", seat)
    yield Ended("turn", number=number, seat=seat, clauses=("CC-base-4-13",))


def _hand_limit(game: Game, seat: str) -> Procedure:
    """No hand limit, unless a setting has one (CC-OP-6)."""
    most, hand = int(game.settings["hand_limit"]), tuple(game.table.at(f"hand.{seat}"))
    if not most or len(hand) <= most:
        return
    context = Context(seat, "", ("CC-OP-6",))
    chosen = yield from choose(game, seat, "pick", hand, len(hand) - most, context)
    changes = tuple(one for card in chosen for one in card_leaves(game, card, f"discard.{seat}"))
    yield Happened("hand limit", seat, ("CC-OP-6",), len(chosen), changes=changes)

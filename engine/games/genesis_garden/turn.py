"""Rounds, turns and phases: each player's turn, then the battle turn of both (GG-TURN-1).

Not here: the spell and the battle phase (``battle``), the union phase (``union``).
"""

from collections.abc import Callable

import msgspec

from engine.effect.context import opponent
from engine.games.genesis_garden.battle import battle_phase, spell_phase
from engine.games.genesis_garden.board import SEATS, first_player, in_order, units
from engine.games.genesis_garden.damage import UNTIL_STANDBY, check_state
from engine.games.genesis_garden.destroyed_units import settle_destroyed
from engine.games.genesis_garden.durations import (
    end_of_turn_effects,
    ended_with_turn,
    late_effects,
    phase_ends,
)
from engine.games.genesis_garden.effects import consequences
from engine.games.genesis_garden.headquarters import draw, send_cards
from engine.games.genesis_garden.summon import summon
from engine.games.genesis_garden.union import union_phase
from engine.games.genesis_garden.unit import is_destroyed, is_tired
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import Expire, Move, Set, Turn
from events.model.kinds import Began, Declared, Ended, Happened

BATTLE_TURN = "battle"
PHASES: tuple[tuple[str, Callable[[Game], Procedure]], ...] = (
    ("union", union_phase),
    ("spell", spell_phase),
    ("battle", battle_phase),
)
"""The phases of a battle turn, up to the leave phase (GG-BTURN-1)."""


def rounds(game: Game, number: int, seat: str) -> Procedure:
    """The match from the start of a player's turn: first player, second player, battle, again (GG-TURN-1,
    GG-LEAVE-3)."""
    while True:
        first = first_player(game)
        if seat == first:
            yield from player_turn(game, number, seat)
            number, seat = number + 1, opponent(game, seat)
        yield from player_turn(game, number, seat)
        yield from battle_turn(game, number + 1)
        number, seat = number + 2, first


def rest_of_round(game: Game, number: int, seat: str) -> Procedure:
    """What follows on turn ``number`` of ``seat``."""
    if seat == first_player(game):
        yield from rounds(game, number + 1, opponent(game, seat))
    else:
        yield from battle_turn(game, number + 1)
        yield from rounds(game, number + 2, first_player(game))


# --- a player's turn ---------------------------------------------------------------------------------------


def player_turn(game: Game, number: int, seat: str) -> Procedure:
    """Standby, draw, main, end: the order never changes (GG-TURN-2, GG-TURN-3)."""
    yield _turn_begins(number, seat)
    with game.because(game.last):
        yield from consequences(game)
        yield from _standby(game, seat)
        yield from phase_ends(game, seat)
        yield _phase("draw", seat)
        yield from draw(game, seat, 1, ("GG-DRAW-1", "GG-DRAW-2"))
        yield from consequences(game)
        yield from phase_ends(game, seat)
    yield from main_and_end(game, number, seat)


def from_main(game: Game, number: int, seat: str) -> Procedure:
    """The match from the main part of a turn. Summons in it are counted."""
    yield _resumed(number, seat)
    yield from main_and_end(game, number, seat)
    yield from rest_of_round(game, number, seat)


def _turn_begins(number: int, seat: str) -> Began:
    """Nothing is summoned yet, by either player (GG-SUM-1, GG-OP-10)."""
    counts = tuple(Set("summons", one, 0) for one in SEATS)
    return msgspec.structs.replace(_resumed(number, seat), changes=counts)


def _resumed(number: int, seat: str) -> Began:
    name = "" if seat else BATTLE_TURN
    return Began("turn", name=name, number=number, seat=seat, clauses=("GG-TURN-1",))


def _phase(name: str, seat: str = "") -> Began:
    clauses = ("GG-TURN-2", "GG-TURN-3", "GG-END-4") if seat else ("GG-BTURN-1",)
    return Began("phase", name=name, seat=seat, clauses=clauses)


def _standby(game: Game, seat: str) -> Procedure:
    """Recovery and healing first, then upkeep (GG-STBY-1 to GG-STBY-4, GG-ACC-5). Both are one step: what a
    unit loses by recovery cannot destroy it before its damage has healed, unless a setting says so
    (GG-OP-25)."""
    yield _phase("standby", seat)
    table = game.table
    tired = tuple(Turn(card, 0) for card in units(game, seat) if is_tired(game, card))
    if tired:
        yield Happened("recovered", seat, ("GG-STBY-1", "GG-STBY-4"), len(tired), changes=tired)
        if game.settings["recovery_and_healing"] == "one_by_one":  # GG-OP-25
            yield from consequences(game)
    healed = tuple(
        Expire(grant.id)
        for grant in table.grants.values()
        if grant.until == UNTIL_STANDBY and grant.on.partition(".")[0] == seat
    )
    if healed:
        yield Happened("healed", seat, ("GG-ACC-5",), changes=healed)
    yield from consequences(game)
    yield from send_cards(
        game, seat, _upkeep(game, seat), "upkeep", ("GG-STBY-2", "GG-STBY-3", "GG-UNION-14")
    )
    yield from consequences(game)


def _upkeep(game: Game, seat: str) -> int:
    """One for each card on the field: two for a pair (GG-UNION-14), and one for a destroyed unit, unless a
    setting exempts it (GG-OP-7)."""
    table = game.table
    cards = [card for zone in ("front", "rear", "union") for card in table.at(f"{zone}.{seat}")]
    if not game.settings["destroyed_pay_upkeep"]:
        cards = [card for card in cards if not is_destroyed(game, card)]
    return len(cards)


def main_and_end(game: Game, number: int, seat: str) -> Procedure:
    """Summons until the end is declared (GG-MAIN-1, GG-END-1), then destroyed units are settled."""
    yield _phase("main", seat)
    yield from consequences(game)
    while True:
        act: Declared = yield Ask(
            seat, ("summon", "end"), about="main", clause="GG-MAIN-1", omissible="never"
        )
        if act.verb == "end":
            break
        with game.because(game.last):
            yield from summon(game, act)
    with game.because(game.last):
        yield from phase_ends(game, seat)
        yield _phase("end", seat)
    yield from settle_destroyed(game, seat, "GG-END-2")
    yield from _hand_limit(game, seat)
    yield from _turn_ends(game, number, seat, "GG-END-1")


def _hand_limit(game: Game, seat: str) -> Procedure:
    """There is none, unless a setting has one (GG-OP-1)."""
    limit, hand = int(game.settings["hand_limit"]), game.table.at(f"hand.{seat}")
    if limit and len(hand) > limit:
        over = len(hand) - limit
        act = yield Ask(seat, ("discard",), about="discard", clause="GG-OP-1", subject=over)
        under = game.settings["sent_cards_go_to"] == "bottom"
        changes = tuple(Move(card, f"hand.{seat}", f"underworld.{seat}", under) for card in act.cards)
        yield Happened("discarded", seat, ("GG-OP-1",), over, changes=changes)


def _turn_ends(game: Game, number: int, seat: str, clause: str) -> Procedure:
    """What lasts until the end of a turn ends, whoever's turn it was (GG-base-2). What that destroys is
    answered in this turn still, with the summons that are left of it, or by setting in the next one
    (GG-OP-26)."""
    yield from end_of_turn_effects(game)
    ended = ended_with_turn(game, seat)
    name = "" if seat else BATTLE_TURN
    yield Ended(span="turn", name=name, number=number, seat=seat, clauses=(clause,), changes=ended)
    if game.settings["answers_at_turn_end"] == "in_this_turn":
        yield from consequences(game)
        yield from late_effects(game, seat, ended)
    else:
        yield from check_state(game)


# --- the battle turn ---------------------------------------------------------------------------------------


def battle_turn(game: Game, number: int) -> Procedure:
    """Union, spell, battle and leave phase, of both players (GG-BTURN-1)."""
    yield _turn_begins(number, "")
    yield from consequences(game)
    yield from from_phase(game, number, PHASES[0][0])


def from_phase(game: Game, number: int, name: str) -> Procedure:
    """The rest of a battle turn from one of its phases."""
    names = [phase for phase, _ in PHASES]
    for phase, run in PHASES[names.index(name) if name in names else len(names) :]:
        yield _phase(phase)
        yield from consequences(game)
        yield from run(game)
        yield from phase_ends(game, "")
    yield _phase("leave")
    first, second = in_order(game)
    yield Ask(first, ("leave",), about="leave", clause="GG-LEAVE-1", omissible="never")
    for seat in (first, second):
        yield from settle_destroyed(game, seat, "GG-LEAVE-2")
    yield from _turn_ends(game, number, "", "GG-LEAVE-1")


def resumed(name: str) -> Callable[[Game, int, str], Procedure]:
    """The rest of the match from a phase of a battle turn."""

    def resume(game: Game, number: int, seat: str) -> Procedure:
        yield _resumed(number, "")
        yield from from_phase(game, number, name)
        yield from rounds(game, number + 1, first_player(game))

    return resume


BATTLE_TURN_PHASES = (*(name for name, _ in PHASES), "leave")

"""A turn: draw, faction, main, power card and discard phase, then its end (AA-base-6-1).

Not here: the phases without main declarations (``phases``).
"""

from collections.abc import Callable

from engine.effect.context import opponent
from engine.games.aquarian_age.attack import declare_attack
from engine.games.aquarian_age.board import actives, all_characters, character_of, characters, power, top
from engine.games.aquarian_age.chain import run_chain
from engine.games.aquarian_age.declare import declare_card, declare_effect, declare_set
from engine.games.aquarian_age.draw import mark_empty_deck
from engine.games.aquarian_age.leaving import character_moves
from engine.games.aquarian_age.phases import (
    begin_phase,
    discard_phase,
    draw_phase,
    end_of_turn,
    end_phase,
    faction_phase,
    window,
)  # fmt: skip
from engine.games.aquarian_age.power_zero import with_power_zero
from engine.games.aquarian_age.resolve import set_power
from engine.games.aquarian_age.state_checks import check_state
from engine.games.aquarian_age.trigger import due_abilities, fire_due
from engine.games.aquarian_age.values import mind, total
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import CardRef, Set
from events.model.kinds import Act, Began, Happened

Phase = Callable[[Game, str], Procedure]


def main_phase(game: Game, seat: str) -> Procedure:
    """While nothing is pending the turn player declares whatever the rules allow, any number of times
    (AA-base-6-4)."""
    yield from begin_phase(game, "main", seat)
    if due := due_abilities(game, "main-start", list(all_characters(game))):
        yield from fire_due(game, due, "AA-base-6-4")
        yield from check_state(game)
    yield from window(game, (opponent(game, seat),))
    while True:
        act = yield Ask(
            seat,
            ("set", "use", "effect", "attack", "end"),
            about="main",
            clause="AA-base-6-4",
            omissible="never",
        )
        if act.verb == "end":
            break
        with game.because(game.last):
            yield from run_chain(game, (yield from _declared(game, act)))
    yield from window(game, (opponent(game, seat),))
    yield from end_phase(game, "main", seat, "lasting-main")


def _declared(game: Game, act: Act) -> Procedure:
    match act.verb:
        case "set":
            return (yield from declare_set(game, act))
        case "attack":
            return (yield from declare_attack(game, act, character_of(game, act.cards[0])))
        case "effect":
            return (yield from declare_effect(game, act))
    return (yield from declare_card(game, act))


# --- power card phase ------------------------------------------------------------------------------------


def power_phase(game: Game, seat: str) -> Procedure:
    """The number of charges is fixed now (AA-6-3). Then power cards are set from hand and deck (AA-base-6-5),
    and at the end ready characters come under control (AA-base-6-6)."""
    yield from begin_phase(game, "power", seat)
    charge = total(game, seat, "charge", 0, "AA-6-3")
    if charge.value:
        yield charge.determined("charge", seat, "AA-6-3", "AA-base-12-7")
    if charge.value != game.table.track("charge", seat):
        changes = (Set("charge", seat, charge.value),)
        yield Happened("charges", seat, ("AA-6-3",), charge.value, changes=changes)
    both = (opponent(game, seat), seat)
    yield from window(game, both)
    while True:
        act = yield Ask(
            seat, ("power", "charge", "end"), about="power", clause="AA-base-6-5", omissible="never"
        )
        if act.verb == "end":
            break
        with game.because(game.last):
            yield from _set_power_card(game, act)
    yield from window(game, both)
    yield from _take_control(game, seat)
    yield from end_phase(game, "power", seat)


def chargeable(game: Game, seat: str) -> list[CardRef]:
    """Which characters may receive power cards: controlled and active ones (AA-base-6-5)."""
    return [*characters(game, seat, "control"), *actives(game, seat)]


def _set_power_card(game: Game, act: Act) -> Procedure:
    """One power card from hand, or one charged: drawn from the deck and set (AA-12-3a)."""
    seat, character = act.seat, character_of(game, act.targets[0])
    if act.verb == "power":
        changes = set_power(game, act.cards[0], character)
        yield Happened("charged", seat, ("AA-base-6-5",), 1, top(game, character), changes)
        return
    deck = game.table.at(f"deck.{seat}")
    left = Set("charge", seat, game.table.track("charge", seat) - 1)
    if not deck:
        yield from mark_empty_deck(game, seat, ("AA-OP-9", "AA-12-3b"))
        yield from check_state(game)
        return
    changes = (*set_power(game, deck[-1], character), left)
    yield Happened("charged", seat, ("AA-base-6-5", "AA-12-3a"), 1, top(game, character), changes)


def _take_control(game: Game, seat: str) -> Procedure:
    """Active characters whose power equals their mind come under control, with their power cards; who becomes
    active by that is not checked again (AA-base-6-6). A mind of 0 is equal to no power (AA-OP-10)."""
    least = 0 if game.settings["mind_0_controlled"] else 1
    taken = [one for one in actives(game, seat) if power(game, one) == mind(game, one) >= least]
    for one in taken:
        changes = tuple(character_moves(game, one, "control"))
        clauses = ("AA-base-6-6",) if mind(game, one) else ("AA-base-6-6", "AA-OP-10")
        yield Happened("controlled", seat, clauses, 1, top(game, one), changes)
    yield from check_state(game)


# --- the turn ------------------------------------------------------------------------------------------


PHASES: dict[str, Phase] = {
    "draw": draw_phase, "faction": faction_phase, "main": main_phase, "power": power_phase,
    "discard": discard_phase,
}  # fmt: skip
"""In turn order."""


def turn(game: Game, number: int, seat: str, since: str = "draw") -> Procedure:
    """One turn of ``seat``, from the phase ``since``."""
    yield from with_power_zero(game, _turn(game, number, seat, since))


def _turn(game: Game, number: int, seat: str, since: str) -> Procedure:
    yield Began("turn", number=number, seat=seat, clauses=("AA-base-6-1",))
    names = list(PHASES)
    for name in names[names.index(since) :]:
        yield from PHASES[name](game, seat)
    yield from end_of_turn(game, number, seat)

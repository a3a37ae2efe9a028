"""The invasion phase (侵攻フェイズ): one own unit after another moves and acts.

Not here: fights (``attack``), or whether an act is allowed (``verbs``).
"""

from engine.common.marks import mark
from engine.effect.context import Context
from engine.effect.interpret import carry_out
from engine.games.fertcg.ability import MOVE_AGAIN, ability_named
from engine.games.fertcg.attack import attack
from engine.games.fertcg.attack import from_preparation as rest_of_fight
from engine.games.fertcg.board import ACTED, MOVED, PERFORMED, on_field, square_of
from engine.games.fertcg.chips import chips, take_chips
from engine.games.fertcg.durations import ended_outside_fights
from engine.games.fertcg.price import pay, price_of
from engine.games.fertcg.reach import in_effect_range, move_squares
from engine.games.fertcg.response import respond
from engine.games.fertcg.resumed import fight_given
from engine.games.fertcg.surprise import play
from engine.games.fertcg.transforming import TRANSFORM, transform, with_transforming
from engine.kernel.ask import Ask
from engine.kernel.card import Ability
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import AnyChange, CardRef, Move, Turn
from events.model.kinds import Act, Began, Declared, Happened, Paid, Passed, Resolved

ACTIONS = ("attack", "staff", "perform")
"""What an action step allows: one of these (FE-0-1, FE-B-1, FE-base-5-9)."""
TAKE = ("move", *ACTIONS, "play", "end")


def invasion(game: Game, seat: str) -> Procedure:
    """Each own unit once, in any order, until the player ends the phase (FE-base-5-8)."""
    while True:
        yield Began("phase", name="move", seat=seat, clauses=("FE-base-5-8",))
        act = yield from _freely(game, Ask(seat, TAKE, about="move", clause="FE-base-5-8", omissible="never"))
        if act is None or act.verb == "end":
            return
        with game.because(game.last):
            yield from _unit_turn(game, act)


def _freely(game: Game, ask: Ask) -> Procedure:
    """The answer to an ask at which the player may use surprise cards before (FE-OP-26), or transform units
    (FE-base-9-5); None once the unit that is asked about has left."""
    while True:
        act = yield with_transforming(game, ask)
        if act.verb not in ("play", TRANSFORM):
            return act
        with game.because(game.last):
            if act.verb == TRANSFORM:
                yield from transform(game, act)
                yield from respond(game, act.seat)
            else:
                yield from play(game, act, None)
        if ask.subject and not on_field(game, ask.subject):
            return None


def _unit_turn(game: Game, act: Act) -> Procedure:
    """One unit: move step, action step, processing step (FE-base-5-8); also where the unit leaves on its
    way."""
    unit, seat = act.cards[0], act.seat
    if act.verb == "move":
        yield _move(game, act, "FE-base-5-8")
        yield from respond(game, seat)
    yield Began("phase", name="action", seat=seat, clauses=("FE-0-1",))
    action: Act | None = act if act.verb in ACTIONS else None
    if action is None and on_field(game, unit):
        verbs = (*ACTIONS, "play", "pass")
        asked = yield from _freely(
            game, Ask(seat, verbs, about="action", clause="FE-base-5-9", subject=unit, omissible="silent")
        )
        action = None if type(asked) is Passed else asked
    struck = False
    if action is not None:
        with game.because(game.last if act.verb == "move" else game.cause):
            struck = bool((yield from DEEDS[action.verb](game, action)))
            yield from respond(game, seat)
    yield from _processing(game, unit, seat, action, struck=struck)


def _move(game: Game, act: Act, clause: str) -> Happened:
    """One move along the pattern, to a free square (FE-base-1-2)."""
    (unit,), (square,) = act.cards, act.words
    changes: list[AnyChange] = [Move(unit, game.table.place[unit], f"{square}.{act.seat}")]
    if game.settings["acting_again"] == "act":
        changes.append(mark(game, unit, MOVED, "FE-OP-33", operation="mark", source=unit))
    return Happened("moved", act.seat, (clause, "FE-base-1-2"), card=unit, changes=tuple(changes))


def _staff(game: Game, act: Act) -> Procedure:
    """A staff costs the chips of its field (FE-B-2), and nobody counters it (FE-B-4)."""
    (unit,), seat = act.cards, act.seat
    cost = game.printed(unit).stats["staff-cost"]
    yield Paid(seat, "staff", ("FE-B-2",), cost, unit, changes=tuple(take_chips(game, unit, cost)))
    (ability,) = game.printed(unit).all("staff")
    yield from _carry_out_ability(game, unit, ability, ("FE-B-2", "FE-B-1"))
    yield Resolved("staff", seat, ("FE-B-2", "FE-B-4"), unit, ended_outside_fights(game))


def _perform(game: Game, act: Act) -> Procedure:
    """An ability that is used instead of an action (FE-B-3)."""
    unit, *named = act.cards
    ability = ability_named(game, unit, act.words[0])
    assert ability is not None  # the requirements have checked it
    price = price_of(game, unit, ability)
    yield from pay(game, act.seat, price, tuple(named), unit, "FE-B-3")
    yield from _carry_out_ability(game, unit, ability, ("FE-B-3", "FE-B-1"))
    changes: list[AnyChange] = list(ended_outside_fights(game))
    if game.settings["instead_bars_attack"] and on_field(game, unit):
        changes.append(mark(game, unit, PERFORMED, "FE-OP-34", operation="mark", source=unit))
    yield Resolved("ability", act.seat, ("FE-B-3", "FE-B-4"), unit, tuple(changes))


def _carry_out_ability(game: Game, unit: CardRef, ability: Ability, clauses: tuple[str, ...]) -> Procedure:
    """The text, which affects units on the squares of the unit's effect pattern."""
    context = Context(unit.partition(".")[0], unit, clauses)
    context.fits = lambda card: not square_of(game, card) or in_effect_range(game, unit, card)
    yield from carry_out(game, ability.do, context)


def from_preparation(game: Game, seat: str) -> Procedure:
    """The invasion phase from a preparation second of a fight that is going on."""
    fight = fight_given(game)
    unit = fight.of(seat)
    struck = yield from rest_of_fight(game, fight)
    yield from respond(game, seat)
    attacked = Declared(seat, "attack", (unit,), (fight.foe_of(unit),))
    yield from _processing(game, unit, seat, attacked, struck=struck or fight.countering)


DEEDS = {"attack": attack, "staff": _staff, "perform": _perform}


def _processing(game: Game, unit: CardRef, seat: str, action: Act | None, *, struck: bool) -> Procedure:
    """再移動 (FE-base-5-10, FE-B-4, FE-A-R-9). A unit without chips has withdrawn at once (FE-base-6-3), so
    that nobody is left to withdraw here. ``struck``: whether an attack was carried out."""
    yield Began("phase", name="processing", seat=seat, clauses=("FE-base-5-10", "FE-A-R-9", "FE-B-4"))
    if not on_field(game, unit):
        return
    done = (Turn(unit, ACTED),)
    yield Happened("has acted", seat, ("FE-base-5-8", "FE-base-5-9"), card=unit, changes=done)
    if action is None:
        return
    fought = action.verb == "attack" and (struck or game.settings["called_off_is_a_fight"])  # FE-OP-35
    if fought or game.settings["move_again_after"] == "any_action":
        yield from _move_again(game, unit, seat)


def _move_again(game: Game, unit: CardRef, seat: str) -> Procedure:
    """再移動: after a fight, or by setting after any action, the unit moves once more (FE-C-9, FE-OP-22)."""
    ability = ability_named(game, unit, MOVE_AGAIN)
    if ability is None or chips(game, unit) < ability.cost or not move_squares(game, unit):
        return
    act = yield from _freely(
        game, Ask(seat, ("again", "play", "pass"), about="again", clause="FE-C-9", subject=unit)
    )
    if act is None or type(act) is Passed:
        return
    with game.because(game.last):
        yield from pay(game, seat, price_of(game, unit, ability), (), unit, "FE-C-9")
        yield _move(game, act, "FE-C-9")
        yield from respond(game, seat)

"""A turn: the national phase (国力フェイズ) with start, draw and unit step, the invasion phase, the end.

Not here: what single units do (``invasion``).
"""

from engine.common.marks import mark
from engine.effect.select import Choice
from engine.games.fertcg.board import NEW, units
from engine.games.fertcg.chips import place_chips, recover_chips, spend_chips
from engine.games.fertcg.durations import ended_with_phase, ended_with_turn
from engine.games.fertcg.ending import judge_seizing, judge_wipe_out
from engine.games.fertcg.invasion import from_preparation as fight_goes_on
from engine.games.fertcg.invasion import invasion
from engine.games.fertcg.leaving import leaves, run_trigger
from engine.games.fertcg.price import from_pile
from engine.games.fertcg.response import respond
from engine.games.fertcg.setup import draw
from engine.games.fertcg.surprise import play
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import AnyChange, Attach, Move, Set, Turn
from events.model.kinds import Act, Began, Ended, Happened

UNIT_STEP = ("deploy", "support", "attach", "play", "invade")


def turn(game: Game, number: int, seat: str) -> Procedure:
    """Start, draw, unit step, invasion (FE-base-5-1)."""
    fresh = [Set("sorties", seat, 0), Set("support", seat, 0)]
    upright = [Turn(unit, 0) for unit in units(game, seat) if unit in game.table.quarter]
    yield Began("turn", number=number, seat=seat, clauses=("FE-base-5-1",), changes=tuple([*fresh, *upright]))
    with game.because(game.last):
        yield _step("start", seat)
        yield from _start(game, seat)
        yield _step("draw", seat)
        yield from _draw(game, number, seat)
    yield from from_unit_step(game, number, seat)


def from_unit_step(game: Game, number: int, seat: str) -> Procedure:
    """A turn from its unit step."""
    yield _step("unit", seat)
    while True:
        act = yield Ask(seat, UNIT_STEP, about="unit", clause="FE-base-5-6", omissible="never")
        if act.verb == "invade":
            break
        with game.because(game.last):
            if act.verb == "play":
                yield from play(game, act, None)
            else:
                yield from STEPS[act.verb](game, act)
                yield from respond(game, seat)
    if game.settings["phase_ends_are_steps"]:  # FE-OP-31
        yield from respond(game, seat)
    judge_wipe_out(game, seat)
    if ended := ended_with_phase(game):
        yield Ended("phase", name="national", seat=seat, clauses=("FE-base-5-6",), changes=ended)
    yield from from_invasion(game, number, seat)


def from_preparation(game: Game, number: int, seat: str) -> Procedure:
    """A turn from the preparation second of a fight."""
    yield from fight_goes_on(game, seat)
    yield from from_invasion(game, number, seat)


def from_invasion(game: Game, number: int, seat: str) -> Procedure:
    """A turn from its invasion phase to its end (FE-base-5-11)."""
    yield from invasion(game, seat)
    with game.because(game.last):
        if game.settings["phase_ends_are_steps"]:  # FE-OP-31
            yield from respond(game, seat)
        yield from _hand_limit(game, seat)
        judge_seizing(game, seat)
        ended = ended_with_turn(game)
        yield Ended("turn", number=number, seat=seat, clauses=("FE-base-5-11",), changes=ended)


def _step(name: str, seat: str) -> Began:
    return Began("phase", name=name, seat=seat, clauses=("FE-base-5-1",))


# --- start and draw --------------------------------------------------------------------------------------


def _start(game: Game, seat: str) -> Procedure:
    """Used chips become unused again: all of them, or as many as a setting says (FE-base-5-2, FE-OP-1)."""
    number = min(game.table.track("used", seat), int(game.settings["chips_recovered"]))
    if number:
        changes = tuple(recover_chips(game, seat, number))
        yield Happened("recovered", seat, ("FE-base-5-2", "FE-OP-1"), number, changes=changes)


def _draw(game: Game, number: int, seat: str) -> Procedure:
    """The first player draws nothing in the first turn (FE-base-4-4, FE-base-5-3)."""
    if number > 1:
        yield from draw(game, seat, int(game.settings["cards_drawn"]), ("FE-base-5-3", "FE-OP-2"))


# --- unit step (ユニットステップ) ------------------------------------------------------------------------


def _deploy(game: Game, act: Act) -> Procedure:
    """A unit comes from hand onto an own sortie square, with chips on it (FE-base-5-4); a veteran (歴戦)
    costs cards of the out-of-battle pile (FE-base-5-7)."""
    (unit,), (square,), seat = act.cards, act.words, act.seat
    if veteran := game.printed(unit).stats.get("veteran", 0):
        yield from from_pile(game, seat, "out", veteran, unit, ("FE-base-5-7",))
    assert act.number is not None  # a sortie states a number of chips
    changes: list[AnyChange] = [
        Move(unit, f"hand.{seat}", f"{square}.{seat}"),
        *place_chips(game, unit, act.number),
        Set("sorties", seat, 1),
        Set("deployed", seat, 1),
    ]
    if not game.settings["deployed_may_act"]:
        changes.append(mark(game, unit, NEW, "FE-OP-15", operation="mark", source=unit))
    clauses = ("FE-base-5-4", "FE-base-1-2")
    yield Happened("deployed", seat, clauses, act.number, unit, tuple(changes))
    yield from run_trigger(game, unit, "arrives", "FE-base-9-1")


def _support(game: Game, act: Act) -> Procedure:
    """Chips for units on the field, three a turn in all (FE-base-5-5)."""
    (unit,), seat = act.cards, act.seat
    assert act.number is not None  # support states a number of chips
    given = Set("support", seat, game.table.track("support", seat) + act.number)
    changes = (*place_chips(game, unit, act.number), given)
    yield Happened("supported", seat, ("FE-base-5-5",), act.number, unit, changes)


def _attach(game: Game, act: Act) -> Procedure:
    """A weapon or magic card is given to a unit (付与), which pays what it needs (FE-base-3-3, FE-OP-17,
    FE-OP-20)."""
    (card,), (unit,), seat = act.cards, act.targets, act.seat
    cost = game.printed(card).cost or 0
    changes = (
        Move(card, f"hand.{seat}", f"attached.{seat}"),
        Attach(card, unit, game.printed(card).kind),
        *(spend_chips(game, seat, cost) if cost else ()),
    )
    yield Happened("attached", seat, ("FE-OP-17", "FE-OP-20"), cost, card, changes)


STEPS = {"deploy": _deploy, "support": _support, "attach": _attach}


# --- the end ---------------------------------------------------------------------------------------------


def _hand_limit(game: Game, seat: str) -> Procedure:
    """There is none, unless a setting has one (FE-OP-16)."""
    limit, hand = int(game.settings["hand_limit"]), tuple(game.table.at(f"hand.{seat}"))
    if limit and len(hand) > limit:
        over = Choice(hand, len(hand) - limit)
        act = yield Ask(seat, ("pick",), about="discard", clause="FE-OP-16", subject=over)
        changes = leaves(game, act.cards, "out")
        yield Happened("discarded", seat, ("FE-OP-16",), over.number, changes=changes)

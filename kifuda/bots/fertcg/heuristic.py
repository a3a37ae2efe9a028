"""The heuristic player of FERTCG: units with chips for their attacks, attacks that gain, moves forward.

It reads open information and its own hand and looks one act ahead. Not here: what acts are worth
(``evaluation``).
"""

from collections.abc import Callable
from typing import ClassVar

from engine.games.fertcg.board import on_field, square_of
from engine.games.fertcg.chips import chips, unused
from engine.games.fertcg.declaration import fight_of
from engine.games.fertcg.fight import Fight
from engine.games.fertcg.reach import attack_value
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.legality import options
from events.model.changes import CardRef
from events.model.kinds import AnyAct, Chose, Declared, Passed
from kifuda.bots.fertcg.evaluation import (
    NO_USE,
    blow,
    expected,
    fits_better,
    stands_to_seize,
    threatened,
    unit_worth,
    way_to_go,
)
from kifuda.bots.heuristic import HeuristicPlayer, pass_

UNITS_AT_FIRST = 2
"""The least units in an opening hand that is kept."""
RESERVE = 6
"""Unused chips kept before cards are drawn for chips."""
DEMAND_MOST = 10
"""Unused chips from which a demand is paid."""
PATIENCE = 30
"""Turns after which any attack and any step forward is taken, so that the game ends."""
DRAWING = ("カードドロー", "奇襲の合図")


def _mulligan(game: Game, ask: Ask) -> AnyAct:
    """Keep a hand with enough units."""
    hand = [game.printed(card).kind for card in game.table.at(f"hand.{ask.seat}")]
    return Chose(ask.seat, "keep" if hand.count("unit") >= UNITS_AT_FIRST else "mulligan")


def _best(game: Game, points: Callable[[AnyAct], int], otherwise: AnyAct) -> AnyAct:
    """The act with the most points, if any has more than 0; else ``otherwise``."""
    best, best_points = otherwise, 0
    for act in options(game):
        worth = points(act)
        if worth > best_points:
            best, best_points = act, worth
    return best


# --- unit step -------------------------------------------------------------------------------------------


def _unit_step(game: Game, ask: Ask) -> AnyAct:
    def points(act: AnyAct) -> int:
        match act.verb:
            case "deploy":
                return _sortie(game, act)
            case "support":
                return _support(game, act)
            case "attach":
                return fits_better(game, act.cards[0], act.targets[0])
            case "play":
                return _between(game, act)
        return 0

    return _best(game, points, Declared(ask.seat, "invade"))


def _sortie(game: Game, act: AnyAct) -> int:
    """Points for a sortie: the best unit, with the chips it needs but not all that there are."""
    unit, number = act.cards[0], act.number or 0
    if number < game.printed(unit).stats["stamina"] and number < unused(game, act.seat) - 1:
        return 0
    middle = act.words[0][0] == "b"
    return 20 + unit_worth(game, unit) + middle


def _support(game: Game, act: AnyAct) -> int:
    """Points for giving chips: to units that could not attack and survive, threatened ones first."""
    unit, number = act.cards[0], act.number or 0
    needs = (attack_value(game, unit) or 1) + 1 - chips(game, unit)
    danger = threatened(game, square_of(game, unit), act.seat)
    return 2 * min(number, needs) + danger if needs > 0 else int(danger and number == 1)


def _between(game: Game, act: AnyAct) -> int:
    """Points for drawing cards with spare chips, or for a supply train on a free square."""
    printed = game.printed(act.cards[0])
    if printed.name.ja in DRAWING:
        return 4 if unused(game, act.seat) >= RESERVE + (printed.cost or 0) else 0
    return 3 if printed.all("unit-step") and unused(game, act.seat) >= RESERVE else 0


# --- invasion phase --------------------------------------------------------------------------------------


def _invade(game: Game, ask: Ask) -> AnyAct:
    """The best attack; else the best step forward; else another act of a unit."""

    def points(act: AnyAct) -> int:
        match act.verb:
            case "attack":
                return _blow(game, act)
            case "move":
                return _step(game, act)
            case "staff" | "perform":
                return 2 if chips(game, act.cards[0]) > 2 else 0
            case "play":
                return _between(game, act)
        return 0

    return _best(game, points, Declared(ask.seat, "end"))


def _blow(game: Game, act: AnyAct) -> int:
    worth = blow(game, act.cards[0], act.targets[0])
    return max(3 * worth, int(game.table.turn > PATIENCE and worth > NO_USE))


def _step(game: Game, act: AnyAct) -> int:
    """Points for a step forward, preferably to a square without threat; none for a unit that can seize."""
    unit, goal = act.cards[0], act.words[0]
    if stands_to_seize(game, unit):
        return 0
    gained = way_to_go(square_of(game, unit), act.seat) - way_to_go(goal, act.seat)
    weak = chips(game, unit) <= 2 and game.table.turn <= PATIENCE
    if weak and threatened(game, square_of(game, unit), act.seat) and not threatened(game, goal, act.seat):
        return 3
    if weak and threatened(game, goal, act.seat):
        return 0
    return 4 + 2 * gained - threatened(game, goal, act.seat) if gained > 0 else 0


def _act(game: Game, ask: Ask) -> AnyAct:
    """After a move: an attack that gains, or another act of the unit."""

    def points(act: AnyAct) -> int:
        if act.verb == "attack":
            return _blow(game, act)
        return 2 if act.verb in ("staff", "perform") and chips(game, act.cards[0]) > 2 else 0

    return _best(game, points, Passed(ask.seat, "pass"))


def _again(game: Game, ask: Ask) -> AnyAct:
    """Move again forward if the unit has spare chips."""

    def points(act: AnyAct) -> int:
        if act.verb != "again" or chips(game, act.cards[0]) < 2:
            return 0
        return way_to_go(square_of(game, act.cards[0]), act.seat) - way_to_go(act.words[0], act.seat)

    return _best(game, points, Passed(ask.seat, "pass"))


# --- fights ------------------------------------------------------------------------------------------------


def _wield(game: Game, ask: Ask) -> AnyAct:
    """Attack with the strongest gear; defend with the gear that counters best."""
    unit, able = ask.subject
    gear = max(able, key=lambda one: attack_value(game, one) or 0)
    if ask.clause == "FE-A-3":
        has = chips(game, unit)
        paid = [one for one in able if (attack_value(game, one) or 0) <= has]
        gear = max(paid, key=lambda one: attack_value(game, one) or 0) if paid else able[0]
    elif unit in able:
        gear = unit  # its counter is free
    return Chose(ask.seat, "wield", words=("initial",)) if gear == unit else Chose(ask.seat, "wield", (gear,))


def _prepare(game: Game, ask: Ask) -> AnyAct:
    """Use a card that could change the result of the attack."""
    fight = fight_of(game)
    assert fight is not None
    dealt, cost = expected(game, fight)
    there, has = chips(game, fight.victim), chips(game, fight.striker)
    striking = fight.seat == ask.seat
    settled = dealt >= there if striking else dealt < there
    broke = cost > has
    if (settled and not (striking and broke)) or (broke and not striking):
        return Passed(ask.seat, "pass")
    wanted = [act for act in options(game) if _helps(game, act, fight, striking=striking, broke=broke)]
    return wanted[0] if wanted else Passed(ask.seat, "pass")


def _helps(game: Game, act: AnyAct, fight: Fight, *, striking: bool, broke: bool) -> bool:
    """Whether an act helps: it saves chips that are missing, or changes the damage in the player's favour."""
    match act.verb:
        case "use":
            name = act.words[0]
            if name in ("残像", "指揮") or (act.cards[0], name) in fight.specials:
                return False
            return name == "鋭刃" if broke and striking else name != "鋭刃"
        case "apply":
            return not broke
        case "play":
            timing = game.printed(act.cards[0]).abilities[0].on
            return not (broke and striking) and timing == ("on-attack" if striking else "when-hit")
    return False


def _counter(game: Game, ask: Ask) -> AnyAct:
    """Counter whenever the unit can pay for it and survives."""
    back = ask.subject.turned()
    _, cost = expected(game, back)
    worth = cost < chips(game, back.striker)
    return Declared(ask.seat, "counter") if worth else Passed(ask.seat, "pass")


def _answer(game: Game, ask: Ask) -> AnyAct:
    """Answer only with a card that cancels the other one."""

    def points(act: AnyAct) -> int:
        return int(act.verb == "play" and game.printed(act.cards[0]).abilities[0].on == "on-surprise")

    return _best(game, points, Passed(ask.seat, "pass"))


# --- choices -----------------------------------------------------------------------------------------------


def _pick(game: Game, ask: Ask) -> AnyAct:
    """Pick the weakest unit of either side, or the hand cards worth least."""

    def worth(card: CardRef) -> tuple[int, int]:
        if on_field(game, card):
            return chips(game, card), 0
        printed = game.card(card)
        return (unit_worth(game, card) if printed is not None and printed.kind == "unit" else 9), 1

    ranked = sorted(ask.subject.among, key=worth)
    return Chose(ask.seat, "pick", tuple(ranked[: ask.subject.number]))


def _demand(game: Game, ask: Ask) -> AnyAct:
    amount = int(ask.subject)
    if unused(game, ask.seat) >= max(amount, DEMAND_MOST):
        return Chose(ask.seat, "pay", number=amount)
    return Chose(ask.seat, "refuse")


class FertcgPlayer(HeuristicPlayer):
    """Chooses by the points of ``evaluation``; ``plan`` is its deck and does not change how it plays."""

    answers: ClassVar = {
        "mulligan": _mulligan, "unit": _unit_step, "move": _invade, "action": _act, "again": _again,
        "wield": _wield, "preparation": _prepare, "counter": _counter, "chain": _answer, "window": pass_,
        "choose": _pick, "discard": _pick, "demand": _demand,
    }  # fmt: skip
    """Answers by subject of the ask; other asks (use 運, take what a text offers) get the first option."""

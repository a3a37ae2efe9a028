"""The heuristic player of FERTCG: units with chips for their attacks, attacks that gain, moves forward.

It reads open information and its own hand and looks one act ahead. Not here: what acts are worth
(``evaluation``).
"""

from collections.abc import Callable
from typing import ClassVar

from engine.games.fertcg.ability import ability_named
from engine.games.fertcg.board import on_field, square_of
from engine.games.fertcg.chips import chips, unused
from engine.games.fertcg.declaration import Declaration, fight_of
from engine.games.fertcg.fight import Fight
from engine.games.fertcg.price import price_of, price_of_card
from engine.games.fertcg.reach import attack_value
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.legality import options
from events.model.changes import CardRef
from events.model.kinds import AnyAct, Chose, Declared, Passed
from kifuda.bots.fertcg.evaluation import (
    HAND_CARD,
    KILL,
    NO_USE,
    SCORER,
    blow,
    expected,
    fits_better,
    of_price,
    of_text,
    stands_to_seize,
    threatened,
    unit_worth,
    way_to_go,
)
from kifuda.bots.fertcg.forecast import added_by, gained, outcome, text_used
from kifuda.bots.heuristic import HeuristicPlayer

UNITS_AT_FIRST = 2
"""The least units in an opening hand that is kept."""
RESERVE = 6
"""Unused chips kept before cards are drawn for chips."""
DEMAND_MOST = 10
"""Unused chips from which a demand is paid."""
PATIENCE = 30
"""Turns for which weak units keep out of reach, as long as there are chips for them."""
BOLD_FROM, BOLDER_EVERY = 10, 3
"""From this turn on, and more so every few turns, attacks that lose points are made: games have an end."""
PREPARED, LUCK_LEAST, CANCEL_LEAST = 0, 6, 5
"""Points above which something is used in a fight, and from which a crest ability or a card is undone."""


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
    """Points for a surprise card outside of fights: what its text does, less its price. The chips that
    sorties and support will need are kept."""
    card = act.cards[0]
    price = price_of_card(game, act.seat, card)
    ability = game.printed(card).abilities[0]
    points = of_text(game, act.seat, card, ability) - of_price(price)
    spare = unused(game, act.seat) - price.unused >= (RESERVE if game.table.seat == act.seat else 0)
    return points if spare or points >= KILL // 2 else 0


def _perform(game: Game, act: AnyAct) -> int:
    """Points for a staff or for what is used instead of an action."""
    unit = act.cards[0]
    printed = game.printed(unit)
    if act.verb == "staff":
        (ability, *_), price = printed.all("staff"), 2 * printed.stats.get("staff-cost", 0)
    else:
        found = ability_named(game, unit, act.words[0])
        assert found is not None  # it is an option
        ability, price = found, of_price(price_of(game, unit, found))
    if chips(game, unit) <= price // 2:
        return 0
    return of_text(game, act.seat, unit, ability) - price


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
                return _perform(game, act)
            case "play":
                return _between(game, act)
        return 0

    return _best(game, points, Declared(ask.seat, "end"))


def _blow(game: Game, act: AnyAct) -> int:
    worth = blow(game, act.cards[0], act.targets[0])
    bold = max(game.table.turn - BOLD_FROM, 0) // BOLDER_EVERY
    return max(3 * worth, int(worth + bold > 0 and worth > NO_USE))


def _step(game: Game, act: AnyAct) -> int:
    """Points for a step forward, preferably to a square without threat; none for a unit that can seize."""
    unit, goal = act.cards[0], act.words[0]
    if stands_to_seize(game, unit):
        return 0
    gained = way_to_go(square_of(game, unit), act.seat) - way_to_go(goal, act.seat)
    weak = chips(game, unit) <= 2 and game.table.turn <= PATIENCE and _may_recover(game, act.seat)
    if weak and threatened(game, square_of(game, unit), act.seat) and not threatened(game, goal, act.seat):
        return 3
    if weak and threatened(game, goal, act.seat):
        return 0
    return 4 + 2 * gained - threatened(game, goal, act.seat) if gained > 0 else 0


def _may_recover(game: Game, seat: str) -> bool:
    """Whether there are chips left for weak units; without any, waiting helps nobody."""
    return unused(game, seat) > 0


def _act(game: Game, ask: Ask) -> AnyAct:
    """After a move: an attack that gains, or another act of the unit."""

    def points(act: AnyAct) -> int:
        if act.verb == "attack":
            return _blow(game, act)
        return _perform(game, act) if act.verb in ("staff", "perform") else 0

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
    """Use what changes the strike by more points than it costs; no ability twice, no effect against the own
    side."""
    fight = fight_of(game)
    assert fight is not None

    def points(act: AnyAct) -> int:
        if act.verb == "pass" or (act.verb == "use" and (act.cards[0], act.words[0]) in fight.specials):
            return 0
        return gained(game, act, fight) - _price(game, act, fight) - PREPARED

    return _best(game, points, Passed(ask.seat, "pass"))


def _price(game: Game, act: AnyAct, fight: Fight) -> int:
    """Points that an act of the preparation second costs; a surprise card is a hand card as well."""
    if act.verb == "play":
        return HAND_CARD + of_price(price_of_card(game, act.seat, act.cards[0]))
    return of_price(price_of(game, fight.of(act.seat), text_used(game, act), fight))


def _luck(game: Game, ask: Ask) -> AnyAct:
    """Undo a crest ability that turns the strike."""
    made: Declaration = ask.subject
    return _undone(game, ask, made, LUCK_LEAST)


def _undone(game: Game, ask: Ask, made: Declaration, least: int) -> AnyAct:
    """Use what undoes a declaration that is worth so much to the opponent."""
    context, fight = made.context("FE-base-8-2"), made.fight
    worth = SCORER.ability(game, made.ability, context)
    if fight is not None:
        change = outcome(game, fight, added_by(game, fight, made.ability.do, context)) - outcome(game, fight)
        worth = max(worth, change if made.seat == fight.seat else -change)
    if worth >= least:
        for act in options(game):
            if act.verb == "use" or (
                act.verb == "play" and game.printed(act.cards[0]).abilities[0].on == "on-surprise"
            ):
                return act
    return Passed(ask.seat, "pass")


def _counter(game: Game, ask: Ask) -> AnyAct:
    """Counter whenever the unit can pay for it and survives."""
    back = ask.subject.turned()
    _, cost = expected(game, back)
    worth = cost < chips(game, back.striker)
    return Declared(ask.seat, "counter") if worth else Passed(ask.seat, "pass")


def _answer(game: Game, ask: Ask) -> AnyAct:
    """Cancel a card that is worth more to the opponent than this one; change the fight otherwise."""
    made: Declaration = ask.subject
    return _undone(game, ask, made, CANCEL_LEAST)


def _window(game: Game, ask: Ask) -> AnyAct:
    """A surprise card in the opponent's turn that is worth its price."""
    return _best(game, lambda act: _between(game, act) if act.verb == "play" else 0, Passed(ask.seat, "pass"))


# --- choices -----------------------------------------------------------------------------------------------


def _pick(game: Game, ask: Ask) -> AnyAct:
    """Pick what does most for the text that asks; without one, the hand cards worth least."""

    found = SCORER.preferred(game, ask.seat, ask.subject)
    if found is not None:
        return Chose(ask.seat, "pick", tuple(found[: ask.subject.number]))

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
        "wield": _wield, "preparation": _prepare, "counter": _counter, "chain": _answer, "window": _window,
        "luck": _luck, "choose": _pick, "discard": _pick, "demand": _demand,
    }  # fmt: skip
    """Answers by subject of the ask; other asks (take what a text offers) get the first option."""

"""The heuristic player of Genesis Garden: a field it can feed, attacks not blocked, blockers that survive.

It reads open information and its own hand and looks one act ahead. Not here: unions (``unions``).
"""

from collections.abc import Mapping
from typing import ClassVar

from engine.effect.context import opponent
from engine.effect.select import owner
from engine.games.genesis_garden.board import has_room, row_of, units
from engine.games.genesis_garden.effects import Cause, Offer
from engine.games.genesis_garden.headquarters import survives_sending
from engine.games.genesis_garden.unit import is_destroyed, is_hero, number
from engine.kernel.ask import Ask
from engine.kernel.card import Card
from engine.kernel.game import Game
from engine.kernel.legality import options
from events.model.changes import CardRef
from events.model.kinds import AnyAct, Chose, Declared, Passed
from kifuda.bots.genesis_garden.evaluation import SCORER, of_effect, reserve
from kifuda.bots.genesis_garden.unions import blockers, changed, next_step
from kifuda.bots.heuristic import HeuristicPlayer, is_allowed

FED_MOST = 5
"""The most units that are fed: each costs a card a round."""
CHEAP = 2
"""An opening hand without a card of at most this cost is exchanged."""
WORTH_RETURN = 2
"""The least cost of a destroyed unit for which its return is paid with a card."""
LEAST = 0
"""Points above which an effect is used."""
TOO_MUCH = 4
"""The least damage against which a unit is sacrificed as a blocker."""


def _mulligan(game: Game, ask: Ask) -> AnyAct:
    """Keep a hand with a cheap card."""
    costs = [game.printed(card).cost or 0 for card in game.table.at(f"hand.{ask.seat}")]
    return Chose(ask.seat, "keep" if min(costs, default=0) <= CHEAP else "mulligan")


# --- the own turn ------------------------------------------------------------------------------------


def _main(game: Game, ask: Ask) -> AnyAct:
    """Summon the best unit in hand as long as the field can be fed and the headquarters can pay for it."""
    fed = sum(1 for _ in units(game, ask.seat))
    kept = reserve(game, ask.seat)
    best: tuple[int, AnyAct] = (0, Declared(ask.seat, "end"))
    if fed < FED_MOST:
        for act in options(game):
            if act.verb == "summon":
                printed = game.printed(act.cards[0])
                points = _points(printed, act.words[0])
                if not survives_sending(game, ask.seat, (printed.cost or 0) + kept):
                    continue
                best = max(best, (points, act), key=lambda found: found[0])
    return best[1]


def _points(card: Card, row: str) -> int:
    """Points for a summon: none for spell units, which damage wakes; others by the row that suits them."""
    if card.kind == "spell" or (row == "rear") is not _is_for_rear(card):
        return 0
    stats = card.stats
    return 2 * stats["attack"] + stats["defence"] + stats["speed"] - 2 * (card.cost or 0) + 5 * is_hero(card)


def _is_for_rear(card: Card) -> bool:
    """Whether a card has an effect in the rear row."""
    return "rear-attack" in card.keywords or any(ability.zone == "rear" for ability in card.abilities)


# --- the battle turn ---------------------------------------------------------------------------------


def _arrange(game: Game, ask: Ask) -> AnyAct:
    """Unite pairs that gain by it; then move each unit to the row that suits it."""
    if (step := next_step(game, ask.seat)) is not None:
        return step
    moved = changed(game, "moved unit")
    for card in units(game, ask.seat):
        row = "rear" if _is_for_rear(game.printed(card)) else "front"
        if card not in moved and row_of(game, card) != row and has_room(game, ask.seat, row):
            move = Declared(ask.seat, "move", (card,))
            if move in list(options(game)):
                return move
    return Passed(ask.seat, "pass")


def _attack(game: Game, ask: Ask) -> AnyAct:
    """Attack with the strongest unit if no active unit of the opponent can stop it."""
    other = opponent(game, ask.seat)
    walls = [number(game, card, "defence") for card in blockers(game, other)]
    powers = {card: number(game, card, "attack") for card in ask.subject}
    best = max(ask.subject, key=lambda card: powers[card])
    if powers[best] > max(walls, default=0):
        return Declared(ask.seat, "attack", (best,))
    return Passed(ask.seat, "pass")


def _block(game: Game, ask: Ask) -> AnyAct:
    """Block with the weakest unit that survives; against ``TOO_MUCH`` damage with any unit but a hero."""
    power = number(game, ask.subject, "attack")
    may = {act.cards[0] for act in options(game) if isinstance(act, Chose)}
    able = sorted((number(game, card, "defence"), card) for card in units(game, ask.seat) if card in may)
    for wall, card in able:
        if wall > power or (wall == power and power >= TOO_MUCH):
            return Chose(ask.seat, "block", (card,))
    if able and power >= TOO_MUCH and not is_hero(game.printed(able[0][1])):
        return Chose(ask.seat, "block", (able[0][1],))
    return Passed(ask.seat, "pass")


def _settle(game: Game, ask: Ask) -> AnyAct:
    """Pay for the return of a unit that is worth it, if the headquarters can."""
    card: CardRef = ask.subject[0]
    able = survives_sending(game, ask.seat, 1 + reserve(game, ask.seat))
    worth = able and (game.printed(card).cost or 0) >= WORTH_RETURN
    return Chose(ask.seat, "retrieve" if worth else "bury", (card,))


def _use(game: Game, ask: Ask) -> AnyAct:
    """The effect on offer that is worth most, if any is worth its cost."""
    offer: Offer = ask.subject
    return _best(
        game,
        ask,
        "use",
        {card: of_effect(game, card, offer.moments[card], offer.cause) for card in offer.cards},
    )


def _invoke(game: Game, ask: Ask) -> AnyAct:
    offer: Offer = ask.subject
    return _best(
        game, ask, "invoke", {card: of_effect(game, card, "spell", offer.cause) for card in offer.cards}
    )


def _activate(game: Game, ask: Ask) -> AnyAct:
    """The activated effect that is worth most: its unit tires, so it must be worth more than the attack of
    the unit."""

    def points(card: CardRef) -> int:
        attack = number(game, card, "attack") if row_of(game, card) == "front" else 0
        return of_effect(game, card, "activated", Cause(card, ask.seat)) - 2 * attack

    return _best(game, ask, "activate", {card: points(card) for card in ask.subject})


def _best(game: Game, ask: Ask, verb: str, points: Mapping[CardRef, int]) -> AnyAct:
    """The act with the card that has most points; a pass if none has more than ``LEAST``."""
    best = max(points, key=lambda card: points[card])
    act = (Declared if verb == "activate" else Chose)(ask.seat, verb, (best,))
    return act if points[best] > LEAST and is_allowed(game, act) else Passed(ask.seat, "pass")


def _place(game: Game, ask: Ask) -> AnyAct:
    """The row that suits a unit that a text summons."""
    row = "rear" if _is_for_rear(game.printed(ask.subject)) else "front"
    act = Chose(ask.seat, "place", words=(row,))
    return act if is_allowed(game, act) else next(options(game))


def _pick(game: Game, ask: Ask) -> AnyAct:
    """What does most for the text that asks, or takes least away; without a text, the weakest hand cards."""
    among = ask.subject.among
    found = SCORER.preferred(game, ask.seat, ask.subject)
    if found is not None:
        return Chose(ask.seat, "pick", tuple(found[: ask.subject.number]))
    gives = owner(among[0]) == ask.seat and game.table.place[among[0]].startswith("hand.")

    def power(card: CardRef) -> int:
        printed = game.card(card)
        return 0 if printed is None or is_destroyed(game, card) else printed.stats["attack"]

    ranked = sorted(among, key=power, reverse=not gives)
    return Chose(ask.seat, "pick", tuple(ranked[: ask.subject.number]))


class GenesisGardenPlayer(HeuristicPlayer):
    """Chooses by the present strength of units; ``plan`` is its deck and does not change how it plays."""

    answers: ClassVar = {
        "mulligan": _mulligan, "main": _main, "union": _arrange, "attack": _attack, "block": _block,
        "destroyed": _settle, "choose": _pick, "effect": _use, "spell": _activate, "spell-unit": _invoke,
        "place": _place,
    }  # fmt: skip
    """Answers by subject of the ask; other asks (leave the battle turn) get the first option."""

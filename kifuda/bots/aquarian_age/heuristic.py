"""The heuristic player of Aquarian Age: plays and charges characters, breaks early, attacks where it gains.

It looks one act ahead and reads only faces it may know. Not here: what an act is worth (``evaluation``).
"""

from typing import ClassVar

from engine.effect.context import opponent
from engine.effect.select import owner
from engine.games.aquarian_age.attack import defender
from engine.games.aquarian_age.board import (
    SEATS,
    actives,
    character_of,
    characters,
    kind,
    party,
    power,
    top,
)  # fmt: skip
from engine.games.aquarian_age.damage import LOSING_DAMAGE
from engine.games.aquarian_age.declaration import ATTACK, Declaration
from engine.games.aquarian_age.values import attacks_mentally, current_attack, endurance, mind
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.legality import options
from events.model.changes import CardRef
from events.model.kinds import AnyAct, Chose, Declared, Passed
from kifuda.bots.aquarian_age import evaluation
from kifuda.bots.heuristic import HeuristicPlayer, is_allowed, pass_

LEAST = 3
"""The least points for which a card or an effect is used."""
KEPT = 3
"""Number of cards kept in hand and not set as power."""


# --- the main phase ----------------------------------------------------------------------------------


def _main(game: Game, ask: Ask) -> AnyAct:
    """Play characters first, then the best card or effect, then attack, then end the phase."""
    return (
        _settler(game, ask)
        or _best(game, ask, ("use", "effect"))
        or _attack(game, ask)
        or Declared(ask.seat, "end")
    )


def _settler(game: Game, ask: Ask) -> AnyAct | None:
    """Play a character into a party without an active one; one with ▼ only if it can be controlled now."""
    hand = game.table.at(f"hand.{ask.seat}")
    taken = {party(game, one) for one in actives(game, ask.seat)}
    for card in hand:
        printed = game.card(card)
        if printed is None or printed.kind != "character":
            continue
        own = next((tag for tag in printed.tags if not tag.startswith("icon-")), "")
        risky = "aggressive" in printed.keywords and len(hand) <= printed.stats["mind"] + 1
        if own not in taken and not risky:
            act = Declared(ask.seat, "set", (card,))
            if is_allowed(game, act):
                return act
    return None


def _best(game: Game, ask: Ask, verbs: tuple[str, ...]) -> AnyAct | None:
    """The card or effect with the most points of those that can be declared now."""
    found, most = None, LEAST - 1
    for verb in verbs:
        for act in game.rules.verbs[verb].options(game, ask):
            points = evaluation.of_act(game, act)
            if points > most and is_allowed(game, act):
                found, most = act, points
    return found


def _attack(game: Game, ask: Ask) -> AnyAct | None:
    """Attack with the strongest character that no guard would discard and survive, or whose damage wins."""
    target = opponent(game, ask.seat)
    guards = [one for one in characters(game, target, "control") if power(game, one)]
    left = LOSING_DAMAGE - len(game.table.at(f"damage.{target}"))
    ready = [one for one in characters(game, ask.seat, "control") if power(game, one)]
    for one in sorted(ready, key=lambda one: (-current_attack(game, one).value, one)):
        value = current_attack(game, one).value
        if not value:
            continue
        stopped = any(_beats(game, guard, one) and not _beats(game, one, guard) for guard in guards)
        if not stopped or value >= left:
            act = Declared(ask.seat, "attack", (top(game, one),), (target,))
            if is_allowed(game, act):
                return act
    return None


def _beats(game: Game, one: CardRef, other: CardRef) -> bool:
    """Whether ``one`` would discard ``other`` in battle."""
    needed = power(game, other) if attacks_mentally(game, one) else endurance(game, other)
    return current_attack(game, one).value >= max(needed, 1)


# --- the power card phase --------------------------------------------------------------------------------


def _power(game: Game, ask: Ask) -> AnyAct:
    """Charge active characters that can be controlled now first, then controlled ones."""
    hand = list(game.table.at(f"hand.{ask.seat}"))
    spare = sorted(hand, key=lambda card: _keeping(game, card))[: max(len(hand) - KEPT, 0)]
    charges = game.table.track("charge", ask.seat) if game.table.at(f"deck.{ask.seat}") else 0
    for one in _needy(game, ask.seat, len(spare) + charges):
        act = (
            Declared(ask.seat, "charge", (), (top(game, one),))
            if charges and len(game.table.at(f"deck.{ask.seat}")) > LEAST
            else Declared(ask.seat, "power", (spare[0],), (top(game, one),))
            if spare
            else None
        )
        if act is not None and is_allowed(game, act):
            return act
    end = Declared(ask.seat, "end")
    return end if is_allowed(game, end) else next(options(game))  # a house rule may make it charge


def _needy(game: Game, seat: str, most: int) -> list[CardRef]:
    """The characters to charge, in order of priority."""
    lacking = {one: mind(game, one) - power(game, one) for one in actives(game, seat)}
    soon = sorted((one for one, lacks in lacking.items() if 0 < lacks <= most), key=lambda one: lacking[one])
    fuel = [one for one in characters(game, seat, "control") if power(game, one) < mind(game, one)]
    fuel.sort(key=lambda one: (power(game, one) > 1, -current_attack(game, one).value))
    return soon + fuel


def _keeping(game: Game, card: CardRef) -> int:
    """Points for keeping a card in hand, by its kind: most for break cards."""
    return {"break": 4, "fast": 2, "permanent": 1, "project": 2, "character": 1}.get(kind(game, card), 0)


# --- answers -----------------------------------------------------------------------------------------


def _response(game: Game, ask: Ask) -> AnyAct:
    """Guard where the guard survives, where the trade gains, or to prevent defeat; use no other response."""
    made: Declaration = ask.subject
    passed = Passed(ask.seat, "pass")
    if made.kind != ATTACK or defender(game, made) != ask.seat:
        return passed
    attacker = made.character
    value = current_attack(game, attacker).value
    left = LOSING_DAMAGE - len(game.table.at(f"damage.{ask.seat}"))
    deadly = made.targets[0] in SEATS and value >= left
    for one in sorted(characters(game, ask.seat, "control"), key=lambda one: -endurance(game, one)):
        survives = not _beats(game, attacker, one)
        kills = _beats(game, one, attacker)
        trade = kills and evaluation.of_character(game, attacker) > evaluation.of_character(game, one)
        if survives or trade or deadly:
            act = Declared(ask.seat, "guard", (top(game, one),))
            if is_allowed(game, act):
                return act
    return passed


def _pay(game: Game, ask: Ask) -> AnyAct:
    """Pay from the character with the most power cards, those worth least first."""
    ranked = sorted(
        ask.subject.among,
        key=lambda card: (-power(game, character_of(game, card)), _keeping(game, card), card),
    )
    return Chose(ask.seat, "pay", tuple(ranked[: ask.subject.number]))


def _choose(game: Game, ask: Ask) -> AnyAct:
    """Pick the opponent's cards before the player's own, those of least worth in hand first."""
    among = ask.subject.among
    ranked = sorted(among, key=lambda card: (owner(card) == ask.seat, _keeping(game, card), card))
    return Chose(ask.seat, "pick", tuple(ranked[: ask.subject.number]))


def _mulligan(game: Game, ask: Ask) -> AnyAct:
    people = sum(kind(game, card) == "character" for card in game.table.at(f"hand.{ask.seat}"))
    return Chose(ask.seat, "keep" if people else "mulligan")


def _bind(game: Game, ask: Ask) -> AnyAct:
    """Stay, at the cost of damage, as long as more than ``LEAST`` damage is left."""
    left = LOSING_DAMAGE - len(game.table.at(f"damage.{ask.seat}"))
    return Chose(ask.seat, "do") if left > LEAST else Passed(ask.seat, "pass")


class AquarianAgePlayer(HeuristicPlayer):
    """Chooses by the points of ``evaluation``. Its plan is its deck."""

    answers: ClassVar = {
        "main": _main, "power": _power, "response": _response, "pay": _pay, "choose": _choose,
        "window": pass_, "mulligan": _mulligan, "bind": _bind,
    }  # fmt: skip
    """Answers by subject of the ask; other asks (what comes next) get the first option."""

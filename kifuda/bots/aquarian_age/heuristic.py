"""The heuristic player of Aquarian Age: plays and charges characters, breaks early, attacks where it gains.

It looks one act ahead and reads only faces it may know. Not here: what an act is worth (``evaluation``).
"""

from collections.abc import Iterator
from typing import ClassVar

from engine.effect import tree
from engine.effect.context import opponent
from engine.effect.select import owner
from engine.games.aquarian_age.attack import defender
from engine.games.aquarian_age.board import (
    SEATS,
    actives,
    character_of,
    characters,
    controller,
    kind,
    party,
    power,
    top,
)
from engine.games.aquarian_age.costs import cost_of
from engine.games.aquarian_age.damage import LOSING_DAMAGE
from engine.games.aquarian_age.declaration import ATTACK, GUARD, Declaration, use_text
from engine.games.aquarian_age.values import current_attack, mind
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.legality import options
from events.model.changes import CardRef
from events.model.kinds import AnyAct, Chose, Declared, Passed
from kifuda.bots.aquarian_age import evaluation
from kifuda.bots.aquarian_age.combat import averted, beats, of_attack, of_battle, through
from kifuda.bots.heuristic import HeuristicPlayer, is_allowed
from kifuda.bots.scorer import WIN

LEAST = 3
"""The least points for which a card or an effect is used."""
WINDOW_LEAST = 8
"""The same in the opponent's turn."""
HELD, FAST_WAITS = 5, 10
"""Up to so many cards in hand a fast card is held back as if it were worth so much less."""
RUNNING_OUT, FORCED = 18, 12
"""From so few cards in a deck on that runs out first, attacks are made that lose up to so many points."""
CHARGED_FROM = 14
"""Cards are charged from a deck of more than so many."""
KEPT = 0
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


def _best(game: Game, ask: Ask, verbs: tuple[str, ...], least: int = LEAST) -> AnyAct | None:
    """The card or effect with the most points of those that can be declared now. In the main phase a fast
    card waits for its time, unless it wins or the hand is full."""
    found, most = None, least - 1
    full = len(game.table.at(f"hand.{ask.seat}")) > HELD
    for verb in verbs:
        for act in game.rules.verbs[verb].options(game, ask):
            points = evaluation.of_act(game, act)
            if ask.about == "main" and not full and points < WIN // 2:
                points -= FAST_WAITS if verb == "use" and kind(game, act.cards[0]) == "fast" else 0
            if points > most and is_allowed(game, act):
                found, most = act, points
    return found


def _attack(game: Game, ask: Ask) -> AnyAct | None:
    """The attack with the most points after the best defence, if any has; whose deck runs out first also
    makes one that loses some."""
    target = opponent(game, ask.seat)
    deck = len(game.table.at(f"deck.{ask.seat}"))
    behind = deck < RUNNING_OUT and deck <= len(game.table.at(f"deck.{target}"))
    found, most = None, -FORCED if behind else 0
    for one in characters(game, ask.seat, "control"):
        if not power(game, one) or not current_attack(game, one).value:
            continue
        points = of_attack(game, one)
        act = Declared(ask.seat, "attack", (top(game, one),), (target,))
        if points > most and is_allowed(game, act):
            found, most = act, points
    return found


# --- the power card phase --------------------------------------------------------------------------------


def _power(game: Game, ask: Ask) -> AnyAct:
    """Charge active characters that can be controlled now first, then controlled ones."""
    hand = list(game.table.at(f"hand.{ask.seat}"))
    charges = game.table.track("charge", ask.seat) if game.table.at(f"deck.{ask.seat}") else 0
    spare = sorted(hand, key=lambda card: _keeping(game, card))[: max(len(hand) - KEPT, 0)]
    for one in _needy(game, ask.seat, len(spare) + charges):
        act = (
            Declared(ask.seat, "charge", (), (top(game, one),))
            if charges and len(game.table.at(f"deck.{ask.seat}")) > CHARGED_FROM
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
    """The guard, card or effect that takes most from what it answers, or gains most, for what it costs."""
    made: Declaration = ask.subject
    best: tuple[int, AnyAct] = (LEAST - 1, Passed(ask.seat, "pass"))
    if made.seat == ask.seat:
        return _support(game, ask, made) or best[1]
    for act in _responses(game, ask, made):
        if act.verb == "guard":
            points = _of_guard(game, made, character_of(game, act.cards[0]))
        else:
            points = averted(game, act, made)
            if points:
                points += min(evaluation.of_act(game, act), 2 * evaluation.CARD)
        if points > best[0] and is_allowed(game, act):
            best = (points, act)
    return best[1]


def _responses(game: Game, ask: Ask, made: Declaration) -> Iterator[AnyAct]:
    for verb in ("guard", "use", "effect"):
        if verb != "guard" or (made.kind == ATTACK and defender(game, made) == ask.seat):
            yield from game.rules.verbs[verb].options(game, ask)


def _of_guard(game: Game, made: Declaration, guard: CardRef) -> int:
    """Points of a guard: what does not get through, less the battle."""
    target = made.targets[0]
    lost = (
        through(game, made.character, target)
        if target in SEATS
        else evaluation.SCORER.lost(game, target)
        if beats(game, made.character, target)
        else 0
    )
    return lost - of_battle(game, made.character, guard)


def _support(game: Game, ask: Ask, made: Declaration) -> AnyAct | None:
    """Make a declaration of one's own come true: pay less, turn a battle, strengthen an attack."""
    act: AnyAct
    for act in game.rules.verbs["use"].options(game, ask):
        if made.card in act.targets and _reduces(game, act.cards[0]):
            cost = cost_of(game, made.card, made.number, made.aims).value
            if cost > len(made.paid) and is_allowed(game, act):
                return act
        elif (
            made.kind in (ATTACK, GUARD)
            and averted(game, act, made) > LEAST * evaluation.POWER
            and _strengthens(game, ask, act)
            and is_allowed(game, act)
        ):
            return act
    return None


def _strengthens(game: Game, ask: Ask, act: AnyAct) -> bool:
    """Whether a card changes numbers of one's own characters alone."""
    text = use_text(game.printed(act.cards[0]))
    changes = text is not None and all(isinstance(line, tree.Modify) for line in text.do)
    return changes and all(controller(game, card) == ask.seat for card in act.targets)


def _reduces(game: Game, card: CardRef) -> bool:
    """Whether a card makes another one cheaper."""
    text = use_text(game.printed(card))
    return text is not None and any(
        isinstance(line, tree.Modify) and line.quantity == "cost" and isinstance(line.amount, tree.Negative)
        for line in text.do
    )


def _window(game: Game, ask: Ask) -> AnyAct:
    """In the opponent's turn, what is worth its cost by itself; in one's own the main phase serves better."""
    if game.table.seat == ask.seat:
        return Passed(ask.seat, "pass")
    return _best(game, ask, ("use", "effect"), least=WINDOW_LEAST) or Passed(ask.seat, "pass")


def _pay(game: Game, ask: Ask) -> AnyAct:
    """Pay from the character with the most power cards, those worth least first; less than the cost only with
    a card in hand that reduces it."""
    bill = ask.subject
    ranked = sorted(
        bill.among,
        key=lambda card: (-power(game, character_of(game, card)), _keeping(game, card), card),
    )
    cheaper = bill.least < bill.number and any(
        kind(game, card) == "fast" and _reduces(game, card) for card in game.table.at(f"hand.{ask.seat}")
    )
    return Chose(ask.seat, "pay", tuple(ranked[: bill.least if cheaper else bill.number]))


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
        "window": _window, "mulligan": _mulligan, "bind": _bind,
    }  # fmt: skip
    """Answers by subject of the ask; other asks (what comes next) get the first option."""

"""The heuristic player of Blade Rondo: takes a win, spends its budget for the most points, answers damage.

It looks one turn ahead and reads only faces it may know. Not here: what a card is worth (``evaluation``).
"""

from typing import ClassVar, NamedTuple

from engine.effect.context import opponent
from engine.effect.select import owner, stat
from engine.effect.value import effective
from engine.games.blade_rondo import act_queries
from engine.games.blade_rondo.action import ATTACK_SYMBOLS, Action, use_cost
from engine.games.blade_rondo.board import budget, face_down
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.legality import options
from events.model.changes import CardRef
from events.model.kinds import AnyAct, Chose, Declared, Passed
from kifuda.bots.blade_rondo import evaluation
from kifuda.bots.blade_rondo.plans import RATINGS, UNRATED, seven
from kifuda.bots.dice import Dice
from kifuda.bots.heuristic import HeuristicPlayer
from kifuda.bots.scorer import WIN

FIRST_RESPONSE, NEXT_RESPONSE = 16, 4
"""Points for the first face-down card, and for each further one."""
HEAT_BY_SWORD, HEATED_SWORDS = 9, 3
"""Points of heat for every physical sword in hand, and the most swords that count."""
PULSE = 12
DEMANDED = 12
"""Points that may be given up to keep one of the budget for a demand."""
WORTH_SAVING = 2
"""The least life saved for which a response is turned up."""


class Offer(NamedTuple):
    """An act with its cost and its worth in points. ``early`` acts are done first: they help later ones."""

    act: AnyAct
    cost: int
    points: int
    early: bool = False


NOTHING = Offer(Passed("", ""), 0, 0)


# --- the main part -----------------------------------------------------------------------------------


def _main(game: Game, ask: Ask) -> AnyAct:
    """Spend the budget for the most points, ``early`` acts first; then guard with what is left."""
    legal = list(options(game))
    left = budget(game, ask.seat)
    offers: dict[str, Offer] = {}
    for act in legal:
        offer = _offer(game, ask, act, left)
        if offer.points > 0 and offer.points > offers.get(act.cards[0], NOTHING).points:
            offers[act.cards[0]] = offer
    if chosen := _spent(game, ask, left, list(offers.values())):
        return max(chosen, key=lambda offer: (offer.points >= WIN, offer.early, offer.points)).act
    return _guard(game, ask, legal) or Declared(ask.seat, "end")


def _spent(game: Game, ask: Ask, left: int, offers: list[Offer]) -> tuple[Offer, ...]:
    """The offers to spend the budget for. Against a face-down response one is kept for what it may demand,
    unless that costs much."""
    chosen = spend(left, offers)
    if left and face_down(game, opponent(game, ask.seat)):
        careful = spend(left - 1, offers)
        if _total(chosen) - _total(careful) <= DEMANDED:
            return careful
    return chosen


def _total(offers: tuple[Offer, ...]) -> int:
    return sum(offer.points for offer in offers)


def spend(limit: int, offers: list[Offer]) -> tuple[Offer, ...]:
    """The offers with the most points together that ``limit`` can pay for (a knapsack)."""
    best: list[tuple[int, tuple[Offer, ...]]] = [(0, ())] * (limit + 1)
    for offer in offers:
        for left in range(limit, offer.cost - 1, -1):
            points, chosen = best[left - offer.cost]
            if points + offer.points > best[left][0]:
                best[left] = (points + offer.points, (*chosen, offer))
    return best[limit][1]


def _offer(game: Game, ask: Ask, act: AnyAct, left: int) -> Offer:
    """What one legal act of the main part is worth. Wards are no offers: they take what is left."""
    if act.verb == "end" or act.number is not None:
        return NOTHING
    (card,) = act.cards
    cost = act_queries.cost_of(game, ask, act)
    if act.verb == "set":
        waiting = bool(face_down(game, ask.seat))
        return Offer(act, cost, NEXT_RESPONSE if waiting else FIRST_RESPONSE)
    if act.verb == "breath":
        return Offer(act, cost, _breath(game, ask, cost, left), early=True)
    points = evaluation.of_use(game, ask.seat, card, act.words)
    return Offer(act, cost, points, early=game.printed(card).kind not in ATTACK_SYMBOLS)


def _breath(game: Game, ask: Ask, cost: int, left: int) -> int:
    """Points for a breath: heat by the physical attacks to come; pulse only if it pays for an act."""
    costs = [
        use_cost(game, ask.seat, printed)
        for card in game.table.at(f"hand.{ask.seat}")
        if (printed := game.card(card)) is not None and (cost == 0 or printed.kind == "physical")
    ]
    if cost == 0:
        return PULSE if left + 1 in costs else 0
    return HEAT_BY_SWORD * min(len(costs), HEATED_SWORDS)


def _guard(game: Game, ask: Ask, legal: list[AnyAct]) -> AnyAct | None:
    """The highest ward that can still be paid for, if it raises the defence."""
    wards = [(act.number, act) for act in legal if act.number is not None]
    number, act = max(wards, key=lambda ward: ward[0], default=(0, None))
    return act if number > game.table.track("DEF", ask.seat) else None


# --- answers -----------------------------------------------------------------------------------------


def _answer(game: Game, ask: Ask) -> AnyAct:
    """Turn up the response that saves most life, if that is enough."""
    action: Action = ask.subject
    best: tuple[int, AnyAct] = (WORTH_SAVING - 1, Passed(ask.seat, "pass"))
    for act in options(game):
        printed = game.card(act.cards[0]) if act.cards else None
        if printed is not None:
            saved = evaluation.of_answer(game, ask.seat, printed, action)
            best = max(best, (saved, act), key=lambda found: found[0])
    return best[1]


def _glow(game: Game, ask: Ask) -> AnyAct:
    """Use 燐光 to take the opponent's last point of life or to keep one's own."""
    action: Action = ask.subject
    target = opponent(game, action.seat)
    life = game.table.track("life", target)
    wish, close = (1, action.damage == life - 1) if ask.seat == action.seat else (-1, action.damage == life)
    spent = Chose(ask.seat, "glow", number=wish)
    return spent if close and spent in list(options(game)) else Passed(ask.seat, "pass")


def _lend(game: Game, ask: Ask) -> AnyAct:
    """Use a follower's defence where it is higher than the player's own."""
    best: tuple[int, AnyAct] = (effective(game, "DEF", ask.seat), Passed(ask.seat, "pass"))
    for act in options(game):
        if act.cards:
            best = max(best, (stat(game, act.cards[0], "defence"), act), key=lambda found: found[0])
    return best[1]


def _again(game: Game, ask: Ask) -> AnyAct:
    """Repeat a use that is worth points."""
    hits = evaluation.of_use(game, ask.seat, ask.subject.card) > 0
    return next(act for act in options(game) if (act.verb == "pass") is not hits)


def _choose(game: Game, ask: Ask) -> AnyAct:
    """Show and give away the lowest-rated card; take the highest-rated one of another player."""

    def rating(card: CardRef) -> int:
        return RATINGS.get(game.table.face[card], UNRATED)

    mine = owner(ask.subject.among[0]) == ask.seat
    ranked = sorted(ask.subject.among, key=rating, reverse=not mine)
    return Chose(ask.seat, ask.verbs[0], tuple(ranked[: ask.subject.number]))


class BladeRondoPlayer(HeuristicPlayer):
    """Chooses by the points of ``evaluation``; ``plan`` says which swords it prefers to keep."""

    answers: ClassVar = {
        "main": _main, "answer": _answer, "glow": _glow, "lend": _lend, "again": _again, "choose": _choose,
    }  # fmt: skip
    """Answers by subject of the ask; other asks (a demand, an optional text) get the first option."""

    def choose(self, game: Game, dice: Dice) -> AnyAct:
        ask = game.ask
        if ask is not None and ask.about == "keep":
            return Chose(ask.seat, "keep", seven(game, ask.seat, self.plan, dice))
        return super().choose(game, dice)

"""錬成: how much the card that is given up helps to pay the cost of a use (BR-5.2-1, BR-base-11-12).

Not here: when it is carried out, and the payment (``use``).
"""

from collections.abc import Callable, Sequence

from engine.effect import tree
from engine.effect.context import Context
from engine.effect.select import candidates, stat
from engine.games.blade_rondo.board import budget, budget_from
from engine.kernel.card import Card
from engine.kernel.game import Game
from events.model.changes import CardRef


def saves(game: Game, seat: str, card: Card, *, cost: int) -> int | None:
    """The most by which 錬成 of ``card`` helps to pay ``cost`` now; None where it cannot be carried out."""
    text = card.on("alchemy")
    if not text:
        return None
    moves = next((effect for effect in text if isinstance(effect, tree.MoveTo)), None)
    if moves is None:
        return _helps(game, seat, text, given_up="", cost=cost)
    among = candidates(game, moves.cards, Context(seat, "", ("BR-5.2-1",)))
    return max((_helps(game, seat, text, given_up=one, cost=cost) for one in among), default=None)


def may_be_given_up(game: Game, seat: str, card: Card, *, cost: int) -> Callable[[CardRef], bool]:
    """Which card may be given up: one with which the use is payable (BR-5.2-2a)."""
    text, left = card.on("alchemy"), budget(game, seat)
    return lambda one: cost - _helps(game, seat, text, given_up=one, cost=cost) <= left


def _helps(game: Game, seat: str, text: Sequence[tree.Effect], *, given_up: CardRef, cost: int) -> int:
    """By how much the cost falls, not below 0, less what leaves the budget with the card."""
    reduction = 0
    for effect in text:
        match effect:
            case tree.ReduceCost(tree.Number(value)):
                reduction += value
            case tree.ReduceCost(tree.StatOf(name, tree.Named())) if given_up:
                reduction += stat(game, given_up, name)
    lost = budget_from(game, seat, given_up) if given_up else 0
    return min(reduction, cost) - lost

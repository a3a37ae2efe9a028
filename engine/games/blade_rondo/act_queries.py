"""What the open ask of Blade Rondo and the acts that answer it refer to.

Not here: the requirements built on this (``verbs``).
"""

from engine.common.requirements import printed
from engine.games.blade_rondo import alchemy
from engine.games.blade_rondo.action import Action, printed_cost, use_cost
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from events.model.kinds import AnyAct


def place(game: Game, act: AnyAct) -> str:
    """Where the act's card lies."""
    return game.table.place[act.cards[0]]


def in_hand(game: Game, ask: Ask, act: AnyAct) -> bool:
    """The card is in the actor's hand, which is swords held and nothing else (BR-1-1, BR-1-2, BR-1-3)."""
    return place(game, act) == f"hand.{act.seat}"


def cost_of(game: Game, ask: Ask, act: AnyAct) -> int:
    """The cost of the act; for an unknown card the least possible one (paper records)."""
    card = printed(game, act)
    if ask.about == "again":
        return int(ask.subject.cost)
    if card is None:
        return min(printed_cost(game, face) for face in game.faces.values() if face.answers)
    if card.cost is None:
        return act.number or 0
    cost = use_cost(game, act.seat, card)
    if "alchemy" in act.words:
        cost -= alchemy.saves(game, act.seat, card, cost=cost) or 0
    return cost


def open_action(ask: Ask) -> Action | None:
    """The action of the open ask, in a response window or one of the later steps."""
    return ask.subject if isinstance(ask.subject, Action) else None

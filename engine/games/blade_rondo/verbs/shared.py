"""What several verbs ask for, and the facts that their refusals tell.

Not here: the verbs.
"""

from engine.games.blade_rondo import act_queries
from engine.games.blade_rondo.action import is_barred
from engine.games.blade_rondo.board import budget
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.legality import Facts, Requirement, Test
from events.model.kinds import AnyAct


def about(*kinds: str) -> Test:
    return lambda game, ask, act: ask.about in kinds


def money(game: Game, ask: Ask, act: AnyAct) -> Facts:
    cost, left = act_queries.cost_of(game, ask, act), budget(game, act.seat)
    return {"budget": left, "cost": cost, "missing": cost - left}


def where(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return {"card": act.cards[0], "place": act_queries.place(game, act)}


def which(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return {"card": act.cards[0]}


def not_barred(game: Game, ask: Ask, act: AnyAct) -> bool:
    card = act_queries.printed(game, act)
    return card is None or not is_barred(game, act.seat, card)


def alchemy_fits(game: Game, ask: Ask, act: AnyAct) -> bool:
    card = act_queries.printed(game, act)
    if "alchemy" not in act.words:
        return True
    return card is not None and act_queries.alchemy_saves(game, act.seat, card) is not None


def affordable(game: Game, ask: Ask, act: AnyAct) -> bool:
    return act_queries.cost_of(game, ask, act) <= budget(game, act.seat)


def no_window(game: Game, ask: Ask, act: AnyAct) -> bool:
    """No answer is being asked for: what has no レスポンス(Z) cannot break in (BR-4.3)."""
    return act_queries.open_action(ask) is None


OWN_TURN = Requirement("BR-base-7-1", "not-your-turn", lambda game, ask, act: act.seat == game.table.seat)
NO_BREAKING_IN = Requirement("BR-4.3", "cannot-break-in", no_window)
ELSEWHERE = (NO_BREAKING_IN, OWN_TURN)

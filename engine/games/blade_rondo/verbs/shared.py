"""Requirements that several acts share, and the facts of their refusals.

Not here: the acts.
"""

from engine.common.requirements import printed
from engine.games.blade_rondo import act_queries, alchemy
from engine.games.blade_rondo.action import is_barred
from engine.games.blade_rondo.board import budget
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.legality import Facts, Requirement
from events.model.kinds import AnyAct


def budget_facts(game: Game, ask: Ask, act: AnyAct) -> Facts:
    cost, left = act_queries.cost_of(game, ask, act), budget(game, act.seat)
    return {"budget": left, "cost": cost, "missing": cost - left}


def not_barred(game: Game, ask: Ask, act: AnyAct) -> bool:
    card = printed(game, act)
    return card is None or not is_barred(game, act.seat, card)


def alchemy_fits(game: Game, ask: Ask, act: AnyAct) -> bool:
    card = printed(game, act)
    if "alchemy" not in act.words:
        return True
    return (
        card is not None
        and bool(card.on("alchemy"))
        and alchemy.saves(game, act.seat, card, cost=0) is not None
    )


def affordable(game: Game, ask: Ask, act: AnyAct) -> bool:
    return act_queries.cost_of(game, ask, act) <= budget(game, act.seat)


def no_window(game: Game, ask: Ask, act: AnyAct) -> bool:
    """No response is asked for: a card without レスポンス(Z) cannot interrupt (BR-4.3)."""
    return act_queries.open_action(ask) is None


OWN_TURN = Requirement("BR-base-7-1", "not-your-turn", lambda game, ask, act: act.seat == game.table.seat)
NO_INTERRUPTION = Requirement("BR-4.3", "cannot-break-in", no_window)
ELSEWHERE = (NO_INTERRUPTION, OWN_TURN)

"""Steps 1 and 2 of a use: the cost is paid as the card or the A.Skill is declared.

Not here: whether it may be declared (``verbs``), or its processing (``process``).
"""

from engine.common.marks import mark
from engine.games.chronocard.board import USED, WAITING, waiting_place
from engine.games.chronocard.cost import cost_of_card, cost_of_skill
from engine.games.chronocard.declaration import Declaration, condition_met, of_card, of_skill
from engine.games.chronocard.ep import pool
from engine.games.chronocard.leaving import cards_move
from engine.games.chronocard.payment import hurt_for, payment, turned_for
from engine.kernel.amount import Amount
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import AnyChange, CardRef, Move, Set
from events.model.kinds import Act, Paid

ONCE, AS_ANSWER = "once", "as-answer"
"""Printed limits: [1回制限], and the limit of a card or skill that is used only as an interrupt."""


def declare(game: Game, act: Act, answers: Declaration | None = None) -> Procedure:
    """Show, pay, declare; returns the declaration (CC-USE-10, CC-AS-14)."""
    if act.verb == "use":
        return (yield from _declare_card(game, act, answers))
    return (yield from _declare_skill(game, act, answers))


def _declare_card(game: Game, act: Act, answers: Declaration | None) -> Procedure:
    """The card is shown and pending, neither in hand nor on the field (CC-OP-1, CC-USE-4)."""
    made = of_card(game, act, seq=game.last, answers=answers)
    clauses = ("CC-USE-10", "CC-USE-4", "CC-OP-1", "CC-COST-1", "CC-COST-4", "CC-OP-24")
    place = waiting_place(game, made.seat)
    shown: list[AnyChange] = [Move(made.card, f"hand.{made.seat}", place)]
    if place == f"discard.{made.seat}":
        shown.append(mark(game, made.card, WAITING, "CC-OP-1", source=made.card))
    cost = cost_of_card(game, game.printed(made.card), made.ability, made.context(*clauses))
    yield _pay(game, made, cost, clauses, *shown)
    return made


def _declare_skill(game: Game, act: Act, answers: Declaration | None) -> Procedure:
    """The skill is named and paid for by its own cost, not its card's (CC-AS-6, CC-COST-5); a use of a
    once-a-turn skill is counted now (CC-OP-15)."""
    made = of_skill(game, act, seq=game.last, answers=answers)
    ability = made.ability
    assert ability is not None
    extra: list[AnyChange] = []
    if ONCE in ability.keywords and game.settings["once_counts"] == "declared":
        extra.append(counted(game, made))
    clauses = ("CC-AS-14", "CC-COST-1", "CC-COST-5", "CC-OP-24")
    yield _pay(game, made, cost_of_skill(game, ability, made.context(*clauses)), clauses, *extra)
    made.condition_paid_away = not condition_met(game, ability, made.context("CC-AF-12"))
    return made


def counted(game: Game, made: Declaration) -> AnyChange:
    """One use of a [1回制限] skill, for this card and this turn (CC-AS-15, CC-OP-15)."""
    return mark(game, made.card, USED, "CC-AS-15", amount=made.number, source=made.card)


def uses(game: Game, card: CardRef, number: int) -> int:
    """How often a skill of a card was counted this turn."""
    return sum(grant.amount == number for grant in game.table.effects(card, USED))


def _pay(game: Game, made: Declaration, cost: Amount, clauses: tuple[str, ...], *extra: AnyChange) -> Paid:
    """EP at face value (CC-COST-2, CC-COST-3) and the rest of the cost, all at once (CC-COST-7)."""
    amount, changed = cost.value, [step.clause for step in cost.trail[1:]]
    clauses = tuple(dict.fromkeys((*clauses, *changed)))
    paid = payment(game, made.ability, made.spent, made.context(*clauses))
    assert paid is not None, "the requirements of the act have seen that it can be paid"
    made.named, made.by_cost = paid.named, paid.done_to(made.holder)
    changes: list[AnyChange] = [*turned_for(game, paid), *extra]
    if amount:
        changes.append(Set("EP", made.seat, pool(game, made.seat) - amount))
    changes += [*hurt_for(game, paid, made.seat), *cards_move(game, paid.moves)]
    given = tuple(card for card, _ in paid.moves)
    return Paid(made.seat, "cost", clauses, amount, made.card, given, tuple(changes))

"""Steps 1 and 2 of a use: the cost is paid as the card or the A.Skill is declared.

Not here: whether it may be declared (``verbs``), or its processing (``process``).
"""

from engine.common.marks import mark
from engine.effect.select import owner
from engine.games.chronocard.board import (
    USED,
    waiting_place,
)
from engine.games.chronocard.declaration import (
    Declaration,
    checks_itself,
    of_card,
    of_skill,
    price_lines,
    required_payment,
)
from engine.games.chronocard.ep import pool
from engine.games.chronocard.leaving import card_leaves
from engine.kernel.card import Ability
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import AnyChange, CardRef, Move, Set, Turn
from events.model.kinds import Act, Paid

ONCE, OWN_TURN, AS_ANSWER = "once", "own-turn", "as-answer"
"""Printed limits: [1回制限], [自ターンのみ], and the limit of a card or skill that is used only as an
interrupt."""


def declare(game: Game, act: Act, answers: Declaration | None = None) -> Procedure:
    """Show, pay, declare; returns the declaration (CC-USE-10, CC-AS-14)."""
    if act.verb == "use":
        return (yield from _declare_card(game, act, answers))
    return (yield from _declare_skill(game, act, answers))


def _declare_card(game: Game, act: Act, answers: Declaration | None) -> Procedure:
    """The card is shown and pending, neither in hand nor on the field (CC-OP-1, CC-USE-4); its cost is the
    number printed on it (CC-COST-4)."""
    made = of_card(game, act, seq=game.last, answers=answers)
    clauses = ("CC-USE-10", "CC-USE-4", "CC-OP-1", "CC-COST-1", "CC-COST-4", "CC-OP-24")
    shown = Move(made.card, f"hand.{made.seat}", waiting_place(game, made.seat))
    yield _pay(game, made, game.printed(made.card).cost or 0, clauses, shown)
    return made


def _declare_skill(game: Game, act: Act, answers: Declaration | None) -> Procedure:
    """The skill is named and paid for by its own cost, not its card's (CC-AS-6, CC-COST-5); a use of a
    once-a-turn skill is counted now (CC-OP-15)."""
    made = of_skill(game, act, seq=game.last, answers=answers)
    ability = made.ability
    assert ability is not None
    extra: list[AnyChange] = []
    if checks_itself(ability):
        extra.append(Turn(made.holder, 1))  # CC-AS-12
    if ONCE in ability.keywords and game.settings["once_counts"] == "declared":
        extra.append(counted(game, made))
    clauses = ("CC-AS-14", "CC-COST-1", "CC-COST-5", "CC-OP-24")
    yield _pay(game, made, ability.cost, clauses, *extra)
    return made


def counted(game: Game, made: Declaration) -> AnyChange:
    """One use of a [1回制限] skill, for this card and this turn (CC-AS-15, CC-OP-15)."""
    return mark(game, made.card, USED, "CC-AS-15", amount=made.number, source=made.card)


def uses(game: Game, card: CardRef, number: int) -> int:
    """How often a skill of a card was counted this turn."""
    return sum(grant.amount == number for grant in game.table.effects(card, USED))


def _pay(game: Game, made: Declaration, amount: int, clauses: tuple[str, ...], *extra: AnyChange) -> Paid:
    """EP at face value (CC-COST-2, CC-COST-3) and the rest of the cost, all at once (CC-COST-7)."""
    changes: list[AnyChange] = [*extra]
    if amount:
        changes.append(Set("EP", made.seat, pool(game, made.seat) - amount))
    for card, zone in zip(made.spent, _payment_zones(made.ability), strict=True):
        changes += card_leaves(game, card, f"{zone}.{owner(card)}")
    return Paid(made.seat, "cost", clauses, amount, made.card, made.spent, tuple(changes))


def _payment_zones(ability: Ability | None) -> tuple[str, ...]:
    """The zones that cards given up go to, one per card."""
    return tuple(gift.zone for gift in price_lines(ability) for _ in range(required_payment(gift)))

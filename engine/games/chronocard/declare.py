"""Steps 1 and 2 of a use: what was prepared is paid as the card or the A.Skill is declared.

Not here: whether it may be declared (``verbs``), or what becomes of it (``process``).
"""

from engine.common.marks import mark
from engine.effect.select import owner
from engine.games.chronocard.board import (
    USED,
    waiting_place,
)
from engine.games.chronocard.declaration import Declaration, checks_itself, gifts, given, of_card, of_skill
from engine.games.chronocard.ep import pool
from engine.games.chronocard.leaving import card_leaves
from engine.kernel.card import Ability
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import AnyChange, CardRef, Move, Set, Turn
from events.model.kinds import Act, Paid

ONCE, OWN_TURN, AS_ANSWER = "once", "own-turn", "as-answer"
"""Printed limits: [1回制限], [自ターンのみ], and for a card or skill that is used as an interrupt only."""


def declare(game: Game, act: Act, answers: Declaration | None = None) -> Procedure:
    """Show, pay, declare; returns the declaration (CC-USE-10, CC-AS-14)."""
    if act.verb == "use":
        return (yield from _declare_card(game, act, answers))
    return (yield from _declare_skill(game, act, answers))


def _declare_card(game: Game, act: Act, answers: Declaration | None) -> Procedure:
    """The card is shown and waits as pending, neither in hand nor on the field (CC-OP-1, CC-USE-4); it owes
    the number that is printed on it (CC-COST-4)."""
    made = of_card(game, act, seq=game.last, answers=answers)
    clauses = ("CC-USE-10", "CC-USE-4", "CC-OP-1", "CC-COST-1", "CC-COST-4", "CC-OP-24")
    shown = Move(made.card, f"hand.{made.seat}", waiting_place(game, made.seat))
    yield _paid(game, made, game.printed(made.card).cost or 0, clauses, shown)
    return made


def _declare_skill(game: Game, act: Act, answers: Declaration | None) -> Procedure:
    """The skill is named and paid for by its own cost, not its card's (CC-AS-6, CC-COST-5); one that may be
    used once a turn is counted now (CC-OP-15)."""
    made = of_skill(game, act, seq=game.last, answers=answers)
    ability = made.ability
    assert ability is not None
    extra: list[AnyChange] = []
    if checks_itself(ability):
        extra.append(Turn(made.holder, 1))  # CC-AS-12
    if ONCE in ability.keywords and game.settings["once_counts"] == "declared":
        extra.append(counted(game, made))
    clauses = ("CC-AS-14", "CC-COST-1", "CC-COST-5", "CC-OP-24")
    yield _paid(game, made, ability.cost, clauses, *extra)
    return made


def counted(game: Game, made: Declaration) -> AnyChange:
    """One use of a [1回制限] skill, for this card and this turn (CC-AS-15, CC-OP-15)."""
    return mark(game, made.card, USED, "CC-AS-15", amount=made.number, source=made.card)


def uses(game: Game, card: CardRef, number: int) -> int:
    """How often a skill of a card was counted this turn."""
    return sum(grant.amount == number for grant in game.table.effects(card, USED))


def _paid(game: Game, made: Declaration, amount: int, clauses: tuple[str, ...], *extra: AnyChange) -> Paid:
    """EP one for one (CC-COST-2, CC-COST-3) and whatever else the cost asks for, all at once (CC-COST-7)."""
    changes: list[AnyChange] = [*extra]
    if amount:
        changes.append(Set("EP", made.seat, pool(game, made.seat) - amount))
    for card, zone in zip(made.spent, _zones(made.ability), strict=True):
        changes += card_leaves(game, card, f"{zone}.{owner(card)}")
    return Paid(made.seat, "cost", clauses, amount, made.card, made.spent, tuple(changes))


def _zones(ability: Ability | None) -> tuple[str, ...]:
    """Where the cards go that are given up, one by one."""
    return tuple(gift.zone for gift in gifts(ability) for _ in range(given(gift)))

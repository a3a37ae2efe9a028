"""Marks: notes of the rules on a card or a seat, for as long as the ruleset says (``Ruleset.marks``).

Not here: continuous effects of card text (``continuous``), or when marks end.
"""

from engine.kernel.game import Game
from events.model.changes import CardRef, Grant, Holder


def mark(
    game: Game,
    on: Holder,
    what: str,
    clause: str,
    *,
    amount: int = 1,
    source: CardRef = "",
    operation: str = "add",
) -> Grant:
    """The change that puts a mark on a card or a seat."""
    return Grant(game.number(), on, what, operation, amount, "", game.rules.marks[what], source, clause)


def marked(game: Game, on: Holder, what: str) -> bool:
    """Whether there is such a mark now."""
    return bool(game.table.effects(on, what))


def marked_amount(game: Game, on: Holder, what: str) -> int:
    """The sum of the marks of one kind now."""
    marks = game.table.effects(on, what)
    return sum(grant.amount for grant in marks) if marks else 0

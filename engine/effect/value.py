"""The current value of an amount or a condition of card text.

Not here: the text that uses it (``interpret``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sized

from engine.effect import tree
from engine.effect.context import Context
from engine.effect.select import candidates, stat
from engine.kernel.game import Game
from events.model.changes import Grant


def effective(game: Game, track: str, of: str) -> int:
    """Printed value of a track with every continuous effect on it: additions, then multiplications, then
    overwrites; meanwhile it may exceed the limits of the printed value."""
    total = game.table.track(track, of)
    grants = game.table.effects(of, track)
    return altered(total, grants) if grants else total


def altered(total: int, grants: Iterable[Grant]) -> int:
    """A printed value with these continuous effects on it."""
    grants = tuple(grants)
    for operation in ("add", "times", "become"):
        for grant in grants:
            if grant.operation == operation:
                total = _apply(operation, total, grant.amount)
    return total


def _apply(operation: str, total: int, amount: int) -> int:
    if operation == "add":
        return total + amount
    return total * amount if operation == "times" else amount


def how_many(game: Game, amount: tree.HowMany, among: Sized, context: Context) -> int:
    """How many of some cards an amount means: all if there are fewer, none if it is below zero."""
    return max(0, min(value(game, amount, context), len(among)))


def value(game: Game, amount: tree.HowMany, context: Context) -> int:
    """The current number of ``amount``. Integers only; halves are rounded as the text says."""
    match amount:
        case tree.Number():
            return amount.value
        case tree.X():
            return context.x
        case tree.TrackOf():
            return effective(game, amount.track, context.who(game, amount.who))
        case tree.Count():
            return len(candidates(game, amount.cards, context))
        case tree.StatOf():
            if isinstance(amount.thing, tree.Action):
                # An action may have numbers of its own: a follower acts at another cost than its card has.
                own = getattr(context.action, "own_stats", {})
                if amount.stat in own:
                    return int(own[amount.stat])
            return sum(stat(game, card, amount.stat) for card in context.thing(amount.thing))
        case tree.Current():
            measure = game.rules.measures[amount.quantity]
            return sum(measure(game, card) for card in context.thing(amount.thing))
        case tree.Dealt():
            return int(context.action.damage)
        case tree.Half():
            whole = value(game, amount.amount, context)
            return -(-whole // 2) if amount.rounded == "up" else whole // 2
        case tree.Negative():
            return -value(game, amount.amount, context)
        case tree.UpTo():
            return value(game, amount.amount, context)


def holds(game: Game, condition: tree.Condition, context: Context) -> bool:
    """Whether ``condition`` is true now."""
    match condition:
        case tree.Compare():
            left, right = value(game, condition.left, context), value(game, condition.right, context)
            return _SIGNS[condition.sign](left, right)
        case tree.Time():
            return game.rules.times[condition.name](game, context)
        case tree.Symbol():
            return bool(context.action.symbol == condition.symbol)


_SIGNS = {
    "=": int.__eq__,
    "<": int.__lt__,
    "<=": int.__le__,
    ">": int.__gt__,
    ">=": int.__ge__,
}

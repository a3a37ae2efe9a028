"""AP, DP and EP of a card as they are now, with every step: printed, effects, P.Skills, damage.

Not here: what follows from a DP of 0 (``leaving``), or P.Skills that are trigger abilities (``trigger``).
"""

from collections.abc import Iterator
from functools import cache

from engine.effect import tree
from engine.effect.context import Context
from engine.effect.select import holders
from engine.effect.value import holds, value
from engine.games.chronocard.board import DAMAGE, SEATS, field, holder, is_down
from engine.kernel.amount import Amount
from engine.kernel.card import Ability, Card
from engine.kernel.game import Game
from events.model.changes import CardRef

ALWAYS = "always"
FACE_DOWN = "face-down"
"""The printed limit [裏向き時]."""

BASE = {"AP": "CC-base-8-8", "DP": "CC-base-9-3"}
"""The clause of a printed value."""
OPERATIONS = ("add", "times", "become")


def is_active(game: Game, source: CardRef, ability: Ability) -> bool:
    """Whether a P.Skill acts: its card is on the field and not face down (CC-PS-3), for [裏向き時] face down
    (CC-PS-4); one of an item is that of the character which has it (CC-PS-2)."""
    bearer = holder(game, source)
    if bearer == "" or game.table.place[source].partition(".")[0] != "field":
        return False
    return is_down(game, bearer) == (FACE_DOWN in ability.keywords)


Constant = tuple[tree.Effect, Context]
"""One line of a P.Skill that acts now, and from where it is read."""


def strength(game: Game, card: CardRef, stat: str, constant: list[Constant] | None = None) -> Amount:
    """AP or DP now, never below 0 (CC-base-9-3). ``constant`` are the P.Skills that act now, for whoever asks
    about several cards."""
    clause = BASE[stat]
    amount = Amount(game.printed(card).stats.get(stat, 0), stat, clause)
    steps = [
        (grant.operation, grant.amount, grant.source, grant.clause)
        for grant in game.table.effects(card, stat)
    ]
    for effect, context in constants(game) if constant is None else constant:
        steps += _modifies(game, effect, card, stat, context)
    for operation in OPERATIONS if steps else ():
        for step in steps:
            if step[0] == operation:
                amount.step(*step)
    if stat == "DP":
        for grant in game.table.effects(card, DAMAGE):
            amount.step("add", -grant.amount, grant.source, "CC-base-9-3")
    amount.floor(0, clause)
    return amount


def constants(game: Game) -> list[Constant]:
    """The P.Skills without a condition that act now, all the time and undeclared (CC-PS-1)."""
    found: list[Constant] = []
    for seat in SEATS:
        for source in field(game, seat):
            printed = game.card(source)
            for ability in printed.all(ALWAYS) if printed else ():
                if is_active(game, source, ability):
                    context = Context(seat, source, ("CC-PS-1",), bearer=holder(game, source))
                    found += [(effect, context) for effect in ability.do]
    return found


def _modifies(
    game: Game, effect: tree.Effect, card: CardRef, stat: str, context: Context
) -> Iterator[tuple[str, int, CardRef, str]]:
    match effect:
        case tree.If(condition, then, otherwise):
            branch = then if holds(game, condition, context) else otherwise
            if branch is not None:
                yield from _modifies(game, branch, card, stat, context)
        case tree.Both(first, second):
            yield from _modifies(game, first, card, stat, context)
            yield from _modifies(game, second, card, stat, context)
        case tree.Modify(quantity, who, operation, amount) if quantity == stat:
            if card in holders(game, who, context):
                yield operation, value(game, amount, context), context.card, "CC-PS-1"


# --- short cuts: most characters are far from a DP of 0 ---------------------------------------------------


def stands(game: Game, card: CardRef) -> bool:
    """Whether a character has DP left whatever P.Skills add to it."""
    effects = game.table.effects(card, "DP")
    if any(grant.operation != "add" or grant.amount < 0 for grant in effects):
        return False
    damage = sum(grant.amount for grant in game.table.effects(card, DAMAGE))
    return damage < game.printed(card).stats.get("DP", 0)


@cache
def may_lower(printed: Card) -> bool:
    """Whether a P.Skill of a card could take DP away."""
    return any(_lowers(effect) for effect in printed.on(ALWAYS))


def _lowers(effect: tree.Effect) -> bool:
    match effect:
        case tree.If(_, then, otherwise):
            return _lowers(then) or (otherwise is not None and _lowers(otherwise))
        case tree.Both(first, second):
            return _lowers(first) or _lowers(second)
        case tree.Modify("DP", _, operation, amount):
            return operation != "add" or not isinstance(amount, tree.Number)
    return False

"""What a use costs in EP: the printed number, or the X that is named, with what texts change about it.

Not here: the rest of a cost (``payment``), or producing EP (``ep``).
"""

from engine.common.continuous import apply
from engine.effect import tree
from engine.effect.context import Context
from engine.effect.value import value
from engine.games.chronocard.board import OPERATIONS
from engine.kernel.amount import Amount
from engine.kernel.card import Ability, Card
from engine.kernel.game import Game

SKILL_COST, CARD_COST = "CC-COST-5", "CC-COST-4"
CHANGED = "CC-base-1-4"
"""A text that says otherwise than the printed number prevails."""


def cost_of_card(game: Game, printed: Card, ability: Ability | None, context: Context) -> Amount:
    """The number printed on a card (CC-COST-4), where that is an X the one named with the act."""
    base = context.x if printed.cost is None else printed.cost
    return _changed(game, Amount(base, "cost", CARD_COST), printed.kind, ability, context)


def cost_of_skill(game: Game, ability: Ability, context: Context) -> Amount:
    """The own cost of an A.Skill, not its card's (CC-COST-5)."""
    return _changed(game, Amount(ability.cost, "cost", SKILL_COST), "skill", ability, context)


def _changed(game: Game, cost: Amount, kind: str, ability: Ability | None, context: Context) -> Amount:
    """What texts say of uses of this kind, then what the own text says of this use; never below 0."""
    apply(game, cost, context.you, f"cost-of-{kind}", OPERATIONS)
    for line in ability.price if ability else ():
        if isinstance(line, tree.ReduceCost):
            cost.step("add", -max(0, value(game, line.amount, context)), context.card, CHANGED)
    cost.floor(0, CHANGED)
    return cost


def reduces_itself(ability: Ability | None) -> bool:
    """Whether the own text of a use lowers its cost, which may depend on the targets."""
    return ability is not None and any(isinstance(line, tree.ReduceCost) for line in ability.price)

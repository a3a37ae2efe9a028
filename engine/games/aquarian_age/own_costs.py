"""What a card says about its own factors and cost, which holds wherever it is (AA-8-1-c).

Not here: what other cards do to its cost, and whether it can be met (``costs``).
"""

from collections.abc import Iterator, Mapping
from itertools import chain
from types import MappingProxyType

from engine.common.continuous import parts
from engine.effect.context import Context
from engine.effect.select import owner
from engine.effect.value import holds, value
from engine.games.aquarian_age.board import FACTIONS
from engine.kernel.amount import Amount
from engine.kernel.game import Game
from events.model.changes import CardRef

ANYWHERE = "anywhere"
"""The moment of these texts."""
Aims = Mapping[str, tuple[CardRef, ...]]
"""What a card is aimed at, by the names in its text."""
NOTHING: Aims = MappingProxyType({})


def required_factors(game: Game, card: CardRef, aims: Aims = NOTHING) -> dict[str, int]:
    """The factors that a card requires, by faction, when it is aimed so. What a card says about itself holds
    wherever it is, in a hand, a discard pile or a damage pile (AA-8-1-c, AA-8-1-c-1, AA-8-1-c-2,
    AA-8-1-c-3)."""
    printed = game.printed(card)
    found = {
        faction: printed.stats[f"needs-{faction}"]
        for faction in FACTIONS
        if f"needs-{faction}" in printed.stats
    }
    for operation, amount in _own_changes(game, card, "factors", aims):
        if operation == "add":
            found = {faction: max(number + amount, 0) for faction, number in found.items()}
    return found


def own_cost(game: Game, card: CardRef, cost: int, *, aims: Aims = NOTHING) -> Amount:
    """``cost`` as the card itself changes it when it is aimed so (AA-8-1-c)."""
    amount = Amount(cost, "cost", "AA-base-5-2")
    for operation, number in _own_changes(game, card, "cost", aims):
        amount.step(operation, number, card, "AA-8-1-c")
    return amount


def _own_changes(game: Game, card: CardRef, quantity: str, aims: Aims) -> Iterator[tuple[str, int]]:
    """What a card says about its own factors and cost, which holds in every zone (AA-8-1-c); it may depend on
    what the card is aimed at."""
    lines = game.printed(card).on(ANYWHERE)
    if not lines:
        return
    context = Context(owner(card), card, ("AA-8-1-c",))
    context.named |= aims
    for part in chain.from_iterable(parts(line) for line in lines):
        if part.change.quantity == quantity and all(
            holds(game, condition, context) is wanted for condition, wanted in part.conditions
        ):
            yield part.change.operation, value(game, part.change.amount, context)

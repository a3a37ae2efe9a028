"""Consistency of unit cards: special abilities depend on class (兵種).

A deck with inconsistent cards is refused, unless a setting accepts it: one of them was written down wrongly
(FE-OP-36). Not here: the fields of single cards (``vocabulary``).
"""

from collections.abc import Iterable

from engine.kernel.card import Ability, Card
from engine.kernel.ruleset import Flaw

CLASS_MOMENTS = ("special", "processing", "instead")
"""Moments of special abilities (特殊能力)."""


def class_of(card: Card) -> str:
    """The class of a unit card: the first of its tags."""
    return card.tags[0]


def specials(card: Card) -> tuple[Ability, ...]:
    """The special abilities of a unit card, in the order of their names."""
    found = (ability for ability in card.abilities if ability.on in CLASS_MOMENTS)
    return tuple(sorted(found, key=lambda ability: ability.symbol))


def class_flaw(cards: Iterable[Card]) -> Flaw | None:
    """The first unit with special abilities other than another one of its class (FE-C-7)."""
    first: dict[str, Card] = {}
    for card in cards:
        if card.kind == "unit":
            other = first.setdefault(class_of(card), card)
            if specials(card) != specials(other):
                return "FE-C-7", "class-differs", {"face": card.name.ja, "other": other.name.ja}
    return None

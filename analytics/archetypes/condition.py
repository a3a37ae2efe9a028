"""The condition of an archetype: cards, numbers of cards, and cards that the deck must not have.

Not here: the archetypes (``tree``), nor how conditions are written (``rules``).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

Deck = Mapping[str, int]
"""Card → copies."""


@dataclass(frozen=True, slots=True)
class AtLeast:
    """``number`` of these ``cards``: of different ones, or of ``copies`` of any of them."""

    cards: tuple[str, ...]
    number: int
    copies: bool = False

    def holds(self, deck: Deck) -> bool:
        """Whether the deck has this many."""
        held = [deck.get(card, 0) for card in self.cards]
        return sum(held if self.copies else map(bool, held)) >= self.number


@dataclass(frozen=True, slots=True)
class Condition:
    """All of ``has`` and none of the cards ``without``."""

    has: tuple[AtLeast, ...] = ()
    without: tuple[str, ...] = ()

    def holds(self, deck: Deck) -> bool:
        """Whether the deck meets the condition."""
        return all(part.holds(deck) for part in self.has) and not any(map(deck.get, self.without))

    def cards(self) -> Iterable[str]:
        """Every card that is named."""
        return dict.fromkeys([*(card for part in self.has for card in part.cards), *self.without])

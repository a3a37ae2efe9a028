"""The tree of archetypes, and the label of a deck by it.

A deck belongs to an archetype if it meets its condition and those of all archetypes above it. Not here:
reading rules (``rules``).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from analytics.archetypes.condition import Condition, Deck
from engine.kernel.bilingual import Bilingual


@dataclass(frozen=True, slots=True)
class Archetype:
    """One archetype below ``parent`` (``""``: at the top), for decks that meet ``condition``."""

    id: str
    name: Bilingual
    condition: Condition
    parent: str = ""


class Label(NamedTuple):
    """The label of a deck: an id, or ``""`` if none fits, or several, which are ``others`` then."""

    archetype: str
    others: tuple[str, ...] = ()


@dataclass(frozen=True)
class Tree:
    """The archetypes of one ``game`` in the order of their file; every parent is one of them, without
    circles.

    ``digest`` is the SHA-256 (hex) of the file they come from.
    """

    game: str
    archetypes: tuple[Archetype, ...]
    digest: str

    @cached_property
    def by_id(self) -> dict[str, Archetype]:
        """Id → archetype."""
        return {archetype.id: archetype for archetype in self.archetypes}

    def above(self, id: str) -> Iterator[str]:
        """The archetype itself, its parent, and so on."""
        while id:
            yield id
            id = self.by_id[id].parent

    def closure(self) -> list[tuple[str, str, int]]:
        """(ancestor, descendant, depth) for all pairs, each with itself at depth 0."""
        return [
            (ancestor, archetype.id, depth)
            for archetype in self.archetypes
            for depth, ancestor in enumerate(self.above(archetype.id))
        ]

    def label(self, deck: Deck) -> Label:
        """The most specific archetype that fits. If two fit and neither is above the other, there is none: a
        choice would be a guess."""
        met = {one.id for one in self.archetypes if one.condition.holds(deck)}
        fits = [id for id in self.by_id if met.issuperset(self.above(id))]
        general = {above for id in fits for above in self.above(id) if above != id}
        special = [id for id in fits if id not in general]
        if len(special) == 1:
            return Label(special[0])
        return Label("", tuple(special))

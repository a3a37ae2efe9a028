"""Archetypes as a tree: what a deck is called by the rules, and what is a kind of what.

A deck belongs to an archetype when it meets its condition and those of all archetypes above it. Not here:
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
    """One archetype: a kind of ``parent`` (``""``: of none), for decks that meet ``condition`` as well."""

    id: str
    name: Bilingual
    condition: Condition
    parent: str = ""


class Label(NamedTuple):
    """What a deck is called: an id, or ``""`` where none fits or several, which are ``others`` then."""

    archetype: str
    others: tuple[str, ...] = ()


@dataclass(frozen=True)
class Tree:
    """The archetypes of one ``game`` in the order of their file; every parent is one of them, and no circle.

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
        """The archetype itself, what it is a kind of, and so on."""
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
        """The most special archetype that fits. Where two fit that are no kinds of each other, none is
        taken: to choose one would be to guess."""
        met = {one.id for one in self.archetypes if one.condition.holds(deck)}
        fits = [id for id in self.by_id if met.issuperset(self.above(id))]
        general = {above for id in fits for above in self.above(id) if above != id}
        special = [id for id in fits if id not in general]
        if len(special) == 1:
            return Label(special[0])
        return Label("", tuple(special))

"""One strike of a fight: who strikes whom, with what, and which abilities were used.

An attack is one, its counter another: each has its preparation second, in which limits start afresh
(FE-A-R-7). Not here: how it runs (``attack``, ``preparation``).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.effect.select import owner
from engine.games.fertcg.board import on_field
from engine.kernel.game import Game
from events.model.changes import CardRef


@dataclass(slots=True)
class Fight:
    """``gear``: the equipment of each unit, a unit itself for its initial equipment. ``crests``: the crest
    abilities that were used, each with its unit; ``specials`` likewise. ``optional``: equipment whose
    optional effect was chosen. Card text calls the striker ``action`` and its player ``controller``."""

    striker: CardRef
    victim: CardRef
    gear: dict[CardRef, CardRef]
    countering: bool = False
    crests: list[tuple[CardRef, str]] = field(default_factory=list)
    specials: list[tuple[CardRef, str]] = field(default_factory=list)
    optional: list[CardRef] = field(default_factory=list)
    prepared: bool = False
    """Whether its preparation second has begun: the equipment of both sides is chosen."""

    @property
    def card(self) -> CardRef:
        return self.striker

    @property
    def seat(self) -> str:
        """The seat that strikes."""
        return owner(self.striker)

    @property
    def wielded(self) -> CardRef:
        """The striker's equipment."""
        return self.gear[self.striker]

    @property
    def is_initial(self) -> bool:
        """Whether the striker strikes with its initial equipment."""
        return self.wielded == self.striker

    def foe_of(self, unit: CardRef) -> CardRef:
        return self.victim if unit == self.striker else self.striker

    def of(self, seat: str) -> CardRef:
        """The unit of a seat in this fight."""
        return self.striker if self.seat == seat else self.victim

    def stands(self, game: Game) -> bool:
        """Whether both are still on the field."""
        return on_field(game, self.striker) and on_field(game, self.victim)

    def turned(self) -> Fight:
        """The counter to it: the same two units with the same equipment (FE-A-R-4, FE-OP-24)."""
        return Fight(self.victim, self.striker, dict(self.gear), countering=True)

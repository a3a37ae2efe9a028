"""The board as data: sides, rows, spots and pieces, as a viewer sees them.

Not here: building it from a table (``layout``), drawing it (``board``).
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.kernel.card import Card
from events.model.changes import CardRef


@dataclass(frozen=True, slots=True)
class Piece:
    """A card on the board. ``name`` is ``""`` if the viewer does not know it; ``role`` is what it counts as
    while attached; ``guests`` are attached to it; ``counters`` are names and amounts; ``seat`` is its
    owner on squares that all seats share."""

    ref: CardRef
    name: str
    printed_card: Card | None = None
    role: str = ""
    down: bool = False
    quarter: int = 0
    guests: tuple[Piece, ...] = ()
    counters: tuple[tuple[str, int], ...] = ()
    seat: str = ""


@dataclass(frozen=True, slots=True)
class Spot:
    """A zone of one side with its cards, the top of a pile last. ``places`` is its capacity, 0 for none."""

    zone: str
    name: str
    look: str
    pieces: tuple[Piece, ...]
    places: int = 0

    @property
    def count(self) -> str:
        """The number of cards, with the capacity if there is one: ``3``, ``3/5``."""
        return f"{len(self.pieces)}/{self.places}" if self.places else str(len(self.pieces))


@dataclass(frozen=True, slots=True)
class Side:
    """The part of the board of one seat. ``active`` is true in its own turn and in a shared one; ``tracks``
    are names and values, None before the match is set up; ``rows`` run from the middle of the table outwards;
    ``effects`` are texts of lasting effects on the seat and its cards."""

    seat: str
    name: str
    active: bool
    tracks: tuple[tuple[str, int | None], ...]
    rows: tuple[tuple[Spot, ...], ...]
    effects: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """All sides, the far one first; the ``shared`` spots and the ``tracks`` that the table has; and between
    the sides the ``grid`` of shared squares, far row first."""

    sides: tuple[Side, ...]
    shared: tuple[Spot, ...]
    grid: tuple[tuple[Spot, ...], ...] = ()
    tracks: tuple[tuple[str, int | None], ...] = ()

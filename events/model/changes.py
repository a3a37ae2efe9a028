"""The nine primitive deltas that an event can make to a table.

They say what became of cards and numbers and hold no rule: if a rule is needed to apply one, the
change lacks a field. Not here: the events that carry them (``kinds``) and the fold that applies
them (``engine.kernel.table``).
"""

from typing import NamedTuple

import msgspec

CardRef = str
"""An instance of a card, such as ``"A.17"``: its owner's seat and a number."""
FaceId = str
"""What is printed on an instance, such as ``"BR-004"``; ``""`` where nobody wrote it down."""
Place = str
"""A zone and whose it is, such as ``"hand.A"``; a shared zone has no owner part."""
Holder = str
"""What a number or a modifier belongs to: a seat, a card instance, or ``"table"``."""


class Step(NamedTuple):
    """One step of a computation: ``operation`` with ``number`` because of ``source`` under ``clause``.

    ``operation`` is ``base add times divide become floor cap``; ``source`` names a card instance, a track
    or a keyword.
    """

    operation: str
    number: int
    source: str
    clause: str


class Change(msgspec.Struct, frozen=True, gc=False, array_like=True, tag_field="change"):
    """A primitive delta. Stored as an array whose first element is the name of the change."""


class Create(Change, frozen=True, tag="create"):
    """An instance comes to exist in ``place``, bottom to top in the order of creation."""

    card: CardRef
    face: FaceId
    place: Place


class Move(Change, frozen=True, tag="move"):
    """``card`` leaves ``origin`` for the top of ``place`` (its bottom where ``under`` is set)."""

    card: CardRef
    origin: Place
    place: Place
    under: bool = False


class Know(Change, frozen=True, tag="know"):
    """The face of ``card`` becomes known to the record (``""``: it is lost again, by a shuffle)."""

    card: CardRef
    face: FaceId


class Flip(Change, frozen=True, tag="flip"):
    """``card`` now lies face down, or face up."""

    card: CardRef
    down: bool


class Turn(Change, frozen=True, tag="turn"):
    """``card`` is now turned (used, checked, tired) by ``quarter`` turns; 0 is upright."""

    card: CardRef
    quarter: int


class Attach(Change, frozen=True, tag="attach"):
    """``card`` belongs to ``to`` in the role ``role``; an empty ``to`` ends the attachment."""

    card: CardRef
    to: Holder
    role: str = ""


class Set(Change, frozen=True, tag="set"):
    """The printed value of ``track`` of ``of`` is now ``value``; modifiers come on top of it."""

    track: str
    of: Holder
    value: int


class Grant(Change, frozen=True, tag="grant"):
    """A continuous effect begins: ``operation`` on ``quantity`` of ``on``, until ``until``.

    ``text`` carries what is no number: a barred name, or a line of card text that waits.
    """

    id: str
    on: Holder
    quantity: str
    operation: str
    amount: int
    text: str
    until: str
    source: CardRef
    clause: str


class Expire(Change, frozen=True, tag="expire"):
    """The continuous effect ``id`` ends."""

    id: str


AnyChange = Create | Move | Know | Flip | Turn | Attach | Set | Grant | Expire
Changes = tuple[AnyChange, ...]

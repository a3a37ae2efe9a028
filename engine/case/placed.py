"""A card of a given table, before there is a table.

Not here: the table itself (``arrange``).
"""

from __future__ import annotations

from typing import NamedTuple

from engine.case.card_spec import CardSpec
from engine.case.problem import Place
from events.model.changes import CardRef


class Placed(NamedTuple):
    """A card of the table: how it is written, the seat and the place where it lies, and where it stands in
    the file."""

    card: CardRef
    spec: CardSpec
    seat: str
    place: str
    at: Place


def is_host(placed: Placed, spec: CardSpec) -> bool:
    """Whether this is the card that ``spec`` is to be attached to."""
    if spec.host_copy:
        return placed.card == spec.host_copy
    owned = not spec.host_owner or placed.card.startswith(f"{spec.host_owner}.")
    return owned and placed.spec.face == spec.host

"""One row a seat, own turn and resource: how much was available for payments, and how much was paid.

``resource`` is a fund of the game (``roles``); payments of several resources may draw on one fund.
``available`` counts what was there when the turn began and what was added later; it is never less than
``paid``. A turn of no seat counts for every seat. Turns without the resource have no row. Not here: payments
in turns of others, single payments (``payment``).
"""

from typing import NamedTuple

from analytics.facts.columns import Number, Word
from analytics.facts.extract.match_facts import MatchFacts


class Row(NamedTuple):
    """The columns of the table."""

    match: Word
    game_no: Number
    seat: Word
    turn: Number
    resource: Word
    available: Number
    paid: Number


def rows(facts: MatchFacts) -> list[Row]:
    """A row for every turn and resource, in order."""
    return [
        Row(
            facts.match,
            1,
            turn_resource.seat,
            turn_resource.turn,
            turn_resource.fund,
            max(turn_resource.available, turn_resource.paid),
            turn_resource.paid,
        )
        for turn_resource in facts.resources.every
        if turn_resource.available or turn_resource.paid
    ]

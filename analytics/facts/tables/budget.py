"""One row a seat, a turn of its own and a resource: how much there was to pay with, and how much was paid.

``resource`` is a fund of the game (``roles``), from which payments of several resources may be made.
``available`` counts what was there when the turn began and what came to it later; it is never less than
``paid``. A turn that belongs to nobody belongs to every seat. Only turns that had any. Not here: what was
paid in the turns of others, and single payments (``payment``).
"""

from typing import NamedTuple

from analytics.facts.columns import Number, Word
from analytics.facts.extract.match_facts import Story


class Row(NamedTuple):
    """The columns of the table."""

    match: Word
    game_no: Number
    seat: Word
    turn: Number
    resource: Word
    available: Number
    paid: Number


def rows(story: Story) -> list[Row]:
    """A row for every turn and resource, in order."""
    return [
        Row(
            story.match,
            1,
            purse.seat,
            purse.turn,
            purse.fund,
            max(purse.available, purse.paid),
            purse.paid,
        )
        for purse in story.purses.every
        if purse.available or purse.paid
    ]

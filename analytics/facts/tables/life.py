"""One row a change of what a seat has left to survive on, from its value at the start on.

A game whose players have no such number has no rows. Not here: what brought the change about (the event
``seq`` tells).
"""

from typing import NamedTuple

from analytics.facts.extract.match_facts import Story


class Row(NamedTuple):
    """See ``schema`` for the types."""

    match: str
    game_no: int
    seat: str
    seq: int
    turn: int
    life: int


def rows(story: Story) -> list[Row]:
    """A row for every change, in order."""
    return [Row(story.match, 1, life.seat, life.seq, life.turn, life.value) for life in story.flow.lives]

"""One row a seat in a match: who played it, against whom, in which order, and with what result.

``won``, ``lost`` and ``tied`` are 0 or 1, all 0 while the match has no end. ``deal_known`` and
``keep_known`` tell whether the record knows every card the seat was dealt, and every one it kept: where
it does not, only cards that were played are known, and to count those alone would favour them. ``life``
is what is left at the end. ``went_first`` is null where the record has no turns. Not here: what the seat did.
"""

from typing import NamedTuple

from analytics.facts.story import Story
from events.changes import CardRef


class Row(NamedTuple):
    """See ``schema`` for the types."""

    match: str
    seat: str
    player: str | None
    opponent: str | None
    went_first: bool | None
    won: int
    lost: int
    tied: int
    life: int | None
    deal_known: bool
    keep_known: bool


def rows(story: Story) -> list[Row]:
    """A row for every seat. With more than two seats nobody has *the* opponent."""
    return [_row(story, seat) for seat in story.seats]


def _row(story: Story, seat: str) -> Row:
    players = story.opened.players
    others = [other for other in story.seats if other != seat]
    won, lost, tied = result(story, seat)
    return Row(
        match=story.match,
        seat=seat,
        player=players[seat] or None,
        opponent=(players[others[0]] or None) if len(others) == 1 else None,
        went_first=seat == story.first_seat if story.first_seat else None,
        won=won,
        lost=lost,
        tied=tied,
        life=story.table.tracks.get((story.parts.life, seat)),
        deal_known=known(story, story.deal.get(seat)),
        keep_known=known(story, story.kept.get(seat)),
    )


def result(story: Story, seat: str) -> tuple[int, int, int]:
    """Won, lost, tied: 0 or 1 each."""
    ended = story.table.result
    if ended is None:
        return 0, 0, 0
    if not ended.winner:
        return 0, 0, 1
    return (1, 0, 0) if ended.winner == seat else (0, 1, 0)


def known(story: Story, cards: tuple[CardRef, ...] | None) -> bool:
    """Whether the record tells which cards these are, and knows every face."""
    return cards is not None and all(story.face(card) for card in cards)

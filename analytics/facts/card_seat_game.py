"""One row a card (by its face) that a seat had in a match: how often it was dealt, kept and played.

Copies: ``dealt`` to choose from · ``kept`` of them · ``deck`` played with from the first turn on. Times:
``used`` · ``set`` face down · ``revealed`` as an answer · ``acted``: actions with an outcome, of which
``resolved`` (the decisive ones included) and ``nullified``. Cards whose face nobody wrote down have no
row: see ``deal_known`` and ``keep_known`` of ``seat_game``. Not here: what cards did.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from analytics.facts.seat_game import known, result
from analytics.facts.story import DECISIVE, NONE, NULLIFIED, RESOLVED, Story
from events.changes import CardRef


class Row(NamedTuple):
    """See ``schema`` for the types."""

    match: str
    seat: str
    card: str
    dealt: int
    kept: int
    deck: int
    used: int
    set: int
    revealed: int
    acted: int
    resolved: int
    nullified: int
    deal_known: bool
    keep_known: bool
    won: int
    lost: int
    tied: int


COUNTED = ("dealt", "kept", "deck", "used", "set", "revealed", "acted", "resolved", "nullified")
Counts = defaultdict[tuple[str, str], list[int]]
"""(seat, face) → how often, in the order of ``COUNTED``."""
DEALT, KEPT, DECK, USED, SET, REVEALED, ACTED, CARRIED_OUT, STOPPED = range(len(COUNTED))


def rows(story: Story) -> list[Row]:
    """A row for every card that a seat was dealt or played with, seats and cards in order."""
    counts: Counts = defaultdict(lambda: [0] * len(COUNTED))
    for column, held in ((DEALT, story.deal), (KEPT, story.kept), (DECK, story.deck)):
        for seat, cards in held.items():
            _count_copies(story, counts, column, seat, cards)
    _count_actions(story, counts)
    for answer in story.answers.values():
        if face := story.face(answer.event.cards[0], answer.face):
            counts[answer.event.seat, face][REVEALED] += 1
    return [
        row
        for seat in story.seats
        for row in _rows_of(
            story, seat, {face: counted for (of, face), counted in counts.items() if of == seat}
        )
    ]


def _rows_of(story: Story, seat: str, counts: dict[str, list[int]]) -> list[Row]:
    deal_known, keep_known = known(story, story.deal.get(seat)), known(story, story.kept.get(seat))
    won, lost, tied = result(story, seat)
    return [
        Row._make((story.match, seat, face, *counts[face], deal_known, keep_known, won, lost, tied))
        for face in sorted(counts)
    ]


def _count_copies(story: Story, counts: Counts, column: int, seat: str, cards: Iterable[CardRef]) -> None:
    for card in cards:
        if face := story.face(card):
            counts[seat, face][column] += 1


def _count_actions(story: Story, counts: Counts) -> None:
    parts = story.parts
    for action in story.actions.values():
        face = story.face(action.card, action.face)
        if face is None:
            continue
        row = counts[action.seat, face]
        row[USED] += action.verb in parts.uses
        row[SET] += action.verb in parts.sets
        row[ACTED] += action.outcome != NONE
        row[CARRIED_OUT] += action.outcome in (RESOLVED, DECISIVE)
        row[STOPPED] += action.outcome == NULLIFIED

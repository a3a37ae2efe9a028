"""One row a card (by its face) that a seat had in a game: how often it was dealt, drawn, held and played.

What the columns count is told in ``docs/facts.md``. Cards whose face nobody wrote down have no row: see the
flags (``knowledge``). Only of matches recorded by events. Not here: what cards did.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from analytics.facts.columns import Bit, Count, Day, Flag, Number, Word
from analytics.facts.extract.knowledge import knowledge
from analytics.facts.extract.match_facts import DECISIVE, NONE, NULLIFIED, RESOLVED, Story
from analytics.facts.extract.shuffled_library import Identity
from events.model.changes import FaceId


class Row(NamedTuple):
    """The columns of the table."""

    match: Word
    game_no: Number
    seat: Word
    card: Word
    day: Day | None
    archetype: Word | None
    opponent_archetype: Word | None
    went_first: Flag | None
    dealt: Count
    first_dealt: Count
    kept: Count
    deck: Number
    open: Count
    drawn: Count
    tutored: Count
    played: Count
    used: Count
    set: Count
    revealed: Count
    acted: Count
    resolved: Count
    nullified: Count
    first_draw_turn: Number | None
    first_played_turn: Number | None
    turns_held: Number
    deal_known: Flag
    keep_known: Flag
    deck_known: Flag
    hand_known: Flag
    won: Bit
    lost: Bit
    tied: Bit


class Counts:
    """The numbers of one card of one seat, each as in the column of that name."""

    __slots__ = (
        "acted", "dealt", "deck", "drawn", "first_dealt", "first_draw_turn", "first_played_turn", "kept",
        "nullified", "open", "resolved", "revealed", "set", "turns_held", "tutored", "used",
    )  # fmt: skip

    def __init__(self) -> None:
        self.dealt = self.first_dealt = self.kept = self.deck = self.open = self.drawn = self.tutored = 0
        self.used = self.set = self.revealed = self.acted = self.resolved = self.nullified = 0
        self.turns_held = 0
        self.first_draw_turn: int | None = None
        self.first_played_turn: int | None = None

    def columns(self) -> tuple[int | None, ...]:
        """The values in the order of the columns, ``dealt`` to ``turns_held``."""
        return (
            self.dealt, self.first_dealt, self.kept, self.deck, self.open, self.drawn, self.tutored,
            self.used + self.set, self.used, self.set, self.revealed,
            self.acted, self.resolved, self.nullified,
            self.first_draw_turn, self.first_played_turn, self.turns_held,
        )  # fmt: skip


def rows(story: Story) -> list[Row]:
    """A row for every card that a seat was dealt or played with, seats and cards in order."""
    if not story.by_events:
        return []
    counted = _count(story)
    return [row for seat in story.seats for row in _rows_of(story, seat, counted.get(seat, {}))]


def _rows_of(story: Story, seat: str, counted: dict[FaceId, Counts]) -> list[Row]:
    (game,) = story.games
    field = (
        story.day,
        story.archetypes.get(seat),
        story.archetypes.get(story.opponent(seat)),
        seat == game.first_seat if game.first_seat else None,
    )
    end = (*knowledge(story, seat), *game.result(seat))
    return [
        Row._make((story.match, 1, seat, face, *field, *counted[face].columns(), *end))
        for face in sorted(counted)
    ]


Counted = defaultdict[str, defaultdict[FaceId, Counts]]
"""Seat → face → its numbers."""


def _count(story: Story) -> Counted:
    counted: Counted = defaultdict(lambda: defaultdict(Counts))
    for seat, cards in story.deal.items():
        first = len(story.first_hand[seat])
        for index, (face,) in enumerate(cards):
            if face:
                counted[seat][face].dealt += 1
                counted[seat][face].first_dealt += index < first
    for seat, cards in story.kept.items():
        for face in _faces(cards):
            counted[seat][face].kept += 1
    _count_decks(story, counted)
    _count_stays(story, counted)
    _count_actions(story, counted)
    for answer in story.answers.values():
        if face := answer.identity[0]:
            counted[answer.event.seat][face].revealed += 1
    return counted


def _faces(cards: Iterable[Identity]) -> Iterable[FaceId]:
    return (identity[0] for identity in cards if identity[0])


def _count_decks(story: Story, counted: Counted) -> None:
    """A deck that was written down is taken as it stands there: what was never drawn is known as well."""
    for seat in story.seats:
        if seat in story.opened.decks:
            for face, copies in story.decks[seat].copies:
                counted[seat][face].deck = copies
        else:
            for face in _faces(story.flow.deck.get(seat, ())):
                counted[seat][face].deck += 1


def _count_stays(story: Story, counted: Counted) -> None:
    for stay in story.flow.stays:
        if not (face := stay.card[0]):
            continue
        one = counted[stay.seat][face]
        one.turns_held += stay.until - stay.since
        match stay.came:
            case "open":
                one.open += 1
            case "drawn":
                one.drawn += 1
                if one.first_draw_turn is None:
                    one.first_draw_turn = stay.since
            case "tutored":
                one.tutored += 1


def _count_actions(story: Story, counted: Counted) -> None:
    roles = story.roles
    for action in story.actions.values():
        if not (face := action.identity[0]):
            continue
        one = counted[action.seat][face]
        one.used += action.verb in roles.uses
        one.set += action.verb in roles.sets
        if action.plays and one.first_played_turn is None:
            one.first_played_turn = action.turn
        if action.outcome != NONE:
            one.acted += 1
            one.resolved += action.outcome in (RESOLVED, DECISIVE)
            one.nullified += action.outcome == NULLIFIED

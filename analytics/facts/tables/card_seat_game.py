"""One row a card (by its face) that a seat had in a game: how often it was dealt, drawn, held and played.

``docs/facts.md`` defines the columns. Cards with an unknown face have no row: see the flags (``knowledge``).
Only of matches recorded by events. Not here: effects of cards.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from analytics.facts.columns import Bit, Count, Day, Flag, Number, Word
from analytics.facts.extract.knowledge import Knowledge, knowledge
from analytics.facts.extract.match_facts import DECISIVE, NULLIFIED, RESOLVED, WITHOUT_OUTCOME, MatchFacts
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
    in_library: Number | None
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
    opponent_dealt: Count | None
    opponent_kept: Count | None
    opponent_deck: Number | None
    opponent_open: Count | None
    opponent_drawn: Count | None
    opponent_tutored: Count | None
    opponent_played: Count | None
    deal_known: Flag
    keep_known: Flag
    deck_known: Flag
    hand_known: Flag
    won: Bit
    lost: Bit
    tied: Bit


class Counts:
    """The numbers of one card of one seat; attributes have the names of the columns."""

    __slots__ = (
        "acted", "dealt", "deck", "drawn", "first_dealt", "first_draw_turn", "first_played_turn",
        "in_library", "kept", "nullified", "open", "resolved", "revealed", "set",
        "turns_held", "tutored", "used",
    )  # fmt: skip

    def __init__(self) -> None:
        self.dealt = self.first_dealt = self.kept = self.deck = self.open = self.drawn = self.tutored = 0
        self.used = self.set = self.revealed = self.acted = self.resolved = self.nullified = 0
        self.turns_held = 0
        self.in_library: int | None = None
        self.first_draw_turn: int | None = None
        self.first_played_turn: int | None = None

    def columns(self) -> tuple[int | None, ...]:
        """The values in the order of the columns, ``dealt`` to ``turns_held``."""
        return (
            self.dealt, self.first_dealt, self.kept, self.deck, self.in_library,
            self.open, self.drawn, self.tutored,
            self.used + self.set, self.used, self.set, self.revealed,
            self.acted, self.resolved, self.nullified,
            self.first_draw_turn, self.first_played_turn, self.turns_held,
        )  # fmt: skip

    def as_opponent(self, known: Knowledge) -> tuple[int | None, ...]:
        """The same card's ``opponent_dealt`` to ``opponent_played`` in the rows of the other seat: null where
        the record does not know them."""
        deal, keep, deck, hand = known
        return (
            self.first_dealt if deal else None,
            self.kept if keep else None,
            self.deck if deck else None,
            *((self.open, self.drawn, self.tutored) if hand else (None, None, None)),
            self.used + self.set,
        )


NO_COPIES = Counts()
OPPONENT_UNKNOWN = (None,) * 7
"""Of a match of one player, or of several opponents."""


def rows(facts: MatchFacts) -> list[Row]:
    """A row for every card that a seat was dealt or played, in order of seats and cards."""
    if not facts.by_events:
        return []
    counted = _count(facts)
    known = {seat: knowledge(facts, seat) for seat in facts.seats}
    return [row for seat in facts.seats for row in _rows_of(facts, seat, counted, known)]


def _rows_of(facts: MatchFacts, seat: str, counted: "Counted", known: Mapping[str, Knowledge]) -> list[Row]:
    (game,) = facts.games
    other = facts.opponent(seat)
    theirs: Mapping[FaceId, Counts] = counted.get(other, {})
    knows = known.get(other)
    field = (
        facts.day,
        facts.archetypes.get(seat),
        facts.archetypes.get(other),
        seat == game.first_seat if game.first_seat else None,
    )
    end = (*known[seat], *game.result(seat))
    return [
        Row._make(
            (
                *(facts.match, 1, seat, face, *field),
                *counts.columns(),
                *(theirs.get(face, NO_COPIES).as_opponent(knows) if knows else OPPONENT_UNKNOWN),
                *end,
            )
        )
        for face, counts in sorted(counted.get(seat, {}).items())
    ]


Counted = defaultdict[str, defaultdict[FaceId, Counts]]
"""Seat → face → its numbers."""


def _count(facts: MatchFacts) -> Counted:
    counted: Counted = defaultdict(lambda: defaultdict(Counts))
    for seat, cards in facts.deal.items():
        first = len(facts.first_hand[seat])
        for index, (face,) in enumerate(cards):
            if face:
                counted[seat][face].dealt += 1
                counted[seat][face].first_dealt += index < first
    for seat, cards in facts.kept.items():
        for face in _faces(cards):
            counted[seat][face].kept += 1
    _count_decks(facts, counted)
    _count_stays(facts, counted)
    _count_actions(facts, counted)
    for answer in facts.answers.values():
        if face := answer.identity[0]:
            counted[answer.event.seat][face].revealed += 1
    return counted


def _faces(cards: Iterable[Identity]) -> Iterable[FaceId]:
    return (identity[0] for identity in cards if identity[0])


def _count_decks(facts: MatchFacts, counted: Counted) -> None:
    """Count the cards of recorded decks, including those never drawn."""
    for seat in facts.seats:
        if seat in facts.opened.decks:
            for face, copies in facts.decks[seat].copies:
                counted[seat][face].deck = copies
        else:
            for face in _faces(facts.movements.deck.get(seat, ())):
                counted[seat][face].deck += 1
        library = facts.library(seat)
        if library is not None:
            for face, one in counted[seat].items():
                one.in_library = library[face]


def _count_stays(facts: MatchFacts, counted: Counted) -> None:
    for stay in facts.movements.stays:
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


def _count_actions(facts: MatchFacts, counted: Counted) -> None:
    roles = facts.roles
    for action in facts.actions.values():
        if not (face := action.identity[0]):
            continue
        one = counted[action.seat][face]
        one.used += action.verb in roles.uses
        one.set += action.verb in roles.sets
        if action.plays and one.first_played_turn is None:
            one.first_played_turn = action.turn
        if action.outcome not in WITHOUT_OUTCOME:
            one.acted += 1
            one.resolved += action.outcome in (RESOLVED, DECISIVE)
            one.nullified += action.outcome == NULLIFIED

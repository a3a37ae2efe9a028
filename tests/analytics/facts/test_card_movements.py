"""Hands, libraries and draws, told by events written out by hand; played matches: ``test_library_laws``."""

from typing import Any

import pytest

from analytics.facts import FACTS
from analytics.facts.extract.walk import extract_facts
from events.model.changes import AnyChange, Create, Know, Move, Set
from events.model.kinds import (
    Began,
    Chose,
    Declared,
    Ended,
    Happened,
    Opened,
    Paid,
    Revealed,
    Shuffled,
)

ACE, KING, TEN = "CC-011", "CC-012", "CC-013"
FACES = (ACE, KING, ACE, TEN, KING, ACE)
"""The deck of A, from the card that is drawn first on: A.1 to A.6."""
OPENED = Opened("chronocard", "web", "base", {"A": "Aoi", "B": "Ren"}, {}, {})


def deck(faces: tuple[str, ...] = FACES) -> list[Any]:
    """The deck of A comes to lie, shuffled, its top card last."""
    cards = [Create(f"A.{number}", face, "deck.A") for number, face in enumerate(faces, start=1)]
    return [Shuffled("deck.A", faces), Happened("deck", "A", (), changes=tuple(reversed(cards)))]


def drew(*numbers: int, card: str = "") -> Happened:
    """A draws these cards."""
    moves = tuple(Move(f"A.{number}", "deck.A", "hand.A") for number in numbers)
    return Happened("drawn", "A", (), len(moves), card, moves)


def turn(number: int) -> Began:
    """A turn of A."""
    return Began("turn", number=number, seat="A")


def happened(*changes: AnyChange) -> Happened:
    """Anything that is no draw."""
    return Happened("moved", "A", (), changes=changes)


def rows(table: str, *events: Any, opened: Opened = OPENED) -> list[Any]:
    """The rows of a match of these events; an event without a cause may stand alone."""
    derived = [event if isinstance(event, tuple) else (event, None) for event in (opened, *events)]
    return list(FACTS[table](extract_facts("m", derived)))


def clean(*events: Any) -> list[tuple[int, int, bool]]:
    """Of each draw its number, the size of the part of chance, and whether chance alone decided."""
    return [(row.k, row.library, row.clean) for row in rows("draw", *deck(), *events)]


def left(*events: Any, opened: Opened = OPENED, faces: tuple[str, ...] = FACES) -> list[Any]:
    """What the library table says: card, copies, from which draw to which."""
    found = rows("library", *deck(faces), *events, opened=opened)
    return [(row.card, row.copies, row.first_k, row.last_k) for row in found]


# --- draws ----------------------------------------------------------------------------------------------


def test_the_opening_hand_is_no_draw() -> None:
    assert clean(drew(1, 2), turn(1), drew(3)) == [(1, 4, True)]
    assert [(row.came, row.since_turn) for row in rows("holding", *deck(), drew(1, 2), turn(1), drew(3))] == [
        ("open", 0),
        ("open", 0),
        ("drawn", 1),
    ]


def test_two_cards_drawn_at_once_are_two_draws() -> None:
    assert clean(turn(1), drew(1, 2), drew(3)) == [(1, 6, True), (2, 5, True), (3, 4, True)]
    found = rows("draw", *deck(), turn(1), drew(1, 2))
    assert [(row.card, row.seq, row.turn) for row in found] == [(ACE, 4, 1), (KING, 4, 1)]


def test_copies_left_are_told_from_draw_to_draw() -> None:
    assert left(turn(1), drew(1), drew(2), drew(3)) == [
        (ACE, 3, 1, 1),
        (ACE, 2, 2, 3),
        (KING, 2, 1, 2),
        (KING, 1, 3, 3),
        (TEN, 1, 1, 3),
    ]


def test_what_was_sent_away_from_the_top_is_no_draw_and_left_the_library() -> None:
    sent = happened(Move("A.1", "deck.A", "discard.A"), Move("A.2", "deck.A", "discard.A"))
    assert clean(turn(1), sent, drew(3)) == [(1, 4, True)]
    assert left(turn(1), sent, drew(3)) == [(ACE, 2, 1, 1), (KING, 1, 1, 1), (TEN, 1, 1, 1)]


def test_a_card_says_draw() -> None:
    found = rows("draw", *deck(), drew(1), turn(1), drew(2, card="A.1"), drew(3))
    assert [(row.card, row.drawn_by) for row in found] == [(KING, ACE), (ACE, None)]


def test_a_card_put_on_top_is_drawn_by_no_chance_and_hides_the_others() -> None:
    """Below it the order is what it was."""
    back = happened(Move("A.1", "hand.A", "deck.A"))
    assert clean(drew(1), turn(1), back, drew(1), drew(2)) == [(1, 5, False), (2, 5, True)]


def test_a_card_put_under_the_library_lies_outside_of_chance() -> None:
    back = happened(Move("A.1", "hand.A", "deck.A", under=True))
    assert clean(drew(1), turn(1), back, drew(2)) == [(1, 5, True)]
    assert (ACE, 2, 1, 1) in left(drew(1), turn(1), back, drew(2)), "the third one is known to lie below"


def test_a_card_turned_up_on_top_is_drawn_by_no_chance() -> None:
    shown = Revealed("A", ("A.1",), (ACE,), ())
    assert clean(turn(1), shown, drew(1), drew(2)) == [(1, 5, False), (2, 5, True)]


def test_a_search_undoes_chance_until_the_next_shuffle() -> None:
    search = happened(Move("A.4", "deck.A", "hand.A"))
    again = [
        Shuffled("deck.A", (KING, ACE, KING)),
        happened(*(Move(f"A.{number}", "deck.A", "deck.A") for number in (6, 5, 3, 2))),
    ]
    assert clean(turn(1), drew(1), search, drew(2)) == [(1, 6, True), (2, 0, False)]
    assert clean(turn(1), drew(1), search, *again, drew(2)) == [(1, 6, True), (2, 4, True)]
    (card,) = [row for row in rows("card_seat_game", *deck(), turn(1), search) if row.card == TEN]
    assert (card.tutored, card.drawn) == (1, 0)


def test_a_shuffle_puts_everything_back_into_chance() -> None:
    back = happened(Move("A.1", "hand.A", "deck.A"))
    moves = [Move(f"A.{number}", "deck.A", "deck.A") for number in (4, 1, 6, 5, 3, 2)]
    shuffled = [Shuffled("deck.A", (KING, ACE, KING, ACE, ACE, TEN)), happened(*moves)]
    events = (drew(1), turn(1), back, *shuffled, drew(2))
    assert clean(*events) == [(1, 6, True)]
    assert left(*events) == [(ACE, 3, 1, 1), (KING, 2, 1, 1), (TEN, 1, 1, 1)]


def test_a_library_that_nobody_shuffled_is_no_lottery() -> None:
    found = rows("draw", happened(Create("A.1", ACE, "deck.A")), turn(1), drew(1))
    assert [(row.library, row.clean) for row in found] == [(0, False)]


# --- what is known --------------------------------------------------------------------------------------


def test_a_library_not_known_has_no_copies() -> None:
    faces = (ACE, "", ACE, TEN, KING, ACE)
    assert left(turn(1), drew(1), faces=faces) == []


def test_the_rest_of_a_deck_that_was_written_down_is_known() -> None:
    """Of a record that knows the deck but not its order: what was never seen is what the deck has left."""
    opened = Opened(
        "chronocard", "web", "base", {"A": "Aoi", "B": "Ren"}, {}, {}, decks={"A": {ACE: 3, KING: 2, TEN: 1}}
    )
    learned = happened(Know("A.1", ACE), Know("A.2", KING))
    events = (turn(1), drew(1), drew(2), learned)
    assert left(*events, opened=opened, faces=("",) * 6) == [
        (ACE, 3, 1, 1),
        (ACE, 2, 2, 2),
        (KING, 2, 1, 2),
        (TEN, 1, 1, 2),
    ]
    unseen = (turn(1), drew(1), drew(2), happened(Know("A.1", ACE)))
    assert left(*unseen, opened=opened, faces=("",) * 6) == [], "one that was drawn was never seen"


def test_a_hand_not_known() -> None:
    events = (*deck(("",) * 6), drew(1), turn(1), happened(Move("A.1", "hand.A", "discard.A")))
    (seat, _) = rows("seat_game", *events)
    assert (seat.hand_known, seat.deck_known) == (False, False)
    (seat, _) = rows("seat_game", *events, happened(Know("A.1", ACE)))
    assert (seat.hand_known, seat.deck_known) == (True, False)
    (stay,) = rows("holding", *events)
    assert (stay.card, stay.became) == (None, "left")


def test_a_card_that_a_shuffle_made_another_is_another() -> None:
    """Cards may keep their places and change faces; who was in hand before stays who it was."""
    mixed = [
        happened(Move("A.1", "hand.A", "deck.A")),
        Shuffled("deck.A", (TEN, KING, ACE, ACE, KING, ACE)),
        happened(Know("A.1", TEN), Know("A.4", ACE)),
    ]
    events = (*deck(), drew(1), turn(1), *mixed, drew(1))
    assert [(stay.card, stay.came, stay.became) for stay in rows("holding", *events)] == [
        (ACE, "open", "left"),
        (TEN, "drawn", "held"),
    ]


# --- plays ----------------------------------------------------------------------------------------------


def test_a_card_is_played_by_its_own_act_alone() -> None:
    """What is given up for it has left the hand."""
    use: list[Any] = [
        Declared("A", "use", ("A.1",)),
        (Paid("A", "cost", (), 1, "A.1", ("A.2",), (Move("A.2", "hand.A", "discard.A"),)), 5),
        (happened(Move("A.1", "hand.A", "field.A")), 5),
    ]
    events = (*deck(), drew(1, 2), turn(1), *use, turn(2))
    assert [(stay.card, stay.became, stay.until_turn) for stay in rows("holding", *events)] == [
        (ACE, "played", 1),
        (KING, "left", 1),
    ]
    cards = {row.card: row for row in rows("card_seat_game", *events)}
    assert (cards[ACE].played, cards[ACE].first_played_turn) == (1, 1)
    assert (cards[KING].played, cards[KING].first_played_turn) == (0, None)


def test_a_hand_that_nobody_is_asked_about_is_dealt_and_nothing_of_it_kept() -> None:
    """ChronoCard TCG: five cards are drawn, and that is the hand."""
    lay = [
        Shuffled("deck.A", FACES),
        happened(*(Create(f"A.{number}", face, "deck.A") for number, face in enumerate(FACES, start=1))),
    ]
    draws = [Happened("drawn", "A", (), 1, changes=(Move(f"A.{n}", "deck.A", "hand.A"),)) for n in (6, 5)]
    (seat, other) = rows("seat_game", *lay, *draws, turn(1))
    assert (seat.first_hand, seat.final_hand, seat.deal_known, seat.keep_known) == (2, 2, True, False)
    assert (other.first_hand, other.deal_known) == (None, False)
    cards = rows("card_seat_game", *lay, *draws, turn(1))
    assert sum(card.dealt for card in cards) == sum(card.first_dealt for card in cards) == 2
    assert all((card.dealt, card.kept) == (card.open, 0) for card in cards)
    searched = happened(Move("A.4", "deck.A", "hand.A"))
    (seat, _) = rows("seat_game", *lay, *draws, searched, turn(1))
    assert (seat.first_hand, seat.deal_known) == (None, False), "what was searched for chance did not give"


def test_a_hand_that_is_sent_back_was_dealt_and_not_kept() -> None:
    """Of two hands only the first could be sent back; the second is the opening hand."""
    opened = Opened("genesis-garden", "2011-04", "starter", {"A": "Aoi", "B": "Ren"}, {}, {})
    lay = [
        Shuffled("hq.A", FACES),
        happened(*(Create(f"A.{number}", face, "hq.A") for number, face in enumerate(FACES, start=1))),
    ]

    def takes(*numbers: int) -> Happened:
        moves = tuple(Move(f"A.{number}", "hq.A", "hand.A") for number in numbers)
        return Happened("drew", "A", (), len(moves), changes=moves)

    back = happened(Move("A.1", "hand.A", "hq.A"), Move("A.2", "hand.A", "hq.A"))
    mixed = [
        Shuffled("hq.A", (ACE, TEN, KING, ACE, ACE, KING)),
        happened(Know("A.4", ACE), Know("A.1", KING)),
    ]
    events = (*lay, takes(1, 2), Chose("A", "mulligan"), back, *mixed, takes(3, 4), turn(1))
    (seat, _) = rows("seat_game", *events, opened=opened)
    assert (seat.mulligans, seat.final_hand, seat.deal_known, seat.keep_known) == (1, 2, True, True)
    cards = {row.card: row for row in rows("card_seat_game", *events, opened=opened)}
    counted = {card: (row.dealt, row.kept, row.open, row.deck) for card, row in cards.items()}
    assert counted == {ACE: (1, 0, 2, 3), KING: (1, 0, 0, 3)}
    kept = (*lay, takes(1, 2), Chose("A", "keep"), turn(1))
    cards = {row.card: row for row in rows("card_seat_game", *kept, opened=opened)}
    assert (cards[ACE].dealt, cards[ACE].kept, cards[ACE].open) == (1, 1, 1)


# --- the rest -------------------------------------------------------------------------------------------


def test_life_that_is_counted_as_lost() -> None:
    start = happened(Set("limit", "A", 20), Set("taken", "A", 0))
    hit = happened(Set("taken", "A", 7), Set("EP", "A", 3))
    found = rows("life", start, turn(1), hit, happened(Set("EP", "A", 0)))
    assert [(row.seat, row.seq, row.turn, row.life) for row in found] == [("A", 1, 0, 20), ("A", 3, 1, 13)]


@pytest.mark.parametrize("ends", [True, False])
def test_the_result_stands_in_every_row_that_is_summed(ends: bool) -> None:
    over = [Ended("match", winner="A", reason="deck")] if ends else []
    (draw,) = rows("draw", *deck(), turn(1), drew(1), *over)
    assert (draw.won, draw.lost, draw.tied, draw.went_first) == (int(ends), 0, 0, True)


def test_a_game_that_nobody_described_has_no_draws() -> None:
    opened = Opened("bridge", "1", "cards", {"A": "Aoi", "B": "Ren"}, {}, {})
    for table in ("draw", "library", "holding", "life"):
        assert rows(table, *deck(), turn(1), drew(1), opened=opened) == []

"""What became of an action, told by events written out by hand; random matches are in ``test_fact_laws``."""

from datetime import date
from typing import Any

import msgspec
import pytest

from analytics.facts import FACTS
from analytics.facts.extract.head import played, tournament
from analytics.facts.extract.match_facts import MatchFacts
from analytics.facts.extract.walk import Unfoldable, extract_facts
from analytics.facts.tables import match
from events.model.changes import AnyChange, Create, Expire, Grant, Know, Move, Set
from events.model.kinds import (
    Began,
    Chose,
    Declared,
    Derived,
    Determined,
    Ended,
    Failed,
    Fouled,
    Happened,
    Noted,
    Opened,
    Paid,
    Passed,
    Resolved,
    Retracted,
    Revealed,
    Shuffled,
    Triggered,
)

OPENED = Opened(
    "blade-rondo", "1.03", "base", {"A": "Aoi", "B": "Ren"}, {}, {}, head={"played": "2026-05-03"}
)
SWORD, ANSWER, PEARL, RUTILE = "BR-001", "BR-020", "BR-018", "BR-017"

DEAL = (
    Create("A.1", SWORD, "dealt.A"),
    Create("A.2", PEARL, "dealt.A"),
    Create("B.1", ANSWER, "dealt.B"),
    Create("B.2", "", "dealt.B"),
    Create("A.16", "BR-B1", "breath.A"),
    Set("life", "A", 15),
    Set("life", "B", 15),
)
SET_UP: list[Derived] = [
    (OPENED, None),
    (Happened("dealt", "table", (), changes=DEAL), None),
    (Chose("A", "keep", ("A.1",)), None),
    (
        Happened(
            "kept", "A", (), changes=(Move("A.1", "dealt.A", "hand.A"), Move("A.2", "dealt.A", "aside.A"))
        ),
        None,
    ),
    (Chose("B", "keep", ("B.1", "B.2")), None),
    (
        Happened(
            "kept", "B", (), changes=(Move("B.1", "dealt.B", "hand.B"), Move("B.2", "dealt.B", "hand.B"))
        ),
        None,
    ),
    (Began("turn", number=1, seat="A"), None),
]
"""Seven events; the first act of a test is #7."""
USED: list[Derived] = [
    (Declared("A", "use", ("A.1",), spent=12), None),
    (Paid("A", "cost", ("BR-5.2-2a",), 1, "A.1"), 7),
]
DAMAGE = Happened("damage", "B", (), 15, "A.1", (Set("life", "B", 0),))
ENDED = Ended("match", winner="A", reason="life")


def rows(table: str, *events: list[Derived]) -> list[Any]:
    """The rows of a match: set-up, then these events."""
    return rows_of(table, extract_facts("m", [*SET_UP, *(one for some in events for one in some)]))


def rows_of(table: str, facts: MatchFacts) -> list[Any]:
    """The rows of a story."""
    return list(FACTS[table](facts))


def outcomes(*events: list[Derived]) -> dict[int, str]:
    """Outcome of every declaration, by seq."""
    return {row.seq: row.outcome for row in rows("declaration", *events)}


def test_a_resolved_action() -> None:
    resolved = Resolved("action", "A", ("BR-base-7.1-1", "BR-base-9-1"), "A.1")
    ending: list[Derived] = [(resolved, 7), (Declared("A", "end"), None)]
    assert rows("declaration", USED, ending) == [
        ("m", 1, 7, "A", "use", SWORD, 1, None, None, 1, 1, 1, 0, 0, "resolved", 12),
        ("m", 1, 10, "A", "end", None, 1, None, None, 1, None, 0, 0, 0, "none", None),
    ]
    assert rows("payment", USED, ending) == [("m", 1, 8, 7, "A", 1, "cost", 1, 0, SWORD)]
    assert rows("resolution", USED, ending) == [
        ("m", 1, 9, 7, "A", 1, "action", SWORD, "resolved", None, "BR-base-7.1-1")
    ]


ANSWERED: list[Derived] = [
    (Chose("B", "reveal", ("B.1",)), 7),
    (Revealed("B", ("B.1",), (ANSWER,), ()), 9),
    (Paid("A", "cost", ("BR-base-8-7",), 2, "B.1"), 9),
    (Resolved("response", "B", ("BR-5.2-4a",), "B.1"), 9),
]


def test_an_answer_nullifies() -> None:
    """What is paid on demand of the answer is a payment within the action, but not for it."""
    failed: list[Derived] = [(Failed("action", "A", "nullified", ("BR-OP-3",), "A.1"), 7)]
    assert rows("declaration", USED, ANSWERED, failed) == [
        ("m", 1, 7, "A", "use", SWORD, 1, None, None, 1, 1, 1, 1, 0, "nullified", 12)
    ]
    assert rows("response", USED, ANSWERED, failed) == [("m", 1, 9, 7, "B", 1, SWORD, ANSWER, "nullified")]
    assert [(row.seq, row.declaration) for row in rows("payment", USED, ANSWERED, failed)] == [
        (8, 7),
        (11, 7),
    ]
    assert [row[6:10] for row in rows("resolution", USED, ANSWERED, failed)] == [
        ("response", ANSWER, "resolved", None),
        ("action", SWORD, "failed", "nullified"),
    ]


def test_the_winning_blow_is_decisive() -> None:
    """The record has no end of it: the match ended first."""
    blow: list[Derived] = [(Determined("damage", "B", 15, (), ()), 7), (DAMAGE, 7), (ENDED, None)]
    assert outcomes(USED, blow) == {7: "decisive"}
    assert rows("resolution", USED, blow) == []


def test_a_trigger_within_the_winning_blow_belongs_to_it() -> None:
    blow: list[Derived] = [(Triggered("B.1", "after-attack", "B", ()), 7), (DAMAGE, 9), (ENDED, None)]
    assert outcomes(USED, blow) == {7: "decisive"}


def test_a_follower_acts_undeclared() -> None:
    acted: list[Derived] = [
        (Triggered("A.2", "斬撃", "A", ()), 6),
        (Resolved("action", "A", ("BR-base-7.1-1",), "A.2"), 7),
    ]
    assert rows("declaration", acted) == [
        ("m", 1, 7, "A", "triggered", PEARL, 1, None, None, 1, 1, 0, 0, 0, "resolved", None)
    ]


AT_START: list[Derived] = [
    (Triggered("A.2", "own-start", "A", ("CC-PS-6",)), None),
    (Happened("drawn", "A", (), 1, "A.2"), 7),
]
"""An ability of ChronoCard at the beginning of a turn; its set-up is that of another game."""


def in_chronocard(*events: list[Derived]) -> list[Any]:
    """The outcomes of declarations, and the rows of resolutions."""
    opened = msgspec.structs.replace(OPENED, game="chronocard", edition="web")
    derived = [(opened, None), *SET_UP[1:], *(one for some in events for one in some)]
    facts = extract_facts("m", derived)
    ends = [(row.outcome, row.why) for row in rows_of("resolution", facts)]
    return [[row.outcome for row in rows_of("declaration", facts)], ends]


def test_an_ability_is_carried_out_once_the_rules_go_on() -> None:
    """Without an event that says so."""
    assert in_chronocard(AT_START, [(Ended("phase", "start", 1, "A"), None)]) == [["resolved"], []]
    again: list[Derived] = [(Triggered("A.1", "own-start", "A", ()), None)]
    assert in_chronocard(AT_START, again) == [["resolved", "unfinished"], []]


@pytest.mark.parametrize(
    "events",
    [
        pytest.param([], id="the record breaks off"),
        pytest.param([(Declared("A", "concede"), None), (ENDED, None)], id="somebody concedes"),
        pytest.param([(Noted("comment", "a break"), None)], id="a remark is no play"),
    ],
)
def test_an_ability_cut_off_is_unfinished(events: list[Derived]) -> None:
    (first, *_), _ = in_chronocard(AT_START, events)
    assert first == "unfinished"


def test_an_ability_ends_the_match() -> None:
    assert in_chronocard(AT_START, [(DAMAGE, 7), (ENDED, None)]) == [["decisive"], []]


def test_an_optional_cost_declined_is_no_failure() -> None:
    """CC-PS-8: nobody hindered it."""
    declined: list[Derived] = [
        (Chose("A", "refuse"), 7),
        (Failed("offer", "A", "declined", ("CC-PS-8",), "A.2"), 7),
        (Ended("phase", "start", 1, "A"), None),
    ]
    assert in_chronocard(AT_START[:1], declined) == [["declined"], [("declined", "declined")]]
    within: list[Derived] = [*declined[:2], (Resolved("action", "A", (), "A.1"), 7)]
    assert in_chronocard(USED, within)[0] == ["resolved"]


@pytest.mark.parametrize(
    "events",
    [
        pytest.param([(ENDED, None)], id="paid with the last life"),
        pytest.param([(Declared("table", "agreed-end"), 7), (ENDED, None)], id="ended by agreement"),
        pytest.param([], id="the record breaks off"),
        pytest.param([*ANSWERED[:2], (DAMAGE, 9), (ENDED, None)], id="the answer was decisive"),
    ],
)
def test_an_action_cut_off_is_unfinished(events: list[Derived]) -> None:
    assert outcomes(USED, events)[7] == "unfinished"


def test_a_repeat_within_an_action() -> None:
    """Both come to their end; each keeps what was paid for itself."""
    again: list[Derived] = [
        (Declared("A", "use", ("A.1",), words=("again",)), 7),
        (Paid("A", "cost", (), 3, "A.1"), 9),
        (Resolved("action", "A", (), "A.1"), 9),
        (Resolved("action", "A", (), "A.1"), 7),
    ]
    found = rows("declaration", USED, again)
    assert [(row.seq, row.parent, row.depth, row.links, row.paid, row.outcome) for row in found] == [
        (7, None, 1, 2, 1, "resolved"),
        (9, 7, 2, None, 3, "resolved"),
    ]


def test_what_was_taken_back_is_left_out() -> None:
    taken: list[Derived] = [(DAMAGE, 7), (Retracted(7, "wrong card", "judge"), None)]
    assert rows("declaration", USED, taken) == []
    assert rows("payment", USED, taken) == []
    assert [row.life for row in rows("seat_game", USED, taken)] == [15, 15]
    (found,) = rows("match", USED, taken)
    assert found.events == 11, "what was taken back stays in the record"


def test_payments_that_do_not_stand() -> None:
    """Each once: those that were taken back, however often, and fouls against what was owed."""
    taken: list[Derived] = [
        (Retracted(8, "wrong", "judge"), None),
        (Retracted(7, "wrong card", "judge"), None),
    ]
    assert rows("reversal", USED, taken) == [("m", 1, 8, "A", 1, "taken back", "cost", 1, SWORD)]
    fouls: list[Derived] = [(Fouled("A", "use", "BR-base-4-4"), None), (Fouled("B", "talk", "BR-1"), None)]
    assert rows("reversal", USED, fouls) == [("m", 1, 9, "A", 1, "foul", None, 0, None)]
    assert rows("reversal", USED) == []


def test_opportunities_to_answer() -> None:
    """As the rules saw them; where they were not asked, whatever was let go by within an action is one."""
    passed: list[Derived] = [(Passed("B", "pass"), 7), (Passed("A", "pass"), None)]
    events = [*SET_UP, *USED, *ANSWERED, *passed]
    facts = extract_facts("m", events)
    taken, left = ("m", 1, 9, 7, "B", 1, SWORD, True), ("m", 1, 13, 7, "B", 1, SWORD, False)
    assert rows_of("response_window", facts) == [(*taken, None), (*left, None)]
    facts.held = {9: True, 13: False}
    assert rows_of("response_window", facts) == [(*taken, True), (*left, False)]
    facts.held = {9: None}
    assert rows_of("response_window", facts) == [(*taken, None)]


def test_what_a_turn_could_pay_with() -> None:
    """Voltage and what effects add to it, from the beginning of the turn on and as it comes."""

    def changed(*changes: AnyChange) -> Derived:
        return Happened("x", "A", (), changes=changes), None

    def paid(seat: str, amount: int, spent: int) -> Derived:
        return Paid(seat, "cost", (), amount, changes=(Set("spent", seat, spent),)), None

    pulse = Grant("1", "A", "budget", "add", 2, "", "end of turn", "A.16", "")
    first: list[Derived] = [
        changed(Set("V", "A", 1)), paid("A", 1, 1), changed(Set("V", "A", 2)), changed(pulse),
        paid("A", 2, 3), paid("B", 5, 5),
    ]  # fmt: skip
    reset = (Expire("1"), Set("spent", "A", 0), Set("V", "B", 4))
    second: list[Derived] = [(Began("turn", number=2, seat="B", changes=reset), None), paid("B", 9, 14)]
    assert rows("budget", first, second) == [
        ("m", 1, "A", 1, "cost", 4, 3),
        ("m", 1, "B", 2, "cost", 9, 9),
    ]
    assert rows("budget", [changed(pulse)]) == [("m", 1, "A", 1, "cost", 2, 0)], (
        "although nobody pays after it"
    )
    assert rows("budget") == [], "a turn in which there was nothing to pay with"


def test_a_library_as_it_was_laid() -> None:
    """If every card of it is known by the end."""
    opening = msgspec.structs.replace(OPENED, game="chronocard")

    def laid(*order: str) -> list[Any]:
        created = (Create("A.1", SWORD, "deck.A"), Create("A.2", "", "deck.A"))
        begun: list[Derived] = [
            (opening, None),
            (Happened("x", "A", (), changes=created), None),
            (Shuffled("deck.A", order, "simulated"), None),
            (Shuffled("hand.A", order), None),
        ]
        return rows_of("shuffle", extract_facts("m", begun))

    top, bottom = ("m", 1, "A", 2, PEARL, 1, 2, "simulated"), ("m", 1, "A", 2, SWORD, 2, 2, "simulated")
    assert laid(PEARL, SWORD) == laid(PEARL, "A.1") == [top, bottom]
    assert laid("A.2", "A.1") == laid("", SWORD) == laid() == []


def test_the_first_hand_is_not_those_after_it() -> None:
    again: list[Derived] = [(Chose("A", "keep", ("A.16",)), None)]
    found = {
        row.card: (row.dealt, row.first_dealt) for row in rows("card_seat_game", again) if row.seat == "A"
    }
    assert found[SWORD] == (1, 1)
    assert found[PEARL] == (1, 1)


def test_a_match_and_its_seats() -> None:
    facts = extract_facts("m", [*SET_UP, *USED, (DAMAGE, 7), (ENDED, None), (Noted("record", "…"), None)])
    facts.grade = "EXACT"
    assert list(FACTS["match"](facts)) == [
        match.Row(
            match="m",
            ruleset="blade-rondo@1.03",
            edition="1.03",
            cards="base",
            granularity="event",
            day=date(2026, 5, 3),
            tournament=None,
            tournament_id=None,
            stage=None,
            pod=None,
            round=None,
            at_table=None,
            best_of=None,
            source=None,
            simulated=False,
            grade="EXACT",
            finished=True,
            outcome="win",
            winner="A",
            reason="life",
            turns=1,
            events=12,
            games=1,
            first_seat="A",
            viewpoint="A",
        )
    ]
    day = date(2026, 5, 3)
    assert list(FACTS["seat_match"](facts)) == [
        ("m", "A", "Aoi", None, "Ren", None, day, None, None, True, "win", 1, 0, 0, 1, 0, 0),
        ("m", "B", "Ren", None, "Aoi", None, day, None, None, False, "loss", 0, 1, 0, 0, 1, 0),
    ]
    assert list(FACTS["game"](facts)) == [("m", 1, True, "A", "life", 1, "A")]
    known, unknown = (True, True, True, True), (False, False, False, False)
    assert list(FACTS["seat_game"](facts)) == [
        (
            "m",
            1,
            "A",
            "Aoi",
            "Ren",
            None,
            day,
            None,
            None,
            True,
            1,
            0,
            0,
            15,
            None,
            None,
            0,
            2,
            1,
            None,
            None,
            *known,
            False,
        ),
        (
            "m",
            1,
            "B",
            "Ren",
            "Aoi",
            None,
            day,
            None,
            None,
            False,
            0,
            1,
            0,
            0,
            None,
            None,
            0,
            2,
            2,
            None,
            None,
            *unknown,
            True,
        ),
    ]


@pytest.mark.parametrize(
    ("stated", "learned", "seat"),
    [
        ({}, "", "A"),
        ({"viewpoint": '"B"'}, "", "B"),
        ({"viewpoint": "C"}, "", "A"),
        ({}, "B.2", None),
        ({"viewpoint": "B"}, "B.2", "B"),
    ],
)
def test_from_whose_side_a_match_is_told(stated: dict[str, str], learned: str, seat: str | None) -> None:
    """As its head states; where that names no seat, by whose hand alone is known: of B's one card is not."""
    opening = msgspec.structs.replace(OPENED, head=stated)
    seen: list[Derived] = [(Happened("x", "B", (), changes=(Know(learned, PEARL),)), None)] if learned else []
    (row,) = rows_of("match", extract_facts("m", [(opening, None), *SET_UP[1:], *seen]))
    assert row.viewpoint == seat


def test_a_match_without_known_hands_is_told_from_nobodys_side() -> None:
    hidden = Happened("x", "A", (), changes=(Create("A.1", "", "dealt.A"), Create("B.1", "", "dealt.B")))
    kept: list[Derived] = [(Chose("A", "keep", ("A.1",)), None), (Chose("B", "keep", ("B.1",)), None)]
    (row,) = rows_of("match", extract_facts("m", [(OPENED, None), (hidden, None), *kept]))
    assert row.viewpoint is None


def test_a_draw_and_no_end() -> None:
    for table in ("seat_match", "seat_game"):
        drawn = rows(table, [(Ended("match", reason="agreed"), None)])
        assert [(row.won, row.lost, row.tied) for row in drawn] == [(0, 0, 1)] * 2
        assert [(row.won, row.lost, row.tied) for row in rows(table)] == [(0, 0, 0)] * 2
    (found,) = rows("match")
    assert (found.finished, found.outcome, found.winner, found.reason) == (
        False,
        "unfinished",
        None,
        "unfinished",
    )


def test_cards_of_a_seat() -> None:
    """Dealt, kept and played with; the face that nobody wrote down has no row."""
    names = ("dealt", "kept", "deck", "open", "played", "used", "set", "revealed", "acted")
    found = {
        (row.seat, row.card): tuple(getattr(row, name) for name in names)
        for row in rows("card_seat_game", USED, ANSWERED)
    }
    assert found == {
        ("A", SWORD): (1, 1, 1, 1, 1, 1, 0, 0, 1),
        ("A", PEARL): (1, 0, 0, 0, 0, 0, 0, 0, 0),
        ("A", "BR-B1"): (0, 0, 1, 0, 0, 0, 0, 0, 0),
        ("B", ANSWER): (1, 1, 1, 1, 0, 0, 0, 1, 0),
    }


def test_a_face_learned_late_counts_from_the_start() -> None:
    late: list[Derived] = [
        (Declared("B", "set", ("B.2",)), None),
        (Chose("B", "reveal", ("B.2",), changes=(Know("B.2", RUTILE),)), None),
    ]
    found = {(row.seat, row.card): row for row in rows("card_seat_game", late)}["B", RUTILE]
    assert (found.dealt, found.kept, found.deck, found.used, found.set, found.revealed) == (1, 1, 1, 0, 1, 1)
    assert found.deal_known and found.keep_known and found.hand_known, "with it all cards of B are known"
    assert rows("declaration", late)[0].card == RUTILE


def test_results_alone_are_enough() -> None:
    """A match of which only the result was recorded: seats have no cards, and nobody is known to be first."""
    facts = extract_facts("m", [(OPENED, None), (ENDED, None)])
    assert [
        (row.player, row.went_first, row.won, row.lost, row.life) for row in rows_of("seat_game", facts)
    ] == [
        ("Aoi", None, 1, 0, None),
        ("Ren", None, 0, 1, None),
    ]
    assert list(FACTS["card_seat_game"](facts)) == []


def test_a_game_without_an_entry_is_listed() -> None:
    chess = Opened("chess", "1851", "men", {"A": "Anderssen", "B": "Kieseritzky"}, {}, {})
    facts = extract_facts(
        "m", [(chess, None), (Declared("A", "move", ("A.1",)), None), (Resolved("action", "A", ()), 1)]
    )
    assert [row.outcome for row in rows_of("declaration", facts)] == ["resolved"]


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ([], "#0 is no Opened event"),
        ([(ENDED, None)], "#0 is no Opened event"),
        (
            [(OPENED, None), (Happened("x", "A", (), changes=(Move("A.9", "hand.A", "play.A"),)), None)],
            "#1 does not fit",
        ),
    ],
)
def test_what_cannot_be_folded_is_named(events: list[Derived], said: str) -> None:
    with pytest.raises(Unfoldable, match=f"match 'm' cannot be read for statistics: {said}"):
        extract_facts("m", events)


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("2026-05-03T23:30:00+09:00", date(2026, 5, 3)),
        ("2026-05-03", date(2026, 5, 3)),
        ('"2026-05-03"', date(2026, 5, 3)),
        ('"last spring"', None),
        ("7", None),
        ("", None),
    ],
)
def test_the_day_of_play(written: str, day: date | None) -> None:
    assert played({"played": written}) == day


@pytest.mark.parametrize(
    ("written", "name"),
    [('"Spring Cup"', "Spring Cup"), ("Spring Cup", "Spring Cup"), ('""', None), ("", None)],
)
def test_the_tournament(written: str, name: str | None) -> None:
    assert tournament({"tournament.name": written}) == name
    assert tournament({}) is None

"""Simulated matches of FERTCG before a referee that shares no code with the engine."""

from collections.abc import Callable
from itertools import product

import pytest
from msgspec.structs import replace

from engine.games.registry import RULESETS
from events.model.changes import Grant, Set
from events.model.kinds import (
    AnyEvent,
    Began,
    Declared,
    Derived,
    Determined,
    Ended,
    Happened,
    Noted,
    Paid,
    Passed,
)
from kifuda.bots.simulate import simulate
from tests.referee.fertcg import differences
from tests.support.effort import LONG

DECKS = ("riders", "mages", "fortress", "league")
MATCHES = 2 if LONG else 1
"""Of each pair of decks."""


def matches(players: tuple[str, str], number: int, seed: int) -> list[tuple[str, list[Derived]]]:
    rules = RULESETS["fertcg@web"]
    return [
        (match.id, list(match.derived))
        for decks in product(DECKS, DECKS)
        for match in simulate(rules, matches=number, seed=seed, players=players, decks=decks)
    ]


@pytest.mark.parametrize(
    ("players", "number"),
    [(("heuristic", "heuristic"), MATCHES), (("heuristic", "random"), MATCHES)],
    ids=["skilled", "mixed"],
)
def test_the_referee_agrees(players: tuple[str, str], number: int) -> None:
    found = {
        match: told for match, derived in matches(players, number, seed=31) if (told := differences(derived))
    }
    assert not found


@pytest.fixture(scope="module")
def played() -> list[list[Derived]]:
    return [derived for _, derived in matches(("heuristic", "heuristic"), 1, seed=32)]


Look = Callable[[list[Derived], int], bool]


def spoilt(
    played: list[list[Derived]], where: Look, change: Callable[[AnyEvent], AnyEvent], also: int = 0
) -> list[str]:
    """The clauses of what the referee finds once the first events that look so are changed."""
    for derived in played:
        for seq in range(20, len(derived) - 4):
            if where(derived, seq):
                told = list(derived)
                for at in range(seq, seq + also + 1):
                    told[at] = (change(told[at][0]), told[at][1])
                return [one.clause for one in differences(told)]
    raise AssertionError("no match shows it")


def hidden(_: AnyEvent) -> AnyEvent:
    return Noted("comment", "left out")


def is_determined(quantity: str) -> Look:
    def look(derived: list[Derived], seq: int) -> bool:
        event = derived[seq][0]
        return isinstance(event, Determined) and event.quantity == quantity and event.value > 0

    return look


def raised(event: AnyEvent) -> AnyEvent:
    assert isinstance(event, Determined)
    return replace(event, value=event.value + 1)


@pytest.mark.parametrize(
    ("quantity", "clause"), [("damage", "FE-A-D-1"), ("chip cost", "FE-A-C-5"), ("strikes", "FE-A-D-6")]
)
def test_a_wrong_number_is_seen(played: list[list[Derived]], quantity: str, clause: str) -> None:
    assert spoilt(played, is_determined(quantity), raised)[0] == clause


def test_an_effect_that_the_card_has_not_is_seen(played: list[list[Derived]]) -> None:
    def modified(derived: list[Derived], seq: int) -> bool:
        event = derived[seq][0]
        return (
            isinstance(event, Happened) and event.what == "modified" and isinstance(event.changes[0], Grant)
        )

    def doubled(event: AnyEvent) -> AnyEvent:
        assert isinstance(event, Happened)
        grants = (replace(one, amount=one.amount + 5) for one in event.changes if isinstance(one, Grant))
        return replace(event, changes=tuple(grants))

    assert spoilt(played, modified, doubled)[0] == "FE-A-D-3"


def test_a_chip_too_many_is_seen(played: list[list[Derived]]) -> None:
    def one_more(event: AnyEvent) -> AnyEvent:
        assert isinstance(event, Happened)
        changes = tuple(
            replace(change, value=change.value + 1)
            if isinstance(change, Set) and change.track == "unused"
            else change
            for change in event.changes
        )
        return replace(event, changes=changes)

    def support(derived: list[Derived], seq: int) -> bool:
        event = derived[seq][0]
        return isinstance(event, Happened) and event.what == "supported"

    assert spoilt(played, support, one_more)[0] == "FE-base-1-3"


def test_a_draw_left_out_is_seen(played: list[list[Derived]]) -> None:
    def draw(derived: list[Derived], seq: int) -> bool:
        event, before = derived[seq][0], derived[seq - 1][0]
        drawn = isinstance(event, Happened) and event.what == "drawn"
        return drawn and isinstance(before, Began) and before.name == "draw"

    assert spoilt(played, draw, hidden)[0] == "FE-base-5-3"


def test_a_move_too_far_is_seen(played: list[list[Derived]]) -> None:
    def move(derived: list[Derived], seq: int) -> bool:
        event = derived[seq][0]
        return (
            isinstance(event, Declared)
            and event.verb == "move"
            and event.seat == "A"
            and event.words == ("b2",)
        )

    def too_far(event: AnyEvent) -> AnyEvent:
        assert isinstance(event, Declared)
        return replace(event, words=("b4",))

    assert spoilt(played, move, too_far)[0] == "FE-base-5-8"


def test_a_price_that_was_not_paid_is_seen(played: list[list[Derived]]) -> None:
    def price(derived: list[Derived], seq: int) -> bool:
        event = derived[seq][0]
        return isinstance(event, Paid) and event.resource == "deck"

    assert spoilt(played, price, hidden)[0] == "FE-K-1"


def test_an_answer_left_out_is_seen(played: list[list[Derived]]) -> None:
    def window(derived: list[Derived], seq: int) -> bool:
        before = derived[seq - 1][0]
        return isinstance(derived[seq][0], Passed) and isinstance(before, Happened) and before.what == "moved"

    assert spoilt(played, window, hidden)[0] == "FE-OP-26"


def test_a_pass_left_out_of_the_preparation_second_is_seen(played: list[list[Derived]]) -> None:
    def last(derived: list[Derived], seq: int) -> bool:
        after = derived[seq + 1][0]
        return (
            isinstance(derived[seq][0], Passed) and isinstance(after, Ended) and after.span == "preparation"
        )

    assert spoilt(played, last, hidden)[0] == "FE-OP-10"


def test_a_counter_that_nobody_offered_is_seen() -> None:
    def declined(derived: list[Derived], seq: int) -> bool:
        before, first, second, after = (derived[seq + index][0] for index in (-1, 0, 1, 2))
        ended = isinstance(before, Happened) and before.what == "fight ends"
        passed = isinstance(first, Passed) and isinstance(second, Passed) and first.seat == second.seat
        return ended and passed and isinstance(after, Began) and after.name == "processing"

    told = [
        list(match.derived)
        for match in simulate(RULESETS["fertcg@web"], matches=2, seed=33, players=("random",) * 2)
    ]
    assert spoilt(told, declined, hidden, also=1)[0] == "FE-A-R-3"


def test_the_wrong_winner_is_seen(played: list[list[Derived]]) -> None:
    derived = next(one for one in played if isinstance(one[-1][0], Ended) and one[-1][0].reason == "seized")
    end = derived[-1][0]
    assert isinstance(end, Ended)
    wrong = replace(end, winner="A" if end.winner == "B" else "B")
    assert [one.clause for one in differences([*derived[:-1], (wrong, None)])] == ["FE-OP-3"]

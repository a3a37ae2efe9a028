"""The referee of Aquarian Age agrees with simulated matches, and can disagree."""

from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace

from engine.games.registry import RULESETS
from events.model.changes import Flip, Move
from events.model.kinds import (
    AnyEvent,
    Declared,
    Derived,
    Determined,
    Ended,
    Failed,
    Happened,
    Noted,
    Paid,
    Passed,
    Triggered,
)
from kifuda.bots.simulate import simulate
from tests.referee.aquarian_age import differences
from tests.support.effort import LONG

EDITIONS = ["aquarian-age@2005-11-22", "aquarian-age@qa-282"]
DECKS = ("swift", "ward", "arcane", "empire")
PLAYERS = (("heuristic", "heuristic"), ("heuristic", "random"))
MATCHES = 2 if LONG else 1
"""Of each pair of decks and players."""


def matches(edition: str, seed: int) -> Iterator[tuple[str, tuple[Derived, ...]]]:
    for at, deck in enumerate(DECKS):
        for players in PLAYERS:
            decks = (deck, DECKS[(at + 1) % len(DECKS)])
            rules = RULESETS[edition]
            for match in simulate(rules, matches=MATCHES, seed=seed, players=players, decks=decks):
                yield f"{decks} {match.id}", match.derived


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_difference(edition: str) -> None:
    found = {
        match: told for match, derived in matches(edition, seed=7) if (told := list(differences(derived)))
    }
    assert not found


@pytest.fixture(scope="module")
def played() -> list[tuple[Derived, ...]]:
    return [derived for _, derived in matches(EDITIONS[0], seed=8)]


Look = Callable[[AnyEvent], bool]
Changed = Callable[[AnyEvent], AnyEvent]


def spoilt(played: list[tuple[Derived, ...]], where: Look, change: Changed, most: int = 6) -> set[str]:
    """The clauses of what the referee finds once single events that look so are changed."""
    found: set[str] = set()
    times = most
    for derived in played:
        for seq, (event, cause) in enumerate(derived):
            if times and where(event):
                times -= 1
                told = differences([*derived[:seq], (change(event), cause), *derived[seq + 1 : seq + 120]])
                found |= {one.clause for one in told}
    assert times < most, "no match shows it"
    return found


def hidden(_: AnyEvent) -> AnyEvent:
    return Noted("comment", "left out")


def happened(what: str) -> Look:
    return lambda event: isinstance(event, Happened) and event.what == what


def declared(verb: str) -> Look:
    return lambda event: isinstance(event, Declared) and event.verb == verb


def one_more(event: AnyEvent) -> AnyEvent:
    assert isinstance(event, Determined | Happened | Paid)
    if isinstance(event, Determined):
        return replace(event, value=event.value + 1)
    return replace(event, amount=event.amount + 1)


@pytest.mark.parametrize(
    ("quantity", "clause"), [("strike", "AA-base-10-4"), ("draw", "AA-base-6-2"), ("charge", "AA-6-3")]
)
def test_a_wrong_number_is_seen(played: list[tuple[Derived, ...]], quantity: str, clause: str) -> None:
    def is_it(event: AnyEvent) -> bool:
        return isinstance(event, Determined) and event.quantity == quantity

    assert {clause, "AA-15-2a"} <= spoilt(played, is_it, one_more)


@pytest.mark.parametrize(
    ("what", "clause"),
    [
        ("controlled", "AA-base-6-6"),
        ("judged", "AA-base-11-1"),
        ("aggressive", "AA-3-9"),
        ("discarded", "AA-base-10-4"),
        ("effects end", "AA-OP-12"),
    ],
)
def test_what_is_left_out_is_seen(played: list[tuple[Derived, ...]], what: str, clause: str) -> None:
    assert clause in spoilt(played, happened(what), hidden, most=12)


def test_payments_are_seen(played: list[tuple[Derived, ...]]) -> None:
    def is_paid(event: AnyEvent) -> bool:
        return isinstance(event, Paid)

    def unpaid(event: AnyEvent) -> AnyEvent:
        assert isinstance(event, Paid)
        return replace(event, amount=0, cards=(), changes=())

    assert "AA-20-2" in spoilt(played, is_paid, one_more)
    assert "AA-20-3" in spoilt(played, is_paid, unpaid)


def test_answers_that_were_not_asked_for_are_seen(played: list[tuple[Derived, ...]]) -> None:
    def passes(event: AnyEvent) -> bool:
        return isinstance(event, Passed) and event.verb == "pass"

    assert {"AA-base-7-3", "AA-OP-13"} <= spoilt(played, passes, hidden, most=30)


def test_acts_that_are_not_legal_are_seen(played: list[tuple[Derived, ...]]) -> None:
    def itself(event: AnyEvent) -> AnyEvent:
        assert isinstance(event, Declared)
        return replace(event, targets=(event.seat,))

    def by_the_other(event: AnyEvent) -> AnyEvent:
        assert isinstance(event, Declared)
        return replace(event, seat="B" if event.seat == "A" else "A")

    assert "AA-3-1c" in spoilt(played, declared("attack"), itself)
    assert "AA-3-1a" in spoilt(played, declared("attack"), by_the_other)
    assert "AA-base-6-4" in spoilt(played, declared("set"), by_the_other)
    assert "AA-base-6-5" in spoilt(played, declared("power"), by_the_other)
    assert "AA-4-1b" in spoilt(played, declared("guard"), by_the_other)


def test_a_judgement_that_goes_astray_is_seen(played: list[tuple[Derived, ...]]) -> None:
    def astray(event: AnyEvent) -> AnyEvent:
        assert isinstance(event, Happened)
        moves = (one for one in event.changes if isinstance(one, Move))
        return replace(event, changes=tuple(replace(one, place=f"hand.{event.of}") for one in moves))

    assert "AA-base-11-1" in spoilt(played, happened("judged"), astray)


def test_cards_with_a_name_that_are_not_damage_are_seen(played: list[tuple[Derived, ...]]) -> None:
    def named(event: AnyEvent) -> bool:
        return happened("discarded")(event) and any(
            isinstance(one, Move) and one.place.startswith("damage.") for one in getattr(event, "changes", ())
        )

    def to_discard(event: AnyEvent) -> AnyEvent:
        assert isinstance(event, Happened)
        changes = (
            replace(one, place=one.place.replace("damage", "discard")) if isinstance(one, Move) else one
            for one in event.changes
            if not isinstance(one, Flip)
        )
        return replace(event, changes=tuple(changes))

    assert "AA-OP-21" in spoilt(played, named, to_discard)


def test_an_entry_that_does_nothing_is_seen(played: list[tuple[Derived, ...]]) -> None:
    def entry(event: AnyEvent) -> bool:
        return isinstance(event, Triggered) and event.ability == "entry"

    assert "AA-8-1-a-1a" in spoilt(played, entry, hidden)


def test_factors_that_are_said_to_be_missing_are_seen(played: list[tuple[Derived, ...]]) -> None:
    def resolved(event: AnyEvent) -> bool:
        return type(event).__name__ == "Resolved" and getattr(event, "what", "") in (
            "fast",
            "project",
            "break",
        )

    def failing(event: AnyEvent) -> AnyEvent:
        return Failed("use", getattr(event, "seat", ""), "factors", ("AA-19-1b",))

    assert "AA-19-1b" in spoilt(played, resolved, failing)


def test_a_wrong_winner_is_seen(played: list[tuple[Derived, ...]]) -> None:
    def ends(event: AnyEvent) -> bool:
        return isinstance(event, Ended) and event.span == "match"

    def turned(event: AnyEvent) -> AnyEvent:
        assert isinstance(event, Ended)
        return replace(event, winner="B" if event.winner == "A" else "A")

    assert "AA-base-1-3" in spoilt(played, ends, turned)

"""Simulated matches of Blade Rondo before a referee that shares no code with the engine."""

from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace

from engine.games.registry import RULESETS
from events.model.changes import Move, Set
from events.model.kinds import (
    AnyEvent,
    Chose,
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
from tests.referee.blade_rondo import VARIED, differences

SETS = ("base", "mixed", "night-theater", "grim-garden", "frost-veil")
PLAYERS = (("heuristic", "heuristic"), ("heuristic", "random"), ("random", "random"))


def matches(number: int, seed: int) -> Iterator[tuple[str, tuple[Derived, ...]]]:
    for cards in SETS:
        for players in PLAYERS:
            rules = RULESETS["blade-rondo@1.03"]
            for match in simulate(rules, matches=number, seed=seed, players=players, cards=cards):
                yield f"{cards} {match.id}", match.derived


def test_the_referee_agrees() -> None:
    found = {match: told for match, derived in matches(4, seed=41) if (told := differences(derived))}
    assert not found


@pytest.mark.sampled(7)
@pytest.mark.parametrize(("setting", "value"), VARIED)
def test_it_agrees_under_other_settings(setting: str, value: bool | int | str) -> None:
    rules = RULESETS["blade-rondo@1.03"]
    for cards in ("base", "mixed"):
        for match in simulate(rules, matches=2, seed=43, cards=cards, settings={setting: value}):
            assert differences(match.derived) == []


@pytest.fixture(scope="module")
def played() -> list[tuple[Derived, ...]]:
    return [derived for _, derived in matches(4, seed=42)]


Look = Callable[[AnyEvent], bool]
Changed = Callable[[AnyEvent], AnyEvent]


def spoilt(played: list[tuple[Derived, ...]], where: Look, change: Changed) -> str:
    """The clause of what the referee finds once an event that looks so is changed, and it matters."""
    for derived in played:
        for seq, (event, cause) in enumerate(derived):
            if where(event):
                told = differences([*derived[:seq], (change(event), cause), *derived[seq + 1 :]])
                if told:
                    return told[0].clause
    raise AssertionError("no match shows it, or the referee does not see it")


def hidden(_: AnyEvent) -> AnyEvent:
    return Noted("comment", "left out")


@pytest.mark.parametrize(
    ("quantity", "clause"),
    [
        ("attack power", "BR-5.2-6"),
        ("defence", "BR-5.2-7"),
        ("base damage", "BR-5.2-8"),
        ("damage", "BR-5.2-9.1"),
    ],
)
def test_a_wrong_number_is_seen(played: list[tuple[Derived, ...]], quantity: str, clause: str) -> None:
    def raised(event: AnyEvent) -> AnyEvent:
        assert isinstance(event, Determined)
        return replace(event, value=event.value + 1)

    assert spoilt(played, lambda e: isinstance(e, Determined) and e.quantity == quantity, raised) == clause


@pytest.mark.parametrize(
    ("what", "clause"),
    [
        ("voltage", "BR-base-6.1-1"),
        ("burst", "BR-base-6.1-2"),
        ("ATK up", "BR-base-3-3"),
        ("life down", "BR-base-11-4"),
        ("V up", "BR-base-6.3-1"),
        ("responses return", "BR-base-6.3-3"),
        ("responses leave", "BR-base-6.3-4"),
        ("swords leave", "BR-base-6.3-5"),
        ("laid", "BR-5.1-1"),
        ("second player", "BR-base-5-4"),
    ],
)
def test_what_is_left_out_is_seen(played: list[tuple[Derived, ...]], what: str, clause: str) -> None:
    def there(event: AnyEvent) -> bool:
        return isinstance(event, Happened) and event.what == what and bool(event.changes)

    assert spoilt(played, there, hidden) == clause


def test_a_cost_that_is_too_low_is_seen(played: list[tuple[Derived, ...]]) -> None:
    def cheaper(event: AnyEvent) -> AnyEvent:
        assert isinstance(event, Paid)
        return replace(event, amount=event.amount - 1)

    assert spoilt(played, lambda e: isinstance(e, Paid) and e.for_[2:] < "15", cheaper) in (
        "BR-5.2-2a",
        "BR-5.2-2b",
        "BR-base-6.2-2",
    )


def test_an_answer_that_was_not_offered_is_seen(played: list[tuple[Derived, ...]]) -> None:
    assert spoilt(played, lambda e: isinstance(e, Chose) and e.verb == "reveal", hidden) == "BR-5.2-4a"
    assert spoilt(played, lambda e: isinstance(e, Chose) and e.verb == "lend", hidden) == "BR-5.2-7.1"
    assert spoilt(played, lambda e: isinstance(e, Chose) and e.verb == "pay", hidden) == "BR-base-8-7"


def test_acts_that_are_not_legal_are_seen(played: list[tuple[Derived, ...]]) -> None:
    def by_the_other(event: AnyEvent) -> AnyEvent:
        assert isinstance(event, Declared | Passed)
        return replace(event, seat="B" if event.seat == "A" else "A")

    def of_a_breath_card(event: AnyEvent) -> AnyEvent:
        assert isinstance(event, Declared)
        return replace(event, cards=(f"{event.seat}.16",))

    def uses(event: AnyEvent) -> bool:
        return isinstance(event, Declared) and event.verb == "use" and not event.words

    assert spoilt(played, uses, by_the_other) == "BR-base-6.2-1"
    assert spoilt(played, uses, of_a_breath_card) == "BR-5.1-1"
    assert (
        spoilt(played, lambda e: isinstance(e, Declared) and e.verb == "set", of_a_breath_card) == "BR-5.1-1"
    )


def test_life_that_is_not_lost_is_seen(played: list[tuple[Derived, ...]]) -> None:
    def unhurt(event: AnyEvent) -> AnyEvent:
        assert isinstance(event, Happened)
        return replace(event, changes=tuple(one for one in event.changes if not isinstance(one, Set)))

    def hurts(event: AnyEvent) -> bool:
        return isinstance(event, Happened) and event.what == "damage" and event.amount > 0

    assert spoilt(played, hurts, unhurt) == "BR-5.2-12"


def test_a_limited_card_that_returns_is_seen(played: list[tuple[Derived, ...]]) -> None:
    def spent(event: AnyEvent) -> bool:
        return (
            isinstance(event, Happened)
            and event.what == "responses leave"
            and isinstance(event.changes[0], Move)
        )

    def kept(event: AnyEvent) -> AnyEvent:
        assert isinstance(event, Happened)
        moves = (replace(one, place=f"hand.{event.of}") for one in event.changes if isinstance(one, Move))
        return replace(event, changes=tuple(moves))

    assert spoilt(played, spent, kept) == "BR-base-6.3-4"


def test_a_wrong_winner_is_seen(played: list[tuple[Derived, ...]]) -> None:
    def turned(event: AnyEvent) -> AnyEvent:
        assert isinstance(event, Ended)
        return replace(event, winner="B" if event.winner == "A" else "A")

    assert spoilt(played, lambda e: isinstance(e, Ended) and e.span == "match", turned) == "BR-base-10-1"

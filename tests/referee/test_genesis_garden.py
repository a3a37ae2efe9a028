"""Simulated matches before a referee that shares no code with the engine, and what it must not let pass."""

from collections.abc import Callable
from functools import cache
from itertools import chain

import msgspec
import pytest

from engine.games.registry import RULESETS
from events.model.changes import Move
from events.model.kinds import AnyEvent, Began, Derived, Happened, Passed
from kifuda.bots.simulate import simulate
from tests.referee.genesis_garden import Difference, differences
from tests.support.effort import examples

RULES = RULESETS["genesis-garden@2011-04"]


def test_no_match_differs_from_what_the_referee_works_out() -> None:
    matches = chain(
        simulate(RULES, matches=examples(25), seed=12, players=("heuristic", "heuristic")),
        simulate(RULES, matches=examples(25), seed=21, players=("heuristic", "random")),
        simulate(RULES, matches=examples(10), seed=5, players=("random", "random")),
    )
    found = {match.id: differences(match.derived) for match in matches}
    assert len(found) == 2 * examples(25) + examples(10)
    assert {match: told for match, told in found.items() if told} == {}


@cache
def a_match() -> tuple[Derived, ...]:
    match = next(simulate(RULES, matches=1, seed=4, players=("heuristic", "heuristic")))
    assert not differences(match.derived)
    return tuple(match.derived)


def changed(
    is_meant: Callable[[AnyEvent], bool], change: Callable[[AnyEvent], AnyEvent | None]
) -> list[Difference]:
    """What the referee finds where the first event that is meant is another one, or is missing."""
    events = list(a_match())
    at = next(number for number, (event, _) in enumerate(events) if is_meant(event))
    event = change(events[at][0])
    events[at : at + 1] = [] if event is None else [(event, events[at][1])]
    return differences(events)


def kind(of_kind: str, /, **fields: object) -> Callable[[AnyEvent], bool]:
    return lambda event: (
        type(event).__name__ == of_kind
        and all(getattr(event, key, None) == value for key, value in fields.items())
    )


def passed_in(phase: str) -> Callable[[AnyEvent], bool]:
    """The first pass in a phase, of the events asked about in their order."""
    now = ""

    def is_meant(event: AnyEvent) -> bool:
        nonlocal now
        if isinstance(event, Began) and event.span == "phase":
            now = event.name
        return isinstance(event, Passed) and now == phase

    return is_meant


def with_(**fields: object) -> Callable[[AnyEvent], AnyEvent]:
    return lambda event: msgspec.structs.replace(event, **fields)


def one_card_less(event: AnyEvent) -> AnyEvent:
    assert not isinstance(event, Happened) or event.amount
    return msgspec.structs.replace(event, amount=event.amount - 1, changes=event.changes[:-1])


def gone(_: AnyEvent) -> None:
    return None


def another_top_card(event: AnyEvent) -> AnyEvent:
    first, second, *rest = (change for change in event.changes if isinstance(change, Move))
    return msgspec.structs.replace(event, changes=(second, first, *rest))


@pytest.mark.parametrize(
    ("is_meant", "change", "clause"),
    [
        (kind("Determined", quantity="attack"), with_(value=99), "GG-ATK-6"),
        (kind("Determined", quantity="order value"), with_(value=99), "GG-SETUP-11"),
        (kind("Paid", resource="upkeep"), one_card_less, "GG-STBY-2"),
        (kind("Paid", resource="upkeep"), gone, "GG-STBY-3"),
        (kind("Paid", resource="upkeep"), another_top_card, "GG-SETUP-5"),
        (kind("Paid", resource="summon cost"), one_card_less, "GG-SUM-8"),
        (kind("Paid", resource="rebirth"), gone, "GG-ACT-5"),
        (kind("Paid", resource="return price"), gone, "GG-END-3"),
        (kind("Happened", what="battle damage"), one_card_less, "GG-ATK-11"),
        (kind("Happened", what="destroyed", clauses=("GG-ATK-10",)), gone, "GG-ATK-10"),
        (kind("Happened", what="recovered"), gone, "GG-STBY-1"),
        (kind("Happened", what="retrieved"), gone, "GG-LEAVE-2"),
        (kind("Happened", what="cycle"), gone, "GG-CYCLE-6"),
        (kind("Happened", what="first player"), with_(of="B"), "GG-SETUP-13"),
        (kind("Began", span="phase", name="draw"), gone, "GG-TURN-3"),
        (kind("Declared", verb="end"), gone, "GG-END-1"),
        (kind("Chose", verb="use", cards=("A.7",)), with_(cards=("A.2",)), "GG-OP-12"),
        (kind("Chose", verb="block"), with_(cards=("B.4",)), "GG-ATK-19"),
        (kind("Chose", verb="invoke"), with_(cards=("B.18",)), "GG-JUT-3"),
        (passed_in("union"), gone, "GG-OP-8"),
        (kind("Declared", verb="union"), with_(targets=("B.1",)), "GG-UNION-3"),
        (kind("Ended", span="match"), with_(winner="A"), "GG-CYCLE-7"),
    ],
)
def test_the_referee_sees_what_is_wrong(
    is_meant: Callable[[AnyEvent], bool], change: Callable[[AnyEvent], AnyEvent | None], clause: str
) -> None:
    assert clause in {difference.clause for difference in changed(is_meant, change)}


def test_a_unit_that_is_passed_over_is_missed() -> None:
    events = [pair for pair in a_match() if not kind("Passed", seat="A", verb="pass")(pair[0])]
    assert "GG-BATTLE-2" in {difference.clause for difference in differences(events)}

"""A referee without any code of the engine finds nothing in simulated matches, and finds what is spoilt."""

from collections.abc import Callable, Iterator
from functools import cache

import msgspec
import pytest

from engine.games.registry import RULESETS
from events.model.changes import Move
from events.model.kinds import AnyEvent, Began, Declared, Ended, Happened, Paid, Passed
from kifuda.bots.simulate import SimulatedMatch, simulate
from tests.referee.chronocard import Difference, differences
from tests.support.effort import examples

LEAGUES = (("heuristic", "random"), ("heuristic", "heuristic"), ("random", "random"))
OPEN: set[str] = set()
"""Clauses under which a difference is known and not yet decided, none at present."""

History = list[tuple[AnyEvent, int | None]]


def matches(players: tuple[str, str], number: int, seed: int) -> Iterator[SimulatedMatch]:
    return simulate(RULESETS["chronocard@web"], matches=number, seed=seed, players=players)


@cache
def first() -> History:
    (match,) = matches(LEAGUES[0], 1, 1)
    return list(match.derived)


def spoilt(fits: Callable[[AnyEvent], bool], **fields: object) -> list[Difference]:
    history = list(first())
    at = next(seq for seq, (event, _) in enumerate(history) if fits(event))
    history[at] = (msgspec.structs.replace(history[at][0], **fields), history[at][1])
    return differences(history)


def clauses(found: list[Difference]) -> set[str]:
    return {difference.clause for difference in found}


@pytest.mark.parametrize(("players", "number"), list(zip(LEAGUES, (30, 24, 6), strict=True)))
def test_nothing_differs(players: tuple[str, str], number: int) -> None:
    for match in matches(players, examples(number), 7):
        found = [difference for difference in differences(match.derived) if difference.clause not in OPEN]
        assert not found, (match.id, found[:3])


def test_a_wrong_amount_of_ep() -> None:
    found = spoilt(lambda event: isinstance(event, Happened) and event.what == "checked for EP", amount=7)
    assert clauses(found) == {"CC-EP-4"}


def test_a_wrong_price() -> None:
    found = spoilt(lambda event: isinstance(event, Paid) and event.amount == 2, amount=1)
    assert {"CC-COST-3", "CC-COST-4"} <= clauses(found)


def test_a_card_that_is_not_there() -> None:
    gone = (Move("A.20", "hand.A", "discard.A"),)
    found = spoilt(lambda event: isinstance(event, Began) and event.name == "main", changes=gone)
    assert "CC-base-1-3" in clauses(found)


def test_ep_from_a_checked_card() -> None:
    history = list(first())
    at = next(
        seq for seq, (event, _) in enumerate(history) if isinstance(event, Declared) and event.verb == "ep"
    )
    history.insert(at + 3, history[at])
    assert "CC-EP-9" in clauses(differences(history))


def test_an_opponent_who_was_not_asked() -> None:
    found = spoilt(lambda event: isinstance(event, Passed) and event.seat == "A", seat="B")
    assert clauses(found) == {"CC-USE-11"}


def test_the_wrong_winner() -> None:
    found = spoilt(lambda event: isinstance(event, Ended) and event.span == "match", winner="B")
    assert clauses(found) == {"CC-base-9-4"}


def test_ep_that_stays() -> None:
    found = spoilt(lambda event: isinstance(event, Happened) and event.what == "EP lost", changes=())
    assert "CC-EP-7" in clauses(found)


@pytest.mark.parametrize(
    ("what", "clause"),
    [("cards upright", "CC-base-4-4"), ("restriction lifted", "CC-base-4-6")],
)
def test_a_start_phase_that_does_nothing(what: str, clause: str) -> None:
    found = spoilt(lambda event: isinstance(event, Happened) and event.what == what, changes=())
    assert clause in clauses(found)


def test_a_draw_of_nothing() -> None:
    def is_draw(event: AnyEvent) -> bool:
        return isinstance(event, Happened) and event.what == "drawn" and "CC-base-4-10" in event.clauses

    assert "CC-OP-6" in clauses(spoilt(is_draw, changes=()))

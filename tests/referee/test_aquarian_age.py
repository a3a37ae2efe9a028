"""The referee of Aquarian Age agrees with simulated matches, and can disagree."""

from collections.abc import Callable

import msgspec
import pytest

from engine.games.registry import RULESETS
from events.model.changes import Move
from events.model.kinds import AnyEvent, Declared, Determined, Ended, Happened, Paid, Passed
from kifuda.bots.simulate import simulate
from tests.referee.aquarian_age import Difference, differences

EDITIONS = ["aquarian-age@2005-11-22", "aquarian-age@qa-282"]


def match_events(edition: str, matches: int, seed: int) -> list[list[AnyEvent]]:
    """The events of some simulated matches."""
    played = simulate(RULESETS[edition], matches=matches, seed=seed)
    return [[event for event, _ in match.derived] for match in played]


def found(events: list[AnyEvent]) -> list[Difference]:
    return differences([(event, None) for event in events])


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_difference(edition: str) -> None:
    """Simulated matches hold nothing that the referee objects to."""
    for events in match_events(edition, 30, 7):
        assert found(events) == []


def at(events: list[AnyEvent], fits: Callable[[AnyEvent], bool]) -> int:
    """The first event that fits."""
    return next(seq for seq, event in enumerate(events) if fits(event))


def test_it_can_fail() -> None:
    """A changed event is a difference, under its clause."""
    events = match_events(EDITIONS[0], 1, 3)[0]

    def clauses(seq: int, *instead: AnyEvent) -> set[str]:
        return {one.clause for one in found([*events[:seq], *instead, *events[seq + 1 :]])}

    seq = at(events, lambda event: isinstance(event, Determined))
    number = events[seq]
    assert isinstance(number, Determined)
    assert "AA-15-2a" in clauses(seq, msgspec.structs.replace(number, value=number.value + 1))

    seq = at(events, lambda event: isinstance(event, Paid) and event.resource == "power")
    paid = events[seq]
    assert isinstance(paid, Paid)
    assert "AA-20-2" in clauses(seq, msgspec.structs.replace(paid, amount=paid.amount + 1))

    seq = at(events, lambda event: isinstance(event, Declared) and event.verb == "attack")
    attack = events[seq]
    assert isinstance(attack, Declared)
    assert "AA-3-1c" in clauses(seq, msgspec.structs.replace(attack, targets=(attack.seat,)))
    skipped = [
        clauses(seq)
        for seq, event in enumerate(events)
        if isinstance(event, Passed) and event.seat != attack.seat
    ]
    assert any("AA-base-7-3" in clauses for clauses in skipped)

    seq = at(events, lambda event: isinstance(event, Happened) and event.what == "judged")
    judged = events[seq]
    assert isinstance(judged, Happened)
    move = judged.changes[0]
    assert isinstance(move, Move)
    assert "AA-base-3-1" in clauses(
        seq, msgspec.structs.replace(judged, changes=(msgspec.structs.replace(move, origin="hand.A"),))
    )

    end = events[-1]
    assert isinstance(end, Ended)
    winner = "B" if end.winner == "A" else "A"
    assert clauses(len(events) - 1, msgspec.structs.replace(end, winner=winner))

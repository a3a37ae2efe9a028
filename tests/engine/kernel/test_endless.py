"""A decision from which more follows without end is refused, and the match stays as it was before it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.audit.adjudicate import adjudicate
from engine.kernel.ask import Ask
from engine.kernel.game import FOLLOWS_MOST, Game
from engine.kernel.legality import Endless, options
from engine.record.session import Session
from events.model.kinds import Happened, Passed
from tests.support.play import RULES, opened

STEP = Happened("step", "A", (), 1)


def _on_and_on(game: Game) -> Any:
    """Two questions; from the answer to the second one event follows another."""
    yield Ask("A", ("pass",), about="chain", clause="first")
    yield STEP
    yield Ask("B", ("pass",), about="chain", clause="second")
    while True:
        yield STEP


def _deeper_and_deeper(game: Game) -> Any:
    """The same, each event within what brought it about."""
    yield Ask("A", ("pass",), about="chain", clause="first")
    yield STEP
    yield Ask("B", ("pass",), about="chain", clause="second")
    yield from _within()


def _within() -> Any:
    yield STEP
    yield from _within()


def _long(game: Game) -> Any:
    """As much follows as may follow."""
    yield Ask("A", ("pass",), about="chain", clause="first")
    for _ in range(FOLLOWS_MOST - 1):
        yield STEP
    yield Ask("B", ("pass",), about="chain", clause="second")


@pytest.mark.parametrize("play", [_on_and_on, _deeper_and_deeper], ids=["one by one", "within"])
def test_what_never_ends_is_refused_and_taken_back(play: Callable[[Game], Any]) -> None:
    session = Session(RULES, opened(), play=play)
    session.take(next(options(session.game)))
    before = list(session.events)
    table = session.game.table.zones.copy()
    with pytest.raises(Endless) as refused:
        session.take(Passed("B", "pass"))
    assert refused.value.act == Passed("B", "pass")
    assert session.events == before
    assert session.game.table.zones == table
    assert session.game.ask is not None and session.game.ask.seat == "B"
    with pytest.raises(Endless):  # the match goes on as before
        session.take(Passed("B", "pass"))


def test_what_ends_in_time_is_taken() -> None:
    session = Session(RULES, opened(), play=_long)
    session.take(Passed("A", "pass"))
    assert len(session.events) == FOLLOWS_MOST + 1


def test_the_opening_may_not_lead_to_events_without_end() -> None:
    def play(game: Game) -> Any:
        while True:
            yield STEP

    with pytest.raises(ValueError, match="follow from the opening"):
        Session(RULES, opened(), play=play)


def test_the_audit_names_the_act_and_what_was_legal() -> None:
    rules = replace(RULES, play=_on_and_on)
    session = Session(rules, opened())
    session.take(Passed("A", "pass"))
    recorded = [*session.events, (Passed("B", "pass"), None), (STEP, None)]
    verdict = adjudicate(recorded, rules=rules)
    (finding,) = (one for one in verdict.findings if one.kind == "refused")
    assert finding.seq == len(session.events)
    assert "never ends" in finding.what.en
    assert finding.legal

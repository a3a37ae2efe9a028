"""Under which clauses each thing happens in Blade Rondo: what a record cites, over all judges' cases.

A case shows that something happens; that the event names the right clause is shown here, for every kind of
event at once. Not here: what happens (``test_clauses``), and the clauses of refusals (in the cases).
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from engine.case import run
from engine.coverage import shown_cases
from engine.games.blade_rondo.ruleset import BLADE_RONDO

CITED: dict[str, set[str]] = {
    # the frame of a match
    "Happened set up": {"BR-base-5-1"},
    "Happened dealt": {"BR-base-5-2 BR-base-2-6"},
    "Happened kept": {"BR-base-5-3 BR-base-2-5"},
    "Happened second player": {"BR-base-5-5 BR-base-5-4"},
    "Began turn": {"BR-base-5-6"},
    "Ended turn": {"BR-base-6.3-8"},
    "Ended match life": {"BR-base-10-1 BR-base-10-5"},
    "Ended match both at 0": {"BR-base-10-6 BR-base-10-5"},
    "Ended match concession": {"BR-base-10-3"},
    "Ended match agreed": {"BR-base-10-4"},
    "Ended match card text": {"BR-base-7.1-1"},  # the text of the action that won it
    # the start of a turn
    "Happened voltage": {"BR-base-6.1-1"},
    "Happened burst": {"BR-base-6.1-2 BR-3.2-1"},
    "Happened coins exchanged": {"BR-7-1 BR-7-2 BR-base-6.1-4"},
    "Triggered turn-start": {"BR-base-6.1-6 BR-base-6.1-8"},
    # the end of a turn
    "Happened modifiers end": {"BR-base-6.3-2 BR-2-1"},
    "Happened responses return": {"BR-base-6.3-3"},
    "Happened responses leave": {"BR-base-6.3-4 BR-base-11-9"},
    "Happened swords leave": {"BR-base-6.3-5 BR-base-11-9"},
    # an action on its way
    "Happened laid": {"BR-5.1-1"},
    "Happened triggered": {"BR-base-11-15 BR-9.1-2"},
    "Happened freezes": {"BR-base-11-14 BR-9.1-1"},
    "Paid cost": {
        "BR-5.2-2a",
        "BR-5.2-2a BR-5.2-2b BR-base-11-2",  # with its price
        "BR-base-3-7 BR-base-4-4",  # a breath card
        "BR-base-6.2-2 BR-base-4-4",  # a response that is set
        "BR-base-8-7 BR-base-8-8",  # a demand
    },
    "Revealed": {
        "BR-4.1-1 BR-base-8-2",  # a response
        "BR-5.2-13",  # cards that an add-on, or another text, shows
        "BR-base-7.1-1",
    },
    "Resolved response": {"BR-5.2-4a BR-4.1-2"},
    "Resolved action": {"BR-5.2-0 BR-base-9-1", "BR-base-7.1-1 BR-base-7.1-2"},  # an attack; any other
    "Failed action": {
        "BR-5.2-3 BR-3.1-2 BR-base-7-6",  # by what lasts
        "BR-OP-3 BR-3.1-2 BR-base-7-6",  # by an answer
        "BR-6.3-1 BR-6.3-ex",  # a follower with its effects nullified
    },
    # the steps of an attack
    "Determined attack power": {"BR-5.2-6"},
    "Determined defence": {"BR-5.2-7"},
    "Determined base damage": {"BR-5.2-8"},
    "Determined damage": {"BR-5.2-9", "BR-5.2-10", "BR-5.2-11"},
    "Triggered correction": {"BR-5.2-9 BR-5.2-4b"},
    "Triggered after-attack": {"BR-5.2-14a BR-5.2-4b"},
    "Happened discarded": {"BR-5.2-10 BR-base-11-5", "BR-5.2-11 BR-base-11-5"},
    # what texts do, each under the step at which it is carried out
    "Happened damage": {
        "BR-5.2-12",
        "BR-5.2-13",
        "BR-5.2-4a",
        "BR-base-6.3-1",
    },
    "Happened attached": {
        "BR-5.2-13 BR-base-11-3",
        "BR-5.2-13 BR-base-11-8",
        "BR-5.2-14a BR-base-11-6",
        "BR-5.2-14a BR-base-6.3-6",
        "BR-base-7.1-1 BR-base-11-3",
        "BR-base-7.1-1 BR-base-11-8",
    },
    "Happened life up": {"BR-5.2-4a", "BR-5.2-5", "BR-5.2-13", "BR-5.2-15", "BR-base-7.1-1"},
    "Happened life down": {"BR-5.2-5", "BR-base-6.1-5 BR-6.1 BR-3.2-1", "BR-base-7.1-1"},
    "Happened life set": {"BR-5.2-14a"},
    "Happened ATK up": {"BR-base-3-3", "BR-base-7.1-1"},
    "Happened DEF set": {"BR-base-3-4"},
    "Happened DEF up": {"BR-base-7.1-1"},
    "Happened V up": {"BR-base-6.3-1"},
    "Happened modified": {
        "BR-5.2-1 BR-base-11-12",
        "BR-5.2-13",
        "BR-5.2-4a",
        "BR-5.2-5",
        "BR-base-3-5",
        "BR-base-7.1-1",
    },
    "Happened moved": {"BR-5.2-1 BR-base-11-12", "BR-5.2-13", "BR-base-7.1-1"},
    "Happened forbidden": {"BR-5.2-14a", "BR-5.2-4a", "BR-base-7.1-1"},
    "Happened prevented": {"BR-base-7.1-1"},
    "Happened promised": {"BR-5.2-4a", "BR-base-7.1-1"},
}
"""What happens → every list of clauses that an event of it cites in some case, in their order."""

ARRANGED = BLADE_RONDO.frame_clause
"""What the table of a case, which is given, is laid out under."""


def told(event: Any) -> str:
    """Kind of an event, and what it is about: ``Paid cost``."""
    kind = type(event).__name__
    match kind:
        case "Ended":
            return " ".join(filter(None, (kind, event.span, event.reason)))
        case "Triggered":
            return f"{kind} {event.ability if event.ability in MOMENTS else 'turn-start'}"
    return " ".join((kind, *[getattr(event, name) for name in MAIN if hasattr(event, name)][:1]))


MAIN = ("span", "resource", "quantity", "what")
MOMENTS = ("correction", "after-attack")


@pytest.fixture
def cited(monkeypatch: pytest.MonkeyPatch) -> dict[str, set[str]]:
    """What the events of all cases cite."""
    found: dict[str, set[str]] = defaultdict(set)

    def listen(_: object, game: object, events: Sequence[Any]) -> Iterator[Any]:
        for event in events:
            clauses = getattr(event, "clauses", ())
            if clauses and clauses != (ARRANGED,):
                found[told(event)].add(" ".join(clauses))
        return iter(())

    monkeypatch.setattr(sys.modules["engine.case.run"], "expect", listen)
    cases = {(shown.case.path, shown.case.at.line): shown.case for shown in shown_cases(BLADE_RONDO)}
    for case in cases.values():
        run(case)
    return dict(found)


def test_everything_happens_under_its_clauses(cited: dict[str, set[str]]) -> None:
    assert cited == CITED

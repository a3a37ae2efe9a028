"""Under which clauses each thing happens in ChronoCard TCG: what a record cites, over all judges' cases.

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
from engine.games.chronocard.ruleset import CHRONOCARD

CITED: dict[str, set[str]] = {
    # the frame of a match
    "Began turn": {"CC-base-4-1"},
    "Began phase": {"CC-base-4-1"},
    "Ended phase": {"CC-base-4-1"},
    "Ended turn": {"CC-base-4-13"},
    "Ended match damage": {"CC-base-9-4 CC-base-4-2"},
    "Ended match deck": {"CC-base-9-5 CC-OP-19"},
    "Happened set up": {"CC-OP-4 CC-base-9-2"},
    "Happened heroine": {"CC-base-2-1 CC-OP-4"},
    "Happened deck": {"CC-base-3-1 CC-base-1-3"},
    "Ended match stalemate": {"CC-base-9-6 CC-OP-21"},
    "Ended match both at the limit": {"CC-OP-20 CC-base-4-2"},
    "Ended match concession": {"CC-OP-26"},
    "Ended match agreed": {"CC-OP-26"},
    # the start and end phases
    "Happened effects end": {"CC-base-4-13 CC-OP-7"},
    "Happened cards upright": {"CC-base-4-4 CC-base-7-1"},
    "Happened EP lost": {"CC-EP-7"},
    "Happened restriction lifted": {"CC-base-4-6"},
    "Happened token removed": {"CC-base-4-7"},
    "Happened music over": {"CC-base-4-7"},
    "Happened hand limit": {"CC-OP-6"},
    # drawing
    "Happened new deck": {"CC-OP-19 CC-base-9-5"},
    "Happened shuffled": {"CC-OP-19 CC-base-1-3"},
    "Happened drawn": {"CC-AS-7 CC-AS-3", "CC-OP-4", "CC-PS-6", "CC-USE-13 CC-USE-7", "CC-base-4-10 CC-OP-6"},
    "Resolved draw": {"CC-base-4-10"},
    "Happened nothing to draw": {"CC-base-9-5 CC-OP-19"},
    # declarations
    "Paid cost": {
        "CC-AF-4 CC-COST-3",
        "CC-AS-14 CC-COST-1 CC-COST-5 CC-OP-24",
        "CC-FAIL-4 CC-COST-3",
        "CC-PS-7 CC-COST-3",
        "CC-USE-10 CC-USE-4 CC-OP-1 CC-COST-1 CC-COST-4 CC-OP-24",
    },
    "Resolved use": {"CC-USE-13 CC-USE-7", "CC-USE-5 CC-USE-12"},
    "Happened checked for EP": {"CC-EP-10 CC-EP-2"},
    "Happened EP up": {"CC-AS-7 CC-AS-3", "CC-EP-11 CC-EP-6 CC-EP-8", "CC-USE-13 CC-USE-7"},
    "Resolved end": {"CC-base-4-12"},
    "Happened placed": {"CC-USE-12 CC-USE-6", "CC-USE-12 CC-USE-6 CC-OP-3"},
    "Resolved skill": {"CC-AS-7 CC-AS-3"},
    # failures
    "Failed use cost": {"CC-FAIL-7 CC-FAIL-5 CC-FAIL-6"},
    "Failed skill holder left": {"CC-AF-9 CC-AF-5 CC-AF-6"},
    "Failed skill limit": {"CC-AF-12 CC-AF-5 CC-AF-6"},
    "Failed use impossible": {"CC-FAIL-9 CC-FAIL-5 CC-FAIL-6"},
    "Failed skill checked": {"CC-AF-11 CC-AF-5 CC-AF-6"},
    "Failed skill target": {"CC-AF-8 CC-AF-5 CC-AF-6"},
    "Failed skill cost": {"CC-AF-7 CC-AF-5 CC-AF-6"},
    "Failed skill face down": {"CC-AF-10 CC-AF-5 CC-AF-6"},
    "Failed skill first turn": {"CC-AF-13 CC-AF-5 CC-AF-6"},
    "Failed skill impossible": {"CC-AF-14 CC-AF-5 CC-AF-6"},
    "Failed skill stopped": {"CC-AF-15 CC-AF-5 CC-AF-6"},
    "Failed use target": {"CC-FAIL-8 CC-FAIL-5 CC-FAIL-6"},
    "Failed use stopped": {"CC-FAIL-10 CC-FAIL-5 CC-FAIL-6"},
    # trigger abilities
    "Triggered": {"CC-PS-6 CC-PS-5"},
    "Failed offer declined": {"CC-PS-8"},
    "Failed trigger impossible": {"CC-PS-6"},
    # charm
    "Happened charm": {"CC-base-8-1 CC-base-8-3"},
    "Failed charm no attacker": {"CC-OP-16"},
    "Resolved charm": {"CC-base-8-5"},
    "Happened supported": {"CC-base-8-4"},
    "Determined AP": {"CC-OP-18", "CC-base-8-8"},
    "Happened charm damage": {"CC-base-8-8 CC-base-9-1 CC-base-9-3 CC-OP-18"},
    "Happened defence": {"CC-base-8-6 CC-OP-10"},
    "Happened charm over": {"CC-base-4-1"},
    # what texts do, under what carries them out
    "Happened moved": {"CC-AS-7 CC-AS-3", "CC-USE-13 CC-USE-7"},
    "Happened turned face down": {"CC-USE-13 CC-USE-7", "CC-base-2-5 CC-OP-14"},
    "Happened modified": {"CC-PS-6", "CC-USE-13 CC-USE-7"},
    "Happened taken down": {"CC-PS-6", "CC-USE-13 CC-USE-7"},
    "Happened damage": {
        "CC-AS-7 CC-AS-3 CC-base-9-1",
        "CC-PS-6 CC-base-9-1",
        "CC-USE-13 CC-USE-7 CC-base-9-1",
        "CC-USE-13 CC-USE-7 CC-base-9-3",
    },
    "Happened cost raised": {"CC-USE-13 CC-USE-7"},
    "Happened recovered": {"CC-AS-7 CC-AS-3", "CC-USE-13 CC-USE-7", "CC-base-4-5"},
    "Happened unchecked": {"CC-AS-7 CC-AS-3"},
    "Happened checked": {"CC-AS-7 CC-AS-3", "CC-USE-13 CC-USE-7"},
}
"""What happens → every list of clauses that an event of it cites in some case, in their order."""

MAIN = ("span", "resource", "quantity", "what")


def told(event: Any) -> str:
    """Kind of an event, and what it is about: ``Paid cost``."""
    kind = type(event).__name__
    match kind:
        case "Ended":
            return " ".join(filter(None, (kind, event.span, event.reason)))
        case "Failed":
            return f"{kind} {event.what} {event.why}"
        case "Triggered":
            return kind
    return " ".join((kind, *[getattr(event, name) for name in MAIN if hasattr(event, name)][:1]))


@pytest.fixture
def cited(monkeypatch: pytest.MonkeyPatch) -> dict[str, set[str]]:
    """What the events of all cases cite; the table that a case is given is no event of the game."""
    found: dict[str, set[str]] = defaultdict(set)

    def listen(_: object, game: object, events: Sequence[Any]) -> Iterator[Any]:
        for event in events:
            clauses = getattr(event, "clauses", ())
            if clauses and getattr(event, "what", "") != "arranged":
                found[told(event)].add(" ".join(clauses))
        return iter(())

    monkeypatch.setattr(sys.modules["engine.case.run"], "expect", listen)
    cases = {(shown.case.path, shown.case.at.line): shown.case for shown in shown_cases(CHRONOCARD)}
    for case in cases.values():
        run(case)
    return dict(found)


def test_everything_happens_under_its_clauses(cited: dict[str, set[str]]) -> None:
    assert cited == CITED

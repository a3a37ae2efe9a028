"""Under which clauses each thing happens in Genesis Garden: what a record cites, over all judges' cases.

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
from engine.games.genesis_garden.ruleset import GENESIS_GARDEN

CITED: dict[str, set[str]] = {
    "Began phase battle": {"GG-BTURN-1"},
    "Began phase draw": {"GG-TURN-2 GG-TURN-3 GG-END-4"},
    "Began phase end": {"GG-TURN-2 GG-TURN-3 GG-END-4"},
    "Began phase leave": {"GG-BTURN-1"},
    "Began phase main": {"GG-TURN-2 GG-TURN-3 GG-END-4"},
    "Began phase spell": {"GG-BTURN-1"},
    "Began phase standby": {"GG-TURN-2 GG-TURN-3 GG-END-4"},
    "Began phase union": {"GG-BTURN-1"},
    "Began turn": {"GG-TURN-1"},
    "Began turn battle": {"GG-TURN-1"},
    "Determined attack": {"GG-ATK-17", "GG-ATK-6"},
    "Determined defence": {"GG-ATK-6"},
    "Determined order value": {"GG-SETUP-11"},
    "Ended match agreed": {"GG-OP-24"},
    "Ended match concession": {"GG-OP-24"},
    "Ended match headquarters": {"GG-CYCLE-6 GG-CYCLE-7"},
    "Ended match no cycle": {"GG-OP-15 GG-CYCLE-7"},
    "Ended turn": {"GG-END-1", "GG-LEAVE-1"},
    "Failed quick summon full": {"GG-SUM-5 GG-JUT-3 GG-JUT-1"},
    "Failed quick summon limit": {"GG-QUICK-3 GG-JUT-3 GG-JUT-1"},
    "Failed quick summon rank": {"GG-OP-23 GG-JUT-3 GG-JUT-1"},
    "Happened attacks": {"GG-ATK-2 GG-BATTLE-1"},
    "Happened battle damage": {"GG-ATK-11", "GG-ATK-16 GG-ATK-17 GG-ATK-18", "GG-OP-13 GG-ATK-17"},
    "Happened blocks": {"GG-ATK-5 GG-ATK-3"},
    "Happened breakout": {"GG-SETUP-17"},
    "Happened buried": {"GG-END-2 GG-OP-7", "GG-LEAVE-2 GG-OP-7"},
    "Happened combat drawn": {"GG-ATK-9 GG-COMBAT-4"},
    "Happened combat ends": {"GG-base-2"},
    "Happened combat won": {"GG-ATK-7", "GG-ATK-8 GG-COMBAT-1"},
    "Happened cut": {"GG-CYCLE-2", "GG-SETUP-3", "GG-SETUP-8"},
    "Happened cycle": {
        "GG-CYCLE-1 GG-CYCLE-3 GG-CYCLE-4 GG-OP-15",
        "GG-CYCLE-1 GG-CYCLE-3 GG-CYCLE-5 GG-OP-15",
    },
    "Happened destroyed": {
        "GG-ATK-10",
        "GG-ATK-14 GG-COMBAT-5",
        "GG-DEST-1 GG-ACC-4",
        "GG-DEST-1 GG-DEST-4",
        "GG-DEST-2 GG-JUT-3 GG-JUT-1",
        "GG-DEST-2 GG-OP-11 GG-ACT-3",
    },
    "Happened discarded": {"GG-OP-1"},
    "Happened drew": {
        "GG-DRAW-1 GG-DRAW-2",
        "GG-JUT-3 GG-JUT-1",
        "GG-SETUP-5",
        "GG-SETUP-8 GG-SETUP-5",
        "GG-SPELL-4 GG-OP-12",
        "GG-SPELL-5 GG-OP-12",
    },
    "Happened effect damage": {
        "GG-SPELL-2 GG-ACT-9 GG-OP-14 GG-OP-16",
        "GG-SPELL-4 GG-OP-12 GG-OP-14 GG-OP-16",
        "GG-SPELL-5 GG-OP-12 GG-OP-14 GG-OP-16",
    },
    "Happened first player": {"GG-OP-5", "GG-SETUP-13 GG-SETUP-16", "GG-SETUP-14 GG-SETUP-16"},
    "Happened greeting": {"GG-SETUP-4"},
    "Happened hand returned": {"GG-SETUP-8"},
    "Happened healed": {"GG-ACC-5"},
    "Happened invoked": {"GG-JUT-3 GG-JUT-1"},
    "Happened modified": {
        "GG-OP-11 GG-ACT-3 GG-DEST-3",
        "GG-SPELL-2 GG-ACT-9 GG-DEST-3",
        "GG-SPELL-4 GG-OP-12 GG-DEST-3",
        "GG-SPELL-5 GG-OP-12 GG-DEST-3",
        "GG-TURN-1 GG-DEST-3",
    },
    "Happened moved": {"GG-SPELL-2 GG-ACT-9 GG-UNION-13", "GG-SPELL-5 GG-OP-12 GG-UNION-13"},
    "Happened moved unit": {"GG-UPHASE-1 GG-UPHASE-2"},
    "Happened penalty": {"GG-ATK-12 GG-ATK-13 GG-COMBAT-3", "GG-ATK-15 GG-ATK-13 GG-COMBAT-6"},
    "Happened quick summoned": {
        "GG-QUICK-1 GG-QUICK-4 GG-QUICK-5 GG-JUT-3 GG-JUT-1",
        "GG-QUICK-1 GG-QUICK-4 GG-QUICK-5 GG-SPELL-2 GG-ACT-9",
        "GG-QUICK-1 GG-QUICK-4 GG-QUICK-5 GG-SPELL-5 GG-OP-12",
    },
    "Happened recovered": {"GG-STBY-1 GG-STBY-4"},
    "Happened released": {"GG-UNION-10 GG-OP-6"},
    "Happened retrieved": {"GG-END-2 GG-OP-7", "GG-LEAVE-2 GG-OP-7"},
    "Happened set up": {"GG-SETUP-1"},
    "Happened shuffled": {"GG-CYCLE-2", "GG-SETUP-2", "GG-SETUP-8"},
    "Happened summoned": {"GG-MAIN-1 GG-SUM-9 GG-OP-9"},
    "Happened swapped": {"GG-UPHASE-1 GG-UPHASE-2"},
    "Happened tie": {"GG-SETUP-15 GG-OP-5"},
    "Happened tires": {"GG-ACT-14"},
    "Happened turned": {"GG-SPELL-2 GG-ACT-9"},
    "Happened unharmed": {"GG-TURN-1 GG-DEST-5"},
    "Happened union": {"GG-UNION-4 GG-UNION-1 GG-UNION-5"},
    "Happened unit damaged": {
        "GG-COMBAT-2 GG-ACC-2",
        "GG-JUT-3 GG-JUT-1 GG-ACC-1 GG-ACC-2",
        "GG-SPELL-2 GG-ACT-9 GG-ACC-1 GG-ACC-2",
        "GG-SPELL-5 GG-OP-12 GG-ACC-1 GG-ACC-2",
        "GG-TURN-1 GG-ACC-1 GG-ACC-2",
    },
    "Paid rebirth": {"GG-ACT-5 GG-ACT-6 GG-ACT-7 GG-ACT-8"},
    "Paid return price": {"GG-END-3 GG-OP-7"},
    "Paid summon cost": {"GG-SUM-8 GG-SUM-9"},
    "Paid upkeep": {"GG-STBY-2 GG-STBY-3 GG-UNION-14"},
    "Resolved attack": {"GG-ATK-16 GG-ATK-17 GG-ATK-18", "GG-ATK-6", "GG-OP-13", "GG-OP-13 GG-ATK-17"},
    "Resolved effect": {
        "GG-JUT-3 GG-JUT-1",
        "GG-OP-11 GG-ACT-3",
        "GG-SPELL-2 GG-ACT-9",
        "GG-SPELL-4 GG-OP-12",
        "GG-SPELL-5 GG-OP-12",
    },
    "Revealed": {"GG-SETUP-10 GG-SETUP-12"},
}
"""What happens → every list of clauses that an event of it cites in some case, in their order.

``GG-TURN-1`` before other clauses is the frame under which a case lays its table out."""


def told(event: Any) -> str:
    """Kind of an event, and what it is about: ``Paid upkeep``."""
    kind = type(event).__name__
    match kind:
        case "Ended":
            return " ".join(filter(None, (kind, event.span, event.reason)))
        case "Began":
            return " ".join(filter(None, (kind, event.span, event.name)))
        case "Failed":
            return f"{kind} {event.what} {event.why}"
    return " ".join((kind, *[getattr(event, name) for name in MAIN if hasattr(event, name)][:1]))


MAIN = ("span", "resource", "quantity", "what")


@pytest.fixture
def cited(monkeypatch: pytest.MonkeyPatch) -> dict[str, set[str]]:
    """What the events of all cases cite."""
    found: dict[str, set[str]] = defaultdict(set)

    def listen(_: object, game: object, events: Sequence[Any]) -> Iterator[Any]:
        for event in events:
            clauses = getattr(event, "clauses", ())
            if clauses and getattr(event, "what", "") != "arranged":
                found[told(event)].add(" ".join(clauses))
        return iter(())

    monkeypatch.setattr(sys.modules["engine.case.run"], "expect", listen)
    cases = {(shown.case.path, shown.case.at.line): shown.case for shown in shown_cases(GENESIS_GARDEN)}
    for case in cases.values():
        run(case)
    return dict(found)


def test_everything_happens_under_its_clauses(cited: dict[str, set[str]]) -> None:
    assert cited == CITED

"""Under which clauses each thing happens: what records cite, over all judges' cases of a game.

A case shows that something happens; that the event names the right clause is shown here, for every kind of
event at once. ``python tests/games/test_citations.py --write GAME`` writes ``GAME/cited.toml``, to be read
again by whoever commits it. Not here: what happens (``test_clauses``), and the clauses of refusals (in the
cases).
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections import defaultdict
from typing import Any

import pytest

from engine.kernel.ruleset import Ruleset
from tests.games.case_runs import runs_of
from tests.games.expected import BY_GAME, Expected, each_ruleset

MAIN = ("span", "resource", "quantity", "what")


@pytest.mark.parametrize("expected", **each_ruleset)
def test_everything_happens_under_its_clauses(expected: Expected) -> None:
    assert cited(expected.rules) == tomllib.loads(expected.cited.read_text("utf-8"))


def cited(rules: Ruleset) -> dict[str, list[str]]:
    """What happens → every list of clauses that an event of it cites in some case, each in its order. The
    table that a case is given is no event of the game."""
    found: dict[str, set[str]] = defaultdict(set)
    for event in runs_of(rules.id).events:
        clauses = getattr(event, "clauses", ())
        if clauses and getattr(event, "what", "") != "arranged":
            found[what_happens(rules, event)].add(" ".join(clauses))
    return {what: sorted(lists) for what, lists in sorted(found.items())}


def what_happens(rules: Ruleset, event: Any) -> str:
    """Kind of an event, and what it is about: ``Paid cost``."""
    kind = type(event).__name__
    words: tuple[str, ...]
    match kind:
        case "Ended":
            words = (event.span, event.reason)
        case "Began":
            words = (event.span, event.name)
        case "Failed":
            words = (event.what, event.why)
        case "Triggered":  # by its moment, or by a name of its own
            words = (event.ability if event.ability in rules.vocabulary.moments else "",)
        case _:
            words = tuple(getattr(event, name) for name in MAIN if hasattr(event, name))[:1]
    return " ".join(filter(None, (kind, *words)))


def write(expected: Expected) -> None:
    """Write down what the cases cite today."""
    lines = [
        f"{json.dumps(what)} = {json.dumps(lists)}"
        if len(lists) == 1
        else "\n".join((f"{json.dumps(what)} = [", *(f"    {json.dumps(one)}," for one in lists), "]"))
        for what, lists in cited(expected.rules).items()
    ]
    head = f"# What happens in {expected.rules.name.en}, and the lists of clauses that it cites in cases.\n"
    expected.cited.write_text("\n".join((head, *lines, "")), "utf-8")


if __name__ == "__main__" and sys.argv[1:2] == ["--write"]:
    for expected in BY_GAME:
        if expected.rules.game in sys.argv[2:]:
            write(expected)

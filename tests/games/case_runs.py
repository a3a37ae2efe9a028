"""The judges' cases of a ruleset, each run once, with everything that the tests of this folder ask about it.

Not here: what must be true of the runs (``test_*.py``).
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import count, islice
from typing import Any
from unittest.mock import patch

from engine.audit.coverage import Shown, game_folder, shown_cases
from engine.case import CaseResult, run
from engine.case.batch import case_files
from engine.games.registry import RULESETS
from engine.kernel.game import Game
from engine.kernel.legality import options
from engine.kernel.ruleset import Ruleset
from events.model.kinds import AnyEvent, Passed
from tests.games.expected import ALL, Expected
from tests.laws.test_legality import OPTIONS_MOST, key
from tests.support.effort import LONG

EACH_PASS = 1 if LONG else 8
"""Of how many passes of a verb one has its options listed: more than half of all acts are such."""
LISTENED_TO = sys.modules["engine.case.run"]
"""Where a case hands its events to ``expect``. (``engine.case.run`` names the function.)"""

take_checked = Game.take
expect = LISTENED_TO.expect


@dataclass
class CaseRuns:
    """What came of all cases of a ruleset.

    ``results``: file → one result for each of its cases · ``events``: the events of all cases, in order ·
    ``offered``: verb → how many acts of it were among the options of their ask, where these were listed ·
    ``not_offered``: the acts that were not.
    """

    results: dict[str, list[CaseResult]] = field(default_factory=lambda: defaultdict(list))
    events: list[AnyEvent] = field(default_factory=list)
    offered: Counter[str] = field(default_factory=Counter)
    not_offered: list[Any] = field(default_factory=list)


def files_of(rules: Ruleset) -> list[str]:
    """The files of the game's cases. Not each of them need have one for every edition."""
    folder = game_folder(rules) / "cases"
    return [path.relative_to(folder).as_posix() for path in case_files([folder])]


@cache
def shown_in(id: str) -> list[Shown]:
    """The cases of a ruleset, once for each clause that they show."""
    return shown_cases(RULESETS[id])


@cache
def runs_of(id: str) -> CaseRuns:
    """Run every case of a ruleset: once in each process, however many tests ask."""
    expected = next(one for one in ALL if one.rules.id == id)
    runs = CaseRuns()
    with (
        patch.object(Game, "take", _noting_options(expected, runs)),
        patch.object(LISTENED_TO, "expect", _noting_events(runs)),
    ):
        for (file, _), shown in {(one.file, one.number): one for one in shown_in(id)}.items():
            runs.results[file].append(run(shown.case))
    return runs


def _noting_options(expected: Expected, runs: CaseRuns) -> Any:
    """``Game.take`` that looks for the act among the options of the ask before it plays, unless their list
    would have no end."""
    passes: dict[str, count[int]] = defaultdict(count)

    def take(game: Game, checked: Any) -> Any:
        act, asked = checked.decision, game.ask
        if (
            asked is not None
            and asked.verbs[0] not in expected.unlisted
            and (not isinstance(act, Passed) or next(passes[act.verb]) % EACH_PASS == 0)
            and act.verb in asked.verbs
        ):
            played, listed = key(game, act), islice(options(game), OPTIONS_MOST)
            for option in listed:
                if key(game, option) == played:
                    runs.offered[act.verb] += 1
                    break
            else:
                runs.not_offered.append(act)
        return take_checked(game, checked)

    return take


def _noting_events(runs: CaseRuns) -> Any:
    """``expect`` that keeps the events, and does what it always does."""

    def listen(case: Any, game: Game, course: Any) -> Iterator[Any]:
        runs.events += course.events
        yield from expect(case, game, course)

    return listen

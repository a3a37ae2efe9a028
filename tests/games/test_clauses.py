"""Every clause of every game by the cases that show it, and by the code that enforces it."""

from __future__ import annotations

import pytest

from engine.audit.coverage import Shown, coverage, shown_cases
from engine.case import run
from engine.games.registry import RULESETS
from engine.kernel.ruleset import Ruleset
from tests.games.expected import ALL, Expected, each_ruleset

SHOWN = {expected.rules.id: shown_cases(expected.rules) for expected in ALL}


def test_every_ruleset_takes_part() -> None:
    """The cases of a game are written for its first edition, and for others where those differ."""
    taking_part = {expected.rules.id for expected in ALL}
    assert taking_part == set(RULESETS), "tests/games/GAME/expected.py is missing"


@pytest.mark.parametrize("shown", [pytest.param(one, id=one.id) for of in SHOWN.values() for one in of])
def test_clause(shown: Shown) -> None:
    result = run(shown.case)
    assert result.ok, "\n".join(
        [f"{result.path}:{result.line}: {result.title.en}", *(failure.en for failure in result.failures)]
    )


@pytest.mark.parametrize("expected", **each_ruleset)
def test_every_clause_is_enforced_and_shown(expected: Expected) -> None:
    covered = coverage(expected.rules)
    bare = [
        one.clause for one in covered if not one.definition and not (one.code and one.cases and one.tests)
    ]
    assert bare == []
    assert [one.clause for one in covered] == list(expected.rules.clauses)


@pytest.mark.parametrize("expected", **each_ruleset)
def test_every_setting_is_shown_with_each_of_its_choices(expected: Expected) -> None:
    """Of a number, with its default and at least one other."""
    for setting in expected.rules.settings.values():
        seen = _played(expected.rules, setting.name) | {setting.default}
        assert seen >= set(setting.choices), setting.name
        assert len(seen) > 1, setting.name


def _played(rules: Ruleset, name: str) -> set[object]:
    """The values of a setting in the cases of its clause."""
    clause = rules.settings[name].clause
    return {shown.case.settings[name] for shown in SHOWN[rules.id] if clause in shown.case.clauses}

"""Every clause of every game by the cases that show it, and by the code that enforces it."""

from __future__ import annotations

import pytest

from engine.audit.coverage import coverage
from engine.games.registry import RULESETS
from engine.kernel.ruleset import Ruleset
from tests.games.case_runs import files_of, runs_of, shown_in
from tests.games.expected import ALL, Expected, each_ruleset

CASE_FILES = [
    pytest.param(expected.rules.id, file, id=f"{expected.rules.id} {file}")
    for expected in ALL
    for file in files_of(expected.rules)
]


def test_every_ruleset_takes_part() -> None:
    """The cases of a game are written for its first edition, and for others where those differ."""
    taking_part = {expected.rules.id for expected in ALL}
    assert taking_part == set(RULESETS), "tests/games/GAME/expected.py is missing"


@pytest.mark.parametrize(("id", "file"), CASE_FILES)
def test_cases(id: str, file: str) -> None:
    """Every case of the file passes. One that fails is named with the clauses that it shows."""
    failed = [result for result in runs_of(id).results[file] if not result.ok]
    assert failed == [], "\n".join(
        f"{result.path}:{result.line}: {result.title.en} [{', '.join(result.clauses)}]: "
        + "; ".join(failure.en for failure in result.failures)
        for result in failed
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
def test_every_case_of_every_clause_was_run(expected: Expected) -> None:
    """No case is left out because it shares its file or its number with another one."""
    results = [result for file in runs_of(expected.rules.id).results.values() for result in file]
    run = {(result.path, result.line, clause) for result in results for clause in result.clauses}
    shown = {(one.case.path, one.case.at.line, one.clause) for one in shown_in(expected.rules.id)}
    assert run == shown


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
    return {shown.case.settings[name] for shown in shown_in(rules.id) if clause in shown.case.clauses}

"""Every clause of ChronoCard TCG by the cases that show it, and by the code that enforces it."""

import pytest

from engine.case import run
from engine.coverage import Covered, Shown, coverage, shown_cases
from engine.games.chronocard.ruleset import CHRONOCARD

SHOWN = shown_cases(CHRONOCARD)


@pytest.mark.parametrize("shown", [pytest.param(shown, id=shown.id) for shown in SHOWN])
def test_clause(shown: Shown) -> None:
    result = run(shown.case)
    assert result.ok, "\n".join(
        [f"{result.path}:{result.line}: {result.title.en}", *(f.en for f in result.failures)]
    )


@pytest.fixture(scope="module")
def covered() -> dict[str, Covered]:
    return {one.clause: one for one in coverage(CHRONOCARD)}


def test_every_clause_is_enforced_and_shown(covered: dict[str, Covered]) -> None:
    bare = [
        one.clause
        for one in covered.values()
        if not one.definition and not (one.code and one.cases and one.tests)
    ]
    assert bare == []
    assert len(covered) == len(CHRONOCARD.clauses)


def test_every_clause_has_something_to_enforce(covered: dict[str, Covered]) -> None:
    assert [one.clause for one in covered.values() if one.definition] == []


def test_every_setting_is_shown_with_more_than_its_default() -> None:
    settings = CHRONOCARD.settings.values()
    played = {
        setting.name: {
            shown.case.settings[setting.name] for shown in SHOWN if setting.clause in shown.case.clauses
        }
        for setting in settings
    }
    for setting in settings:
        seen = played[setting.name] | {setting.default}
        assert len(seen) > 1, setting.name
        assert seen >= set(setting.choices), setting.name

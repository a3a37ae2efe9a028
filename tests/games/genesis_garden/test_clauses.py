"""Every clause of Genesis Garden by the cases that show it, and by the code that enforces it."""

import pytest

from engine.case import run
from engine.coverage import Covered, Shown, coverage, shown_cases
from engine.games.genesis_garden.ruleset import GENESIS_GARDEN

SHOWN = shown_cases(GENESIS_GARDEN)


@pytest.mark.parametrize("shown", [pytest.param(shown, id=shown.id) for shown in SHOWN])
def test_clause(shown: Shown) -> None:
    result = run(shown.case)
    assert result.ok, "\n".join(
        [f"{result.path}:{result.line}: {result.title.en}", *(f.en for f in result.failures)]
    )


@pytest.fixture(scope="module")
def covered() -> dict[str, Covered]:
    return {one.clause: one for one in coverage(GENESIS_GARDEN)}


def test_every_clause_is_enforced_and_shown(covered: dict[str, Covered]) -> None:
    bare = [
        one.clause
        for one in covered.values()
        if not one.definition and not (one.code and one.cases and one.tests)
    ]
    assert bare == []
    assert len(covered) == len(GENESIS_GARDEN.clauses)


def test_only_a_few_clauses_have_nothing_to_enforce(covered: dict[str, Covered]) -> None:
    assert [one.clause for one in covered.values() if one.definition] == ["GG-OP-21"]


def test_every_setting_is_shown_with_more_than_its_default() -> None:
    settings = GENESIS_GARDEN.settings.values()
    played = {
        setting.name: {
            shown.case.settings[setting.name] for shown in SHOWN if setting.clause in shown.case.clauses
        }
        for setting in settings
    }
    for setting in settings:
        others = {value for value in played[setting.name] if value != setting.default}
        assert others == set(setting.choices) - {setting.default} if setting.choices else others, setting.name

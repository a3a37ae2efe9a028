"""The rule texts of every game and its settings, as data files; not whether the engine follows them."""

from __future__ import annotations

import re
from itertools import chain
from typing import Any

import pytest

from engine.kernel.clause import Clause, Setting
from tests.games.expected import ALL, Expected, each_game, each_ruleset

KINDS = {
    "priority", "zone", "modifier", "damage", "nullify", "legality", "response", "timing", "resolution",
    "keyword", "cost", "simultaneous", "targeting", "ability", "frame", "phase", "setup", "end",
}  # fmt: skip
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
CLAUSES = list(chain.from_iterable(one.rules.clauses.values() for one in ALL))
SETTINGS = [
    pytest.param(setting, id=f"{one.rules.id} {setting.name}")
    for one in ALL
    for setting in one.rules.settings.values()
]


@pytest.mark.parametrize("expected", **each_game)
def test_the_files_name_their_game_and_edition(expected: Expected) -> None:
    clauses = expected.data("clauses.toml")
    assert (clauses["game"], clauses["edition"]) == (expected.rules.game, expected.rules.edition)


@pytest.mark.parametrize("expected", **each_ruleset)
def test_ids_and_names_are_unique(expected: Expected) -> None:
    ids = [clause["id"] for clause in expected.data("clauses.toml")["clause"]]
    assert ids == list(expected.rules.clauses)
    names = [setting["name"] for setting in expected.data("settings.toml")["setting"]]
    assert names == list(expected.rules.settings)


@pytest.mark.parametrize("expected", **each_ruleset)
def test_the_document_is_all_there_and_nothing_else_claims_to_be_of_it(expected: Expected) -> None:
    clauses = expected.rules.clauses.values()
    assert sorted(clause.id for clause in clauses if clause.origin == "seed") == sorted(expected.document)


@pytest.mark.parametrize("expected", **each_ruleset)
def test_the_open_points_are_numbered_without_a_gap(expected: Expected) -> None:
    found = {id: one for id, one in expected.rules.clauses.items() if id.startswith(f"{expected.prefix}-OP-")}
    assert list(found) == [f"{expected.prefix}-OP-{number}" for number in range(1, expected.points + 1)]
    assert {clause.origin for clause in found.values()} == {"decision"}


@pytest.mark.parametrize("expected", **each_ruleset)
def test_base_rules_are_numbered_without_a_gap_in_each_section(expected: Expected) -> None:
    """Beside the document and the open points there is nothing else."""
    last: dict[str, int] = {}
    found = [id for id in expected.rules.clauses if id.startswith(f"{expected.prefix}-base-")]
    for id in found:
        section, _, number = id.rpartition("-")
        assert int(number) == last.get(section, 0) + 1, id
        last[section] = int(number)
    assert len(found) + len(expected.document) + expected.points == len(expected.rules.clauses)


@pytest.mark.parametrize("expected", **each_ruleset)
def test_hardly_a_clause_gets_away_with_being_a_definition(expected: Expected) -> None:
    found = tuple(id for id, clause in expected.rules.clauses.items() if clause.definition)
    assert found == expected.definitions


@pytest.mark.parametrize("clause", CLAUSES, ids=lambda clause: clause.id)
def test_a_clause_is_complete(clause: Clause) -> None:
    assert re.fullmatch(r"[A-Z]+-[A-Za-z0-9.-]*[a-z0-9]", clause.id)
    assert clause.kind in KINDS
    assert (clause.origin == "base") is bool(clause.source), "a base rule says where it was found"
    assert_in_both_languages(clause)


@pytest.mark.parametrize("setting", SETTINGS)
def test_a_setting_is_complete(setting: Setting) -> None:
    assert re.fullmatch(r"[a-z][a-z0-9_]*", setting.name)
    assert_in_both_languages(setting)
    if setting.choices:
        assert len(setting.choices) >= 2
        assert sum(is_same(choice, setting.default) for choice in setting.choices) == 1
    else:
        assert setting.least is not None and setting.most is not None and type(setting.default) is int
        assert setting.least <= setting.default <= setting.most
        assert setting.least < setting.most
    for word in chain.from_iterable(map(words_to_explain, setting.choices)):
        assert word in setting.en and word in setting.ja, f"{word} is not explained"


@pytest.mark.parametrize("expected", **each_ruleset)
def test_settings_and_their_clauses_point_at_each_other(expected: Expected) -> None:
    rules = expected.rules
    pointed = [(name, id) for id, clause in rules.clauses.items() for name in clause.setting.split()]
    assert sorted(pointed) == sorted((name, setting.clause) for name, setting in rules.settings.items())


def assert_in_both_languages(entry: Clause | Setting) -> None:
    assert entry.en != entry.ja
    assert JAPANESE.search(entry.ja)
    assert re.search(r"[a-z]{2}", entry.en)
    assert entry.en.endswith(".") and entry.ja.endswith("。")


def is_same(left: object, right: object) -> bool:
    """Equal and of one type: in Python `True == 1`, in a record they are different values."""
    return type(left) is type(right) and left == right


def words_to_explain(choice: Any) -> list[str]:
    """What both texts of a setting have to spell out for one choice."""
    if isinstance(choice, bool):
        return ["true" if choice else "false"]
    return str(choice).split()

"""The rule texts of every game and its settings, as data files; not whether the engine follows them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest
from msgspec.structs import replace

from engine.kernel.clause import Clause, Setting
from tests.games.expected import Expected, each_game, each_ruleset

KINDS = {
    "priority", "zone", "modifier", "damage", "nullify", "legality", "response", "timing", "resolution",
    "keyword", "cost", "simultaneous", "targeting", "ability", "frame", "phase", "setup", "end",
}  # fmt: skip
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


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


@pytest.mark.parametrize("expected", **each_ruleset)
def test_every_clause_is_complete(expected: Expected) -> None:
    wrong = [
        f"{clause.id}: {what}"
        for clause in expected.rules.clauses.values()
        for what in faults_of_clause(clause)
    ]
    assert wrong == []


@pytest.mark.parametrize("expected", **each_ruleset)
def test_every_setting_is_complete(expected: Expected) -> None:
    wrong = [
        f"{setting.name}: {what}"
        for setting in expected.rules.settings.values()
        for what in faults_of_setting(setting)
    ]
    assert wrong == []


def faults_of_clause(clause: Clause) -> Iterator[str]:
    if not re.fullmatch(r"[A-Z]+-[A-Za-z0-9.-]*[a-z0-9]", clause.id):
        yield "such an id cannot be cited"
    if clause.kind not in KINDS:
        yield f"no kind {clause.kind!r}"
    if (clause.origin == "base") is not bool(clause.source):
        yield "a base rule says where it was found, and no other clause does"
    yield from faults_of_texts(clause)


def faults_of_setting(setting: Setting) -> Iterator[str]:
    if not re.fullmatch(r"[a-z][a-z0-9_]*", setting.name):
        yield "a name has small letters, digits and underscores"
    yield from faults_of_texts(setting)
    if setting.choices:
        if len(setting.choices) < 2:
            yield "fewer than two choices"
        if sum(is_same(choice, setting.default) for choice in setting.choices) != 1:
            yield "the default is not exactly one of the choices"
    elif setting.least is None or setting.most is None or type(setting.default) is not int:
        yield "neither choices nor a number with limits"
    elif not setting.least <= setting.default <= setting.most or setting.least >= setting.most:
        yield "the limits do not hold the default, or leave no choice"
    for word in chain.from_iterable(map(words_to_explain, setting.choices)):
        if word not in setting.en or word not in setting.ja:
            yield f"{word} is not explained"


def faults_of_texts(entry: Clause | Setting) -> Iterator[str]:
    if entry.en == entry.ja:
        yield "one text for both languages"
    if not JAPANESE.search(entry.ja) or not entry.ja.endswith("。"):
        yield "the Japanese text is no Japanese sentence"
    if not re.search(r"[a-z]{2}", entry.en) or not entry.en.endswith("."):
        yield "the English text is no English sentence"


@pytest.mark.parametrize("expected", **each_ruleset)
def test_settings_and_their_clauses_point_at_each_other(expected: Expected) -> None:
    rules = expected.rules
    pointed = [(name, id) for id, clause in rules.clauses.items() for name in clause.setting.split()]
    assert sorted(pointed) == sorted((name, setting.clause) for name, setting in rules.settings.items())


def is_same(left: object, right: object) -> bool:
    """Equal and of one type: in Python `True == 1`, in a record they are different values."""
    return type(left) is type(right) and left == right


def words_to_explain(choice: Any) -> list[str]:
    """What both texts of a setting have to spell out for one choice."""
    if isinstance(choice, bool):
        return ["true" if choice else "false"]
    return str(choice).split()


COMPLETE = Clause(
    id="XX-1-1a", kind="zone", origin="base", source="page 1", en="Cards lie here.", ja="ここに置く。"
)


@pytest.mark.parametrize(
    "wrong", [{"id": "XX 1"}, {"kind": "zones"}, {"source": ""}, {"en": "no stop"}, {"ja": "Cards."}]
)
def test_an_incomplete_clause_is_found(wrong: dict[str, str]) -> None:
    assert list(faults_of_clause(COMPLETE)) == []
    assert list(faults_of_clause(replace(COMPLETE, **wrong))) != []

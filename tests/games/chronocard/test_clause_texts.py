"""The rule texts of ChronoCard TCG and its settings, as data files; not whether the engine follows them."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from typing import Any

import pytest

FOLDER = files("engine.games.chronocard")
CLAUSES: list[dict[str, Any]] = tomllib.loads((FOLDER / "clauses.toml").read_text("utf-8"))["clause"]
SETTINGS: list[dict[str, Any]] = tomllib.loads((FOLDER / "settings.toml").read_text("utf-8"))["setting"]
BY_ID = {clause["id"]: clause for clause in CLAUSES}

# The manual's page on costs, EP, declarations and skills, cut into atomic clauses, each with its text.
MANUAL = """
    CC-COST-1 CC-COST-2 CC-COST-3 CC-COST-4 CC-COST-5 CC-COST-6 CC-COST-7 CC-COST-8 CC-COST-9
    CC-EP-1 CC-EP-2 CC-EP-3 CC-EP-4 CC-EP-5 CC-EP-6 CC-EP-7 CC-EP-8 CC-EP-9 CC-EP-10 CC-EP-11
    CC-USE-1 CC-USE-2 CC-USE-3 CC-USE-4 CC-USE-5 CC-USE-6 CC-USE-7 CC-USE-8 CC-USE-9 CC-USE-10
    CC-USE-11 CC-USE-12 CC-USE-13 CC-FAIL-1 CC-FAIL-2 CC-FAIL-3 CC-FAIL-4 CC-FAIL-5 CC-FAIL-6
    CC-FAIL-7 CC-FAIL-8 CC-FAIL-9 CC-FAIL-10 CC-AS-1 CC-AS-2 CC-AS-3 CC-AS-4 CC-AS-5 CC-AS-6 CC-AS-7
    CC-AS-8 CC-AS-9 CC-AS-10 CC-AS-11 CC-AS-12 CC-AS-13 CC-AS-14 CC-AS-15 CC-AS-16 CC-AS-17 CC-AS-18
    CC-AS-19 CC-AS-20 CC-AS-21 CC-AF-1 CC-AF-2 CC-AF-3 CC-AF-4 CC-AF-5 CC-AF-6 CC-AF-7 CC-AF-8
    CC-AF-9 CC-AF-10 CC-AF-11 CC-AF-12 CC-AF-13 CC-AF-14 CC-AF-15 CC-PS-1 CC-PS-2 CC-PS-3 CC-PS-4
    CC-PS-5 CC-PS-6 CC-PS-7 CC-PS-8
""".split()  # noqa: SIM905 (a list of 87 strings would fill two screens)

KINDS = {
    "priority", "zone", "modifier", "damage", "nullify", "legality", "response", "timing", "resolution",
    "keyword", "cost", "simultaneous", "targeting", "ability", "frame", "phase",
}  # fmt: skip
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
ID = re.compile(r"CC-((base-\d+|OP|COST|EP|USE|FAIL|AS|AF|PS)-\d+)")


def setting_names(clause: dict[str, Any]) -> list[str]:
    names: str = clause.get("setting", "")
    return names.split()


def test_the_clauses_name_their_game_and_edition() -> None:
    clauses = tomllib.loads((FOLDER / "clauses.toml").read_text("utf-8"))
    assert (clauses["game"], clauses["edition"]) == ("chronocard", "web")


def test_clause_ids_are_unique() -> None:
    ids = [clause["id"] for clause in CLAUSES]
    assert sorted(ids) == sorted(set(ids))


def test_the_manual_is_all_there_and_nothing_else_claims_to_be_of_it() -> None:
    assert len(MANUAL) == 87
    assert [clause["id"] for clause in CLAUSES if clause["origin"] == "seed"] == MANUAL


def test_the_open_points_are_numbered_without_a_gap() -> None:
    points = [clause["id"] for clause in CLAUSES if clause["id"].startswith("CC-OP-")]
    assert points == [f"CC-OP-{n}" for n in range(1, 28)]
    assert {BY_ID[point]["origin"] for point in points} == {"decision"}


def test_no_clause_is_a_mere_definition() -> None:
    assert [clause["id"] for clause in CLAUSES if "definition" in clause] == []


def test_base_rules_are_numbered_without_a_gap_in_each_section() -> None:
    last: dict[str, int] = {}
    for clause in CLAUSES:
        if clause["id"].startswith("CC-base-"):
            section, number = clause["id"].removeprefix("CC-base-").rsplit("-", 1)
            assert int(number) == last.get(section, 0) + 1, clause["id"]
            last[section] = int(number)
    assert list(last) == [str(section) for section in range(1, 10)]


@pytest.mark.parametrize("clause", CLAUSES, ids=lambda clause: clause["id"])
def test_a_clause_is_complete(clause: dict[str, Any]) -> None:
    assert ID.fullmatch(clause["id"])
    assert clause["kind"] in KINDS
    assert clause.keys() <= {"id", "kind", "origin", "en", "ja", "source", "setting", "definition"}
    assert ("source" in clause) == (clause["origin"] == "base"), "a base rule says where it was found"
    assert clause.get("definition", True) is True
    assert_in_both_languages(clause)


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting["name"])
def test_a_setting_is_complete(setting: dict[str, Any]) -> None:
    assert re.fullmatch(r"[a-z][a-z0-9_]*", setting["name"])
    assert setting["clause"] in BY_ID
    assert_in_both_languages(setting)
    if "choices" in setting:
        assert len(setting["choices"]) >= 2
        assert sum(is_same(choice, setting["default"]) for choice in setting["choices"]) == 1
        named = [word for choice in setting["choices"] for word in words_to_explain(choice)]
    else:
        assert setting["least"] <= setting["default"] <= setting["most"]
        assert setting["least"] < setting["most"]
        named = []
    for word in named:
        assert word in setting["en"] and word in setting["ja"], f"{word} is not explained"


def test_setting_names_are_unique_and_their_clauses_point_back() -> None:
    names = [setting["name"] for setting in SETTINGS]
    assert sorted(names) == sorted(set(names))
    pointed = [(name, clause["id"]) for clause in CLAUSES for name in setting_names(clause)]
    assert sorted(pointed) == sorted((setting["name"], setting["clause"]) for setting in SETTINGS)


def assert_in_both_languages(entry: dict[str, Any]) -> None:
    assert entry["en"].strip() and entry["ja"].strip()
    assert entry["en"] != entry["ja"]
    assert JAPANESE.search(entry["ja"])
    assert re.search(r"[a-z]{2}", entry["en"])
    assert entry["en"].endswith(".") and entry["ja"].endswith("。")


def is_same(left: object, right: object) -> bool:
    """Equal and of one type: in Python `True == 1`, in a record they are different values."""
    return type(left) is type(right) and left == right


def words_to_explain(choice: bool | int | str) -> list[str]:
    """What both texts of a setting have to spell out for one choice."""
    if isinstance(choice, bool):
        return ["true" if choice else "false"]
    return str(choice).split()

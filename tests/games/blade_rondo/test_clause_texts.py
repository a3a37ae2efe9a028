"""The rule texts of Blade Rondo and its settings, as data files; not whether the engine follows them."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from typing import Any

import pytest

FOLDER = files("engine.games.blade_rondo")
CLAUSES: list[dict[str, Any]] = tomllib.loads((FOLDER / "clauses.toml").read_text("utf-8"))["clause"]
SETTINGS: list[dict[str, Any]] = tomllib.loads((FOLDER / "settings.toml").read_text("utf-8"))["setting"]
BY_ID = {clause["id"]: clause for clause in CLAUSES}

# The detailed rules, edition 1.03, cut into atomic clauses: every one has to have its text.
DETAILED_RULES = """
    BR-0-1 BR-0-2 BR-1-1 BR-1-2 BR-1-3 BR-2-1 BR-2-2
    BR-3.1-1 BR-3.1-2 BR-3.1-ex BR-3.2-1 BR-3.2-2 BR-3.2-3
    BR-4.1-1 BR-4.1-2 BR-4.2 BR-4.3 BR-4.4-1 BR-4.4-2 BR-5.1-1 BR-5.1-2 BR-5.1-ex
    BR-5.2-0 BR-5.2-1 BR-5.2-2a BR-5.2-2b BR-5.2-3 BR-5.2-4a BR-5.2-4b BR-5.2-5
    BR-5.2-6 BR-5.2-6.1 BR-5.2-6.2 BR-5.2-7 BR-5.2-7.1 BR-5.2-7.2 BR-5.2-8
    BR-5.2-9 BR-5.2-9.1 BR-5.2-9.2 BR-5.2-9.3a BR-5.2-9.3b BR-5.2-10 BR-5.2-11 BR-5.2-12
    BR-5.2-13 BR-5.2-14a BR-5.2-14b BR-5.2-15
    BR-6.1 BR-6.2-1 BR-6.2-2 BR-6.2-ex1a BR-6.2-ex1b BR-6.2-ex2a BR-6.2-ex2b BR-6.2-ex2c
    BR-6.3-1 BR-6.3-ex BR-7-1 BR-7-2 BR-8-1 BR-8-ex BR-9.1-1 BR-9.1-2 BR-9.2 BR-9.3
""".split()  # noqa: SIM905 (a list of 67 strings would fill two screens)

KINDS = {
    "priority", "zone", "modifier", "damage", "nullify", "legality", "response", "timing", "resolution",
    "keyword", "cost", "simultaneous", "targeting", "ability", "frame",
}  # fmt: skip
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
ID = re.compile(r"BR-(base-|OP-)?\d+(\.\d+)?(-([0-9.]+[ab]?|ex(\d[a-c])?))?")


def setting_names(clause: dict[str, Any]) -> list[str]:
    names: str = clause.get("setting", "")
    return names.split()


def test_the_clauses_name_their_game_and_edition() -> None:
    clauses = tomllib.loads((FOLDER / "clauses.toml").read_text("utf-8"))
    assert (clauses["game"], clauses["edition"]) == ("blade-rondo", "1.03")


def test_clause_ids_are_unique() -> None:
    ids = [clause["id"] for clause in CLAUSES]
    assert sorted(ids) == sorted(set(ids))


def test_the_detailed_rules_are_all_there_and_nothing_else_claims_to_be_one() -> None:
    assert len(DETAILED_RULES) == 67
    assert [clause["id"] for clause in CLAUSES if clause["origin"] == "seed"] == DETAILED_RULES


def test_the_open_points_are_numbered_without_a_gap() -> None:
    points = [clause["id"] for clause in CLAUSES if clause["id"].startswith("BR-OP-")]
    assert points == [f"BR-OP-{n}" for n in range(1, 18)]
    assert {BY_ID[point]["origin"] for point in points} == {"decision"}


def test_hardly_a_clause_gets_away_with_being_a_definition() -> None:
    assert [clause["id"] for clause in CLAUSES if "definition" in clause] == ["BR-OP-15"]


def test_base_rules_are_numbered_without_a_gap_in_each_section() -> None:
    last: dict[str, int] = {}
    for clause in CLAUSES:
        if clause["id"].startswith("BR-base-"):
            section, number = clause["id"].removeprefix("BR-base-").rsplit("-", 1)
            assert int(number) == last.get(section, 0) + 1, clause["id"]
            last[section] = int(number)
    assert list(last) == ["1", "2", "3", "4", "5", "6.1", "6.2", "6.3", "7", "7.1", "8", "9", "10", "11"]


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


def test_turn_start_orders_differ_only_in_what_is_open() -> None:
    (orders,) = [setting["choices"] for setting in SETTINGS if setting["name"] == "turn_start_order"]
    for order in orders:
        assert sorted(order.split()) == ["attached", "coins", "followers", "voltage"]
        assert order.startswith("voltage "), "only what follows the voltage step is open"
    assert len(set(orders)) == len(orders)


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

"""The rule texts of Genesis Garden and its settings, as data files; not whether the engine follows them."""

from __future__ import annotations

import re

import pytest

from engine.clause import Clause, Setting
from engine.games.genesis_garden.ruleset import GENESIS_GARDEN

CLAUSES = GENESIS_GARDEN.clauses
SETTINGS = GENESIS_GARDEN.settings
GROUPS = {
    "SETUP": 18, "TURN": 3, "STBY": 4, "DRAW": 2, "MAIN": 1, "SUM": 11, "END": 4, "BTURN": 1, "UPHASE": 3,
    "UNION": 14, "SPELL": 5, "ACT": 15, "BATTLE": 5, "ATK": 21, "JUT": 5, "LEAVE": 3, "CYCLE": 7, "ACC": 5,
    "DEST": 5, "QUICK": 6, "COMBAT": 6,
}  # fmt: skip
"""The rulebook, cut into atomic clauses: how many there are of each part."""
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


def test_the_rulebook_is_all_there_and_nothing_else_claims_to_be_it() -> None:
    wanted = [f"GG-{group}-{number}" for group, most in GROUPS.items() for number in range(1, most + 1)]
    wanted += ["GG-SICK-1", "GG-SICK-2", "GG-SICK-2a"]
    assert sorted(id for id, clause in CLAUSES.items() if clause.origin == "seed") == sorted(wanted)
    assert len(wanted) == 147


def test_the_open_points_are_numbered_without_a_gap() -> None:
    points = [id for id, clause in CLAUSES.items() if clause.origin == "decision"]
    assert points == [f"GG-OP-{number}" for number in range(1, 25)]


@pytest.mark.parametrize("clause", CLAUSES.values(), ids=lambda clause: clause.id)
def test_a_clause_is_complete(clause: Clause) -> None:
    assert (clause.origin == "base") is bool(clause.source), "a base rule says where it was found"
    assert clause.en.endswith(".") and clause.ja.endswith("。")
    assert JAPANESE.search(clause.ja) and re.search(r"[a-z]{2}", clause.en)
    if clause.setting:
        assert {SETTINGS[name].clause for name in clause.setting.split()} == {clause.id}


@pytest.mark.parametrize("setting", SETTINGS.values(), ids=lambda setting: setting.name)
def test_a_setting_is_complete(setting: Setting) -> None:
    assert setting.name in CLAUSES[setting.clause].setting.split()
    assert setting.allows(setting.default)
    for choice in setting.choices:
        word = str(choice).lower() if isinstance(choice, bool) else str(choice)
        assert word in setting.en and word in setting.ja, f"{word} is not explained"

"""Marks in a case: what the rules have noted on a card is given and looked for, and a slip is told.

Not here: what the marks mean (``test_clauses``).
"""

from pathlib import Path

import pytest

from engine.case import CaseErrors, run_cases

CASE = """
title = { ja = "印", en = "Marks" }
clause = ["CC-base-4-7"]
game = "chronocard"
edition = "web"
cards = "base"
given.field.A = ["GIVEN"]
then.field.A = ["THEN"]
"""


def outcome(folder: Path, given: str, then: str) -> bool:
    path = folder / "case.toml"
    path.write_text(CASE.replace("GIVEN", given).replace("THEN", then), "utf-8")
    (result,) = run_cases([path])
    return result.ok


@pytest.mark.parametrize(
    ("given", "then", "ok"),
    [
        ("不協和音 (token) (token)", "不協和音 (token 2)", True),
        ("不協和音 (token 2)", "不協和音", True),
        ("不協和音 (token 2)", "不協和音 (token)", False),
        ("赤羽ミカ (first-turn) (damage 1)", "赤羽ミカ (damage 1) (first-turn)", True),
        ("赤羽ミカ", "赤羽ミカ (first-turn)", False),
        ("赤羽ミカ (turned) (damage 0)", "赤羽ミカ (turned)", True),
    ],
)
def test_a_mark_is_looked_for_where_it_is_written(tmp_path: Path, given: str, then: str, ok: bool) -> None:
    assert outcome(tmp_path, given, then) is ok


@pytest.mark.parametrize("slip", ["tokn", "token x", "token -1", "token 1 2", ""])
def test_a_mark_that_means_nothing_is_told_with_those_there_are(tmp_path: Path, slip: str) -> None:
    with pytest.raises(CaseErrors) as caught:
        outcome(tmp_path, f"不協和音 ({slip})", "不協和音")
    assert "case.toml:7" in str(caught.value)
    assert "MARK: first-turn, damage, token" in str(caught.value)

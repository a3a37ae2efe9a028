"""Passes and other answers that may be left out, and refusals that name no clause.

Not here: lines that come when something else is asked (``test_case_order``).
"""

from pathlib import Path

import pytest

from engine.case import CaseResult, run_cases

HEAD = """
title = { ja = "問い", en = "A question" }
"""


def result(tmp_path: Path, body: str) -> CaseResult:
    file = tmp_path / "question.toml"
    file.write_text(HEAD + body, "utf-8")
    (found,) = run_cases([file])
    return found


FIGHT = """
game = "fertcg"
given.at = "invasion"
given.b2.A = ["影の斧使い (chips 5)"]
given.b3.B = ["斧の戦士 (chips 5)"]
then.b3.B = ["斧の戦士 (chips 2)"]
"""
"""B may do nothing in the preparation second (nothing to play), and may counter after the attack."""


@pytest.mark.parametrize("passes", [["B pass"], ["B pass", "B pass"]])
def test_a_forced_pass_is_left_out_or_written(tmp_path: Path, passes: list[str]) -> None:
    lines = ["A attack 影の斧使い > 斧の戦士", *passes]
    assert result(tmp_path, f"{FIGHT}when = {lines}\n").failures == ()


STALEMATE = """
game = "chronocard"
given.at = "turn"
given.deck = { A = ["赤羽ミカ"], B = ["赤羽ミカ"] }
"""


def test_an_end_that_people_agree_on_comes_after_what_is_left_out(tmp_path: Path) -> None:
    body = STALEMATE + 'when = ["A draw", "! concede B"]\nthen.winner = "A"\nthen.hand.A = ["赤羽ミカ"]\n'
    assert result(tmp_path, body).failures == ()


SWORD = """
game = "blade-rondo"
given.V.A = 3
given.ATK.A = 4
given.hand.A = ["斬撃剣"]
then.winner = "open"
"""


def test_a_refusal_without_a_clause_is_told_with_the_one_it_was(tmp_path: Path) -> None:
    found = result(tmp_path, SWORD + 'when = ["A use 斬撃剣", "! illegal A use 斬撃剣"]\n')
    assert found.ok
    (said,) = found.remarks
    assert said.en.startswith("line 9: refused: A may not use 斬撃剣: ") and said.en.endswith(
        "[BR-base-6.2-3]"
    )
    assert said.ja.startswith("9行目:認められない:")


def test_a_refusal_under_the_clause_it_names_needs_no_remark(tmp_path: Path) -> None:
    line = "! illegal A use 斬撃剣 [BR-base-6.2-3]"
    assert result(tmp_path, f'{SWORD}when = ["A use 斬撃剣", "{line}"]\n').remarks == ()


def test_a_card_that_nobody_has_is_no_refusal(tmp_path: Path) -> None:
    found = result(tmp_path, f'{SWORD}when = ["! illegal A use 絶対剣"]\n')
    assert "the rules should refuse this, but: there is no 絶対剣 for A to name here" in found.failures[0].en


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("A use 斬擊剣", "Did you mean 斬撃剣?"),
        ("A usee 斬撃剣", "Did you mean use"),
        ("! illegal A use 斬擊剣", "Did you mean 斬撃剣?"),
        ("=> lief B 3", "Did you mean life"),
        ("=> 斬擊剣 in hand A", "Did you mean 斬撃剣?"),
        ("a use 斬撃剣", "Did you mean A, B?"),
    ],
)
def test_a_misspelt_word_in_a_line_is_told_with_what_was_meant(tmp_path: Path, line: str, said: str) -> None:
    (failure,) = result(tmp_path, f'{SWORD}when = ["{line}"]\n').failures
    assert said in failure.en
    assert "もしかして:" in failure.ja


@pytest.mark.parametrize("then", ['legal = ["A use 斬擊剣"]', 'refused = { "A use 斬擊剣" = "BR-base-7-2" }'])
def test_a_misspelt_word_under_then_is_told_too(tmp_path: Path, then: str) -> None:
    from engine.case import CaseErrors

    with pytest.raises(CaseErrors) as caught:
        result(tmp_path, f"{SWORD.replace('then.winner', 'given.turn = 1  #')}then.{then}\n")
    assert "Did you mean 斬撃剣?" in caught.value.problems[0].say()

"""Lines of a case that come when something else is asked: what is said of them.

Not here: everything else that makes a case fail (``test_case``).
"""

from pathlib import Path

import pytest

from engine.case import run_cases

ATTACK = """
title = { ja = "問い", en = "A question" }
clause = ["BR-5.2-12"]
game = "blade-rondo"
edition = "1.03"
cards = "base"
given.V.A = 3
given.hand.A = ["斬撃剣"]
then.life.B = 15
"""
DOWN = 'given.play.B = ["月光のルチル (down)"]\n'


def said(tmp_path: Path, body: str) -> tuple[str, str]:
    """The one failure of the case, in both languages."""
    file = tmp_path / "question.toml"
    file.write_text(ATTACK + body, "utf-8")
    (found,) = run_cases([file])
    (failure,) = found.failures
    return failure.en, failure.ja


@pytest.mark.parametrize("line", ["B pass", "B reveal 月光のルチル"])
def test_a_window_that_never_opens_is_told(tmp_path: Path, line: str) -> None:
    en, ja = said(tmp_path, f'when = ["A use 斬撃剣", "{line}"]\n')
    verb = line.split()[1]
    assert f"nothing is asked of B here that '{verb}' could answer: no window opened" in en
    assert "now A acts (breath, use, set, trigger, end)" in en
    assert "応じる機会は生じなかったか、もう終わっている" in ja
    assert "choose first" not in en


def test_a_window_that_is_closed_again_is_told(tmp_path: Path) -> None:
    en, _ = said(tmp_path, DOWN + 'when = ["A use 斬撃剣", "B pass", "B pass"]\n')
    assert "or it is closed again; now A acts" in en


def test_a_line_of_the_seat_that_does_not_act_is_told(tmp_path: Path) -> None:
    en, ja = said(tmp_path, 'when = ["B use 斬撃剣"]\n')
    assert "B cannot 'use' here: it is A who acts" in en
    assert "今行動するのはA(" in ja


def test_a_choice_in_between_is_told(tmp_path: Path) -> None:
    en, ja = said(tmp_path, DOWN + 'when = ["A use 斬撃剣", "A end"]\n')
    assert "before this line B has to choose among reveal, pass [BR-5.2-4a]" in en
    assert "この行の前にBの選択(reveal, pass)がある" in ja


def test_a_card_that_nobody_has_is_told_where_the_line_answers(tmp_path: Path) -> None:
    en, _ = said(tmp_path, 'when = ["A use 絶対剣"]\n')
    assert "there is no 絶対剣 for A to name here" in en

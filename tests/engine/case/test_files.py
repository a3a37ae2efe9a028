"""Files of cases: cards that several of them share, what a case may leave out, files that cannot be read.

Not here: single fields (``test_case``).
"""

from pathlib import Path
from unittest.mock import patch

import pytest

from engine.case import CaseErrors, CaseResult, run_cases, run_each
from engine.case.batch import case_at
from engine.case.file import read_cases

CARDS = """
[[card]]
id = "X-1"
name = { ja = "試しの剣", en = "Sword of Trial" }
kind = "physical"
cost = 1
invented = true
text = { ja = "物理攻撃を行う。", en = "Make a physical attack." }
[[card.ability]]
on = "use"
do = ["attack physical"]
"""

CASE = """
title = { ja = "問い", en = "A question" }
game = "blade-rondo"
extends = ["shared"]
when = ["A use 試しの剣"]
given.V.A = 1
given.ATK.A = 3
given.hand.A = ["試しの剣"]
then.life.B = 12
"""


def written(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text, "utf-8")
    return folder


def test_several_files_share_the_cards_of_one(tmp_path: Path) -> None:
    folder = written(tmp_path, shared=CARDS, one=CASE, two=CASE)
    found = run_cases([folder])
    assert [(one.path.stem, one.ok) for one in found] == [("one", True), ("two", True)]


def test_a_file_may_add_its_own_cards_to_shared_ones(tmp_path: Path) -> None:
    own = CARDS.replace("X-1", "X-2").replace("試しの剣", "別の剣").replace("Trial", "Error")
    folder = written(tmp_path, shared=CARDS, one=CASE.replace('"試しの剣"', '"試しの剣", "別の剣"') + own)
    assert [one.ok for one in run_cases([folder])] == [True]


@pytest.mark.parametrize(
    ("files", "said"),
    [
        (
            {"one": CASE.replace("shared", "shraed")},
            "unknown file with cards 'shraed'; did you mean 'shared'?",
        ),
        ({"shared": CARDS.replace("invented = true", ""), "one": CASE}, "must say 'invented = true'"),
        ({"shared": CARDS.replace("attack", "atack"), "one": CASE}, "did you mean 'attack'?"),
    ],
)
def test_what_is_wrong_with_shared_cards_is_told(tmp_path: Path, files: dict[str, str], said: str) -> None:
    folder = written(tmp_path, **{"shared": CARDS} | files)
    with pytest.raises(CaseErrors) as caught:
        run_cases([folder / "one.toml"])
    assert said in caught.value.problems[0].say()


def test_one_broken_file_does_not_hide_the_others(tmp_path: Path) -> None:
    folder = written(tmp_path, a="title = ", b=CASE, c=CASE.replace("when", "wehn"), shared=CARDS)
    found = list(run_each([(folder, None)]))
    assert [type(one) for one in found] == [CaseErrors, CaseResult, CaseErrors]


def test_a_case_on_which_the_program_fails_is_told_and_the_others_run(tmp_path: Path) -> None:
    folder = written(tmp_path, b=CASE, c=CASE.replace("life.B = 12", "life.B = 11"), shared=CARDS)
    with patch("engine.case.run.expect", side_effect=KeyError("heal")):
        found = list(run_each([(folder, None)]))
    for one in found:
        assert isinstance(one, CaseResult) and not one.ok
        assert "the program itself fails on this case (KeyError: 'heal')" in one.failures[0].en
    assert len(found) == 2


def test_a_case_is_found_by_one_of_its_lines(tmp_path: Path) -> None:
    body = "\n[[case]]\n" + CASE.replace('extends = ["shared"]\n', "").replace("試しの剣", "斬撃剣")
    cases = read_cases(written(tmp_path, two=body + body) / "two.toml")
    first, second = (case.at.line for case in cases)
    assert [case_at(cases, line)[0].at.line for line in (1, first, second - 1, second, 999)] == [
        first, first, first, second, second,
    ]  # fmt: skip
    assert case_at([], 3) == []


# --- what a case may leave out ---------------------------------------------------------


@pytest.mark.parametrize(
    ("clause", "game"),
    [
        ("BR-5.2-12", "blade-rondo"),
        ("CC-base-4-9", "chronocard"),
        ("GG-SUM-5", "genesis-garden"),
        ("FE-base-1-2", "fertcg"),
        ("AA-base-2-1", "aquarian-age"),
    ],
)
def test_the_game_is_that_of_the_clause(tmp_path: Path, clause: str, game: str) -> None:
    body = f'title = {{ ja = "問い", en = "A question" }}\nclause = ["{clause}"]\nthen.winner = "open"\n'
    (case,) = read_cases(written(tmp_path, one=body) / "one.toml")
    assert case.rules.game == game and run_cases([tmp_path])[0].ok


def test_the_card_set_is_the_first_that_has_the_cards(tmp_path: Path) -> None:
    body = 'title = { ja = "問い", en = "Q" }\ngame = "blade-rondo"\nthen.winner = "open"\n'
    for card, wanted in (("斬撃剣", "base"), ("刻み記すラメント", "frost-veil")):
        given = f'given.hand.A = ["A.4={card}"]\n'
        (case,) = read_cases(written(tmp_path, one=body + given) / "one.toml")
        assert case.cards == wanted


def test_without_game_and_clause_the_games_are_listed(tmp_path: Path) -> None:
    body = 'title = { ja = "問い", en = "A question" }\nthen.winner = "open"\n'
    with pytest.raises(CaseErrors) as caught:
        read_cases(written(tmp_path, one=body) / "one.toml")
    said = caught.value.problems[0].say()
    assert "the case lacks 'game'" in said and '"blade-rondo"' in said and '"fertcg"' in said

"""What a case is told where it names something by another word than the one that is meant.

Not here: where a file cannot be read (``test_case``), or what differs in the end (``test_then``).
"""

import re
from pathlib import Path

import pytest

import engine.case
from engine.case import CaseErrors, CaseResult, run_cases
from engine.case.problem import TEXTS

HEAD = 'title = { ja = "問い", en = "A question" }\nthen.winner = "open"\n'
BLADE = """
game = "blade-rondo"
given.turn = 7
given.V = { A = 4, B = 3 }
given.ATK = { A = 9 }
given.hand.A = ["斬撃剣"]
given.play.B = ["月光のルチル (down)"]
given.set.B = ["刻み記すラメント as ドリアーナ"]
"""
CHRONO = (
    'game = "chronocard"\ngiven.EP.A = 9\ngiven.field = { A = ["氷室レイ"], B = ["氷室レイ (turned)"] }\n'
)
AQUARIAN = 'game = "aquarian-age"\ngiven.control.A = ["山門の僧兵"]\n'


def result(tmp_path: Path, body: str) -> CaseResult:
    file = tmp_path / "question.toml"
    file.write_text(HEAD + body, "utf-8")
    (found,) = run_cases([file])
    return found


def test_a_role_in_a_line_is_told_from_its_card(tmp_path: Path) -> None:
    lines = 'when = ["A use 斬撃剣", "B reveal 月光のルチル", "B lend ドリアーナ"]'
    (failure,) = result(tmp_path, BLADE + lines).failures
    assert "“ドリアーナ” is what a card is while it lies attached (doriana)" in failure.en
    assert "役割（doriana）である" in failure.ja


def test_targets_that_do_not_fit_are_told_what_is_asked_for(tmp_path: Path) -> None:
    (refused,) = result(tmp_path, CHRONO + 'when = ["! illegal A skill A.1 > B.1"]').remarks
    assert "1 in B’s field (not Checked, a character that is no heroine)" in refused.en
    assert "必要な対象：Bの場の「Checkされていない・ヒロインでないキャラクター」1枚" in refused.ja


def test_an_effect_that_is_given_without_a_card_leaves_no_gap(tmp_path: Path) -> None:
    given = 'given.effects = ["A: modify attack of cards in control of you add 1 until end of turn"]'
    course = result(tmp_path, AQUARIAN + given).course
    assert course is not None
    said = [course.told(seq) for seq in range(len(course.events))]
    assert any("What an earlier card says" in one.en and "以前のカードの効果は" in one.ja for one in said)


@pytest.mark.parametrize(
    ("mark", "said"),
    [
        ("tokn 3", "unknown mark (tokn 3); did you mean 'token'?; MARK: first-turn"),
        ("token x", "accepted: (token N)"),
    ],
)
def test_a_mark_that_means_nothing_is_told(tmp_path: Path, mark: str, said: str) -> None:
    with pytest.raises(CaseErrors) as caught:
        result(tmp_path, f'game = "chronocard"\ngiven.field.A = ["不協和音 ({mark})"]')
    assert said in str(caught.value)


GENESIS = """
game = "genesis-garden"
given.at = "battle"
given.front.A = ["灰色の狼"]
given.rear.A = ["疾風の虎"]
given.hq = { A = ["若き飛龍"], B = ["龍の息吹", "疾風の虎", "疾風の虎"] }
"""


def test_a_case_that_only_tries_acts_ends_where_it_begins(tmp_path: Path) -> None:
    assert result(tmp_path, GENESIS + 'when = ["! illegal A attack 疾風の虎"]').ok
    attack = GENESIS + 'given.front.B = ["若き飛龍"]\nwhen = ["A attack 灰色の狼"]'
    (failure,) = result(tmp_path, attack).failures
    assert "the case ends although B has to choose (block, pass)" in failure.en


def test_a_card_that_was_changed_where_it_lies_is_not_called_unchanged(tmp_path: Path) -> None:
    given = GENESIS + 'given.front.B = ["若き飛龍 (turned)", "火吹きの龍 (turned)"]\n'
    when = 'when = ["A attack 灰色の狼", "B invoke 龍の息吹", "B pick 灰色の狼"]\nthen.front.A = []\n'
    (failure,) = result(tmp_path, given + when).failures
    assert "found 灰色の狼 of A (reversed) (damage 3) (where it was given)" in failure.en


def test_whatever_may_be_unknown_has_a_name() -> None:
    """``Place.unknown`` is given what kind of thing is unknown; each has its words in both languages."""
    source = "\n".join(path.read_text("utf-8") for path in Path(engine.case.__file__).parent.glob("*.py"))
    asked = set(re.findall(r'\.unknown\([^()]*?, "([a-z-]+)"', source))
    assert {"game", "card", "seat"} <= asked
    assert [what for what in asked if f"case.what-{what}" not in TEXTS] == []

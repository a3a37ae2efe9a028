"""Tables that are given: those that can come about, those that cannot, and who lies on whom.

Not here: files that cannot be read for other reasons (``test_case``).
"""

from pathlib import Path

import pytest

from engine.case import CaseErrors, CaseResult, run_cases

HEAD = """
title = { ja = "問い", en = "A question" }
then.winner = "open"
"""
BLADE = 'game = "blade-rondo"\n'
CHRONO = 'game = "chronocard"\n'
GENESIS = 'game = "genesis-garden"\n'
FERT = 'game = "fertcg"\ngiven.at = "invasion"\n'
AQUARIAN = 'game = "aquarian-age"\n'


def result(tmp_path: Path, body: str) -> CaseResult:
    file = tmp_path / "question.toml"
    file.write_text(HEAD + body, "utf-8")
    (found,) = run_cases([file])
    return found


def problem(tmp_path: Path, body: str) -> str:
    with pytest.raises(CaseErrors) as caught:
        result(tmp_path, body)
    (one,) = caught.value.problems
    assert one.what.ja and one.what.en
    return one.say().partition("question.toml:")[2]


IMPOSSIBLE = [
    # game, what is given, the line it stands on, what is said, clause
    (
        BLADE,
        'given.hand.A = ["斬撃剣", "斬撃剣", "絶対剣", "絶対剣", "闇黒剣", "闇黒剣", "舞踏剣", "舞踏剣"]',
        "8 such cards",
        "BR-base-1-1",
    ),
    (BLADE, 'given.hand = { A = ["斬撃剣", "斬撃剣"], B = ["斬撃剣"] }', "3 copies of 斬撃剣", "BR-base-3-1"),
    (BLADE, 'given.play.B = ["斬撃剣 (down)"]', "cannot lie face down", "BR-4.4-1"),
    (BLADE, 'given.hand.B = ["月光のルチル (down)"]', "cannot lie face down", "BR-4.4-1"),
    (BLADE, 'given.play.A = ["刻み記すラメント as ドリアーナ"]', "cannot be attached there", "BR-6.2-1"),
    (BLADE, 'given.set.B = ["静寂のクリスタル"]', "cannot lie in B's set area like this", "BR-base-2-2"),
    (BLADE, 'given.breath.A = ["斬撃剣"]', "cannot lie in A's breath row", "BR-base-2-2"),
    (BLADE, 'given.hand.A = ["斬撃剣 of B"]', "no card of another player", "BR-base-1-1"),
    (BLADE, 'given.breath.A = ["加熱法 of B"]', "no card of another player", "BR-base-5-1"),
    (BLADE, 'given.dealt.A = ["斬撃剣 of B"]', "no card of another player", "BR-base-5-2"),
    (BLADE, 'given.aside.A = ["斬撃剣 of B"]', "no card of another player", "BR-base-2-5"),
    (BLADE, 'given.discard.A = ["斬撃剣 of B"]', "no card of another player", "BR-base-2-4"),
    (BLADE, 'given.play.A = ["斬撃剣 (turned)"]', "cannot be turned", "BR-base-2-2"),
    (CHRONO, 'given.hand.A = ["赤羽ミカ", "赤羽ミカ", "赤羽ミカ", "赤羽ミカ"]', "4 copies", "CC-base-3-2"),
    (CHRONO, 'given.field.A = ["朱野凛火", "月代歌音"]', "2 such cards", "CC-base-3-1"),
    (CHRONO, 'given.hand.A = ["赤羽ミカ of B"]', "no card of another player", "CC-base-3-1"),
    (CHRONO, 'given.field.A = ["赤羽ミカ of B"]', "no card of another player", "CC-base-1-1"),
    (CHRONO, 'given.field.A = ["応援の声"]', "cannot lie in A's field", "CC-USE-13"),
    (CHRONO, 'given.field.A = ["不協和音 (down) (token)"]', "cannot lie face down", "CC-base-2-5"),
    (CHRONO, 'given.hand.A = ["赤羽ミカ (turned)"]', "cannot be turned", "CC-base-7-1"),
    (CHRONO, 'given.hand.A = ["赤羽ミカ (damage 1)"]', "nothing is noted", "CC-base-2-6"),
    (
        GENESIS,
        'given.front.A = ["若き飛龍", "若き飛龍", "若き飛龍", "疾風の虎", "疾風の虎", "疾風の虎"]',
        "6 cards lie in A's front row; 5 have room there",
        "GG-SUM-5",
    ),
    (GENESIS, 'given.rear.A = ["若き飛龍 of B"]', "no card of another player", "GG-SUM-3"),
    (GENESIS, 'given.hand.A = ["若き飛龍 of B"]', "no card of another player", "GG-SETUP-6"),
    (GENESIS, 'given.hq.A = ["若き飛龍 of B"]', "no card of another player", "GG-SETUP-1"),
    (GENESIS, 'given.underworld.A = ["若き飛龍 of B"]', "no card of another player", "GG-CYCLE-1"),
    (GENESIS, 'given.union.A = ["若き飛龍"]', "cannot lie in A's union", "GG-UNION-4"),
    (
        GENESIS,
        'given.rear.A = ["若き飛龍"]\ngiven.union.A = ["疾風の虎 as union on 若き飛龍"]',
        "cannot be attached",
        "GG-UNION-4",
    ),
    (GENESIS, 'given.front.A = ["若き飛龍 (down)"]', "cannot lie face down", "GG-ACT-7"),
    (GENESIS, 'given.hand.A = ["若き飛龍 (turned)"]', "cannot be turned", "GG-ACT-14"),
    (GENESIS, 'given.hand.A = ["若き飛龍 (damage 2)"]', "nothing is noted", "GG-ACC-2"),
    (
        FERT,
        'given.b2.A = ["斧の戦士 (chips 2)"]\ngiven.b2.B = ["影の斧使い (chips 2)"]',
        "2 cards stand on B2",
        "FE-base-1-2",
    ),
    (
        FERT,
        'given.unused.A = 20\ngiven.b2.A = ["斧の戦士 (chips 2)"]',
        "A has 22 chips, 2 of them on units; 20",
        "FE-base-1-3",
    ),
    (FERT, 'given.b2.A = ["斧の戦士 (chips 7)"]', "7 chips; its stamina is 6", "FE-base-3-1"),
    (FERT, 'given.b2.A = ["斧の戦士"]', "without a chip", "FE-base-6-3"),
    (
        FERT,
        'given.b2.A = ["老将オルム (chips 2)"]\ngiven.b1.A = ["老将オルム (chips 2)"]',
        "is on the field of A twice",
        "FE-base-3-2",
    ),
    (
        FERT,
        'given.b2.A = ["斧の戦士 (chips 2) (striking)"]\ngiven.b3.B = ["斧の戦士 (chips 2)"]',
        "one unit is marked (striking)",
        "FE-A-1",
    ),
    (FERT, 'given.hand.A = ["鍛えた剣 of B"]', "no card of another player", "FE-base-2-1"),
    (FERT, 'given.b2.A = ["鍛えた剣"]', "cannot lie in A's B2", "FE-base-5-4"),
    (FERT, 'given.attached.A = ["鍛えた剣"]', "cannot lie in A's attached", "FE-base-3-3"),
    (
        FERT,
        'given.hand.A = ["鍛えた剣", "鍛えた剣", "鍛えた剣", "鍛えた剣"]',
        "4 copies of 鍛えた剣 belong to A; 3",
        "FE-base-2-2",
    ),
    (AQUARIAN, 'given.control.A = ["緊急招集"]', "cannot lie in A's control area", "AA-9-1a"),
    (AQUARIAN, 'given.control.A = ["山門の僧兵 (down)"]', "cannot lie face down", "AA-OP-7"),
    (
        AQUARIAN,
        'given.control.A = ["山門の僧兵"]\ngiven.faction.A = ["修羅の僧兵 as break on 山門の僧兵"]',
        "cannot be attached",
        "AA-9-1b",
    ),
    (AQUARIAN, 'given.lasting.A = ["山門の僧兵"]', "cannot lie in A's lasting cards", "AA-13-3b"),
    (AQUARIAN, 'given.hand.B = ["山門の僧兵 of A"]', "no card of another player", "AA-base-2-2"),
    (AQUARIAN, 'given.damage.B = ["山門の僧兵 of A"]', "no card of another player", "AA-base-11-1"),
    (AQUARIAN, 'given.discard.B = ["山門の僧兵 of A"]', "no card of another player", "AA-base-10-5"),
    (AQUARIAN, 'given.hand.A = ["緊急招集 (x 2)"]', "nothing is noted", "AA-base-4-2"),
    (GENESIS, "given.first = { A = 1, B = 1 }", "both players go first", "GG-SETUP-13"),
]


@pytest.mark.parametrize(("head", "given", "said", "clause"), IMPOSSIBLE)
def test_a_table_that_cannot_come_about_is_refused_with_the_clause(
    tmp_path: Path, head: str, given: str, said: str, clause: str
) -> None:
    found = problem(tmp_path, head + given)
    assert found.split(":")[0] not in ("1", "2", "3"), "the place is that of what is too much"
    assert "this table cannot come about: " in found and said in found
    assert found.endswith(f"[{clause}]; 'anyway = true' under 'given' allows it")


@pytest.mark.parametrize(("head", "given"), [(one[0], one[1]) for one in IMPOSSIBLE])
def test_the_same_table_may_be_looked_at_anyway(tmp_path: Path, head: str, given: str) -> None:
    assert result(tmp_path, f"{head}{given}\ngiven.anyway = true\n").course is not None


def test_a_fight_goes_on_only_between_units_that_are_marked(tmp_path: Path) -> None:
    """FE-A-1: no case begins in a preparation second without a fight."""
    units = 'given.b2.A = ["斧の戦士 (chips 2)"]\ngiven.b3.B = ["斧の戦士 (chips 2)"]'
    assert "one unit is marked (striking)" in problem(
        tmp_path, FERT.replace("invasion", "preparation") + units
    )


def test_every_limit_of_every_game_is_shown_here() -> None:
    from engine.games.registry import GAMES

    shown = {clause for _, _, _, clause in IMPOSSIBLE}
    deck = {"GG-SETUP-1", "GG-OP-4", "AA-OP-3", "AA-base-2-1", "FE-base-1-3"}
    other = {"FE-base-2-3", "FE-base-5-8", "AA-base-4-3", "CC-OP-3"}
    limits = {limit.clause for rules in GAMES.values() for limit in rules.table_limits}
    assert limits - shown <= deck | other


def test_chips_that_are_not_given_are_those_that_are_left(tmp_path: Path) -> None:
    """FE-base-1-3: unused, used and on own units they are always twenty."""
    body = FERT + 'given.b2.A = ["斧の戦士 (chips 6)"]\ngiven.used.A = 3\n'
    assert result(tmp_path, body + "then.unused = { A = 11, B = 20 }").failures == ()


# --- marks, copies, hosts ----------------------------------------------------------------------------------


@pytest.mark.parametrize("written", ["(token 2)", "(token) (token)"])
def test_two_tokens_are_two_however_they_are_written(tmp_path: Path, written: str) -> None:
    """CC-base-4-7: one is lost in the start phase, one is left."""
    body = f'{CHRONO}given.at = "turn"\ngiven.field.A = ["不協和音 {written}"]\n'
    assert result(tmp_path, body + 'then.field.A = ["不協和音 (token 1)"]').failures == ()


@pytest.mark.parametrize("mark", ["token 0", "first-turn 0"])
def test_a_mark_of_nothing_is_none(tmp_path: Path, mark: str) -> None:
    body = f'{CHRONO}given.field.A = ["赤羽ミカ ({mark})"]\n'
    found = result(tmp_path, body + 'then.field.A = ["赤羽ミカ (first-turn 0) (token 0)"]')
    assert found.failures == ()
    assert result(tmp_path, body + 'then.legal = ["A charm 赤羽ミカ"]').failures == ()


TWO = (
    AQUARIAN + 'given.control.A = ["山門の僧兵", "A.7=山門の僧兵", "迷子の観光客 as power on HOST (down)"]\n'
)


def test_of_several_hosts_of_one_name_it_must_be_said_which(tmp_path: Path) -> None:
    said = problem(tmp_path, TWO.replace("HOST", "山門の僧兵"))
    assert "several 山門の僧兵 lie there: A.1 (control A), A.7 (control A)" in said


def test_a_copy_is_a_host_by_its_own_name(tmp_path: Path) -> None:
    body = TWO.replace("HOST", "A.7") + 'then.numbers = { "A.1" = { power = 0 }, "A.7" = { power = 1 } }\n'
    assert result(tmp_path, body).failures == ()
    assert "no B.9 lies on the given table" in problem(tmp_path, TWO.replace("HOST", "B.9"))


def test_a_card_is_attached_to_the_one_beside_it(tmp_path: Path) -> None:
    """A copy on the other side, laid first, is not meant."""
    body = AQUARIAN + (
        'given.control.A = ["山門の僧兵"]\n'
        'given.control.B = ["山門の僧兵", "迷子の観光客 as power on 山門の僧兵 (down)"]\n'
        'then.control.B = ["山門の僧兵", "迷子の観光客 as power on 山門の僧兵 of B (down)"]\n'
    )
    assert result(tmp_path, body).failures == ()
    (said,) = result(tmp_path, body.replace("of B (down)", "of A (down)")).failures
    assert "expected on 山門の僧兵 of A, found on 山門の僧兵 of B" in said.en


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ('"A.1=斬撃剣", "A.1=舞踏剣"', "two cards are called A.1"),
        ('"B.1=斬撃剣"', "cannot lie"),
        ('"B.1=斬撃剣 of A"', "B.1 is the name of a card of its first letter, and this one belongs to A"),
    ],
)
def test_the_name_of_a_copy_is_unique_and_its_owners(tmp_path: Path, cards: str, said: str) -> None:
    if said != "cannot lie":
        assert said in problem(tmp_path, f"{BLADE}given.hand.A = [{cards}]")


def test_a_card_with_of_in_its_name_is_no_card_of_somebody(tmp_path: Path) -> None:
    body = BLADE + 'given.hand.A = ["Sword of Darkness"]\nthen.hand.A = ["Sword of Darkness"]\n'
    assert result(tmp_path, body).failures == ()
    assert "unknown seat 'C'" in problem(tmp_path, BLADE + 'given.hand.A = ["斬撃剣 of C"]')


# --- effects in force ---------------------------------------------------------------------------------------

SWORD = BLADE + 'given.V.A = 3\ngiven.ATK.A = 4\ngiven.hand.A = ["斬撃剣"]\n'


def test_a_prohibition_by_name_is_given_and_expected(tmp_path: Path) -> None:
    """BR-base-11-7"""
    given = 'given.effects = ["on A: forbid use 斬撃剣 until end of match"]\n'
    then = 'then.refused = { "A use 斬撃剣" = "BR-base-7-2" }\nthen.effects.A = ["forbid use 斬撃剣"]\n'
    assert result(tmp_path, SWORD + given + then).failures == ()


def test_text_of_a_card_that_lies_there_may_speak_of_itself(tmp_path: Path) -> None:
    given = 'given.effects = ["B 斬撃剣: forbid opponent to use self until end of match"]\n'
    then = 'then.refused = { "A use 斬撃剣" = "BR-base-7-2" }\n'
    assert result(tmp_path, SWORD + given + then).failures == ()


def test_a_lasting_nullification_is_given(tmp_path: Path) -> None:
    given = 'given.effects = ["on A: forbid act physical until end of turn"]\n'
    assert result(tmp_path, SWORD + given + 'when = ["A use 斬撃剣"]\nthen.life.B = 15\n').failures == ()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("on A: forbid yodel until end of turn", "unknown act to forbid 'yodel'"),
        ("on A: forbid use 斬擊剣 until end of turn", "did you mean '斬撃剣'?"),
        ("on A: ATK add 2 until yesterday", "unknown duration 'yesterday'"),
        ("on A: ATX add 2 until end of turn", "unknown quantity 'ATX'; did you mean 'ATK'?"),
        ("on A: ATK plus 2 until end of turn", "unknown operation 'plus'"),
        ("on A: ATK add two until end of turn", "is not written like this"),
        ("on A.9: ATK add 2 until end of turn", "unknown player or copy 'A.9'"),
        ("A 舞踏剣: modify ATK of you add 2 until end of turn", "no 舞踏剣 lies on the given table"),
    ],
)
def test_an_effect_that_means_nothing_is_told(tmp_path: Path, line: str, said: str) -> None:
    assert said in problem(tmp_path, f'{SWORD}given.effects = ["{line}"]\n')

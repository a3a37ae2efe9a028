"""Cases: what makes one pass, what makes one fail, and what is said of a file that is none."""

import re
from pathlib import Path

import pytest

from engine.case import CaseErrors, CaseResult, run_cases
from engine.case.file import read_cases
from engine.case.problem import TEXTS

ROOT = Path(__file__).parents[3]

HEAD = """
title = { ja = "問い", en = "A question" }
clause = ["BR-5.2-12"]
game = "blade-rondo"
edition = "1.03"
cards = "base"
"""


def result(tmp_path: Path, body: str, head: str = HEAD) -> CaseResult:
    file = tmp_path / "question.toml"
    file.write_text(head + body, "utf-8")
    (found,) = run_cases([file])
    return found


def failures(tmp_path: Path, body: str) -> list[str]:
    found = result(tmp_path, body)
    assert found.ok is (not found.failures)
    return [failure.en for failure in found.failures]


def problem(tmp_path: Path, body: str, head: str = HEAD) -> str:
    with pytest.raises(CaseErrors) as caught:
        result(tmp_path, body, head)
    (one,) = caught.value.problems
    assert one.what.ja and one.what.en
    return one.say().removeprefix(f"{tmp_path}/question.toml:")


ATTACK = """
when = ["A use 斬撃剣"]
given.V.A = 1
given.ATK.A = 4
given.hand.A = ["斬撃剣"]
"""


# --- what passes and what does not ----------------------------------------------------------------------


def test_the_examples_of_the_page_run(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "cases.md").read_text("utf-8")
    examples = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    assert len(examples) == 3
    for number, example in enumerate(examples):
        (tmp_path / f"{number}.toml").write_text(example, "utf-8")
    found = run_cases([tmp_path])
    assert [(one.ok, one.failures) for one in found] == [(True, ())] * 8


def test_a_case_tells_where_it_stands_and_what_it_shows(tmp_path: Path) -> None:
    found = result(tmp_path, ATTACK + "then.life.B = 11\n")
    assert (found.ok, found.title.en, found.clauses) == (True, "A question", ("BR-5.2-12",))
    assert found.path == tmp_path / "question.toml"


@pytest.mark.parametrize(
    ("then", "said"),
    [
        (
            "then.life.B = 10",
            "line 12: life.B: expected 10, found 11 "
            "(since event 10: B takes 4 damage: 斬撃剣, life 15 → 11. [BR-5.2-12])",
        ),
        (
            "then.discard.A = ['斬撃剣']",
            "line 12: discard.A: expected 斬撃剣, found – (斬撃剣 lies in play A, "
            "since event 4: 斬撃剣 is laid into the play area of A. [BR-5.1-1])",
        ),
        (
            "then.play.A = []",
            "line 12: play.A: expected –, found 斬撃剣 of A "
            "(since event 4: 斬撃剣 is laid into the play area of A. [BR-5.1-1])",
        ),
        (
            "then.play.A = ['斬撃剣 (down)']",
            "line 12: play.A.0: 斬撃剣: expected (down), found face up "
            "(since event 4: 斬撃剣 is laid into the play area of A. [BR-5.1-1])",
        ),
        (
            "then.play.A = ['斬撃剣 of B']",
            "line 12: play.A.0: 斬撃剣: expected of B, found of A (as it was given; nothing changed it)",
        ),
        ("then.winner = 'A'", "line 12: winner: expected A, found open (the match goes on)"),
        ("then.asked = 'B'", "line 12: asked: expected B, found A breath use set trigger end"),
        (
            "then.events = [{ Determined = 'damage', value = 5 }]",
            "line 12: events.0: this never happened: Determined = damage, value = 5; "
            "nearest was event 9: Damage to B: 4 base damage. [BR-5.2-9], with value = 4",
        ),
        (
            "then.events = [{ Happened = 'damage' }, { Paid = 'cost' }]",
            "line 12: events.1: this did not happen after the one before it in the list: Paid = cost; "
            "it was event 5: A pays 1 for 斬撃剣. [BR-5.2-2a]",
        ),
        (
            "then.never = [{ Paid = 'cost' }]",
            "line 12: never.0: this must not happen: Paid = cost; "
            "but there was event 5: A pays 1 for 斬撃剣. [BR-5.2-2a]",
        ),
        (
            "then.count = [{ Paid = 'cost', times = 2 }]",
            "line 12: count.0: happened 1× instead of 2×: Paid = cost",
        ),
        (
            "then.refused = { 'A end' = 'BR-5.2-12' }",
            "line 12: refused.A end: should be refused under BR-5.2-12, but: it is legal",
        ),
        (
            "then.seen = { '斬撃剣 in play A' = ['A'] }",
            "line 12: seen.斬撃剣 in play A: expected A, found public, A, B",
        ),
        (
            "then.seen = { '斬撃剣 in hand A' = ['A'] }",
            "line 12: seen.斬撃剣 in hand A: 斬撃剣 is not in hand A",
        ),
    ],
)
def test_what_is_not_so_fails(tmp_path: Path, then: str, said: str) -> None:
    assert failures(tmp_path, ATTACK + then) == [said]


def test_a_refusal_by_another_clause_fails(tmp_path: Path) -> None:
    (said,) = failures(tmp_path, ATTACK + "then.refused = { 'A use 斬撃剣' = 'BR-4.3' }")
    assert said.startswith("line 12: refused.A use 斬撃剣: should be refused under BR-4.3, but: ")
    assert said.endswith("[BR-base-6.2-3]")


@pytest.mark.parametrize("refused", ["['A use 斬撃剣']", "{ 'A use 斬撃剣' = '' }"])
def test_a_refusal_without_a_clause_says_which_it_was(tmp_path: Path, refused: str) -> None:
    found = result(tmp_path, ATTACK + f"then.refused = {refused}")
    assert found.ok
    (remark,) = found.remarks
    assert remark.en.startswith("line 12: refused: A may not use 斬撃剣")
    assert remark.en.endswith("[BR-base-6.2-3]") and remark.ja.startswith("12行目:")


def test_an_act_that_should_be_refused_by_any_clause_and_is_legal_fails(tmp_path: Path) -> None:
    (said,) = failures(tmp_path, ATTACK + "then.refused = ['A end']")
    assert said == "line 12: refused.0: the rules should refuse this, but: it is legal"


def test_a_legal_act_that_is_not_legal_fails(tmp_path: Path) -> None:
    (said,) = failures(tmp_path, ATTACK + "then.legal = ['A end', 'A use 斬撃剣']")
    assert said.startswith("line 12: legal.1: ")
    assert said.endswith("[BR-base-6.2-3]")


# --- every choice is scripted ---------------------------------------------------------------------------

WINDOW = """
given.V.A = 9
given.ATK.A = 4
given.hand.A = ["斬撃剣", "イグノコスモス"]
given.play.B = ["月光のルチル (down)"]
then.winner = "open"
"""


def test_an_answer_that_is_not_scripted_fails(tmp_path: Path) -> None:
    (said,) = failures(tmp_path, WINDOW + "when = ['A use 斬撃剣', 'A use イグノコスモス']")
    assert "before this line B has to choose among reveal, pass [BR-5.2-4a]" in said


def test_a_case_that_ends_in_mid_action_fails_unless_it_says_so(tmp_path: Path) -> None:
    body = WINDOW + "when = ['A use 斬撃剣']\n"
    (said,) = failures(tmp_path, body)
    assert said.startswith("the case ends although B has to choose (reveal, pass) [BR-5.2-4a]")
    assert said.endswith("; legal here: B reveal 月光のルチル | B pass")
    assert failures(tmp_path, body + "then.asked = 'B reveal pass'") == []


def test_an_optional_extra_must_be_declined_in_words(tmp_path: Path) -> None:
    repeat = "given.V.A = 9\ngiven.ATK.A = 1\ngiven.hand.A = ['舞踏剣', '斬撃剣']\nthen.winner = 'open'\n"
    (said,) = failures(tmp_path, repeat + "when = ['A use 舞踏剣', 'A use 斬撃剣']")
    assert said.startswith("line 11: A use 斬撃剣 — ")
    assert "[BR-5.2-15]; legal here: A use 舞踏剣 again | A pass; " in said
    assert said.endswith("; if the case is to show this, write '! illegal A use 斬撃剣'")
    assert failures(tmp_path, repeat + "when = ['A use 舞踏剣', 'A pass', 'A use 斬撃剣']") == []


def test_the_only_answer_may_be_left_out_or_written(tmp_path: Path) -> None:
    magic = """
given.V.A = 9
given.hand.A = ["イグノコスモス"]
given.play.B = ["静寂のクリスタル (down)"]
then.life.B = 14
"""
    head = HEAD.replace('"base"', '"mixed"')
    assert result(tmp_path, magic + "when = ['A use イグノコスモス']", head).ok
    assert result(tmp_path, magic + "when = ['A use イグノコスモス', 'B pass']", head).ok


def test_lines_after_the_end_of_the_match_fail(tmp_path: Path) -> None:
    (said,) = failures(
        tmp_path,
        ATTACK.replace('"A use 斬撃剣"', '"A use 斬撃剣", "A end"') + "given.life.B = 4\nthen.life.B = 0",
    )
    assert said.startswith("line 8: A end — ")
    assert said.endswith("[BR-base-10-1]; if the case is to show this, write '! illegal A end'")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("A use 絶対剣", "絶対剣"),
        ("A yodel", "yodel"),
        ("C use 斬撃剣", "C"),
        ("== 1 A", "this line cannot stand in a case"),
        ("=> life B 3", "expected"),
        ("! illegal A end [BR-4.3]", "should be refused under BR-4.3, but: it is legal"),
        ("! illegal A end", "the rules should refuse this, but: it is legal"),
        ("! illegal", "! illegal SEAT VERB … [CLAUSE]"),
        ("! illegal A end [BR-99]", "there is no clause BR-99"),
        ("A concede", "[BR-base-10-3]"),
        ("! time", "this line cannot stand in a case"),
        ("! ruling life B 3 by 'judge'", "this line cannot stand in a case"),
    ],
)
def test_a_line_that_does_not_come_about_fails_with_its_place(tmp_path: Path, line: str, said: str) -> None:
    (found,) = failures(tmp_path, ATTACK.replace("A use 斬撃剣", line) + "then.life.B = 15")
    assert found.startswith(f"line 8: {line} — ")
    assert said in found


def test_a_shuffle_that_cannot_be_fails(tmp_path: Path) -> None:
    body = "given.at = 'opening'\ngiven.shuffle = ['斬撃剣', '斬撃剣', '斬撃剣']\nthen.winner = 'open'\n"
    (said,) = failures(tmp_path, body)
    assert said.endswith("[BR-base-3-1]")
    assert failures(tmp_path, body + "when = ['! illegal table shuffle [BR-base-3-1]']") == []


# --- files that are no cases ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("then.life.B = 15\nwehn = []", "8:1: unknown field 'wehn'; did you mean 'when'?"),
        ("when = 'A end'\nthen.life.B = 15", "7:8: 'when' is not written like this; accepted: [\"…\"]"),
        ("", "1:1: the case lacks 'then': [then], with something that must be so"),
        (
            "then = {}",
            "7:8: 'then' is not written like this; accepted: [then], with something that must be so",
        ),
        ("then.lief.B = 3", "7:1: unknown thing to expect 'lief'; did you mean 'life'?"),
        ("then.life.C = 3", "7:1: unknown seat 'C'; accepted: A, B"),
        ("then.life.B = 'x'", "7:15: 'life' is not written like this; accepted: 0, 1, 2 …"),
        ("then.winner = 'C'", "7:15: unknown winner 'C'; accepted: A, B, draw, open"),
        (
            "then.refused = { 'A end' = 'BR-5.2-99' }",
            "7:28: unknown clause 'BR-5.2-99'; did you mean 'BR-5.2-9'?",
        ),
        (
            "then.events = [{ Happend = 'x' }]",
            "7:18: unknown kind of event 'Happend'; did you mean 'Happened'?",
        ),
        ("then.events = [{ Paid = 'cost', sum = 2 }]", "7:33: unknown field of this event 'sum'; accepted: "),
        (
            "given.hnad.A = []\nthen.winner = 'open'",
            "7:1: unknown thing to give 'hnad'; did you mean 'hand'?",
        ),
        (
            "given.hand.A = ['斬擊剣']\nthen.winner = 'open'",
            "7:17: unknown card '斬擊剣'; did you mean '斬撃剣'?",
        ),
        ("given.hand.C = []\nthen.winner = 'open'", "7:1: unknown seat 'C'; accepted: A, B"),
        ("given.hand.A = ['斬撃剣 as 毒虫']\nthen.winner = 'open'", "7:17: unknown role '毒虫'; accepted: "),
        (
            "given.hand.A = ['斬撃剣 (sideways)']\nthen.winner = 'open'",
            "7:17: '斬撃剣 (sideways)' is not written like this; ",
        ),
        (
            "given.life.A = 16\nthen.winner = 'open'",
            "7:16: 'life' is not written like this; accepted: 0 … 15",
        ),
        (
            "given.turn = 0\nthen.winner = 'open'",
            "7:14: 'turn' is not written like this; accepted: 1, 2, 3 …",
        ),
        (
            "given.at = 'end'\nthen.winner = 'open'",
            "7:12: unknown part of a match to begin in 'end'; accepted: turn, main, opening",
        ),
        (
            "given.under.A = ['斬撃剣 as beneath on 封厄のアゲート']\nthen.winner = 'open'",
            "7:18: no 封厄のアゲート lies on the given table to be attached to",
        ),
        (
            "given.effects = ['add 1 to ATK of you']\nthen.winner = 'open'",
            "7:18: 'add 1 to ATK of you' is not written like this; ",
        ),
        (
            "given.effects = ['A: ad 1 to ATK of you']\nthen.winner = 'open'",
            "7:18: 'ad 1 to ATK of you' is no card text: ",
        ),
        (
            "given.effects = ['A: nullify action']\nthen.winner = 'open'",
            "7:18: 'nullify action' is no card text: ",
        ),
        (
            "given.effects = ['A: attach self to you as glow']\nthen.winner = 'open'",
            "7:18: 'attach self to you as glow' speaks of ",
        ),
        (
            "given.at = 'opening'\ngiven.life.A = 3\nthen.winner = 'open'",
            "8:1: 'life' cannot be given at the opening",
        ),
        (
            "settings.mode = 'trio'\nthen.winner = 'open'",
            '7:17: \'mode\' is not written like this; accepted: "duel", "solo"',
        ),
        ("settings.moods = 1\nthen.winner = 'open'", "7:1: unknown setting 'moods'; did you mean 'mode'?"),
        ("then.winner = 'open'\n[[card]]\nid = 'X'", "8:1: a card of a case must say 'invented = true'"),
    ],
)
def test_a_file_that_is_no_case_is_told_where_and_what_is_accepted(
    tmp_path: Path, body: str, said: str
) -> None:
    assert problem(tmp_path, body).startswith(said)


def test_cases_must_be_tables(tmp_path: Path) -> None:
    assert problem(tmp_path, "case = 3", "") == "1:8: 'case' is not written like this; accepted: [[case]]"


def test_an_unknown_edition_is_told_with_those_installed(tmp_path: Path) -> None:
    """BR-0-2: a case is judged by one named version."""
    head = HEAD.replace("1.03", "1.00")
    assert problem(tmp_path, "then.winner = 'open'", head) == (
        "4:8: unknown ruleset 'blade-rondo@1.00'; did you mean 'blade-rondo@1.03'?"
    )


def test_an_unknown_clause_is_told(tmp_path: Path) -> None:
    head = HEAD.replace("BR-5.2-12", "BR-5.2-21")
    assert problem(tmp_path, "then.winner = 'open'", head).startswith(
        "3:11: unknown clause 'BR-5.2-21'; did you mean 'BR-5.2-1"
    )


def test_invented_cards_are_linted(tmp_path: Path) -> None:
    card = """
then.winner = 'open'
[[card]]
id = "X-1"
name = { ja = "試しの剣", en = "Sword of Trial" }
kind = "physical"
cost = 1
invented = true
text = { ja = "物理攻撃を行う。", en = "Make a physical attack." }
[[card.ability]]
on = "use"
do = ["atack physical"]
"""
    assert problem(tmp_path, card).startswith("18:8: unknown word 'atack'; did you mean 'attack'?")


def test_each_case_of_a_file_has_its_cards_in_the_set_that_it_plays_with(tmp_path: Path) -> None:
    head = """
game = "blade-rondo"
edition = "1.03"
[[role]]
id = "tester"
name = { ja = "試す者", en = "Tester" }
kind = "follower"
"""
    case = """
[[case]]
title = { ja = "問い", en = "A question" }
clause = ["BR-5.2-12"]
cards = "SET"
then.winner = "open"
"""
    sets = ("base", "frost-veil", "base")
    file = tmp_path / "several.toml"
    file.write_text(head + "".join(case.replace("SET", id) for id in sets), "utf-8")
    found = [one.rules.sets[one.cards] for one in read_cases(file)]
    assert [cards.id for cards in found] == list(sets)
    assert all("tester" in cards.roles for cards in found)
    assert found[0] is found[2], "made once"
    assert found[1].cards.keys() > found[0].cards.keys()


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"\x8e\xce = 1", "1:1: not UTF-8: save the file as UTF-8"),
        (b"title = ", "1:9: not TOML: "),
    ],
)
def test_a_file_that_is_no_text_is_told(tmp_path: Path, raw: bytes, said: str) -> None:
    file = tmp_path / "question.toml"
    file.write_bytes(raw)
    with pytest.raises(CaseErrors) as caught:
        run_cases([file])
    assert str(caught.value).removeprefix(f"{file}:").startswith(said)


def test_everything_said_exists_in_both_languages_with_the_same_facts() -> None:
    for text in TEXTS.values():
        assert set(re.findall(r"{\w+}", text.en)) == set(re.findall(r"{\w+}", text.ja))

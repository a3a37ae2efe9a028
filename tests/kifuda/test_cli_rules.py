"""Looking up the rules: clauses, coverage, settings, cards; and running judges' cases."""

from pathlib import Path

import pytest

from engine.games.registry import RULESETS
from engine.kernel.ruleset import Ruleset
from tests.support.command import kifuda, refused

RULES: list[Ruleset] = list(RULESETS.values())

CASE = """
[[case]]
title.ja = "斬撃剣は攻撃力だけのダメージを与える"
title.en = "Sword of Slash deals damage equal to ATK"
clause = ["BR-5.2-8"]
game = "blade-rondo"
edition = "1.03"
cards = "base"
given.V.A = 2
given.ATK.A = 3
given.hand.A = ["斬撃剣"]
when = ["A use 斬撃剣"]
then.life.B = 12
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


# --- rules -----------------------------------------------------------------------------------------


def test_every_clause_can_be_looked_up_in_both_languages() -> None:
    listed = kifuda("rules", "--json").json()
    assert [line["clause"] for line in listed] == [clause for rules in RULES for clause in rules.clauses]
    first = listed[0]
    assert first["en"] in kifuda("rules", first["clause"]).out
    assert first["ja"] in kifuda("rules", first["clause"], "--lang", "ja").out
    assert [line["clause"] for line in kifuda("rules", "BR-5.2-8", "BR-0-1", "--json").json()] == [
        "BR-5.2-8",
        "BR-0-1",
    ]
    assert kifuda("rules", "clause", "BR-0-1").out == kifuda("rules", "BR-0-1").out


def test_a_clause_that_a_setting_decides_names_it() -> None:
    told = kifuda("rules", "BR-OP-7").out
    assert "setting ward_least = 0 (accepted: 0…1)" in told and "setting ward_most = 9" in told
    assert "nullify_at_step_4_skips_rest = true (accepted: true | false)" in kifuda("rules", "BR-OP-3").out


def test_an_unknown_clause_or_game_is_told_with_the_nearest() -> None:
    assert "no clause 'BR-5.2-88' (did you mean BR-5.2-8" in refused("rules", "BR-5.2-88")
    assert "no game 'bladerondo' (did you mean blade-rondo?)" in refused("rules", "--game", "bladerondo")
    assert kifuda("rules", "--game", "blade-rondo").out == kifuda("rules", "--game", "blade-rondo@1.03").out


def test_coverage_names_code_cases_and_tests() -> None:
    found = {line["clause"]: line for line in kifuda("rules", "coverage", "--json").json()}
    # The editions of a game share its clauses.
    assert list(found) == list(dict.fromkeys(clause for rules in RULES for clause in rules.clauses))
    step = found["BR-5.2-8"]
    assert step["code"] and step["cases"] and step["game"] == "blade-rondo"
    assert "BR-5.2-8" in kifuda("rules", "coverage", "--game", "blade-rondo").out


def test_settings_are_listed_with_what_they_may_be() -> None:
    found = {line["setting"]: line for line in kifuda("rules", "settings", "--json").json()}
    assert found.keys() == {name for rules in RULES for name in rules.settings}
    assert (found["ward_least"]["least"], found["ward_least"]["most"]) == (0, 1)
    assert "true | false" in kifuda("rules", "settings").out


# --- cards -----------------------------------------------------------------------------------------


def test_cards_are_listed_each_once_with_their_gist() -> None:
    every, base = (
        kifuda("cards", "list", "--json").json(),
        kifuda("cards", "list", "--game", "blade-rondo", "--cards", "base", "--json").json(),
    )
    assert len({card["card"] for card in every}) == len(every) > len(base) == 23
    slash = next(card for card in base if card["card"] == "BR-001")
    assert (slash["name"], slash["copies"]) == ("斬撃剣", 2)
    assert slash["text"]["ja"] in kifuda("cards", "list", "--lang", "ja").out.replace("\n", "")
    assert "accepted: base" in refused("cards", "list", "--cards", "bass", "--game", "blade-rondo")
    assert {card["set"] for card in kifuda("cards", "list", "--cards", "base", "--json").json()} == {"base"}
    accepted = refused("cards", "list", "--cards", "bass")
    assert "base," in accepted and "starter" in accepted


def test_the_shipped_card_files_are_fine() -> None:
    done = kifuda("cards", "lint")
    assert (done.status, done.err) == (0, "")


def test_a_misspelt_word_in_a_card_file_is_told_with_its_place_and_the_nearest() -> None:
    shipped = RULESETS["blade-rondo@1.03"].sets["base"].path.read_text("utf-8")
    place = shipped.index('"attack physical"')
    Path("mine.toml").write_text(shipped.replace('"attack physical"', '"atack physical"', 1), "utf-8")
    line = shipped.count("\n", 0, place) + 1
    done = kifuda("cards", "lint", "mine.toml")
    assert done.status == 1
    assert f"mine.toml:{line}:" in done.out and "UNKNOWN-OP" in done.out and "'attack'" in done.out
    assert [problem["code"] for problem in kifuda("cards", "lint", "mine.toml", "--json").lines()] == [
        "UNKNOWN-OP"
    ]
    assert "nowhere.toml" in refused("cards", "lint", "nowhere.toml")


# --- cases -----------------------------------------------------------------------------------------


def test_a_case_is_run_and_a_failing_one_is_told_with_its_place() -> None:
    Path("good.toml").write_text(CASE, "utf-8")
    Path("bad.toml").write_text(CASE.replace("then.life.B = 12", "then.life.B = 11"), "utf-8")
    assert kifuda("case", "run", "good.toml").status == 0
    done = kifuda("case", "run", ".")
    assert done.status == 1
    assert "2 cases, 1 failed" in done.out and "bad.toml" in done.out and "Sword of Slash" in done.out
    assert "斬撃剣は攻撃力だけの" in kifuda("case", "run", ".", "--lang", "ja").out
    done = kifuda("case", "run", "nowhere.toml", "good.toml")
    assert done.status == 2 and "1 case" in done.out and "nowhere.toml" in done.err
    assert "nowhere.toml" in refused("case", "run", "nowhere.toml")
    assert {line["file"]: line["ok"] for line in kifuda("case", "run", ".", "--json").lines()} == {
        "good.toml": True,
        "bad.toml": False,
    }


def test_the_course_of_a_case_is_told_event_by_event_with_clauses() -> None:
    Path("good.toml").write_text(CASE, "utf-8")
    done = kifuda("case", "run", "good.toml", "--trace")
    assert done.status == 0
    assert "A use 斬撃剣" in done.out and "[BR-5.2-12]" in done.out
    (told,) = kifuda("case", "run", "good.toml", "--trace", "--json").lines()
    assert any("BR-5.2-12" in event["clauses"] for line in told["course"] for event in line["events"])
    assert "course" not in kifuda("case", "run", "good.toml", "--json").lines()[0]


def test_the_table_of_a_case_is_shown_at_a_line_with_every_copy() -> None:
    Path("good.toml").write_text(CASE, "utf-8")
    first = CASE.splitlines().index(next(line for line in CASE.splitlines() if line.startswith("when"))) + 1
    before = kifuda("case", "show", f"good.toml:{first - 1}").out
    after = kifuda("case", "show", f"good.toml:{first}").out
    assert "hand A:\n  A.1=斬撃剣 of A" in before and "play A:\n  A.1=斬撃剣 of A" in after
    assert "now A has to choose" in after
    assert "Aの選択" in kifuda("case", "show", "good.toml", "--lang", "ja").out
    shown = kifuda("case", "show", "good.toml", "--json").json()
    assert [card["card"] for card in shown["zones"]["A"]["play"]] == ["A.1"]


def test_one_case_of_a_file_is_chosen_by_its_line() -> None:
    Path("two.toml").write_text(CASE + CASE.replace("then.life.B = 12", "then.life.B = 11"), "utf-8")
    assert kifuda("case", "run", "two.toml").status == 1
    assert kifuda("case", "run", "two.toml:3").status == 0
    assert "nowhere.toml" in refused("case", "run", "nowhere.toml:3")


def test_one_broken_file_is_told_and_the_others_run() -> None:
    Path("a-typo.toml").write_text(CASE.replace("when =", "wen ="), "utf-8")
    Path("b-good.toml").write_text(CASE, "utf-8")
    done = kifuda("case", "run", ".")
    assert done.status == 2
    assert "a-typo.toml:" in done.err and "when" in done.err
    assert "1 case, 0 failed; 1 cannot be read" in done.out


def test_a_case_file_that_cannot_be_read_is_a_misuse() -> None:
    Path("typo.toml").write_text(CASE.replace("when =", "wen ="), "utf-8")
    err = refused("case", "run", "typo.toml")
    assert "typo.toml:12:" in err and "when" in err
    Path("empty").mkdir()
    assert "no case in empty" in refused("case", "run", "empty")
    assert "nowhere.toml" in refused("case", "run", "nowhere.toml")


def test_lint_finds_the_game_of_a_file() -> None:
    for rules in {rules.game: rules for rules in RULES}.values():
        found = kifuda("cards", "lint", next(iter(rules.sets.values())).path)
        assert rules.game in found.out, found.out

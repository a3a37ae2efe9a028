"""Cards that are held as facts (``playable = false``): listed with what they lack, and never played."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.effect.lint import lint
from engine.games.registry import RULESETS
from engine.kernel.card import load_set
from engine.kernel.known_card import notes
from engine.record.notation.problem import Unreadable
from engine.record.notation.read import read
from tests.support.command import kifuda, refused

RULES = RULESETS["blade-rondo@1.03"]
SET = """id = "mine"
name = { ja = "私", en = "Mine" }

[pool]
"M-1" = 2

[[card]]
id = "M-1"
name = { ja = "一の剣", en = "First Sword" }
kind = "physical"
cost = 1
text = { ja = "物理攻撃を行う。", en = "Make a physical attack." }

[[card.ability]]
on = "use"
do = ["attack physical"]
"""
HELD = """
[[card]]
id = "M-2"
number = 2
name = { ja = "二の石", en = "Second Stone" }
kind = "response"
cost = 1
playable = false
"""


def file(folder: Path, text: str) -> Path:
    path = folder / "mine.toml"
    path.write_text(text, "utf-8")
    return path


def test_a_card_held_as_facts_is_no_card_of_a_match(tmp_path: Path) -> None:
    without = load_set(file(tmp_path, SET), RULES.vocabulary)
    cards = load_set(file(tmp_path, SET + HELD), RULES.vocabulary)
    held = cards.held["M-2"]
    assert list(cards.cards) == ["M-1"]
    assert (held.number, held.kind, held.cost, held.text, held.limited) == (2, "response", 1, None, None)
    assert held.lacks == ("limited", "answers", "text", "ability")
    assert cards.sha256 == without.sha256


def test_the_linter_says_what_is_missing(tmp_path: Path) -> None:
    path = file(tmp_path, SET + HELD)
    assert lint([path], RULES.vocabulary) == []
    (note,) = notes([path], RULES.vocabulary)
    assert (note.code, note.line) == ("FACTS", 18)
    assert note.message.endswith("to be played it lacks: limited, answers, text, ability")


@pytest.mark.parametrize(
    "held, code, says",
    [
        (HELD.replace('"response"', '"respnse"'), "UNKNOWN-NAME", "did you mean 'response'?"),
        (HELD + '[[card.ability]]\non = "respond"\ndo = ["nullify action"]\n', "UNKNOWN-FIELD", "'ability'"),
        (HELD.replace('id = "M-2"\n', ""), "MISSING", "a card that is held as facts needs 'id'"),
        (HELD.replace('"M-2"', '"M-1"'), "DUPLICATE", "another card has 'M-1'"),
        (HELD + "stats = { power = 2 }\n", "UNREAD-FIELD", "'stats' is not read for kind 'response'"),
    ],
)
def test_its_facts_are_checked(tmp_path: Path, held: str, code: str, says: str) -> None:
    problems = lint([file(tmp_path, SET + held)], RULES.vocabulary)
    assert [problem.code for problem in problems if says in problem.message] == [code]


def test_a_pool_cannot_hold_it(tmp_path: Path) -> None:
    text = SET.replace('"M-1" = 2', '"M-1" = 2\n"M-2" = 2') + HELD
    (problem,) = lint([file(tmp_path, text)], RULES.vocabulary)
    assert (problem.code, problem.line) == ("BAD-REF", 6)
    assert "'M-2' is held as facts (playable = false) and cannot be played" in problem.message


RECORD = """+++
kfd = 1
match = "held"
ruleset = "{ruleset}"
cards = "base"
players = ["Ai", "Ken"]
decks.A = {{ "{card}" = 3 }}
+++
"""


@pytest.mark.parametrize("card", ["E-05", "秋にはまだ遠い海"])
def test_a_deck_with_it_is_refused_with_the_card_and_the_reason(card: str) -> None:
    edition = next(id for id in RULESETS if id.startswith("chronocard@"))
    with pytest.raises(Unreadable) as wrong:
        read(RECORD.format(card=card, ruleset=edition))
    said = str(wrong.value)
    assert "秋にはまだ遠い海" in said and "held as facts" in said and "cost, text, ability" in said


CASE = """title = { ja = "題", en = "Title" }
game = "blade-rondo"
cards = "grim-garden"
clause = ["BR-base-4-1"]
given.hand.A = ["ルミノブーケット"]
then.winner = "open"
"""


def test_a_case_with_it_is_refused(tmp_path: Path) -> None:
    (tmp_path / "q.toml").write_text(CASE, "utf-8")
    assert "'ルミノブーケット' (BR-047) is held as facts and cannot be played" in refused(
        "case", "run", tmp_path / "q.toml"
    )


def test_it_is_listed_and_shown() -> None:
    (card,) = kifuda("cards", "show", "BR-047", "--json").json()
    assert (card["playable"], card["cost"], card["text"]) == (False, 1, None)
    assert card["lacks"] == ["limited", "text", "ability"]
    listed = kifuda("cards", "list", "--game", "blade-rondo", "--json").json()
    assert card["card"] in [one["card"] for one in listed]
    assert "limited, text, ability" in kifuda("cards", "show", "ルミノブーケット").out
    assert "did you mean ルミノブーケット" in refused("cards", "show", "ルミノブーケト")

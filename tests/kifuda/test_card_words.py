"""The card language as a list: every registered word has a meaning in both languages, the page says the same.

Not here: whether the words are carried out (``tests.card_texts``).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.games.registry import RULESETS
from engine.kernel.ruleset import Ruleset
from kifuda.cli.rules.card_words import GROUPS, common_meanings, entries
from kifuda.cli.rules.word_book import book

GAMES = list({rules.game: rules for rules in RULESETS.values()}.values())
DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.game)
def test_every_word_has_a_meaning_and_every_meaning_a_word(rules: Ruleset) -> None:
    found = entries(rules)
    assert all(entry.meaning.en and entry.meaning.ja for entry in found)
    assert {entry.group for entry in found} <= set(GROUPS)
    listed = {f"{entry.group}.{entry.word}" for entry in found}
    assert set(rules.meanings) <= listed, "a meaning of a word that the game does not register"


def test_every_common_meaning_is_of_a_word_of_some_game() -> None:
    listed = {f"{entry.group}.{entry.word}" for rules in GAMES for entry in entries(rules)}
    assert set(common_meanings()) - listed <= {"words.heal", "words.push", "words.again"} | listed


def test_a_word_is_listed_with_a_card_that_uses_it() -> None:
    rules = RULESETS["blade-rondo@1.03"]
    found = {(entry.group, entry.word): entry for entry in entries(rules)}
    attack = found["words", "attack"]
    assert attack.sentence == "attack STYLE[ AMOUNT][ ignoring IGNORING]"
    assert attack.card in rules.sets["base"].cards
    assert "by: add, times" in found["quantities", "ATK"].limits


@pytest.mark.parametrize(("language", "name"), [("en", "card-words.md"), ("ja", "card-words.ja.md")])
def test_the_page_is_up_to_date(language: str, name: str) -> None:
    made = f"python -m kifuda.cli.rules.word_book {language} > docs/{name}"
    assert (DOCS / name).read_text("utf-8") == book(language), made

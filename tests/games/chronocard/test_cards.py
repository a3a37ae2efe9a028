"""The starter set of ChronoCard TCG: clean, bilingual, marked as invented, with decks that are legal.

Not here: what the cards do.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.effect.lint import lint
from engine.games.chronocard.ruleset import CHRONOCARD
from engine.games.chronocard.setup import check_deck
from engine.games.chronocard.vocabulary import TRIGGERS, VOCABULARY
from engine.kernel.card import Card, CardSet

BASE: CardSet = CHRONOCARD.sets["base"]
CARDS: list[Card] = list(BASE.cards.values())
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


def test_the_file_is_clean() -> None:
    assert [str(problem) for problem in lint([BASE.path], VOCABULARY)] == []


def test_every_card_says_that_it_is_invented() -> None:
    assert len(CARDS) >= 40
    assert [card.id for card in CARDS if not card.invented] == []


def test_everything_people_see_is_in_both_languages() -> None:
    names = [BASE.name, *(deck.name for deck in BASE.decks.values())]
    names += [name for card in CARDS for name in (card.name, card.text)]
    names += [ability.name for card in CARDS for ability in card.abilities if ability.name]
    assert [name for name in names if not JAPANESE.search(name.ja) or JAPANESE.search(name.en)] == []


def test_the_set_uses_every_keyword_moment_and_kind() -> None:
    abilities = [ability for card in CARDS for ability in card.abilities]
    words = {word for card in CARDS for word in card.keywords}
    words |= {word for ability in abilities for word in ability.keywords}
    assert words == set(VOCABULARY.keywords)
    assert {card.kind for card in CARDS} == set(VOCABULARY.kinds)
    unused = {  # shown by invented cards of the cases
        "own-draw", "own-main", "own-end", "own-use", "opponent-use", "opponent-draw", "blocks", "blocked",
        "recovered", "ally-left",
    }  # fmt: skip
    assert {ability.on for ability in abilities} == {"use", "skill", "always", *TRIGGERS} - unused


def test_two_characters_share_a_name() -> None:
    names = [card.name.ja for card in CARDS]
    assert [name for name in dict.fromkeys(names) if names.count(name) > 1] == ["風見ユズ"]


@pytest.mark.parametrize("deck", BASE.decks)
def test_a_deck_is_legal(deck: str) -> None:
    """CC-base-3-1, CC-base-3-2."""
    assert check_deck(BASE, CHRONOCARD.default_settings(), BASE.decks[deck].cards) is None


def test_decks_differ() -> None:
    """No two of the four share more than a third of their cards."""
    decks = [deck.cards for deck in BASE.decks.values()]
    assert len(decks) == 4
    for index, one in enumerate(decks):
        for other in decks[index + 1 :]:
            assert sum(min(copies, other.get(card, 0)) for card, copies in one.items()) <= 10


def test_a_price_or_a_target_that_cannot_be_counted_is_an_error(tmp_path: Path) -> None:
    text = BASE.path.read_text("utf-8")

    def found(old: str, new: str) -> list[str]:
        assert old in text
        (tmp_path / "base.toml").write_text(text.replace(old, new, 1), "utf-8")
        return [f"{problem.code}: {problem.message}" for problem in lint([tmp_path], VOCABULARY)]

    discard = 'price = ["move 1 cards in hand of you to discard chosen by you"]'
    assert found(discard, 'price = ["draw 1 for you"]') == [
        "CONTEXT: a line of 'price' begins with 'move', 'damage', 'reduce cost by' or 'turn', not with 'draw'"
    ]
    assert found(discard, discard.replace("move 1", "move EP of you")) == [
        "CONTEXT: 'EP of you' cannot stand here in chronocard: 'move' takes a number"
    ]
    target = 'targets = ["choose 1 upright companion cards in field of opponent as target"]'
    assert "UNKNOWN-NAME: unknown trait or tag 'upriht'; did you mean 'upright'?" in found(
        target, target.replace("upright", "upriht")
    )
    assert found('cost = 2\nkeywords = ["once"]', 'keywords = ["once"]') == [
        "COST: an ability on \"skill\" needs 'cost'"
    ]
    assert found('kind = "bgm"\ncost = 2', 'kind = "bgm"\ncost = 2\nlimited = true')[0].startswith(
        "UNREAD-FIELD"
    )
    assert found('on = "always"', 'on = "always"\ncost = 1')[0].startswith("UNREAD-FIELD")

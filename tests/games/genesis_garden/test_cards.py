"""The starter cards of Genesis Garden: invented, whole, and in four legal decks.

Not here: what their texts do (the cases).
"""

from pathlib import Path

import pytest

from engine.effect import tree
from engine.effect.problem import CardErrors
from engine.games.genesis_garden.ruleset import GENESIS_GARDEN
from engine.games.genesis_garden.setup import check_deck
from engine.games.genesis_garden.vocabulary import USED_MOMENTS, VOCABULARY
from engine.kernel.card import Card, Deck, load_set

STARTER = GENESIS_GARDEN.sets["starter"]


def test_there_are_enough_of_them_and_all_are_invented() -> None:
    assert len(STARTER.cards) >= 40
    assert all(card.invented for card in STARTER.cards.values())
    assert STARTER.pool == {}


@pytest.mark.parametrize("card", STARTER.cards.values(), ids=lambda card: card.id)
def test_a_card_is_whole(card: Card) -> None:
    """GG-base-1: attack, defence, a speed from 1 to 4, a race; a rank for heroes and nobody else. One effect
    a moment: an act names the card, and so means one effect."""
    assert {"attack", "defence", "speed"} <= card.stats.keys()
    assert len(card.tags) == 1
    assert ("rank" in card.stats) is (card.kind == "hero")
    moments = [ability.on for ability in card.abilities]
    assert len(moments) == len(set(moments))
    assert (card.kind == "spell") is (moments == ["spell"])


def test_continuous_effects_change_numbers_and_nothing_else() -> None:
    """GG-SPELL-3: they are no act, so they can do nothing that would be one."""
    texts = [effect for card in STARTER.cards.values() for effect in card.on("continuous")]
    assert texts
    assert all(isinstance(effect, tree.Modify) and effect.until == "while here" for effect in texts)


ANSWERED = {
    "enemy-summoned",
    "attacked",
    "ally-blocks",
    "ally-wins",
    "damaged",
    "ally-destroyed",
    "hq-damaged",
    "enemy-hq-damaged",
}
"""What responding effects of the starter cards answer to; others may answer to more."""


def test_every_kind_of_effect_is_there() -> None:
    """GG-SPELL-1, GG-OP-11: with the responding effects by what they answer to."""
    moments = {ability.on for card in STARTER.cards.values() for ability in card.abilities}
    assert moments == {"activated", "continuous", "summoned", *ANSWERED, "battle", "spell"}
    assert set(USED_MOMENTS) >= ANSWERED


@pytest.mark.parametrize("deck", STARTER.decks.values(), ids=lambda deck: deck.id)
def test_a_deck_is_legal(deck: Deck) -> None:
    """GG-SETUP-1, GG-OP-4, and by the setting for copies too."""
    for copies in (0, 5):
        assert check_deck(STARTER, {"max_copies": copies}, deck.cards) is None
    assert any(STARTER.cards[face].kind == "hero" for face in deck.cards)


@pytest.mark.parametrize(
    ("deck", "why"),
    [
        ({"GG-D01": 39}, "wrong-deck"),
        ({"GG-D01": 41}, "wrong-deck"),
        ({"GG-D01": 39, "GG-ZZZ": 1}, "no-such-face"),
        ({}, "wrong-deck"),
    ],
)
def test_other_decks_are_not(deck: dict[str, int], why: str) -> None:
    flaw = check_deck(STARTER, {"max_copies": 0}, deck)
    assert flaw is not None and flaw[:2] == ("GG-SETUP-1", why)


CARD = """\
id = "odd"
name = { ja = "奇", en = "Odd" }
[pool]
"X-1" = 1
[[card]]
id = "X-1"
name = { ja = "奇妙な龍", en = "Odd Dragon" }
kind = "unit"
cost = 1
tags = ["dragon"]
stats = { attack = 1, defence = 1, speed = 2 }
text = { ja = "効果はない。", en = "No effect." }
[[card.ability]]
on = "activated"
zone = "front"
cost = 1
needs = "count(unit cards in field of you) >= 2"
do = ["draw 1 for you"]
"""


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("speed = 2", "speed = 5", "SYNTAX: 'speed' must be a whole number from 1 to 4"),
        ("speed = 2", "speed = 0", "SYNTAX: 'speed' must be a whole number from 1 to 4"),
        ('on = "activated"', 'on = "actived"', "unknown moment 'actived'; did you mean 'activated'?"),
        ('zone = "front"', 'zone = "font"', "UNKNOWN-NAME: unknown zone 'font'; did you mean 'front'?"),
        ('zone = "front"\ncost = 1', 'zone = "front"\ncost = -1', "SYNTAX: 'cost' must be a whole number"),
        ("field of you) >= 2", "field of you)", "SYNTAX: "),
        ("unit cards in field", "unot cards in field", "unknown trait or tag 'unot'; did you mean 'unit'?"),
        ('on = "activated"', 'on = "continuous"', "UNREAD-FIELD: 'cost' is not read on \"continuous\""),
        ('kind = "unit"', 'kind = "spell"', "CONTEXT: 'activated' never comes for kind 'spell'"),
    ],
)  # fmt: skip
def test_a_bad_card_is_told_what_is_wrong(tmp_path: Path, old: str, new: str, told: str) -> None:
    """GG-BATTLE-3 and GG-SPELL-1 among them: unknown kinds of effects and speeds are refused when read."""
    assert CARD.count(old) == 1
    (tmp_path / "odd.toml").write_text(CARD, "utf-8")
    assert load_set(tmp_path / "odd.toml", VOCABULARY).cards["X-1"].abilities[0].cost == 1
    (tmp_path / "odd.toml").write_text(CARD.replace(old, new), "utf-8")
    with pytest.raises(CardErrors) as found:
        load_set(tmp_path / "odd.toml", VOCABULARY)
    assert told in str(found.value)

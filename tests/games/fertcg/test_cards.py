"""The starter set of FERTCG: clean, bilingual, whole, in four legal decks, and what is said of a bad card.

Not here: what the cards do (the cases).
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.effect import tree
from engine.effect.diagram import offsets
from engine.effect.lint import lint
from engine.effect.problem import CardErrors
from engine.games.fertcg.ability import CRESTS, SYMBOLS
from engine.games.fertcg.board import ACTIONS, FAMILIES
from engine.games.fertcg.classes import class_flaw
from engine.games.fertcg.reach import MOVES, moves
from engine.games.fertcg.ruleset import FERTCG
from engine.games.fertcg.setup import check_deck
from engine.games.fertcg.vocabulary import VOCABULARY, WEAPON_KINDS
from engine.kernel.card import Card, load_set

STARTER = FERTCG.sets["starter"]
CARDS = list(STARTER.cards.values())
UNITS = [card for card in CARDS if card.kind == "unit"]
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


def test_the_file_is_clean() -> None:
    assert [str(problem) for problem in lint([STARTER.path], VOCABULARY)] == []


def test_there_are_enough_invented_ones_and_the_others_say_what_is_known() -> None:
    assert sum(card.invented for card in CARDS) >= 40
    real = [card for card in CARDS if not card.invented]
    assert len(real) >= 5
    assert [card.id for card in real if not card.note.startswith("Known: ")] == []


def test_everything_people_see_is_in_both_languages() -> None:
    names = [STARTER.name, *(deck.name for deck in STARTER.decks.values()), *(card.text for card in CARDS)]
    assert [name for name in names if not JAPANESE.search(name.ja)] == []
    assert [card.id for card in CARDS if JAPANESE.search(card.name.en)] == []


@pytest.mark.parametrize("card", UNITS, ids=lambda card: card.id)
def test_a_unit_is_whole(card: Card) -> None:
    """FE-base-3-4, FE-base-3-5, FE-C-1: families, an equipment, and a pattern of whom it reaches."""
    words = card.keywords
    assert sum(word in FAMILIES for word in words) == sum(word in ACTIONS for word in words) == 1
    (arm,) = (word for word in words if word in WEAPON_KINDS)
    assert card.stats[arm] >= 1
    assert ("attack" in card.stats) is not ("staff-cost" in card.stats)
    assert "attack" not in card.stats or offsets(card.diagrams["attack"])
    assert "staff-cost" not in card.stats or (card.all("staff") and offsets(card.diagrams["effect"]))
    assert card.stats.get("attack", 0) <= card.stats["stamina"]


def test_the_patterns_of_the_families() -> None:
    """FE-base-3-4: one square orthogonally; diagonally ahead as well; all around. A card's own overrides."""
    ahead = {family: set(offsets(pattern)) for family, pattern in MOVES.items()}
    orthogonal = {(0, 1), (0, -1), (1, 0), (-1, 0)}
    assert ahead["foot"] == orthogonal
    assert ahead["mounted"] == orthogonal | {(1, 1), (-1, 1)}
    assert len(ahead["flying"]) == 8
    own = [card for card in UNITS if moves(card) not in MOVES.values()]
    assert own and all("move" in card.diagrams for card in own)


def test_every_ability_costs_something_and_is_of_its_class() -> None:
    """FE-C-7, FE-K-1: what may be used as often as it is paid for has to cost something."""
    assert class_flaw(UNITS) is None
    for card in UNITS:
        for ability in card.abilities:
            if ability.on in ("crest", "special", "processing", "instead"):
                assert ability.cost or ability.price or "as-needed" in ability.keywords, card.id


def test_a_price_is_paid_from_hand_deck_or_pile() -> None:
    """FE-K-3 to FE-K-5: hand cards go out of battle, those of piles out of the country."""
    lines = [line for card in CARDS for ability in card.abilities for line in ability.price]
    assert lines
    for line in lines:
        assert isinstance(line, tree.MoveTo) and isinstance(line.cards, tree.Cards)
        assert (line.cards.zone, line.zone) in {("hand", "out"), ("deck", "abroad"), ("out", "abroad")}


def test_the_set_uses_every_crest_moment_kind_and_pattern() -> None:
    abilities = [ability for card in CARDS for ability in card.abilities]
    assert {ability.symbol for ability in abilities} - {""} == set(SYMBOLS) >= set(CRESTS)
    assert {ability.on for ability in abilities} == set(VOCABULARY.moments)
    assert {card.kind for card in CARDS} == set(VOCABULARY.kinds)
    assert {name for card in CARDS for name in card.diagrams} == set(VOCABULARY.diagrams)


@pytest.mark.parametrize("deck", STARTER.decks)
def test_a_deck_is_legal(deck: str) -> None:
    """FE-base-2-1, FE-base-2-2."""
    assert check_deck(STARTER, FERTCG.default_settings(), STARTER.decks[deck].cards) is None
    assert sum(STARTER.cards[face].kind == "unit" for face in STARTER.decks[deck].cards) >= 8


def test_another_deck_is_not() -> None:
    whole = STARTER.decks["riders"].cards
    first = next(iter(whole))
    wrong = {
        "FE-base-2-1": {**whole, first: 2},
        "FE-base-2-2": {**whole, first: 4},
    }
    for clause, deck in wrong.items():
        found = check_deck(STARTER, FERTCG.default_settings(), deck)
        assert found is not None and found[0] == clause


CARD = """\
id = "odd"
name = { ja = "奇", en = "Odd" }
[pool]
"X-1" = 1
[[card]]
id = "X-1"
name = { ja = "奇妙な剣士", en = "Odd Swordsman" }
kind = "unit"
cost = 1
keywords = ["foot", "direct", "sword"]
tags = ["odd-class"]
stats = { stamina = 4, attack = 3, counter = 2, sword = 2 }
diagrams = { attack = [".#.", "#@#"] }
text = { ja = "鋭刃。", en = "鋭刃." }
[[card.ability]]
on = "special"
symbol = "鋭刃"
keywords = ["striking"]
price = ["move 1 cards in deck of you to abroad chosen by you"]
do = ["modify chip-cost of self add minus 2 until end of action"]
"""


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('attack = [".#.", "#@#"]', 'attack = [".#.", "#@"]', "SYNTAX: 'diagrams' must be patterns by name"),
        ('attack = [".#.", "#@#"]', 'attack = [".#.", "#.#"]', "SYNTAX: 'diagrams' must be patterns by name"),
        ("{ attack = [", "{ atack = [", "unknown diagram 'atack'; did you mean 'attack'?"),
        ("stamina = 4", "stamina = 21", "SYNTAX: 'stamina' must be a whole number from 1 to 20"),
        ("sword = 2 }", "sword = 5 }", "SYNTAX: 'sword' must be a whole number from 1 to 4"),
        ('symbol = "鋭刃"', 'symbol = "鋭い刃"', "unknown symbol '鋭い刃'"),
        ('on = "special"', 'on = "specal"', "unknown moment 'specal'; did you mean 'special'?"),
        ('"move 1 cards', '"move x cards', "CONTEXT: 'x' cannot stand here in fertcg: 'move' takes a number"),
        ("modify chip-cost", "modify chip-costs", "did you mean 'chip-cost'?"),
        ('kind = "unit"', 'kind = "weapon"', "CONTEXT: 'special' never comes for kind 'weapon'"),
    ],
)  # fmt: skip
def test_a_bad_card_is_told_what_is_wrong(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert CARD.count(old) == 1
    (tmp_path / "odd.toml").write_text(CARD, "utf-8")
    assert load_set(tmp_path / "odd.toml", VOCABULARY).cards["X-1"].diagrams["attack"] == (".#.", "#@#")
    (tmp_path / "odd.toml").write_text(CARD.replace(old, new), "utf-8")
    with pytest.raises(CardErrors) as found:
        load_set(tmp_path / "odd.toml", VOCABULARY)
    assert told in str(found.value)

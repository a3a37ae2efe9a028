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
from engine.games.fertcg.board import ACTIONS, FAMILIES, WEAPON_KINDS
from engine.games.fertcg.classes import class_flaw
from engine.games.fertcg.reach import MOVES, moves
from engine.games.fertcg.ruleset import FERTCG
from engine.games.fertcg.setup import check_deck
from engine.games.fertcg.vocabulary import VOCABULARY
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
        if isinstance(line, tree.ReduceCost):  # of chips
            continue
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


def problems_of(tmp_path: Path, card: str) -> str:
    (tmp_path / "odd.toml").write_text(card, "utf-8")
    return " | ".join(problem.message for problem in lint([tmp_path / "odd.toml"], VOCABULARY))


LINE = "modify chip-cost of self add minus 2 until end of action"
PRICE = "move 1 cards in deck of you to abroad chosen by you"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("destroy self", "fertcg has no word 'destroy'"),
        ("attach self to self as weapon", "'attach' has no meaning on"),
        ("may pay 2: draw 1 for you", "fertcg has no word 'may pay'"),
        ("raise cost of action by 1", "fertcg has no word 'raise cost"),
        ("reduce cost by 1", "'reduce cost by' stands in a line of 'price' only"),
        ("use self again for 2", "fertcg has no word 'use self again"),
        ("correct damage add 2", "fertcg has no word 'correct damage'"),
        ("reveal 1 cards in hand of you chosen by you as shown", "fertcg has no word 'reveal'"),
        ("add 3 to unused of you", "fertcg has no word 'add'"),
        ("set unused of you to 20", "fertcg has no word 'set'"),
        ("damage self by damage dealt", "damage dealt"),
        ("damage opponent by 2", "takes"),
        ("heal you by 2", "takes"),
        ("modify damage of you add 2 until end of action", "'damage' belongs to"),
        ("modify strikes of self times 2 until end of action", "'times' is not carried out for 'strikes'"),
        ("modify chip-cost of self divide 2 until end of action", "'divide' is not carried out"),
        ("modify damage of self become 0 until end of action", "'become' is not carried out for 'damage'"),
        ("modify damage-taken of self add minus 2 until end of action", "'add' is not carried out"),
        ("modify damage of self divide 0 until end of action", "divided by a number"),
        ("modify damage of self divide unused of you until end of action", "divided by a number"),
        ("turn self face down", "'face down' cannot stand here"),
        ("move 1 cards in hand of you to b1 chosen by you", "'b1' cannot stand here"),
    ],
)  # fmt: skip
def test_a_text_that_the_game_does_not_carry_out_is_refused(tmp_path: Path, line: str, told: str) -> None:
    """FE-base-1-3, FE-base-5-8: what the linter accepts is carried out; the rest it refuses with a reason."""
    assert problems_of(tmp_path, CARD) == ""
    assert told in problems_of(tmp_path, CARD.replace(LINE, line))


@pytest.mark.parametrize(
    "line",
    [
        "move 1 cards in hand of opponent to out chosen by you",
        "move 1 cards in hand of you to abroad chosen by you",
        "move 1 cards in deck of you to out chosen by you",
        "move 1 cards in field of you to out chosen by you",
    ],
)
def test_a_price_is_paid_where_it_says(tmp_path: Path, line: str) -> None:
    """FE-K-3 to FE-K-5: from the own hand out of battle, from a pile out of the country."""
    assert problems_of(tmp_path, CARD.replace(PRICE, line)) != ""


CREST = 'on = "crest"\nsymbol = "力"\n'
SPECIAL = 'on = "special"\nsymbol = "鋭刃"\nkeywords = ["striking"]\n'


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (SPECIAL, 'on = "crest"\nsymbol = "連撃"\n', "連撃"),
        (SPECIAL, 'on = "special"\nsymbol = "力"\nkeywords = ["striking"]\n', "力"),
        (SPECIAL, CREST, "a crest ability needs the keyword 'akaneia' (FE-C-1)"),
        (SPECIAL, 'on = "staff"\n', "'staff-cost'"),
        ('"foot", ', "", "a unit has one of the keywords foot, mounted, flying"),
        ('"foot", ', '"foot", "flying", ', "a unit has one of the keywords foot, mounted, flying"),
    ],
)
def test_a_card_whose_fields_do_not_fit_is_refused(tmp_path: Path, old: str, new: str, told: str) -> None:
    """FE-C-1, FE-C-2: six crest abilities, on units of Akaneia; FE-B-2: a staff has its cost."""
    assert CARD.count(old) == 1
    assert told in problems_of(tmp_path, CARD.replace(old, new))


def test_two_ways_of_one_ability_are_refused(tmp_path: Path) -> None:
    ability = CARD[CARD.index("[[card.ability]]") :]
    assert "two abilities of one name" in problems_of(tmp_path, CARD + ability)


def test_two_cards_of_one_name_share_the_three_copies(tmp_path: Path) -> None:
    """FE-base-2-2: at most three of one name, as with a normal and a veteran card of one unit."""
    veteran = CARD[CARD.index("[[card]]") :].replace("X-1", "X-2")
    (tmp_path / "odd.toml").write_text(CARD + veteran, "utf-8")
    assert lint([tmp_path / "odd.toml"], VOCABULARY) == []
    both = load_set(tmp_path / "odd.toml", VOCABULARY)
    found = check_deck(both, FERTCG.default_settings(), {"X-1": 2, "X-2": 2})
    assert found is not None and found[:2] == ("FE-base-2-2", "too-many-copies")
    fits = check_deck(both, FERTCG.default_settings(), {"X-1": 2, "X-2": 1})
    assert fits is not None and fits[0] == "FE-base-2-1"  # three of the name, but not sixty cards

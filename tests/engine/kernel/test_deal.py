"""Whether an order can be that of the cards that are shuffled, and what is known of them afterwards."""

import pytest

from engine.games.registry import RULESETS
from engine.kernel.ask import TABLE
from engine.kernel.deal import Deal
from engine.kernel.game import Game
from events.model.kinds import Chose, Opened, Shuffled

DECK = Deal("deck.A", 4, {"deck.A": (0, 4)}, {"x": 2, "y": 1})
"""Four cards, one of which nobody knows."""
STRANGE = Deal("deck.A", 4, {"deck.A": (0, 4)}, {})


def flaw(deal: Deal, *order: str, place: str = "deck.A", most: int = 4) -> tuple[str, str] | None:
    """The clause and the reason."""
    found = deal.flaw(Shuffled(place, order), size="S", copies="C", most=lambda face: most)
    return found[:2] if found else None


@pytest.mark.parametrize(
    "order", [("x", "x", "y", ""), ("x", "y", "x", "z"), ("x", "x", "x", "y"), ("", "", "", "")]
)
def test_a_card_that_nobody_knows_may_be_any(order: tuple[str, ...]) -> None:
    assert flaw(DECK, *order) is None


@pytest.mark.parametrize("order", [("x", "x", "x", "x"), ("x", "y", "y", "z"), ("z", "z", "", "")])
def test_no_more_than_are_there(order: tuple[str, ...]) -> None:
    assert flaw(DECK, *order) == ("C", "not-among-them")


def test_all_of_them_and_no_others() -> None:
    assert flaw(DECK, "x", "y", "x") == flaw(DECK, *"xxyxx") == ("S", "wrong-shuffle")
    assert flaw(DECK, "x", "y", "x", "", place="deck.B") == ("S", "wrong-shuffle")


def test_where_nobody_knows_a_card_decks_have_their_limit() -> None:
    assert flaw(STRANGE, "z", "z", "", "", most=2) is None
    assert flaw(STRANGE, "z", "z", "z", "", most=2) == ("C", "too-many-copies")


def test_aa_base_2_2_a_card_may_show_after_the_mulligan_that_was_not_known_before() -> None:
    """The writer of the record saw two cards of the first hand, and others of the second."""
    rules = RULESETS["aquarian-age@2005-11-22"]
    settings = rules.default_settings()
    game = Game(rules, Opened(rules.game, rules.edition, "starter", {"A": "Aoi", "B": "Ren"}, settings, {}))
    first, second, third = sorted(game.faces)[:3]
    game.begin()
    while game.ask is not None and game.ask.verbs == ("shuffle",):
        size = game.ask.subject.size
        game.act(Shuffled(game.ask.subject.place, (first, second, *[""] * (size - 2)), "declared"))
    assert game.ask is not None and game.ask.seat == "B"
    game.act(Chose("B", "mulligan"))
    assert game.ask.seat == TABLE
    deal: Deal = game.ask.subject
    assert deal.faces == {first: 1, second: 1}
    game.act(Shuffled(deal.place, (third, second, *[""] * (deal.size - 2)), "declared"))
    hand = [game.table.face[card] for card in game.table.at("hand.B")]
    assert sorted(filter(None, hand)) == sorted([second, third])
    known = [game.table.face[card] for card in game.table.at("deck.B") if game.table.face[card]]
    assert known == [], "where the first one went nobody knows"

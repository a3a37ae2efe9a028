"""What an unknown card can still be."""

from engine.kernel.bilingual import Bilingual
from engine.kernel.card import Card
from engine.kernel.knowledge import Knowledge
from engine.kernel.table import Table, fold
from events.model.changes import AnyChange, Create, Know
from events.model.kinds import Happened


def card(id: str, kind: str) -> Card:
    return Card(id=id, name=Bilingual(id, id), kind=kind, cost=1, text=Bilingual("", ""))


FACES = {face.id: face for face in (card("S-1", "sword"), card("R-1", "response"), card("R-2", "response"))}
POOL = {"S-1": 2, "R-1": 1, "R-2": 1}


def is_response(face: Card) -> bool:
    return face.kind == "response"


def table(unknown: int, **known: str) -> Table:
    changes: list[AnyChange] = [Create(f"B.{number}", "", "hand.B") for number in range(1, unknown + 1)]
    changes += [Create(f"A.{index}", face, "hand.A") for index, face in enumerate(known.values(), start=1)]
    return fold([Happened("dealt", "table", (), changes=tuple(changes))])


def test_no_more_copies_than_the_pool_holds() -> None:
    knowledge = Knowledge(POOL, FACES)
    assert knowledge.could_be(table(2), "B.1", "R-1")
    assert not knowledge.could_be(table(2, a="R-1"), "B.1", "R-1")
    assert not knowledge.could_be(table(2), "B.1", "S-9")


def test_a_trait_that_was_shown_binds() -> None:
    knowledge = Knowledge(POOL, FACES)
    knowledge.restrict("B.1", is_response)
    assert not knowledge.could_be(table(2), "B.1", "S-1")
    assert knowledge.could_be(table(2), "B.2", "S-1")
    assert (knowledge.restrictions("B.1"), knowledge.restrictions("B.2")) == (1, 0)


def test_the_other_unknown_cards_must_still_find_faces() -> None:
    knowledge = Knowledge(POOL, FACES)
    for number in (1, 2):
        knowledge.restrict(f"B.{number}", is_response)
    # Two of the three are responses already, and the pool has no third one.
    assert not knowledge.could_be(table(3), "B.3", "R-1")
    assert knowledge.could_be(table(3), "B.2", "R-1")
    assert not knowledge.could_be(table(3, a="R-2"), "B.2", "S-1")


def test_a_known_card_is_not_up_for_guessing() -> None:
    knowledge = Knowledge(POOL, FACES)
    known = table(1)
    known.apply(Happened("learned", "B", (), changes=(Know("B.1", "R-1"),)))
    assert not knowledge.could_be(known, "B.1", "R-2")


def test_each_player_draws_on_a_deck_of_their_own() -> None:
    knowledge = Knowledge({}, FACES, {"A": {"S-1": 2}, "B": {"R-1": 1}})
    known = table(2, a="S-1")
    assert knowledge.could_be(known, "B.1", "R-1")
    assert not knowledge.could_be(known, "B.1", "S-1")
    known.face["B.2"] = "R-1"
    assert not knowledge.could_be(known, "B.1", "R-1")
    known.face["A.1"] = ""
    assert knowledge.could_be(known, "A.1", "S-1")
    assert not knowledge.could_be(known, "A.1", "R-1")


def test_of_a_deck_that_nobody_wrote_down_any_card_may_come() -> None:
    knowledge = Knowledge({}, FACES, {"A": {"S-1": 2}})
    assert knowledge.could_be(table(1, a="R-1"), "B.1", "R-1")
    assert not knowledge.could_be(table(1), "B.1", "Z-9")


def test_what_a_card_has_shown_counts_within_its_own_deck() -> None:
    knowledge = Knowledge({}, FACES, {"A": {"R-1": 1}, "B": {"R-1": 1, "S-1": 1}})
    knowledge.restrict("B.1", is_response)
    assert not knowledge.could_be(table(2), "B.2", "R-1")
    assert knowledge.could_be(table(2), "B.2", "S-1")

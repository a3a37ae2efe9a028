"""Continuous effects: who is reached, what stops one, and in which order several count."""

from collections.abc import Iterator
from dataclasses import replace

from engine.common.continuous import Continuous, Standing, acting, anything, apply, parts, prevailing
from engine.effect import tree
from engine.effect.context import Context
from engine.effect.grammar import parse
from engine.games.registry import RULESETS
from engine.kernel.amount import Amount
from engine.kernel.game import Game
from events.model.changes import AnyChange, Create, Expire, Grant, Move, Step
from events.model.kinds import Happened, Opened

BASE = RULESETS["chronocard@web"]
ALL, SEVEN, OWN = "CC-013", "CC-014", "CC-015"
LINES = {
    ALL: "modify AP of cards in field of you add 1 until while here",
    SEVEN: "modify AP of cards in field of anyone become 7 until while here",
    OWN: "if it is own-turn: modify AP of self become count(cards in hand of you) until while here",
}
"""What three cards say here, whatever is printed on them. Of the two that set a value ``OWN`` is stronger."""


class Small(Game):
    """A table on which the texts of ``LINES`` stand; ``looked`` counts how often they were gone through, and
    those of ``stopped`` are kept from acting."""

    def __init__(self, *changes: AnyChange) -> None:
        self.looked = 0
        self.stopped: set[str] = set()
        own = Continuous(
            self.sources,
            acts=lambda game, of, quantity, source, text: source not in self.stopped,
            rank=lambda game, source: (game.table.face.get(source) == OWN,),
        )
        rules = replace(BASE, continuous=own)
        super().__init__(rules, Opened(rules.game, rules.edition, "base", {}, rules.default_settings(), {}))
        self.table.seat = "A"
        self.lay(*changes)

    def sources(self, game: Game) -> Iterator[Standing]:
        self.looked += 1
        for seat in self.rules.seats:
            for card in self.table.at(f"field.{seat}"):
                if line := LINES.get(self.table.face[card]):
                    yield Standing(parse(line), Context(seat, card, ("CC-PS-1",)))

    def lay(self, *changes: AnyChange) -> None:
        self.table.apply(Happened("laid", "A", (), changes=changes))

    def value(self, of: str, base: int = 3) -> int:
        amount = Amount(base, "AP", "CC-base-8-8")
        apply(self, amount, of, "AP")
        return amount.value


def plain(card: str) -> Create:
    return Create(card, "CC-011", f"field.{card[0]}")


def grant(id: str, of: str, amount: int, source: str = "A.9") -> Grant:
    return Grant(id, of, "AP", "add", amount, "", "end of turn", source, "CC-base-4-13")


def test_a_standing_text_reaches_whoever_is_there_now() -> None:
    game = Small(Create("A.1", ALL, "field.A"), plain("B.1"))
    assert (game.value("A.1"), game.value("B.1")) == (4, 3)
    game.lay(plain("A.2"))
    assert game.value("A.2") == 4


def test_it_is_gone_with_its_card_and_nothing_has_to_happen_for_it() -> None:
    game = Small(Create("A.1", ALL, "field.A"), plain("A.2"))
    assert game.value("A.2") == 4
    game.lay(Move("A.1", "field.A", "discard.A"))
    assert game.value("A.2") == 3


def test_what_is_stopped_acts_again_when_it_no_longer_is() -> None:
    game = Small(Create("A.1", ALL, "field.A"), plain("A.2"))
    game.lay(grant("1", "A.2", 2))
    game.stopped = {"A.1"}
    assert game.value("A.2") == 5
    game.stopped = {"A.9"}
    assert game.value("A.2") == 4
    game.stopped = set()
    assert game.value("A.2") == 6


def test_of_two_that_set_a_value_the_stronger_has_the_last_word() -> None:
    game = Small(Create("A.1", OWN, "field.A"), Create("A.2", SEVEN, "field.A"), Create("A.3", "", "hand.A"))
    assert (game.value("A.1"), game.value("A.2")) == (1, 7)
    strongest = prevailing(game, "A.1", "AP")
    assert strongest is not None and strongest.source == "A.1"
    game.stopped = {"A.1"}
    assert game.value("A.1") == 7


def test_a_condition_and_a_number_are_looked_at_when_the_value_is_asked_for() -> None:
    game = Small(Create("A.1", OWN, "field.A"))
    assert game.value("A.1") == 0
    game.lay(Create("A.3", "", "hand.A"), Create("A.4", "", "hand.A"))
    assert game.value("A.1") == 2
    game.table.seat = "B"
    assert game.value("A.1") == 3


def test_every_step_names_its_source_and_its_clause() -> None:
    game = Small(Create("A.1", ALL, "field.A"))
    game.lay(grant("1", "A.1", 2), grant("2", "A.1", -1, "B.4"))
    amount = Amount(3, "AP", "CC-base-8-8")
    apply(game, amount, "A.1", "AP")
    assert amount.trail[1:] == [
        Step("add", 2, "A.9", "CC-base-4-13"),
        Step("add", -1, "B.4", "CC-base-4-13"),
        Step("add", 1, "A.1", "CC-PS-1"),
    ]


def test_texts_are_gone_through_only_if_a_card_was_laid_since() -> None:
    game = Small(Create("A.1", ALL, "field.A"), plain("A.2"))
    for _ in range(5):
        game.value("A.2")
    assert game.looked == 1
    game.lay(grant("1", "A.2", 2), Expire("1"))
    game.value("A.2")
    assert game.looked == 1, "grants lie on the table by themselves"
    game.lay(Move("A.1", "field.A", "discard.A"))
    game.value("A.2")
    assert game.looked == 2


def test_nothing_is_known_to_be_nothing() -> None:
    game = Small(plain("A.1"))
    assert not anything(game, "A.1", "AP") and prevailing(game, "A.1", "AP") is None
    game.lay(grant("1", "A.1", 2))
    assert anything(game, "A.1", "AP") and not anything(game, "A.1", "DP")


def test_without_standing_texts_grants_act_alone() -> None:
    rules = replace(BASE, continuous=None)
    game = Game(rules, Opened(rules.game, rules.edition, "base", {}, rules.default_settings(), {}))
    game.table.apply(Happened("laid", "A", (), changes=(plain("A.1"), grant("1", "A.1", 2))))
    assert [one.amount for one in acting(game, "A.1", "AP")] == [2]


def test_both_branches_of_a_text_are_found_with_their_conditions() -> None:
    line = parse(
        "if it is own-turn: modify AP of self add 1 until while here"
        " else: (modify DP of self add 2 until while here and modify AP of self add 3 until while here)"
    )
    assert [
        (part.change.quantity, part.change.amount, [wanted for _, wanted in part.conditions])
        for part in parts(line)
    ] == [("AP", tree.Number(1), [True]), ("DP", tree.Number(2), [False]), ("AP", tree.Number(3), [False])]

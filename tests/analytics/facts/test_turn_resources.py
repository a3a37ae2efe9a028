"""What a turn could be paid with where one pays with cards, and in every game that what was paid was there.

Numbers on the table are in ``test_match_facts``.
"""

from collections import Counter
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from analytics.facts.extract.roles import roles_of
from analytics.facts.extract.turn_resources import FundWatch
from analytics.facts.extract.walk import extract_facts
from analytics.facts.tables.budget import rows
from engine.games.aquarian_age.costs import payable_power_cards
from engine.games.genesis_garden.board import face_up
from engine.games.registry import RULESETS
from engine.kernel.table import Table
from events.model.changes import AnyChange, Attach, Create, Flip, Move
from events.model.kinds import Began, Derived, Happened, Opened, Paid
from kifuda.bots.simulate import simulate

MATCHES = 6


def told(game: str, *events: Any) -> list[tuple[object, ...]]:
    """Seat, turn, fund, available and paid of each row of a match of these events."""
    opening = Opened(game, "", "base", {"A": "Aoi", "B": "Ren"}, {}, {})
    facts = extract_facts("m", [(opening, None), *((event, None) for event in events)])
    return [row[2:] for row in rows(facts)]


def happened(what: str, *changes: AnyChange) -> Happened:
    return Happened(what, "A", (), changes=changes)


def turn(number: int, seat: str) -> Began:
    return Began("turn", number=number, seat=seat)


# --- Aquarian Age: power cards ---------------------------------------------------------------------------


def attached(card: str, to: str, zone: str) -> tuple[AnyChange, ...]:
    return Create(card, "", zone), Attach(card, to, "power"), Flip(card, True)


def discarded(card: str, zone: str) -> tuple[AnyChange, ...]:
    return Move(card, zone, "discard.A"), Attach(card, ""), Flip(card, False)


CHARACTERS = happened(
    "x",
    *(Create("A.1", "", "control.A"), Create("A.4", "", "control.A"), Attach("A.4", "A.1", "break")),
    *(change for card in ("A.2", "A.3", "A.5") for change in attached(card, "A.1", "control.A")),
    *(Create("A.6", "", "faction.A"), *attached("A.7", "A.6", "faction.A")),
    Create("A.8", "", "hand.A"),
)
"""A controlled character that was broken, with three power cards; an active one with one."""


def test_aa_base_5_2_power_cards_of_controlled_characters_pay() -> None:
    """The characters themselves do not, nor does what lies on characters of the faction area."""
    paid = Paid("A", "power", (), 2, changes=(*discarded("A.2", "control.A"), *discarded("A.3", "control.A")))
    assert told("aquarian-age", CHARACTERS, turn(1, "A"), paid) == [("A", 1, "power", 3, 2)]


def test_aa_base_6_5_power_that_is_set_can_pay_from_then_on() -> None:
    changes = Move("A.8", "hand.A", "control.A"), Attach("A.8", "A.1", "power"), Flip("A.8", True)
    charged = happened("charged", *changes)
    assert told("aquarian-age", CHARACTERS, turn(1, "A"), charged) == [("A", 1, "power", 4, 0)]


def test_aa_base_6_6_power_of_who_comes_under_control_pays_from_the_next_turn_on() -> None:
    """Nobody declares anything after that."""
    controlled = happened(
        "controlled", Move("A.6", "faction.A", "control.A"), Move("A.7", "faction.A", "control.A")
    )
    found = told("aquarian-age", CHARACTERS, turn(1, "A"), controlled, turn(2, "B"), turn(3, "A"))
    assert found == [("A", 1, "power", 3, 0), ("A", 3, "power", 4, 0)]


def test_aa_20_1a_power_that_left_is_none_to_pay_with() -> None:
    """A guard is paid for in the turn of the other, in which no row tells of it; what is left pays later."""
    guard = Paid("A", "power", (), 1, changes=discarded("A.2", "control.A"))
    found = told("aquarian-age", CHARACTERS, turn(1, "B"), guard, turn(2, "A"))
    assert found == [("A", 2, "power", 2, 0)]


# --- Genesis Garden: headquarters and underworld ---------------------------------------------------------


def sent(resource: str, *cards: str) -> Paid:
    changes = tuple(Move(card, "hq.A", "underworld.A") for card in cards)
    return Paid("A", resource, (), len(cards), changes=changes)


HEADQUARTERS = happened(
    "x",
    *(Create(f"A.{number}", "", "hq.A") for number in range(1, 7)),
    *(Create(f"A.{number}", "", "underworld.A") for number in (8, 9)),
    Flip("A.9", True),
)
"""Six cards; two in the underworld, one of them face down."""


def test_gg_sum_8_the_headquarters_pays_for_upkeep_and_summons() -> None:
    """Each card once, whatever for; what is sent can pay for effects (GG-ACT-6)."""
    paid = sent("upkeep", "A.1"), sent("summon cost", "A.2", "A.3")
    assert told("genesis-garden", HEADQUARTERS, turn(1, "A"), *paid) == [
        ("A", 1, "headquarters", 6, 3),
        ("A", 1, "underworld", 4, 0),
    ]


def test_gg_bturn_1_the_battle_turn_is_a_turn_of_both() -> None:
    reborn = Paid("A", "rebirth", (), 1, changes=(Flip("A.8", True),))
    own = Create("B.1", "", "hq.B")
    found = told("genesis-garden", HEADQUARTERS, happened("x", own), turn(3, ""), reborn)
    assert found == [
        ("A", 3, "headquarters", 6, 0),
        ("A", 3, "underworld", 1, 1),
        ("B", 3, "headquarters", 1, 0),
    ]


def test_gg_cycle_1_cards_that_come_back_can_pay_again() -> None:
    everything = sent("summon cost", *(f"A.{number}" for number in range(1, 7)))
    taken = (f"A.{number}" for number in (1, 2, 3, 4, 5, 6, 8))
    back = happened("cycle", *(Move(card, "underworld.A", "hq.A") for card in taken))
    rest = sent("summon cost", "A.1")
    assert told("genesis-garden", HEADQUARTERS, turn(1, "A"), everything, back, rest) == [
        ("A", 1, "headquarters", 13, 7),
        ("A", 1, "underworld", 8, 0),
    ]


# --- matches of every game -------------------------------------------------------------------------------


@cache
def played(ruleset: str) -> list[list[Derived]]:
    return [list(match.derived) for match in simulate(RULESETS[ruleset], matches=MATCHES, seed=7)]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_payment_comes_out_of_what_was_there(ruleset: str) -> None:
    """By the rules nobody pays with what he has not; and no payment of a turn of one's own is left out."""
    funds = roles_of(RULESETS[ruleset].game).funds
    fund_of = {resource: name for name, fund in funds.items() for resource in fund.pays or {name}}
    resources = set()
    for derived in played(ruleset):
        facts = extract_facts("m", derived)
        found: Counter[tuple[str, int, str]] = Counter()
        table = Table()
        for event, _ in derived:
            table.apply(event)
            if type(event) is Paid and event.resource in fund_of and table.seat in (event.seat, ""):
                found[event.seat, table.turn, fund_of[event.resource]] += event.amount
                resources.add(event.resource)
        assert {(row.seat, row.turn, row.resource): row.paid for row in rows(facts) if row.paid} == +found
        assert all(0 <= one.paid <= one.available for one in facts.resources.every)
    assert resources == set(fund_of), "every resource that a fund names is paid somewhere"


@pytest.mark.parametrize(
    ("ruleset", "fund", "could_pay"),
    [
        ("aquarian-age@2005-11-22", "power", payable_power_cards),
        ("genesis-garden@2011-04", "underworld", face_up),
        ("genesis-garden@2011-04", "headquarters", lambda game, seat: game.table.at(f"hq.{seat}")),
    ],
)
def test_a_stock_is_what_the_rules_let_pay(ruleset: str, fund: str, could_pay: Any) -> None:
    """After every event, for both seats."""
    for derived in played(ruleset):
        table = Table()
        game: Any = SimpleNamespace(table=table)
        game.by_layout = lambda make, game=game: make(game)  # nothing is remembered
        kept = roles_of(RULESETS[ruleset].game).funds[fund]
        stocks = [FundWatch(fund, kept, seat, table=table) for seat in ("A", "B")]
        for event, _ in derived:
            table.apply(event)
            for watch in stocks:
                assert watch.count() == len(could_pay(game, watch.seat))

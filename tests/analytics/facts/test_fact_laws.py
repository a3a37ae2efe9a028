"""Laws of the facts on matches played by chance: nothing is lost, nothing counted twice.

Each is stated on the events, apart from the code that makes the rows. What single rows say is in
``test_match_facts``.
"""

from collections import Counter
from pathlib import Path
from typing import get_type_hints

import pyarrow as pa
import pytest

from analytics import facts
from analytics.facts import FACTS, SCHEMAS
from analytics.facts.arrow import ARROW_SCHEMAS, TYPES
from analytics.facts.columns import Type
from analytics.facts.extract.roles import TRIGGERED, read, roles_of
from analytics.facts.extract.walk import extract_facts
from analytics.facts.fact import Row
from analytics.store.parts import to_arrow
from engine.games.registry import RULESETS
from engine.kernel.table import fold
from events.model.kinds import Chose, Declared, Derived, Ended, Failed, Paid, Resolved
from kifuda.bots.simulate import simulate
from tests.support.play import RULES, opened, random_match

SEEDS = range(12)


@pytest.fixture(
    scope="module", params=[(seed, cards) for seed in SEEDS for cards in ("base", "night-theater")]
)
def derived(request: pytest.FixtureRequest) -> list[Derived]:
    seed, cards = request.param
    return random_match(seed, opened(cards if cards in RULES.sets else "base"))


def rows(table: str, derived: list[Derived]) -> list[dict[str, object]]:
    names = SCHEMAS[table]
    return [dict(zip(names, row, strict=True)) for row in FACTS[table](extract_facts("m", derived))]


def test_every_declaration_has_its_row(derived: list[Derived]) -> None:
    declared = {seq: event for seq, (event, _) in enumerate(derived) if isinstance(event, Declared)}
    found = {row["seq"]: row for row in rows("declaration", derived) if row["verb"] != TRIGGERED}
    assert {seq: (event.seat, event.verb) for seq, event in declared.items()} == {
        seq: (row["seat"], row["verb"]) for seq, row in found.items()
    }


def test_every_payment_has_its_row(derived: list[Derived]) -> None:
    paid = [
        (seq, event.seat, event.amount) for seq, (event, _) in enumerate(derived) if isinstance(event, Paid)
    ]
    found = rows("payment", derived)
    assert paid == [(row["seq"], row["seat"], row["amount"]) for row in found]
    assert all(row["declaration"] is not None for row in found), (
        "every payment of this game is within an action"
    )


def test_a_declaration_pays_what_its_own_payments_say(derived: list[Derived]) -> None:
    own = Counter[int]()
    for event, cause in derived:
        if (
            isinstance(event, Paid)
            and cause is not None
            and getattr(derived[cause][0], "seat", "") == event.seat
        ):
            own[cause] += event.amount
    assert {row["seq"]: row["paid"] for row in rows("declaration", derived) if row["paid"]} == +own


def test_every_end_has_its_row(derived: list[Derived]) -> None:
    ends = [
        (seq, cause, "failed" if isinstance(event, Failed) else "resolved")
        for seq, (event, cause) in enumerate(derived)
        if isinstance(event, Resolved | Failed)
    ]
    found = rows("resolution", derived)
    assert [(seq, outcome) for seq, _, outcome in ends] == [(row["seq"], row["outcome"]) for row in found]
    outcomes = {row["seq"]: row["outcome"] for row in rows("declaration", derived)}
    for (_, cause, outcome), row in zip(ends, found, strict=True):
        if row["what"] == "action":
            assert row["declaration"] == cause
            assert outcomes[cause] == {"failed": "nullified", "resolved": "resolved"}[outcome]


def test_every_answer_has_its_row(derived: list[Derived]) -> None:
    """And its declaration counts it."""
    answers = [
        (seq, event.seat)
        for seq, (event, _) in enumerate(derived)
        if isinstance(event, Chose) and event.verb == "reveal"
    ]
    found = rows("response", derived)
    assert answers == [(row["seq"], row["seat"]) for row in found]
    answered = {row["seq"]: row["answered"] for row in rows("declaration", derived) if row["answered"]}
    assert Counter(row["declaration"] for row in found) == answered


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_only_the_end_of_the_match_cuts_an_action_off(ruleset: str) -> None:
    """An action without an end of its own is what the match ended in, in every game."""
    for match in simulate(RULESETS[ruleset], matches=2, seed=11):
        derived = list(match.derived)
        ended = next(
            seq
            for seq, (event, _) in enumerate(derived)
            if isinstance(event, Ended) and event.span == "match"
        )
        chain: set[int] = set()
        last: int | None = ended - 1
        while last is not None:
            chain.add(last)
            last = derived[last][1]
        found = {row["seq"]: row["outcome"] for row in rows("declaration", derived)}
        assert {seq for seq, outcome in found.items() if outcome in ("decisive", "unfinished")} <= chain


def test_cards_add_up(derived: list[Derived]) -> None:
    """Fifteen are dealt and seven kept by each; played with are those and the breath cards."""
    cards = rows("card_seat_game", derived)
    for seat, breath in (("A", 2), ("B", 3)):
        own = [row for row in cards if row["seat"] == seat]
        assert [sum(int(str(row[name])) for row in own) for name in ("dealt", "kept", "deck")] == [
            15,
            7,
            7 + breath,
        ]
        assert len({row["card"] for row in own}) == len(own), "a row for each face"
    declarations = rows("declaration", derived)
    for name, count in {
        "used": sum(row["verb"] in ("use", "breath") for row in declarations),
        "set": sum(row["verb"] == "set" for row in declarations),
        "revealed": len(rows("response", derived)),
        "acted": sum(row["outcome"] != "none" for row in declarations),
        "resolved": sum(row["outcome"] in ("resolved", "decisive") for row in declarations),
        "nullified": sum(row["outcome"] == "nullified" for row in declarations),
    }.items():
        assert sum(int(str(row[name])) for row in cards) == count, name


def test_seats_mirror_each_other(derived: list[Derived]) -> None:
    first, second = rows("seat_game", derived)
    assert (first["won"], first["lost"], first["tied"]) == (second["lost"], second["won"], second["tied"])
    table = fold(event for event, _ in derived)
    assert [first["life"], second["life"]] == [table.track("life", seat) for seat in ("A", "B")]
    assert (first["went_first"], second["went_first"]) == (True, False)


@pytest.mark.sampled(8)
def test_rows_fit_their_columns(derived: list[Derived]) -> None:
    for table, fact in FACTS.items():
        assert to_arrow(table, tuple(zip(*fact(extract_facts("m", derived)), strict=True))).schema.equals(
            ARROW_SCHEMAS[table]
        )


# --- the columns -----------------------------------------------------------------------------------


@pytest.mark.parametrize("table", FACTS)
def test_a_row_has_the_columns_of_its_table(table: str) -> None:
    row: type[Row] = getattr(facts, table).Row
    assert list(get_type_hints(row)) == list(SCHEMAS[table])


def test_types_are_called_as_arrow_calls_them() -> None:
    """By these names a store tells whether its columns are those of today."""
    assert {kind: str(stored) for kind, stored in TYPES.items()} == {kind: kind.value for kind in Type}


def test_a_value_that_does_not_fit_is_refused() -> None:
    with pytest.raises((pa.ArrowInvalid, pa.ArrowTypeError)):
        to_arrow("response", [["m"], [1], ["three"], [None], ["A"], [1], [None], [None], ["none"]])


@pytest.mark.parametrize("game", sorted({ruleset.game for ruleset in RULESETS.values()}))
def test_roles_are_played_by_parts_of_the_game(game: str) -> None:
    """Every installed game says its roles, and every verb, zone and track in them exists in its newest
    edition."""
    rules = [ruleset for ruleset in RULESETS.values() if ruleset.game == game][-1]
    roles = roles_of(game)
    verbs = roles.keeps | roles.returns | roles.uses | roles.sets | roles.answers | roles.actions
    assert verbs - {TRIGGERED} <= set(rules.verbs)
    funds = roles.funds.values()
    zones = {roles.hand, roles.library, roles.deal, *roles.outside, *(fund.zone for fund in funds)} - {""}
    assert zones <= {zone.id for zone in rules.zones}
    numbers = {roles.life, roles.harm, *(track for fund in funds for track in (fund.track, fund.less))}
    assert numbers - {""} <= {track.id for track in rules.tracks}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('game = "x"\nhands = "hand"', "unknown field `hands`"),
        ('game = "x"\ntop = "middle"', "middle"),
        ('hand = "hand"', "missing required field `game`"),
        ("game =", "Invalid value"),
        ('game = "x"\n[funds.cost]', "either a `track` or the cards of a `zone`"),
        (
            'game = "x"\n[funds.cost]\ntrack = "EP"\nzone = "hand"',
            "either a `track` or the cards of a `zone`",
        ),
        ('game = "x"\n[funds.cost]\ntrack = "EP"\nface_up = true', "`face_up` go with a `zone`"),
        ('game = "x"\n[funds.cost]\nzone = "hand"\nless = "spent"', "`more` with a `track`"),
        ('game = "x"\n[funds.cost]\nzones = "hand"', "unknown field `zones`"),
    ],
)
def test_roles_that_are_none(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "roles.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match=rf"roles\.toml: .*{said}.*; accepted are game, hand, library"):
        read(path)

"""A question goes to the smallest cube that has what it needs, for as many days as that can tell."""

from datetime import date

import pytest

from analytics.query.cubes.cube import CUBES
from analytics.query.cubes.cube_files import ALL_MONTHS, CubeIndex, Piece
from analytics.query.cubes.router import route
from analytics.query.deck_card import DeckCard
from analytics.query.sum_query import SumQuery, equal

SIZES = {"days": 900, "matchups": 500, "players": 300, "tournaments": 400, "cards": 100}
SHELF = CubeIndex(
    pieces=tuple(
        Piece(name, "go", month, "1", rows=SIZES.get(name, 10_000 + number), bytes=1)
        for number, name in enumerate(CUBES)
        for month in ("2026-01", ALL_MONTHS)
    )
)
MONTHS = ("2026-01", "2026-02", "2026-03", "undated")
Told = list[tuple[str | None, list[str] | None]]


def told(query: SumQuery, fact: str = "seat_game", index: CubeIndex | None = SHELF) -> Told:
    legs = route(index, query, fact=fact, names=query.sums, months=MONTHS)
    return [
        (leg.cube.name if leg.cube else None, None if leg.months is None else sorted(leg.months))
        for leg in legs
    ]


@pytest.mark.parametrize(
    ("fact", "query", "cube"),
    [
        ("seat_game", SumQuery(("wins",)), "players"),
        ("seat_game", SumQuery(("wins",), ("archetype",)), "tournaments"),
        ("seat_game", SumQuery(("wins",), ("archetype", "opponent_archetype")), "matchups"),
        ("seat_game", SumQuery(("wins",), ("day",)), "days"),
        ("seat_game", SumQuery(("wins",), ("player", "opponent")), None),
        ("card_seat_game", SumQuery(("hand_won",), ("card",)), "cards"),
        (
            "card_seat_game",
            SumQuery(("hand_won",), ("card",), (equal("archetype", "x"),)),
            "cards_of_archetypes",
        ),
        ("card_seat_game", SumQuery(("kept_wins",), ("card", "opponent_archetype")), "cards_against"),
        ("card_seat_game", SumQuery(("hand_won",), ("card", "opponent_archetype")), None),
        ("card_seat_game", SumQuery(("hand_won",), ("card",), deck_cards=(DeckCard("c1"),)), None),
    ],
)
def test_the_smallest_cube_that_has_all_of_it(fact: str, query: SumQuery, cube: str | None) -> None:
    assert told(query, fact) == [(cube, [ALL_MONTHS] if cube else None)]


def test_who_asks_for_months_is_told_months() -> None:
    assert told(SumQuery(("wins",), ("month",))) == [("players", None)]
    assert told(SumQuery(("wins",), where=(equal("month", "2026-01"),))) == [("players", None)]


@pytest.mark.parametrize(
    ("since", "until", "legs"),
    [
        (date(2026, 1, 1), None, [("cards", ["2026-01", "2026-02", "2026-03"])]),
        (date(2026, 1, 1), date(2026, 2, 28), [("cards", ["2026-01", "2026-02"])]),
        (date(2026, 1, 1), date(2026, 2, 27), [("cards", ["2026-01"]), (None, ["2026-02"])]),
        (date(2026, 1, 2), date(2026, 3, 30), [("cards", ["2026-02"]), (None, ["2026-01", "2026-03"])]),
        (date(2026, 1, 2), date(2026, 1, 30), [(None, ["2026-01"])]),
        (date(2027, 1, 1), None, [(None, [])]),
    ],
)
def test_whole_months_come_from_a_cube_and_the_rest_from_the_facts(
    since: date | None, until: date | None, legs: Told
) -> None:
    assert told(SumQuery(("hand_won",), ("card",), since=since, until=until), "card_seat_game") == legs


def test_a_cube_that_knows_days_takes_the_whole_range() -> None:
    query = SumQuery(("wins",), ("archetype",), since=date(2026, 1, 2), until=date(2026, 2, 3))
    assert told(query) == [("days", ["2026-01", "2026-02"])]


def test_without_cubes_there_are_the_facts() -> None:
    assert told(SumQuery(("wins",)), index=None) == [(None, None)]

"""What cubes answer is what the facts say, for whatever subset is asked for."""

import shutil
from collections.abc import Callable
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import narwhals as nw
import polars as pl
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from analytics.query.cubes.answer import answer, cube_index
from analytics.query.cubes.cube_files import FOLDER
from analytics.query.cubes.cube_refresh import refresh
from analytics.query.deck_card import DeckCard
from analytics.query.selection import row_cache
from analytics.query.sum_query import Condition, SumQuery, among, equal
from analytics.store.manifest import DamagedStore
from analytics.store.reader import Store
from engine.kernel.ask import TABLE
from tests.analytics.query.leagues import Match, Row, Shop, by_hand, cubes_of, match, of_few_places
from tests.support import effort


def _player(row: Row) -> int:
    """1 for what a player did, 0 for what the table did."""
    return int(row["seat"] != TABLE)


ORACLE: dict[str, tuple[str, Callable[[Row], int]]] = {
    "games": ("seat_game", lambda row: row["won"] + row["lost"] + row["tied"]),
    "first_wins": ("seat_game", lambda row: int(row["won"] and bool(row["went_first"]))),
    "ties": ("seat_game", lambda row: row["tied"]),
    "hand_won": ("card_seat_game", lambda row: row["hand_known"] * (row["open"] + row["drawn"]) * row["won"]),
    "unseen_squares": (
        "card_seat_game",
        lambda row: (
            row["hand_known"]
            * max(0, row["deck"] - row["open"] - row["drawn"] - row["tutored"]) ** 2
            * (row["won"] + row["lost"])
        ),
    ),
    "stuck_losses": (
        "card_seat_game",
        lambda row: row["hand_known"] * (row["open"] + row["drawn"] > 0 and not row["played"]) * row["lost"],
    ),
    "acts": ("declaration", lambda row: _player(row)),
    "acts_told_paid": (
        "declaration",
        lambda row: _player(row) * (row["outcome"] != "none" and row["paid"] > 0),
    ),
    "acts_nullified": ("declaration", lambda row: _player(row) * (row["outcome"] == "nullified")),
    "chains_begun": ("declaration", lambda row: _player(row) * (row["links"] is not None)),
    "spendings": ("payment", lambda row: _player(row)),
    "spendings_amount": ("payment", lambda row: _player(row) * row["amount"]),
    "spendings_with_cards": ("payment", lambda row: _player(row) * (row["cards"] > 0)),
    "declarations_paid": ("payment", lambda row: _player(row) * row["first_in"]),
    "declarations_paid_for": ("payment", lambda row: _player(row) * row["first_for"]),
    "kept_ties": ("card_seat_game", lambda row: int(row["keep_known"] and row["kept"] > 0 and row["tied"])),
}
"""Sum → its table, and what a row adds to it, in plain Python."""

CONDITIONS: dict[str, tuple[Condition, Callable[[Row], bool]]] = {
    "game": (equal("game", "go"), lambda row: row["game"] == "go"),
    "simulated": (equal("simulated", False), lambda row: not row["simulated"]),
    "grade": (among("grade", ["EXACT", "CONSISTENT"]), lambda row: row["grade"] != "DIVERGED"),
    "archetype": (equal("archetype", "red"), lambda row: row["archetype"] == "red"),
    "opponent": (among("opponent_archetype", ["blue"]), lambda row: row["opponent_archetype"] == "blue"),
    "first": (equal("went_first", True), lambda row: row["went_first"] is True),
    "tournament": (equal("tournament", "cup"), lambda row: row["tournament"] == "cup"),
    "player": (equal("player", "x"), lambda row: row["player"] == "x"),
    "mirrors": (
        Condition(
            ("archetype", "opponent_archetype"),
            "mirror",
            nw.col("archetype") == nw.col("opponent_archetype"),
        ),
        lambda row: row["archetype"] is not None and row["archetype"] == row["opponent_archetype"],
    ),
}
KEYS = (
    "game",
    "month",
    "archetype",
    "opponent_archetype",
    "went_first",
    "day",
    "player",
    "tournament",
    "grade",
)
OWN = {
    "seat_game": ("turns",),
    "card_seat_game": ("card",),
    "declaration": ("verb", "links", "card"),
    "payment": ("resource", "card"),
}
"""Table → keys of its own."""
DATES = (None, date(2026, 1, 1), date(2026, 1, 31), date(2026, 2, 1), date(2026, 2, 3), date(2026, 3, 31))


@st.composite
def asks(draw: st.DrawFn) -> tuple[SumQuery, Callable[[Row], bool]]:
    """Any question for sums of one table, and its conditions in plain Python."""
    fact = draw(st.sampled_from(sorted(OWN)))
    names = [name for name, (table, _) in ORACLE.items() if table == fact]
    chosen = draw(st.lists(st.sampled_from(sorted(CONDITIONS)), unique=True, max_size=3))
    since, until = draw(st.sampled_from(DATES)), draw(st.sampled_from(DATES))
    keys = (*OWN[fact], *KEYS)
    query = SumQuery(
        sums=tuple(draw(st.lists(st.sampled_from(names), unique=True, min_size=1))),
        by=tuple(draw(st.lists(st.sampled_from(keys), unique=True, max_size=3))),
        where=tuple(CONDITIONS[name][0] for name in chosen),
        since=since,
        until=until,
    )

    def holds(row: Row) -> bool:
        if (since or until) and row["day"] is None:
            return False
        within = (since is None or since <= row["day"]) and (until is None or row["day"] <= until)
        return within and all(CONDITIONS[name][1](row) for name in chosen)

    return query, holds


def found(rows: pl.DataFrame, by: tuple[str, ...]) -> dict[str, dict[tuple[Any, ...], int]]:
    """Sum → key → value, groups whose sums are all 0 left out."""
    keys = list(rows.select(by).iter_rows()) if by else [()] * rows.height
    return {
        name: {key: value for key, value in zip(keys, rows[name], strict=True) if value}
        for name in rows.columns
        if name not in by
    }


# Without shrinking: every try writes stores, and a league of eight matches is small enough to be read.
# To sum a league takes longer than to answer a question, so few leagues are asked many questions.
@settings(
    deadline=None,
    max_examples=effort.examples(10, fewest=3),
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)
@given(
    of_few_places(lambda matches: st.lists(matches, min_size=3, max_size=8)),
    st.lists(asks(), min_size=6, max_size=12),
    st.sampled_from([0, row_cache.FEW]),
)
def test_cubes_answer_what_the_facts_say(
    league: list[Match], questions: list[tuple[SumQuery, Callable[[Row], bool]]], few: int
) -> None:
    with TemporaryDirectory() as name, cubes_of({ORACLE[query.sums[0]][0] for query, _ in questions}):
        folder = Path(name)
        Shop(folder).put(league)
        store = Store(folder)
        refresh(folder)
        from_cubes = [found(answer(store, query), query.by) for query, _ in questions]
        shutil.rmtree(folder / FOLDER)
        assert cube_index(store) is None
        with patch.object(row_cache, "FEW", few):
            from_facts = [found(answer(store, query), query.by) for query, _ in questions]
        store.close()
    for (query, holds), cube, fact in zip(questions, from_cubes, from_facts, strict=True):
        expected = {
            sum_: {
                key: value
                for key, value in by_hand(
                    league, fact=ORACLE[sum_][0], by=query.by, value=ORACLE[sum_][1], where=holds
                ).items()
                if value
            }
            for sum_ in query.sums
        }
        assert cube == expected
        assert fact == expected


ACTS = (
    ("A", "play", "c1", 2, "resolved", 1, 0),
    ("A", "play", "c1", 1, "none", 1, 0),
    ("B", "pass", None, None, "nullified", 0, 1),
    (TABLE, "pass", None, 1, "resolved", 1, 1),
)
PAYMENTS = (
    ("A", 0, "gold", 2, 0, "c1"),
    ("A", 0, "gold", 1, 1, "c2"),
    ("A", 0, "life", 1, 0, "c1"),
    ("B", 0, "gold", 1, 0, "c1"),
    ("A", None, "life", 3, 2, "c1"),
    (TABLE, 1, "gold", 1, 1, "c3"),
)


@pytest.mark.parametrize("fact", ["declaration", "payment"])
def test_what_players_did_is_counted_without_the_table(tmp_path: Path, fact: str) -> None:
    """A declaration is paid for once by each seat, in each resource and for each card."""
    league = [match(acts=ACTS, payments=PAYMENTS), match(acts=ACTS[:2], winner=1), match(finished=False)]
    Shop(tmp_path).put(league)
    refresh(tmp_path)
    sums = tuple(name for name, (table, _) in ORACLE.items() if table == fact)
    for by in ((), OWN[fact][:1], (*OWN[fact][:1], "archetype")):
        kept = found(answer(Store(tmp_path), SumQuery(sums, by)), by)
        for sum_ in sums:
            counted = by_hand(league, fact=fact, by=by, value=ORACLE[sum_][1], where=lambda row: True)
            assert kept[sum_] == {key: value for key, value in counted.items() if value}


def test_a_mirror_is_even(tmp_path: Path) -> None:
    """Both seats of a game of equals are counted, so half of what is decided is won."""
    shop = Shop(tmp_path)
    shop.put(
        [
            match(archetypes=("red", "red"), winner=0),
            match(archetypes=("red", "red"), winner=0),
            match(archetypes=("red", "blue"), winner=0),
        ]
    )
    refresh(tmp_path)
    rows = answer(Store(tmp_path), SumQuery(("wins", "losses"), ("archetype", "opponent_archetype")))
    cells = {row[:2]: row[2:] for row in rows.iter_rows()}
    assert cells == {("red", "red"): (2, 2), ("red", "blue"): (1, 0), ("blue", "red"): (0, 1)}


def test_seats_that_hold_a_card(tmp_path: Path) -> None:
    with_card = {"c1": (0, 0, 1, 0, 0, 0, 0)}
    side = {"c1": (0, 0, 0, 0, 0, 0, 0)}
    Shop(tmp_path).put([match(cards=(with_card, {}), winner=0), match(cards=(side, {}), winner=0)])
    refresh(tmp_path)
    found = answer(Store(tmp_path), SumQuery(("wins", "losses"), deck_cards=(DeckCard("c1"),)))
    assert found.rows() == [(1, 0)], "only the seat that played with it, in the match in which it did"


def test_sums_of_a_coarser_table_stand_beside_every_row(tmp_path: Path) -> None:
    hand = {"c1": (0, 0, 1, 1, 0, 0, 0)}
    Shop(tmp_path).put([match(cards=(hand, hand), winner=0), match(cards=({"c2": hand["c1"]}, {}), winner=1)])
    refresh(tmp_path)
    found = answer(Store(tmp_path), SumQuery(("hand_wins", "games"), ("card",)))
    assert sorted(found.rows()) == [("c1", 1, 4), ("c2", 0, 4)]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        (SumQuery(("winz",)), "there is no sum 'winz'"),
        (SumQuery(("wins",), ("card",)), "no sum of the query can be grouped by 'card'"),
        (SumQuery(("wins",), where=(equal("colour", "red"),)), "grouped by 'colour'"),
    ],
)
def test_what_is_not_known_is_named(tmp_path: Path, query: SumQuery, said: str) -> None:
    Shop(tmp_path).put([])
    with pytest.raises(LookupError, match=said):
        answer(Store(tmp_path), query)


def test_an_empty_store_answers_nothing(tmp_path: Path) -> None:
    Shop(tmp_path).put([])
    refresh(tmp_path)
    store = Store(tmp_path)
    assert answer(store, SumQuery(("wins", "hand_won"), ("archetype",))).rows() == []
    assert answer(store, SumQuery(("wins",))).rows() == [(0,)]


def test_cubes_that_cannot_be_read_are_not_missed(tmp_path: Path) -> None:
    """Swept away by a newer run, or broken: the facts have the same sums."""
    Shop(tmp_path).put([match(winner=0)])
    refresh(tmp_path)
    store = Store(tmp_path)
    whole = answer(store, SumQuery(("wins",), ("archetype",))).sort("archetype")
    for file in tmp_path.glob(f"{FOLDER}/*/*/*/*.parquet"):
        file.unlink()
    assert answer(store, SumQuery(("wins",), ("archetype",))).sort("archetype").equals(whole)


def test_facts_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    Shop(tmp_path).put([match()])
    store = Store(tmp_path)
    for file in tmp_path.glob("facts/seat_game/*/*/*.parquet"):
        file.write_bytes(b"PAR1")
    with pytest.raises(DamagedStore, match="cannot be read"):
        answer(store, SumQuery(("wins",)))

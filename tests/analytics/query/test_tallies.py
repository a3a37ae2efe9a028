"""What is counted when cubes are is what the seats say, whatever came and went."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

import polars as pl
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from analytics.metrics import Filters, games, population
from analytics.metrics.population.match_list import latest
from analytics.metrics.reports.archetypes import MET, decks
from analytics.metrics.reports.months import last_day, ties
from analytics.metrics.reports.months import matches as by_month
from analytics.query.choices import choices
from analytics.query.cubes import tallies
from analytics.query.cubes.cube import CUBES
from analytics.query.cubes.cube_files import ALL_MONTHS, load, path_of
from analytics.query.cubes.cube_refresh import refresh
from analytics.query.cubes.seat_refresh import SEAT_TABLES
from analytics.query.cubes.tallies import TALLIES, compute_tallies, read_tallies, stored_tally
from analytics.query.filters import GRADES
from analytics.store.reader import Store
from tests.analytics.query.leagues import Match, Shop, cubes_of, match, of_few_places
from tests.support import effort

Days = list[list[Match]]
DAYS = of_few_places(lambda matches: st.lists(st.lists(matches, max_size=5), min_size=1, max_size=3))
FILTERS = st.builds(
    Filters,
    game=st.sampled_from(("go", "")),
    simulated=st.sampled_from(("any", "only", "none")),
    grades=st.lists(st.sampled_from(GRADES), unique=True).map(tuple),
    since=st.sampled_from((None, date(2026, 1, 1), date(2026, 1, 6), date(2026, 2, 3))),
    until=st.sampled_from((None, date(2026, 2, 28), date(2026, 3, 30))),
    archetype=st.sampled_from(("", "", "red")),
    player=st.sampled_from(("", "", "x")),
)
ALWAYS = match(players=("x", "y"), archetypes=("red", None))
"""What the filters choose by is there."""


def settled(examples: int) -> settings:
    return settings(
        deadline=None,
        max_examples=effort.examples(examples, fewest=3),
        phases=[Phase.explicit, Phase.reuse, Phase.generate],
    )


@contextmanager
def shop() -> Iterator[Shop]:
    with TemporaryDirectory() as name, cubes_of({"seat_match"}):
        yield Shop(Path(name))


def same(left: pl.DataFrame, right: pl.DataFrame) -> None:
    assert_frame_equal(left, right, check_row_order=False, check_column_order=False)


def test_no_piece_is_called_as_another_one() -> None:
    assert not SEAT_TABLES & {*CUBES}


@settled(6)
@given(DAYS, st.booleans())
def test_kept_tallies_are_those_of_the_facts(days: Days, taken: bool) -> None:
    with shop() as there:
        for day in days:
            number = there.put(day)
            refresh(there.folder)
        if taken:
            there.take(number)
            refresh(there.folder)
        store = Store(there.folder)
        known = {name: stored_tally(store, name) for name in TALLIES}
        (there.folder / "cubes/index.json").unlink()
        for name, rows in known.items():
            (facts,) = compute_tallies(store, [name])
            assert rows is not None or facts.is_empty()
            if rows is not None:
                same(rows, facts)
        store.close()


def told(store: Store, filters: Filters) -> list[object]:
    """Everything that is said of these filters out of tallies."""
    return [
        population(store, filters),
        population(store, filters, counted="matches"),
        *(course(store, filters) for course in (by_month, ties)),
        last_day(store, filters),
        decks(store, filters).of(MET.id).rows(),
        latest(store, filters, most=2),
        games(store, filters).rows(),
        choices(store),
    ]


@settled(10)
@given(DAYS, FILTERS)
def test_out_of_tallies_as_out_of_facts(days: Days, filters: Filters) -> None:
    with shop() as there:
        for day in [[ALWAYS], *days]:
            there.put(day)
        refresh(there.folder)
        store = Store(there.folder)
        out_of_tallies = told(store, filters)
        store.close()
        (there.folder / "cubes/index.json").unlink()
        bare = Store(there.folder)
        out_of_facts = told(bare, filters)
        bare.close()
    for left, right in zip(out_of_tallies, out_of_facts, strict=True):
        assert repr(left) == repr(right)


def test_a_deck_of_two_months_of_one_tournament_is_one(tmp_path: Path) -> None:
    cup = [match(tournament="cup", day=date(2026, month, 5)) for month in (1, 2)]
    Shop(tmp_path).put([*cup, match(tournament="open"), match()])
    refresh(tmp_path)
    store = Store(tmp_path)
    fields = stored_tally(store, "fields")
    assert fields is not None and fields["decks"].sum() == 8
    assert dict(decks(store, Filters()).labels.select("archetype", "decks").iter_rows()) == {
        "red": 3,
        "blue": 3,
    }
    store.close()


def test_a_deck_that_is_met_in_matches_of_two_kinds_is_there_in_both(tmp_path: Path) -> None:
    Shop(tmp_path).put([match(tournament="cup", grade=grade) for grade in ("EXACT", "DIVERGED")])
    refresh(tmp_path)
    store = Store(tmp_path)
    for grades in (("EXACT",), ("DIVERGED",), ("EXACT", "DIVERGED")):
        assert decks(store, Filters(grades=grades)).labels["decks"].to_list() == [1, 1]
    assert decks(store, Filters(grades=("AMENDED",))).rows.is_empty()
    store.close()


@pytest.mark.parametrize("broken", [True, False])
def test_without_the_kept_ones_there_are_those_of_the_facts(tmp_path: Path, broken: bool) -> None:
    Shop(tmp_path).put([match(), match(winner=None, tournament="cup")])
    refresh(tmp_path)
    store = Store(tmp_path)
    before = read_tallies(store, list(TALLIES), "go")
    for piece in load(tmp_path).pieces:
        if piece.cube in TALLIES:
            path_of(tmp_path, piece).write_bytes(b"PAR1") if broken else path_of(tmp_path, piece).unlink()
    assert stored_tally(store, "people") is None
    for left, right in zip(before, read_tallies(store, list(TALLIES), "go"), strict=True):
        same(left, right)
    store.close()


def test_months_in_which_nothing_changed_are_not_counted_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = Shop(tmp_path)
    there.put([match(), match(day=date(2026, 2, 3)), match(game="chess")])
    refresh(tmp_path)
    seen: list[tuple[str, str]] = []
    whole = tallies.tallies_of

    def watched(
        seats: pl.DataFrame, entrants: pl.LazyFrame, *, game: str, month: str
    ) -> dict[str, pl.DataFrame]:
        seen.append((game, month))
        return whole(seats, entrants, game=game, month=month)

    monkeypatch.setattr("analytics.query.cubes.seat_refresh.tallies_of", watched)
    there.put([match(day=date(2026, 2, 9))])
    refresh(tmp_path)
    assert seen == [("go", "2026-02")]
    pieces = [piece for piece in load(tmp_path).pieces if piece.cube == "people"]
    assert sorted((piece.game, piece.month) for piece in pieces) == [
        ("chess", ALL_MONTHS),
        ("go", ALL_MONTHS),
    ]

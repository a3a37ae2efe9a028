"""Seats are the same rows, whether they are kept or taken from the facts."""

from pathlib import Path
from tempfile import TemporaryDirectory

import polars as pl
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from analytics.query.cubes.cube_files import load, path_of
from analytics.query.cubes.cube_refresh import refresh
from analytics.query.cubes.seats import OF_GAMES, OF_MATCH, OF_SEAT, SEATS, select_seats
from analytics.store.reader import Store
from tests.analytics.query.leagues import Match, Shop, cubes_of, match, of_few_places
from tests.support import effort

COLUMNS = (*OF_SEAT, *OF_MATCH, *OF_GAMES, "kind", "recorded", "game", "month")


def seats(store: Store) -> pl.DataFrame:
    return select_seats(store, lambda tables: tables["seat"].select(*COLUMNS, "number")).sort(COLUMNS)


@settings(
    deadline=None,
    max_examples=effort.examples(6, fewest=3),
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)
@given(
    of_few_places(lambda matches: st.lists(st.lists(matches, max_size=4), min_size=1, max_size=4)),
    st.booleans(),
)
def test_kept_seats_are_those_of_the_facts(days: list[list[Match]], taken: bool) -> None:
    with TemporaryDirectory() as name, cubes_of({"seat_match"}):
        folder = Path(name)
        shop = Shop(folder)
        for day in days:
            number = shop.put(day)
            refresh(folder)
        if taken:
            shop.take(number)
            refresh(folder)
        store = Store(folder)
        kept = seats(store)
        (folder / "cubes/index.json").unlink()
        facts = seats(store)
        store.close()
    assert kept.select(COLUMNS).rows() == facts.select(COLUMNS).rows()
    assert kept["number"].n_unique() == kept["match"].n_unique(), "a number for each match"


def test_without_the_kept_ones_there_are_those_of_the_facts(tmp_path: Path) -> None:
    Shop(tmp_path).put([match(), match(winner=None)])
    refresh(tmp_path)
    store = Store(tmp_path)
    before = seats(store).select(COLUMNS).rows()
    for piece in load(tmp_path).of(SEATS, None):
        path_of(tmp_path, piece).write_bytes(b"PAR1")
    assert seats(store).select(COLUMNS).rows() == before
    for piece in load(tmp_path).of(SEATS, None):
        path_of(tmp_path, piece).unlink()
    assert seats(store).select(COLUMNS).rows() == before

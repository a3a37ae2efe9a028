"""Seats under filters are the same rows, whether they are read out of what is kept or asked of the facts."""

from dataclasses import fields, replace
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import polars as pl
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from analytics.metrics import Filters
from analytics.metrics.population import match_list
from analytics.metrics.population.matching_seats import matching_seats
from analytics.query.cubes.answer import cube_index
from analytics.query.cubes.cube_files import load, path_of
from analytics.query.cubes.cube_refresh import refresh
from analytics.query.cubes.rows import rows_of
from analytics.query.cubes.seats import SEATS
from analytics.query.filters import GRADES, checked
from analytics.store.reader import Store
from tests.analytics.query.leagues import Match, Shop, match, matches
from tests.support import effort

COLUMNS = ("game", "month", "match", "seat", "player", "tournament", "archetype", "day", "kind", "finished")


OTHERWISE = ("card", "without", "board", "grades", "rounds", "stage", "weeks")
"""Filters that these matches have nothing for, or that are asked about in other ways."""


def asked(one: Match, names: list[str], *, grades: bool) -> Filters:
    """What chooses the first seat of a match by the columns of these names."""
    told: dict[str, Any] = {
        "game": one.game,
        "edition": "1",
        "player": one.players[0],
        "tournament": one.tournament,
        "archetype": one.archetypes[0],
        "opponent_archetype": one.archetypes[1],
        "simulated": "only" if one.simulated else "none",
        "since": one.day,
        "until": one.day,
        "format": "all",
    }
    chosen = {name: value for name in names if (value := told[name])}
    return Filters(grades=(one.grade,) if grades else GRADES, **chosen)  # type: ignore[arg-type]  # one of them


NAMES = st.lists(st.sampled_from([field.name for field in fields(Filters) if field.name not in OTHERWISE]))


def told(store: Store, filters: Filters, months: list[str] | None) -> list[tuple[object, ...]]:
    found = matching_seats(store, filters, COLUMNS, pl.col("finished"), months=months)
    return found.sort(COLUMNS).rows()


@settings(
    deadline=None,
    max_examples=effort.examples(10, fewest=3),
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)
@given(st.lists(matches(), min_size=1, max_size=6), NAMES, st.booleans(), st.booleans())
def test_kept_rows_under_filters_are_those_of_the_facts(
    there: list[Match], names: list[str], grades: bool, in_month: bool
) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        Shop(folder).put(there)
        refresh(folder)
        store = Store(folder)
        filters = checked(store, asked(there[0], names, grades=grades))
        months = [there[0].month] if in_month else None
        kept = told(store, filters, months)
        (folder / "cubes/index.json").unlink()
        facts = told(store, filters, months)
        store.close()
    assert kept == facts
    assert bool(kept) or not there[0].finished


def test_broken_pieces_tell_nothing_and_the_facts_the_same(tmp_path: Path) -> None:
    Shop(tmp_path).put([match(), match(winner=None)])
    refresh(tmp_path)
    store = Store(tmp_path)
    before = told(store, Filters(), None)
    assert before
    for piece in load(tmp_path).of(SEATS, None):
        path_of(tmp_path, piece).write_bytes(b"PAR1")
    assert rows_of(store, SEATS, COLUMNS) is None
    assert told(store, Filters(), None) == before
    store.close()


def test_nothing_is_read_of_months_in_which_nothing_was(tmp_path: Path) -> None:
    """An empty table has its columns all the same, and takes no look into the facts."""
    early, late = match(day=date(2026, 1, 5)), match(day=date(2026, 2, 3))
    Shop(tmp_path).put([replace(early, tournament="one"), replace(late, tournament="other")])
    refresh(tmp_path)
    store = Store(tmp_path)
    assert {row[1] for row in matching_seats(store, Filters(tournament="one"), COLUMNS).rows()} == {"2026-01"}
    found = rows_of(store, SEATS, COLUMNS, game=early.game, months=["2026-03"])
    assert found is not None
    assert found.columns == [*COLUMNS]
    assert found.is_empty()
    assert matching_seats(store, Filters(tournament="one"), COLUMNS, months=["2026-02"]).is_empty()
    store.close()


def test_matches_are_listed_while_seats_are_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process stores them between two looks: they number matches in another way than facts do."""
    Shop(tmp_path).put([match(), match(), match()])
    store = Store(tmp_path)
    assert cube_index(store) is None
    looked: list[pl.DataFrame] = []

    def look(*args: Any, **kwargs: Any) -> pl.DataFrame:
        found = matching_seats(*args, **kwargs)
        if not looked:
            refresh(store.folder)
        looked.append(found)
        return found

    monkeypatch.setattr(match_list, "matching_seats", look)
    rows = match_list.latest(store, Filters(), most=3).rows
    assert rows["match"].to_list() == match_list.latest(store, Filters(), most=3).rows["match"].to_list()
    assert looked[0].schema["number"] != looked[-1].schema["number"]

"""Shares of decks where whoever recorded chose one of them: that one does not count, and its matches do."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import polars as pl
import pytest

from analytics.imports.ptcgl.read import GAME
from analytics.imports.writing.tournament_writer import write as write_results
from analytics.metrics import METRICS, Filters, Population
from analytics.metrics.estimates import Estimates
from analytics.metrics.publish.export import export_metric
from analytics.metrics.reports.archetypes import decks, field
from analytics.metrics.reports.measured import measured
from analytics.query.cubes.answer import cube_index
from analytics.query.cubes.cube_refresh import refresh
from analytics.query.filters import FilterError
from analytics.store.projection import project
from analytics.store.reader import Store
from events.log.contract import Log
from events.log.sqlite_log import SqliteLog
from tests.analytics.imports.test_writer import import_
from tests.support.field import FIELD, tournament
from tests.support.one_sided import OTHERS, saved_by_mika, saved_by_nobody, told_by_the_end

Make = Callable[..., Store]
MET = METRICS["meta_share_met"]


@pytest.fixture
def made(tmp_path: Path) -> Make:
    """A store of what these functions put into a log."""

    def make(*writers: Callable[[Log], None]) -> Store:
        with SqliteLog(tmp_path / "log.db", writing=True) as log:
            for write in writers:
                write(log)
            project(log, tmp_path / "store")
        return Store(tmp_path / "store")

    return make


def a_tournament(log: Log) -> None:
    """Results, of which no hand is known."""
    write_results(log, msgspec.structs.replace(tournament(), game=GAME), import_(1), at=1)


def counted(found: Estimates) -> dict[str, tuple[int, int]]:
    """Archetype → decks, and matches in which it was that of whoever recorded."""
    rows = found.labels.select("archetype", "decks", "recorded").rows()
    return {name: (number, own) for name, number, own in rows}


@pytest.mark.parametrize("saved", [saved_by_mika, told_by_the_end])
def test_the_deck_of_whoever_recorded_has_no_share(made: Make, saved: Callable[[Log], None]) -> None:
    """As the hand shows that is listed, or whom the result calls *you*."""
    found = decks(made(saved), Filters())
    assert counted(found) == {"Tide": (3, 0), "Stone": (1, 0), "Fox": (0, 4)}
    assert found.of(MET.id)["value"].to_list() == [0.75, 0.25, 0]


def test_its_matches_count_all_the_same(made: Make) -> None:
    rows = field(made(saved_by_mika), Filters()).of("match_win_rate_apart")
    fox = rows.row(by_predicate=pl.col("archetype") == "Fox", named=True)
    assert (fox["wins"], fox["n"], fox["value"]) == (4, 4, 1)


def test_where_nobodys_side_shows_every_seat_counts(made: Make) -> None:
    assert counted(decks(made(saved_by_nobody), Filters())) == {
        "Fox": (4, 0),
        "Tide": (3, 0),
        "Stone": (1, 0),
    }


def test_tournaments_count_whole(made: Make) -> None:
    """Beside logs that are told from one side, in the same store."""
    found = counted(decks(made(saved_by_mika, a_tournament), Filters()))
    fields = {name: (number + OTHERS.count(name), 0) for name, number in FIELD.items()}
    assert found == fields | {"Fox": (0, 4)}


def test_out_of_cubes_as_out_of_facts(made: Make) -> None:
    store = made(saved_by_mika, a_tournament)
    out_of_facts = decks(store, Filters())
    refresh(store.folder)
    assert cube_index(store) is not None
    assert decks(store, Filters()).of(MET.id).equals(out_of_facts.of(MET.id))


def test_a_log_that_grows_is_looked_at_again(made: Make, tmp_path: Path) -> None:
    store = made(a_tournament)
    assert not decks(store, Filters()).labels["recorded"].sum()
    with SqliteLog(tmp_path / "log.db", writing=True) as log:
        saved_by_mika(log)
        project(log, tmp_path / "store")
    store.refresh()
    assert decks(store, Filters()).labels["recorded"].sum() == len(OTHERS)


def test_what_nobody_but_the_recorder_plays_has_no_part_of_the_field(made: Make) -> None:
    found = decks(made(saved_by_mika), Filters(archetype="Fox"))
    assert found.of(MET.id).select("archetype", "decks", "value", "n").rows() == [("Fox", 0, 0, 4)]


def test_as_a_metric(made: Make) -> None:
    store = made(saved_by_mika)
    found = export_metric(store, MET)
    about: Population = found.population
    assert about.matches == 4
    assert found.rows.select("item", "value", "n").rows() == [
        ("Tide", 0.75, 4),
        ("Stone", 0.25, 4),
        ("Fox", 0, 4),
    ]
    everybody = dict(measured(store, METRICS["meta_share"]).select("item", "value").iter_rows())
    assert everybody["Fox"] == 0.5
    with pytest.raises(FilterError, match="accepted: none"):
        export_metric(store, MET, ("player",))
    with pytest.raises(ValueError, match="accepted are exclude"):
        export_metric(store, MET, draws="thirds")  # type: ignore[arg-type]  # that is the point

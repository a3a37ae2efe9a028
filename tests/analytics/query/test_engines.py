"""Measures are written once: Polars and DuckDB give the same sums of the same files. That Spark gives them as
well is seen on its whole chain (``tests.analytics.spark``)."""

from collections.abc import Sequence
from pathlib import Path

import duckdb
import narwhals as nw
import polars as pl
import pytest

from analytics.facts import SCHEMAS
from analytics.metrics import METRICS, Metric
from analytics.metrics.definitions import terms
from analytics.metrics.definitions.not_computed import NOT_COMPUTED, not_computed
from analytics.query.cubes.build import built
from analytics.query.cubes.cube import CUBES
from analytics.query.measures import MEASURES
from analytics.query.measures.chances import EARLY
from analytics.query.measures.frame import Tables
from analytics.query.measures.measure import Measure, by_name
from analytics.query.measures.relation import reaches, relation
from analytics.query.measures.sources import Scans, collected
from analytics.query.measures.sums import summed
from analytics.store.manifest import Part, load
from analytics.store.part_paths import path_of
from analytics.store.reader import no_rows, rows_of


@pytest.fixture(scope="module")
def folder(every_game: Path) -> Path:
    """A projected store."""
    return every_game / "store"


@pytest.fixture(scope="module")
def parts(folder: Path) -> tuple[Part, ...]:
    return load(folder).parts


def on_duckdb(connection: duckdb.DuckDBPyConnection, folder: Path, parts: Sequence[Part]) -> Tables:
    """The tables of these parts of a store, as relations of a connection."""
    found = {}
    for table in SCHEMAS:
        files = [path_of(folder, part, table=table) for part in parts if table in part.files]
        found[table] = nw.from_native(connection.sql(rows_of(files) if files else no_rows(table)))
    return found


def lines(tables: Tables, cube: str) -> list[str]:
    """The rows of a cube, as texts in order."""
    rows = collected(built(tables, CUBES[cube], by=CUBES[cube].columns))
    return sorted(map(repr, rows.select(sorted(rows.columns)).rows()))


@pytest.mark.sampled(5)
@pytest.mark.parametrize("cube", CUBES)
def test_polars_and_duckdb(folder: Path, parts: tuple[Part, ...], cube: str) -> None:
    with duckdb.connect() as connection:
        assert lines(on_duckdb(connection, folder, parts), cube) == lines(Scans(folder, parts), cube)


@pytest.mark.sampled(20)
@pytest.mark.parametrize("measure", MEASURES.values(), ids=MEASURES)
def test_a_measure_is_made_of_the_columns_it_names(
    folder: Path, parts: tuple[Part, ...], measure: Measure
) -> None:
    rows = relation(Scans(folder, parts), measure.fact, measure.borrows)
    named = rows.select(*dict.fromkeys((*measure.columns, *measure.borrows)))
    named.select(measure.value.on(nw).alias("value")).collect()


def test_copies_of_a_card_are_counted_in_the_library_that_they_lay_in() -> None:
    """Two libraries of one seat, after one another, and one of the other seat."""
    laid = ((0, "A", "xxxy"), (9, "A", "xy"), (0, "B", "xxy"))
    rows = [("m", 1, seat, seq, card) for seq, seat, cards in laid for card in cards]
    shuffles = pl.DataFrame(rows, ("match", "game_no", "seat", "seq", "card"), orient="row").with_columns(
        position=1
    )
    measures = [MEASURES["found"], MEASURES["found_copies"]]
    found = []
    with duckdb.connect() as connection:
        connection.register("shuffles", shuffles.to_arrow())
        for native in (shuffles.lazy(), connection.table("shuffles")):
            frame = relation({"shuffle": nw.from_native(native)}, "shuffle", ("alike",))
            found.append(collected(summed(frame, ("card",), measures)).sort("card"))
    one, other = found
    assert one.select("card", "found", "found_copies").rows() == [("x", 6, 9 + 1 + 4), ("y", 3, 3)]
    assert other.rows() == one.rows()


def test_metrics_are_made_of_measures() -> None:
    """Every sum that a metric names is counted, but those of which is told why not."""
    assert set(terms.TERMS) - set(MEASURES) == set(NOT_COMPUTED)
    assert EARLY == terms.EARLY


@pytest.mark.parametrize("metric", METRICS.values(), ids=METRICS)
def test_the_groups_of_a_metric_are_in_the_facts(metric: Metric) -> None:
    facts = {MEASURES[name].fact for name in metric.sums if name in MEASURES}
    lacking = [column for column in metric.by if not any(reaches(column, fact) for fact in facts)]
    assert not lacking or not_computed(metric) is not None


def test_two_measures_of_one_name_are_refused() -> None:
    wins = MEASURES["wins"]
    with pytest.raises(ValueError, match="measures of the same name: wins"):
        by_name(wins, MEASURES["games"], wins)

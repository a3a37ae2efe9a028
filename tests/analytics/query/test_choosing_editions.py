"""The filter by edition: every number of one edition is that of a log with its matches alone."""

import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from analytics.archetypes.decks import counts
from analytics.metrics import METRICS, FilterError, Filters, population
from analytics.metrics.publish.export import Exported, export, export_metric
from analytics.query.choices import editions_of
from analytics.query.cubes.cube_refresh import refresh
from analytics.query.filters import checked
from analytics.store.projection import project
from analytics.store.reader import Store
from engine.games.registry import editions_of as installed
from events.log.sqlite_log import SqliteLog
from kifuda.bots.simulate import SimulatedMatch, simulate, write
from tests.support import effort

GAME = "aquarian-age"
FIRST, LAST = installed(GAME)
TABLES: tuple[Exported, ...] = ("cards", "players", "seats", "duels", "effects")


def store_of(folder: Path, played: Sequence[SimulatedMatch]) -> Path:
    folder.mkdir()
    clock = itertools.count(1_770_000_000_000_000)
    with SqliteLog(folder / "log.db", writing=True) as log:
        write(log, played, lambda: next(clock))
        project(log, folder / "store")
    return folder / "store"


@pytest.fixture(scope="module", params=["cubes", "facts"])
def stores(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Store, Store]:
    """Matches of two editions, and those of the last one alone."""
    folder = tmp_path_factory.mktemp("editions")
    earlier, later = list(simulate(FIRST, matches=4, seed=3)), list(simulate(LAST, matches=5, seed=4))
    both, alone = store_of(folder / "both", [*earlier, *later]), store_of(folder / "alone", later)
    if request.param == "cubes":
        refresh(both)
    return Store(both), Store(alone)


def rounded(rows: pl.DataFrame) -> list[tuple[Any, ...]]:
    """To digits that do not depend on the order of adding."""
    return rows.with_columns(pl.col(pl.Float64).round(9)).rows()


def told(store: Store, filters: Filters, metric: str) -> Any:
    """The rows of a metric, or why there are none."""
    for by in ((), ("player",), ("card",)):
        try:
            return rounded(export_metric(store, METRICS[metric], by, filters).rows)
        except FilterError as error:
            refused = str(error)
    return refused


def test_every_number_of_an_edition_is_that_of_its_matches(stores: tuple[Store, Store]) -> None:
    both, alone = stores
    of_edition, of_game = Filters(GAME, LAST.edition), Filters(GAME)
    assert population(both, of_edition).matches == population(alone, of_game).matches == 5
    assert population(both, of_game).matches == 9
    differing, metrics = [], effort.some([*METRICS], each=6)
    for metric in metrics:
        chosen, every = told(both, of_edition, metric), told(both, of_game, metric)
        assert chosen == told(alone, of_game, metric), metric
        differing += [metric] if chosen != every else []
    assert len(differing) > len(metrics) / 2, "the other edition would have changed most of them"


@pytest.mark.sampled(5)
@pytest.mark.parametrize("table", TABLES)
def test_so_is_every_table(stores: tuple[Store, Store], table: Exported) -> None:
    both, alone = stores
    found = export(both, table, Filters(GAME, LAST.edition))
    assert found.policies["edition"] == LAST.edition
    assert rounded(found.rows) == rounded(export(alone, table, Filters(GAME)).rows)


def test_labels_of_decks(stores: tuple[Store, Store]) -> None:
    both, alone = stores
    assert counts(both, Filters(GAME, LAST.edition)) == counts(alone, Filters())
    assert sum(one.seats for one in counts(both, Filters())) == 18


def test_an_edition_that_no_match_has_is_refused_with_those_that_there_are(
    stores: tuple[Store, Store],
) -> None:
    both, alone = stores
    assert editions_of(both, GAME) == editions_of(both) == sorted((FIRST.edition, LAST.edition))
    assert editions_of(alone, GAME) == [LAST.edition]
    assert editions_of(both, "go") == []
    with pytest.raises(FilterError, match=f"no match of {GAME} has the edition 'zzz'; accepted: .*, qa-282"):
        checked(both, Filters(GAME, "zzz"))
    with pytest.raises(FilterError, match=f"has the edition '{FIRST.edition}'; accepted: {LAST.edition}"):
        checked(alone, Filters(edition=FIRST.edition))

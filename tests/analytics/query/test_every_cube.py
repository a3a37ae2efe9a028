"""Every cube over matches that were really played: its sums are those of the facts."""

import shutil
from pathlib import Path

import pytest

from analytics.query.cubes.answer import answer, cube_index
from analytics.query.cubes.cube import CUBES
from analytics.query.cubes.cube_files import FOLDER
from analytics.query.cubes.router import route
from analytics.query.sum_query import SumQuery
from analytics.store.reader import Store


@pytest.fixture(scope="module")
def folder(every_game: Path) -> Path:
    """A store with its cubes."""
    return every_game / "store"


@pytest.fixture(scope="module")
def bare(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same without cubes."""
    copy = tmp_path_factory.mktemp("bare") / "store"
    shutil.copytree(folder, copy)
    shutil.rmtree(copy / FOLDER)
    return copy


@pytest.mark.sampled(12)
@pytest.mark.parametrize("name", CUBES)
def test_sums_of_a_cube_are_those_of_the_facts(folder: Path, bare: Path, name: str) -> None:
    cube = CUBES[name]
    query = SumQuery(cube.sums, by=cube.columns)
    (leg,) = route(cube_index(Store(folder)), query, fact=cube.fact, names=cube.sums, months=())
    assert leg.cube is not None
    kept, counted = (answer(Store(place), query).sort(cube.columns) for place in (folder, bare))
    assert kept.select(sorted(kept.columns)).equals(counted.select(sorted(counted.columns)))
    assert name in EMPTY or len(kept) > 0


EMPTY = {"reversals", "failures", "answers", "decisions"}
"""Of these a few matches of bots may have none."""

"""Every cube over matches that were really played: its sums are those of the facts."""

import shutil
from pathlib import Path

import pytest

from analytics.cubes.answer import answer, shelf_of
from analytics.cubes.ask import Ask
from analytics.cubes.cube import CUBES
from analytics.cubes.keeper import refresh
from analytics.cubes.router import route
from analytics.cubes.shelf import FOLDER
from analytics.projection import project
from analytics.store import Store
from engine.games.registry import RULESETS
from events.sqlite import SqliteLog
from kifuda.bots.simulate import simulate
from tests.support.play import append


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of two matches of every edition, with its cubes."""
    folder = tmp_path_factory.mktemp("every")
    with SqliteLog(folder / "log.db", writing=True) as log:
        for rules in RULESETS.values():
            for match in simulate(rules, matches=2, seed=11):
                append(log, f"{rules.edition}-{match.id}", match.derived)
        project(log, folder / "store")
    refresh(folder / "store")
    return folder / "store"


@pytest.fixture(scope="module")
def bare(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same without cubes."""
    copy = tmp_path_factory.mktemp("bare") / "store"
    shutil.copytree(folder, copy)
    shutil.rmtree(copy / FOLDER)
    return copy


@pytest.mark.parametrize("name", CUBES)
def test_sums_of_a_cube_are_those_of_the_facts(folder: Path, bare: Path, name: str) -> None:
    cube = CUBES[name]
    ask = Ask(cube.sums, by=cube.columns)
    (leg,) = route(shelf_of(Store(folder)), ask, fact=cube.fact, names=cube.sums, months=())
    assert leg.cube is not None
    kept, counted = (answer(Store(place), ask).sort(cube.columns) for place in (folder, bare))
    assert kept.select(sorted(kept.columns)).equals(counted.select(sorted(counted.columns)))
    assert name in EMPTY or len(kept) > 0


EMPTY = {"reversals", "failures", "answers", "decisions"}
"""Of these a few matches of bots may have none."""

"""Stores that are projected once: of the league, of the field of decks, of the league and all games."""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from analytics.store.projection import project
from analytics.store.reader import Store
from events.log.sqlite_log import SqliteLog
from tests.analytics.spark.logs import write_log
from tests.support.field import write_field
from tests.support.league import judge, write
from tests.support.once import folder_of_run, once


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """Do not project into it."""

    def make(folder: Path) -> None:
        with SqliteLog(folder / "log.db", writing=True) as log:
            write(log)
            project(log, folder / "store", judge=judge)

    opened = Store(once(folder_of_run(tmp_path_factory), "league", make) / "store")
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """The tournament of three archetypes. Do not project into it."""

    def make(folder: Path) -> None:
        with SqliteLog(folder / "log.db", writing=True) as log:
            write_field(log)
            project(log, folder / "store")

    opened = Store(once(folder_of_run(tmp_path_factory), "cup", make) / "store")
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def every_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log of the league and of matches of every edition, its Parquet, and the store that was projected from
    it with its cubes, all of them to be read only."""
    return once(folder_of_run(tmp_path_factory), "every-game", write_log)


@pytest.fixture(scope="session")
def spark() -> Any:
    """A Spark session on this machine, for what runs on a cluster; without Spark or Java such tests skip.
    They stand side by side (``tests/conftest.py``), so that one process starts it, once."""
    pytest.importorskip("pyspark", reason="Spark is not installed: make spark adds it")
    if shutil.which("java") is None:
        pytest.skip("Spark wants Java, which is not installed: apt install default-jre-headless adds it")
    from pyspark.sql import SparkSession

    from analytics.spark.chain import ready

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.master("local[2]").appName("tests")
    builder = builder.config("spark.ui.enabled", "false").config("spark.sql.shuffle.partitions", "2")
    return ready(builder.getOrCreate())

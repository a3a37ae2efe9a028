"""The files of a store that count, for other programs: each match in them once."""

from pathlib import Path

import polars as pl
import pytest

from analytics.store.manifest import DamagedStore
from analytics.store.projection import project
from analytics.store.reader import Store
from events.log.sqlite_log import SqliteLog
from tests.support.league import judge, write


def test_the_files_of_a_table_hold_each_match_once(tmp_path: Path) -> None:
    """The folder holds those of the projection before as well."""
    with SqliteLog(tmp_path / "log.db", writing=True) as log:
        write(log, size=6)
        project(log, tmp_path / "store", judge=judge)
        project(log, tmp_path / "store", judge=judge, rebuild=True)
    store = Store(tmp_path / "store")
    rows = pl.read_parquet(store.files("match"), hive_partitioning=False)
    number = store.query("SELECT count(*)::BIGINT AS n FROM match").item()
    assert rows.height == rows["match"].n_unique() == number
    everything = list((tmp_path / "store" / "facts" / "match").rglob("*.parquet"))
    assert pl.read_parquet(everything, hive_partitioning=False).height > number
    with pytest.raises(KeyError):
        store.files("nonsense")


def test_a_table_is_read_by_whoever_asks_for_it(tmp_path: Path) -> None:
    """A broken file of another one is nobody's trouble; ``player`` is told by seats."""
    with SqliteLog(tmp_path / "log.db", writing=True) as log:
        write(log, size=6)
        project(log, tmp_path / "store", judge=judge)
    store = Store(tmp_path / "store")
    for file in store.files("seat_match"):
        file.write_bytes(bytes(file.stat().st_size))
    assert store.query("SELECT count(*)::BIGINT AS n FROM Match").item() == 6
    for select in ("FROM seat_match", "FROM player"):
        with pytest.raises(DamagedStore, match="cannot be read"):
            store.query(select)
    assert store.select(lambda tables: tables["match"]).height == 6
    with pytest.raises(DamagedStore):
        store.select(lambda tables: tables["seat_match"])
    store.define("one", "FROM match LIMIT 1")
    assert store.query("FROM one").height == 1

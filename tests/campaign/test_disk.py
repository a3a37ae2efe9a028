"""The simulated disk: what a cut must keep, and what it may take."""

import os
import random
from pathlib import Path

import pytest

from events.log.sqlite_log import SqliteLog
from tests.campaign.disk import (
    EVERYTHING,
    NOTHING,
    SECTOR_BYTES,
    Disk,
    Fate,
    Operation,
    Rename,
    Sync,
    SyncNames,
    Truncate,
    Write,
)
from tests.campaign.recorder import recorded

CHANCE = random.Random(0)
FATES = [Fate(kept, torn) for kept in (0.1, 0.5, 0.9) for torn in (0.0, 0.3, 0.9)]


def disk(*asked: object) -> Disk:
    found = Disk()
    for one in asked:
        assert isinstance(one, Operation)
        found.take(one)
    return found


NAMED = (Rename("", "a", 1), SyncNames())


def test_what_was_synced_survives_every_cut() -> None:
    found = disk(*NAMED, Write(1, 0, b"x" * 3000), Sync(1))
    assert found.settled
    for fate in (NOTHING, EVERYTHING, *FATES):
        assert found.after_cut(fate, CHANCE) == {"a": b"x" * 3000}


def test_what_was_not_synced_may_be_gone() -> None:
    found = disk(*NAMED, Write(1, 0, b"old"), Sync(1), Write(1, 0, b"new"), Truncate(1, 2))
    assert not found.settled
    assert found.after_cut(NOTHING, CHANCE) == {"a": b"old"}
    assert found.after_cut(EVERYTHING, CHANCE) == {"a": b"ne"}


def test_a_name_is_durable_only_when_the_folder_was_synced() -> None:
    found = disk(Rename("", "a", 1), Write(1, 0, b"x"), Sync(1))
    assert found.after_cut(NOTHING, CHANCE) == {}
    assert found.after_cut(EVERYTHING, CHANCE) == {"a": b"x"}


def test_a_renaming_happens_or_does_not() -> None:
    start = (*NAMED, Write(1, 0, b"1"), Sync(1), Rename("", "b", 2), SyncNames(), Write(2, 0, b"2"), Sync(2))
    found = disk(*start, Rename("b", "a", 2))
    seen = {tuple(sorted(found.after_cut(Fate(0.5, 0), random.Random(seed)).items())) for seed in range(40)}
    assert seen == {(("a", b"1"), ("b", b"2")), (("a", b"2"),)}


def test_each_sector_has_its_own_fate() -> None:
    old, new = b"o" * SECTOR_BYTES * 3, b"n" * SECTOR_BYTES * 3
    found = disk(*NAMED, Write(1, 0, old), Sync(1), Write(1, 0, new))
    seen = {found.after_cut(Fate(0.5, 0), random.Random(seed))["a"] for seed in range(200)}
    parts = [[data[at : at + SECTOR_BYTES] for at in range(0, len(data), SECTOR_BYTES)] for data in seen]
    assert len(seen) == 8
    assert {part for found in parts for part in found} == {b"o" * SECTOR_BYTES, b"n" * SECTOR_BYTES}


def test_a_torn_sector_begins_new_and_harms_no_byte_beside_the_write() -> None:
    found = disk(*NAMED, Write(1, 0, b"o" * 1000), Sync(1), Write(1, 100, b"n" * 50))
    torn = 0
    for seed in range(200):
        data = found.after_cut(Fate(0.9, 0.9), random.Random(seed))["a"]
        assert (len(data), data[:100], data[150:]) == (1000, b"o" * 100, b"o" * 850)
        torn += data[100:150] not in (b"o" * 50, b"n" * 50)
    assert torn > 50


def test_a_file_may_have_grown_without_its_bytes() -> None:
    found = disk(*NAMED, Write(1, 0, b"n" * 2000))
    lengths = {len(found.after_cut(Fate(0.1, 0.6), random.Random(seed))["a"]) for seed in range(100)}
    zeros = [found.after_cut(Fate(0.1, 0.6), random.Random(seed))["a"] for seed in range(100)]
    assert max(lengths) == 2000 and 0 in lengths
    assert any(data and not data.strip(b"\0") for data in zeros)


def test_what_a_log_asks_of_the_disk_gives_its_files(tmp_path: Path) -> None:
    """Everything kept, the model has what the real folder has: nothing was overheard wrongly."""
    with recorded(tmp_path) as recorder:
        with SqliteLog(tmp_path / "log.db", writing=True):
            pass
        draft = tmp_path / "draft"
        draft.write_bytes(b"of a checkpoint")
        with draft.open("rb") as file:
            os.fsync(file.fileno())
        draft.replace(tmp_path / "log.db.checkpoint")
        (tmp_path / "log.db.checkpoint").rename(tmp_path / "kept")
    found = disk(*recorder.asked).after_cut(EVERYTHING, CHANCE)
    assert found == {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert found.keys() == {"log.db", "kept"}


def test_a_file_that_was_never_synced_is_not_durable(tmp_path: Path) -> None:
    with recorded(tmp_path) as recorder:
        (tmp_path / "draft").write_bytes(b"careless")
        (tmp_path / "draft").replace(tmp_path / "log.db.checkpoint")
        folder = os.open(tmp_path, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)
    assert disk(*recorder.asked).after_cut(NOTHING, CHANCE) == {"log.db.checkpoint": b""}


@pytest.mark.parametrize("name", ["log.db-shm", "log.db.lock"])
def test_what_means_nothing_after_a_cut_is_left_out(tmp_path: Path, name: str) -> None:
    with recorded(tmp_path) as recorder:
        (tmp_path / name).write_bytes(b"x")
        (tmp_path / name).unlink()
    assert recorder.asked == []

"""What is acknowledged can be read back, and a log that is refused stays as it is."""

import shutil
from pathlib import Path

import pytest

from events.log.contract import Poisoned
from events.log.sqlite_log import SqliteLog
from events.seal.guard import ForeignWriteAhead
from events.seal.paths import checkpoint_of, key_of
from tests.events.files import small_log
from tests.events.log_contract import noted


def _append(log: SqliteLog, number: int) -> None:
    log.append("d", noted(number), expected=log.count("d"), command=f"act {number}", at=number)


@pytest.mark.parametrize("suffix", ["", "-wal"])
@pytest.mark.parametrize("replaced", [False, True])
def test_nothing_is_acknowledged_into_a_missing_file(tmp_path: Path, suffix: str, replaced: bool) -> None:
    path = tmp_path / "log.db"
    with SqliteLog(path, writing=True) as log:
        _append(log, 1)
        file = tmp_path / f"log.db{suffix}"
        copy = file.read_bytes()
        file.unlink()
        if replaced:
            file.write_bytes(copy)
        with pytest.raises(Poisoned, match=f"log.db{suffix} {'was replaced' if replaced else 'is gone'}"):
            _append(log, 2)
        with pytest.raises(Poisoned):
            _append(log, 3)


def test_a_batch_is_not_acknowledged_into_a_file_that_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    with SqliteLog(path, writing=True) as log, pytest.raises(Poisoned, match="is gone"), log.batch():
        _append(log, 1)
        path.unlink()


def _left_open(path: Path, acts: int) -> Path:
    """A copy of a log as a writer that died leaves it: with its entries in the write-ahead file."""
    left = path.with_name(f"left-{path.name}")
    with SqliteLog(path, writing=True) as log:
        for number in range(acts):
            _append(log, number)
        for suffix in ("", "-wal"):
            shutil.copy(f"{path}{suffix}", f"{left}{suffix}")
    return left


def _files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if not file.name.endswith("-shm")}


def test_the_write_ahead_file_of_another_log_is_refused_and_nothing_changes(tmp_path: Path) -> None:
    path = small_log(tmp_path / "log.db")
    with SqliteLog(path, writing=True) as log:
        _append(log, 100)
    other = _left_open(tmp_path / "other.db", 5)
    shutil.copy(f"{other}-wal", f"{path}-wal")
    before = _files(tmp_path)
    with pytest.raises(ForeignWriteAhead, match="left by another log"):
        SqliteLog(path, writing=True)
    assert _files(tmp_path) == before


def test_an_older_write_ahead_file_of_the_same_log_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    older = _left_open(path, 3)
    with SqliteLog(path, writing=True) as log:
        for number in range(3, 40):
            _append(log, number)
    shutil.copy(f"{older}-wal", f"{path}-wal")
    before = _files(tmp_path)
    with pytest.raises(ForeignWriteAhead):
        SqliteLog(path, writing=True)
    assert _files(tmp_path) == before


def test_no_log_is_begun_beside_the_write_ahead_file_of_one_that_is_gone(tmp_path: Path) -> None:
    left = _left_open(tmp_path / "log.db", 5)
    left.unlink()
    before = _files(tmp_path)
    with pytest.raises(ForeignWriteAhead):
        SqliteLog(left, writing=True)
    assert _files(tmp_path) == before


def test_what_a_writer_that_died_left_is_merged(tmp_path: Path) -> None:
    left = _left_open(tmp_path / "log.db", 5)
    with SqliteLog(left, writing=True) as log:
        assert log.count("d") == 5
        _append(log, 5)
    assert not left.with_name(f"{left.name}-wal").exists()
    with SqliteLog(left) as log:
        assert log.count("d") == 6


def test_a_log_behind_a_symbolic_link_is_the_log(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    path = tmp_path / "far" / "log.db"
    link = tmp_path / "link.db"
    link.symlink_to(path)
    with SqliteLog(link, writing=True) as log:
        _append(log, 1)
    with SqliteLog(path, writing=True) as log, SqliteLog(link) as reader:
        _append(log, 2)
        assert reader.count("d") == 2
    assert (checkpoint_of(link), key_of(link)) == (checkpoint_of(path), key_of(path))
    assert sorted(file.name for file in tmp_path.iterdir()) == ["far", "link.db"]

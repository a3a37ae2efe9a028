"""A writer whose disk failed appends nothing more; what it acknowledged is there, the rest may be repeated.

A failing disk is an SQLite VFS that raises at the n-th write or sync of the log's own files, for every n that
there is. Power cuts and killed processes are for ``tests/campaign``.
"""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw
import pytest

from events.log import transaction
from events.log.contract import LogError, Pending, Poisoned, Receipt, Unwritable
from events.log.sqlite_log import SqliteLog
from events.model.kinds import Noted
from tests.events.files import small_log
from tests.events.log_contract import everything
from tests.events.processes import start


class Disk(apsw.VFS):
    """SQLite's own VFS, in which writes or syncs (``what``) fail from number ``fails_at`` on.

    ``count`` of them were tried, of these files were ``synced``. ``once``: only that one fails.
    """

    def __init__(self, what: str, fails_at: int, *, once: bool) -> None:
        super().__init__("kifuda-disk", "unix", makedefault=True)
        self.what, self.fails_at, self.once = what, fails_at, once
        self.count = 0
        self.synced: list[str] = []

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:
        return File(self, name, flags)

    def reach(self, what: str) -> None:
        if what == self.what:
            self.count += 1
            if self.count == self.fails_at or (self.count > self.fails_at > 0 and not self.once):
                raise apsw.IOError(f"no {what}")


class File(apsw.VFSFile):
    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:
        super().__init__("unix", name, flags)
        self.disk = disk
        self.name = name.filename() if isinstance(name, apsw.URIFilename) else str(name)

    def xWrite(self, data: bytes, offset: int) -> None:
        self.disk.reach("write")
        super().xWrite(data, offset)

    def xRead(self, amount: int, offset: int) -> bytes:
        self.disk.reach("read")
        return super().xRead(amount, offset)

    def xFileSize(self) -> int:
        self.disk.reach("size")
        return super().xFileSize()

    def xSync(self, flags: int) -> None:
        self.disk.reach("sync")
        super().xSync(flags)
        self.disk.synced.append(self.name)


@contextmanager
def disk(what: str = "", fails_at: int = 0, *, once: bool = True) -> Iterator[Disk]:
    made = Disk(what, fails_at, once=once)
    try:
        yield made
    finally:
        apsw.set_default_vfs("unix")
        made.unregister()


ACTS = 7


def act(number: int) -> list[Pending]:
    return [Pending(Noted("comment", "x" * 600, line=number)), Pending(Noted("comment", "", line=number), 0)]


def append(log: SqliteLog, number: int) -> Receipt:
    return log.append("m", act(number), expected=2 * number, command=f"act {number}", at=0)


def write_all(log: SqliteLog, acknowledged: dict[int, Receipt]) -> None:
    for number in range(ACTS):
        acknowledged[number] = append(log, number)


@pytest.fixture
def memory() -> Iterator[Path]:
    """A folder on a disk that takes no time, where there is one: here it only fails, and keeps nothing."""
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        yield Path(folder)


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """The write-ahead file is copied into the log every few acts, so that this fails, too."""
    monkeypatch.setattr(transaction, "CHECKPOINT_PAGES", 9)
    monkeypatch.setattr(transaction, "COMMITS_A_LOOK", 1)


@pytest.mark.parametrize("once", [True, False], ids=["once", "for-good"])
@pytest.mark.parametrize("what", ["sync", "write"])
def test_wherever_the_disk_fails_nothing_more_is_acknowledged(memory: Path, what: str, once: bool) -> None:
    start = small_log(memory / "start.db").read_bytes()
    points = failed = 0
    while True:
        path = memory / f"{points}.db"
        path.write_bytes(start)
        acknowledged: dict[int, Receipt] = {}
        with disk() as working, SqliteLog(path, writing=True) as log:
            working.what, working.fails_at, working.once = what, points + 1, once
            try:
                write_all(log, acknowledged)
            except Poisoned as error:
                assert f"no {what}" in str(error) or "disk I/O error" in str(error)
            reached = working.count
            if reached > points:
                failed += 1
                working.what = ""  # The disk works again, and is not trusted for it.
                with pytest.raises(Poisoned, match="open it again"):
                    append(log, len(acknowledged))
                with pytest.raises(Poisoned), log.batch():
                    pass
        again(path, acknowledged)
        points += 1
        if reached < points:
            break
    assert failed == points - 1 > ACTS


@pytest.mark.parametrize("what", ["read", "size"])
def test_wherever_the_disk_fails_while_a_log_is_opened_the_error_has_a_type(memory: Path, what: str) -> None:
    path = small_log(memory / "log.db")
    points = failed = 0
    while True:
        with disk(what, points + 1) as failing:
            try:
                SqliteLog(path, writing=True).close()
            except LogError:
                failed += 1
            reached = failing.count
        with SqliteLog(path, writing=True) as log:  # Nobody holds its lock any more.
            assert log.size
        points += 1
        if reached < points:
            break
    assert failed > 3


def again(path: Path, acknowledged: dict[int, Receipt]) -> None:
    """Open the log again: all that was acknowledged is there, and asking for everything stores it once."""
    with SqliteLog(path, writing=True) as log:
        size = log.size
        for number in range(ACTS):
            receipt = append(log, number)
            if number in acknowledged:
                assert receipt == acknowledged[number]._replace(repeated=True)
            assert receipt.repeated is (receipt.first_position < size)
        assert len(everything(log)) == 12 + 2 * ACTS
        assert [event.line for event in log.events("m") if isinstance(event, Noted)] == [
            number for number in range(ACTS) for _ in range(2)
        ]


def test_a_batch_that_the_disk_fails_is_not_there(tmp_path: Path) -> None:
    path = small_log(tmp_path / "log.db")
    with disk() as broken, SqliteLog(path, writing=True) as log:
        broken.what, broken.fails_at = "sync", 1
        with pytest.raises(Poisoned, match="the disk failed"), log.batch():
            append(log, 0)
            append(log, 1)
        with pytest.raises(Poisoned), log.batch():
            append(log, 0)
        assert len(everything(log)) == 12
    again(path, {})


def test_waiting_in_vain_and_refused_acts_are_no_poison(tmp_path: Path) -> None:
    with SqliteLog(small_log(tmp_path / "log.db"), writing=True) as log:
        with pytest.raises(LogError):
            log.append("m", [], expected=0, command="c", at=0)
        with pytest.raises(LogError):
            append(log, 3)
        assert append(log, 0).first_position == 12


# --- what was written, but perhaps not synced -------------------------------------------------------

DIE_BEFORE_SYNC = """
import os, sys
import apsw
from events.log.sqlite_log import SqliteLog
from tests.events import test_poison
class Dying(test_poison.File):
    def xSync(self, flags):
        if self.name.endswith("-wal") and self.disk.count:
            os._exit(9)
        super().xSync(flags)
test_poison.File = Dying
with test_poison.disk() as disk:
    log = SqliteLog(sys.argv[1], writing=True)
    test_poison.append(log, 0)
    disk.count = 1
    test_poison.append(log, 1)
"""


def test_what_a_dead_writer_did_not_sync_is_synced_before_anybody_is_told_of_it(tmp_path: Path) -> None:
    """It died between writing its act and syncing it. Whoever repeats the act hears that it is there."""
    path = tmp_path / "log.db"
    process = start(DIE_BEFORE_SYNC, path)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 9, err
    with disk() as watched, SqliteLog(path, writing=True) as log:
        synced = [Path(name).name for name in watched.synced]
        assert append(log, 1).repeated
        assert "log.db" in synced, "the log itself, into which the acts were copied"


# --- a disk that is really full ---------------------------------------------------------------------


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 1 MiB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    options = ["-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)]
    if subprocess.run(["mount", *options], capture_output=True, check=False).returncode:
        pytest.skip("file systems cannot be mounted here")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_a_full_disk_loses_nothing_that_was_acknowledged(small_disk: Path) -> None:
    path, ballast = small_disk / "log.db", small_disk / "ballast"
    ballast.write_bytes(bytes(300_000))
    receipts: list[Receipt] = []
    log = SqliteLog(path, writing=True)
    with pytest.raises(Poisoned):
        while True:
            receipts.append(append(log, len(receipts)))
    ballast.unlink()
    with pytest.raises(Unwritable):
        append(log, len(receipts))
    log.close()
    with SqliteLog(path, writing=True) as log:
        assert [append(log, number) for number in range(len(receipts))] == [
            receipt._replace(repeated=True) for receipt in receipts
        ]
        append(log, len(receipts))
        assert len(everything(log)) == 2 * len(receipts) + 2
    assert len(receipts) > 20

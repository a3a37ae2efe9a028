"""Reading a log where nothing may be made: in a folder without write permission, on a read-only medium."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from events.log.sqlite_log import SqliteLog
from tests.events.files import NOTE, small_log
from tests.events.log_contract import put
from tests.events.processes import ROOT

READ = """
import os, sys
from pathlib import Path
from events.model.kinds import Noted
from events.log.contract import LogError, Pending
from events.seal.inspection import inspect
from events.log.sqlite_log import SqliteLog
if os.geteuid() == 0:
    os.setuid(65534)  # The superuser may write everywhere.
path = Path(sys.argv[1])
try:
    if sys.argv[2] == "verify":
        found = inspect(path)
        print(found.scan.rehashed, found.findings)
    elif sys.argv[2] == "write":
        SqliteLog(path, writing=True)
    else:
        with SqliteLog(path) as log:
            print(len(list(log.follow())), len(log.events("a")), flush=True)
            if sys.argv[2] == "twice":
                sys.stdin.readline()
                print(log.size)
except LogError as error:
    print(type(error).__name__, error)
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that other users may read, but not write to, with a log that nobody has open."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        small_log(folder / "log.db")
        protect(folder)
        yield folder
        folder.chmod(0o755)


def protect(folder: Path) -> None:
    for path in folder.iterdir():
        path.chmod(0o444)
    folder.chmod(0o555)


def started(path: Path, how: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", READ, str(path), how],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def told(path: Path, how: str) -> str:
    process = started(path, how)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    return out


def test_a_log_that_nobody_writes_is_read(folder: Path) -> None:
    assert told(folder / "log.db", "read") == "12 4\n"
    assert told(folder / "log.db", "verify") == "12 ()\n"
    assert [path.name for path in folder.iterdir()] == ["log.db"]


def test_it_is_not_written(folder: Path) -> None:
    assert "Unwritable" in (found := told(folder / "log.db", "write"))
    assert "its lock" in found and "Permission denied" in found


def test_while_it_is_written_what_to_do_is_said(folder: Path) -> None:
    """What is in the write-ahead file would be missed, and SQLite cannot read it there."""
    folder.chmod(0o755)
    log = SqliteLog(folder / "log.db", writing=True)
    put(log, "a", NOTE)
    folder.chmod(0o555)
    assert told(folder / "log.db", "read") == "13 5\n", "as long as it may read what the writer shares"
    (folder / "log.db-shm").chmod(0o000)
    found = told(folder / "log.db", "read")
    assert found.startswith("NotALog") and "log.db-wal and log.db.lock beside it" in found
    folder.chmod(0o755)
    (folder / "log.db-shm").chmod(0o644)
    log.close()
    protect(folder)
    assert told(folder / "log.db", "read") == "13 5\n"


def test_what_is_written_later_is_noticed(folder: Path) -> None:
    process = started(folder / "log.db", "twice")
    assert process.stdin and process.stdout and process.stdout.readline() == "12 4\n"
    if os.geteuid():
        folder.chmod(0o755)
        (folder / "log.db").chmod(0o644)
    with SqliteLog(folder / "log.db", writing=True) as log:
        put(log, "a", NOTE)
    out, err = process.communicate("\n", timeout=60)
    assert out.startswith("Busy") and "was written to while it was read" in out, err

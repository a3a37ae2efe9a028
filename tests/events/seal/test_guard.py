"""A log is written to only where it goes on from what was signed of it; it can be read all the same."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from events.log.contract import NotALog, Pending, Unwritable
from events.log.sqlite_log import SqliteLog
from events.seal.checkpoint import Checkpoint, write
from events.seal.guard import REHASHED_ENTRIES, Forked, Rolledback, Unguarded
from events.seal.head_signing import seal
from events.seal.inspection import inspect
from events.seal.note import Note, SignerKey
from events.seal.paths import checkpoint_of
from tests.events.files import DAMAGE, NOTE, small_log, vandalise

KEY = SignerKey("example.org/cup", bytes(range(32)))
SIZE = 12


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A log of twelve entries, signed."""
    path = small_log(tmp_path / "log.db")
    assert seal(path, KEY).signed is not None
    return path


def grow(path: Path, match: str = "d", entries: int = 2) -> None:
    with SqliteLog(path, writing=True) as log:
        act = [Pending(NOTE), *(Pending(DAMAGE, 0) for _ in range(entries - 1))]
        log.append(match, act, expected=0, command=match, at=9)


def refused(path: Path, kind: type[Unwritable]) -> str:
    """What is told to a writer; a reader still sees all that is there, and nothing was changed."""
    files = {file.name: file.read_bytes() for file in path.parent.glob("*.db")}
    with pytest.raises(kind) as raised:
        SqliteLog(path, writing=True)
    assert {file.name: file.read_bytes() for file in path.parent.glob("*.db")} == files
    SqliteLog(path).close()
    return str(raised.value)


def test_a_log_without_a_checkpoint_is_written_to(log: Path) -> None:
    checkpoint_of(log).unlink()
    vandalise(log, "DELETE FROM entry WHERE position >= 7")
    grow(log)


def test_a_log_goes_on_from_what_was_signed(log: Path) -> None:
    grow(log)
    grow(log, "e", entries=3 * REHASHED_ENTRIES)
    assert seal(log, KEY).signed is not None
    grow(log, "f")
    with SqliteLog(log) as whole:
        assert whole.size == SIZE + 2 + 3 * REHASHED_ENTRIES + 2


@pytest.mark.parametrize("gone", range(SIZE))
def test_a_log_that_lost_its_end_is_not_written_to(log: Path, gone: int) -> None:
    vandalise(log, f"DELETE FROM entry WHERE position >= {gone}")
    told = refused(log, Rolledback)
    lost = "entry 11 is" if gone == 11 else f"entries {gone} to 11 are"
    assert f"signed 12 entries, the log has {gone}: {lost} missing" in told
    assert "restore the newer copy; the log can be read" in told


def test_numbers_are_told_as_people_write_them(log: Path) -> None:
    head = Checkpoint(KEY.name, 1204, bytes(32))
    write(checkpoint_of(log), Note(head.text, ()).signed_by(KEY))
    assert "signed 1,204 entries, the log has 12: entries 12 to 1,203" in refused(log, Rolledback)


def test_an_older_copy_that_was_written_on_is_another_history(log: Path) -> None:
    copy = log.with_name("copy.db")
    shutil.copy(log, copy)
    grow(log)
    seal(log, KEY)
    grow(copy, "x", entries=5)
    shutil.copy(copy, log)
    assert "the first 14 entries are not those that the checkpoint signed" in refused(log, Forked)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entry SET leaf = zeroblob(32) WHERE position = 0",
        "UPDATE entry SET data = CAST(replace(data, '2', '3') AS BLOB) WHERE position = 11",
        "DELETE FROM entry WHERE position = 3",
    ],
    ids=["another leaf", "other bytes", "a gap"],
)
def test_a_log_that_was_changed_is_not_written_to(log: Path, statement: str) -> None:
    vandalise(log, statement)
    refused(log, Forked)


def test_bytes_that_lie_far_back_are_left_to_the_verification(log: Path) -> None:
    grow(log, "e", entries=REHASHED_ENTRIES)
    seal(log, KEY)
    vandalise(log, f"UPDATE entry SET data = x'7b' WHERE position = {SIZE - 1}")
    SqliteLog(log, writing=True).close()
    assert [found.code for found in inspect(log).findings] == ["unreadable", "fork"]
    vandalise(log, f"UPDATE entry SET data = x'7b' WHERE position = {SIZE}")
    refused(log, Forked)


@pytest.mark.parametrize(
    "spoil",
    [lambda path: path.write_bytes(b""), lambda path: path.write_bytes(path.read_bytes()[:40]), Path.unlink],
    ids=["empty", "cut", "gone, a folder instead"],
)
def test_a_checkpoint_that_cannot_be_read_stops_the_writer(log: Path, spoil: Callable[[Path], None]) -> None:
    spoil(checkpoint_of(log))
    if not checkpoint_of(log).exists():
        checkpoint_of(log).mkdir()
    assert "its checkpoint cannot be read" in refused(log, Unguarded)


def test_a_checkpoint_without_its_log_makes_no_empty_log(log: Path) -> None:
    log.unlink()
    with pytest.raises(Rolledback, match="the log has 0"):
        SqliteLog(log, writing=True)
    assert not log.exists()
    with pytest.raises(NotALog):
        SqliteLog(log)


def test_the_checkpoint_of_an_empty_log_lets_it_begin(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    SqliteLog(path, writing=True).close()
    seal(path, KEY)
    grow(path)

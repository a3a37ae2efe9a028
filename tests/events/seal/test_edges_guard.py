"""What a writer is told who is stopped by the fork guard, and where exactly the guard begins and ends."""

from pathlib import Path

import pytest

from events.log.contract import Pending
from events.log.database import open_database
from events.log.sqlite_log import SqliteLog
from events.seal.checkpoint import Checkpoint, write
from events.seal.guard import (
    REHASHED_ENTRIES,
    Forked,
    Rolledback,
    Unguarded,
    open_to_write,
    verified_prefix,
)
from events.seal.head_signing import seal
from events.seal.merkle import EMPTY, Tree
from events.seal.note import Note, SignerKey
from events.seal.paths import checkpoint_of
from tests.events.files import NOTE, raw, small_log, vandalise

KEY = SignerKey("example.org/cup", bytes(range(32)))
SIZE = 12


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A log of twelve entries, signed."""
    path = small_log(tmp_path / "log.db")
    assert seal(path, KEY).signed is not None
    return path


def leaves(path: Path) -> list[bytes]:
    with SqliteLog(path) as log:
        return [bytes.fromhex(record.leaf) for record in log.follow()]


def signed(log: Path, size: int, root: bytes) -> None:
    write(checkpoint_of(log), Note(Checkpoint(KEY.name, size, root).text, ()).signed_by(KEY))


# --- what is told ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("left", "gone"), [(11, "entry 11 is"), (10, "entries 10 to 11 are")])
def test_the_entries_that_are_missing_are_named(log: Path, left: int, gone: str) -> None:
    vandalise(log, f"DELETE FROM entry WHERE position >= {left}")
    with pytest.raises(Rolledback) as raised:
        open_to_write(log)
    assert str(raised.value) == (
        f"{log}: the checkpoint signed 12 entries, the log has {left}: {gone} missing;"
        " restore the newer copy; the log can be read"
    )
    assert (raised.value.path, raised.value.signed, raised.value.size) == (log, 12, left)


def test_another_history_is_told_with_what_was_signed(log: Path) -> None:
    signed(log, SIZE, bytes(32))
    with pytest.raises(Forked) as raised:
        open_to_write(log)
    assert str(raised.value) == (
        f"{log}: the first 12 entries are not those that the checkpoint signed: another history, or damage;"
        " restore the copy that was signed; the log can be read, 'kifuda verify' says more"
    )
    assert (raised.value.path, raised.value.signed) == (log, 12)


def test_a_checkpoint_that_cannot_be_read_is_told_with_the_reason(log: Path) -> None:
    checkpoint_of(log).write_bytes(b"text\n")
    with pytest.raises(Unguarded) as raised:
        open_to_write(log)
    path = checkpoint_of(log)
    why = f"{path}: a note has a blank line between its text and its signatures; this one has none"
    assert str(raised.value) == (
        f"{log}: its checkpoint cannot be read, so nothing shows that the log is whole: {why};"
        " restore the checkpoint, or move it away; the log can be read"
    )
    assert (raised.value.path, raised.value.why) == (log, why)


# --- where it begins and ends ----------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 11, 12])
def test_the_tree_over_what_was_signed_is_given(log: Path, size: int) -> None:
    whole = leaves(log)
    head = Checkpoint(KEY.name, size, Tree(whole[:size]).root())
    connection = open_database(log, writing=False)
    edge = verified_prefix(log, connection, head)
    assert (edge.size, edge.root()) == (size, head.root)
    connection.close()


def test_the_last_entries_that_were_signed_are_hashed_and_none_behind_them(tmp_path: Path) -> None:
    """Those that lie further back are for the verification, those behind are not signed yet."""
    path = tmp_path / "log.db"
    small_log(path)
    extra = REHASHED_ENTRIES + 3
    with SqliteLog(path, writing=True) as log:
        log.append("long", [Pending(NOTE)] * extra, expected=0, command="long", at=1)
    total = SIZE + extra
    signed(path, total - 1, Tree(leaves(path)[:-1]).root())
    first = total - 1 - REHASHED_ENTRIES
    for position, stops in ((first - 1, False), (first, True), (total - 2, True), (total - 1, False)):
        with raw(path) as connection:
            data = bytes(connection.execute(f"SELECT data FROM entry WHERE position = {position}").get)
        vandalise(path, f"UPDATE entry SET data = x'7b' WHERE position = {position}")
        if stops:
            with pytest.raises(Forked):
                open_to_write(path)
        else:
            open_to_write(path).close()
        vandalise(path, f"UPDATE entry SET data = x'{data.hex()}' WHERE position = {position}")
    open_to_write(path).close()


def test_a_signed_log_of_nothing_may_be_gone_and_is_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    signed(path, 0, EMPTY)
    open_to_write(path).close()
    assert path.exists()
    signed(path, 1, bytes(32))
    path.unlink()
    with pytest.raises(Rolledback) as raised:
        open_to_write(path)
    assert (raised.value.signed, raised.value.size) == (1, 0)
    assert not path.exists()


def test_a_wrong_head_of_nothing_stops_the_writer_as_well(tmp_path: Path) -> None:
    path = small_log(tmp_path / "log.db")
    signed(path, 0, bytes(32))
    with pytest.raises(Forked):
        open_to_write(path)


def test_a_writer_that_was_stopped_holds_nothing(log: Path) -> None:
    good = checkpoint_of(log).read_bytes()
    signed(log, SIZE, bytes(32))
    for _ in range(3):
        with pytest.raises(Forked):
            open_to_write(log)
    checkpoint_of(log).write_bytes(good)
    with raw(log) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        connection.execute("ROLLBACK")
    open_to_write(log).close()

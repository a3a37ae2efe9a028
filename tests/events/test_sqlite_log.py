"""The SQLite log keeps the contract, and the database itself refuses whatever does not append."""

import multiprocessing
import os
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Barrier, Thread

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.log import database, transaction
from events.log.contract import Busy, Damaged, Log, LogError, Pending, Poisoned
from events.log.sqlite_log import SqliteLog
from events.log.subscription import subscribe
from events.model.codec import leaf_hash
from events.model.kinds import Noted
from events.seal.scan import scan
from tests.events.durable_log_contract import LastingContract, OpenAnywhere
from tests.events.files import DAMAGE, NOTE, as_plain, raw, small_log
from tests.events.log_contract import LogContract, MakeLog, everything, noted, put
from tests.support import effort


class TestSqliteLog(LogContract, LastingContract):
    @pytest.fixture
    def make_log(self, tmp_path: Path) -> Iterator[MakeLog]:
        opened: list[SqliteLog] = []

        def make(*, writing: bool = True) -> Log:
            opened.append(SqliteLog(tmp_path / "log.db", writing=writing))
            return opened[-1]

        yield make
        for log in opened:
            log.close()

    @pytest.fixture
    def open_anywhere(self, tmp_path: Path) -> OpenAnywhere:
        return partial(SqliteLog, tmp_path / "log.db", writing=True)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return small_log(tmp_path / "log.db")


# --- append-only -----------------------------------------------------------------------------------

ROW = "'c', zeroblob(32), x'7b7d'"


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("UPDATE entry SET data = x'7b7d' WHERE position = 3", "never updated"),
        ("UPDATE entry SET command = command", "never updated"),
        ("UPDATE OR REPLACE entry SET position = 2 WHERE position = 3", "never updated"),
        ("DELETE FROM entry WHERE position = 3", "never deleted"),
        ("DELETE FROM entry", "never deleted"),
        (f"INSERT INTO entry VALUES (3, 'x', 0, {ROW})", "UNIQUE constraint failed: entry.position"),
        (f"INSERT INTO entry VALUES (12, 'a', 3, {ROW})", "UNIQUE constraint failed: entry.match, entry.seq"),
        (f"INSERT INTO entry VALUES (0, 'a', 0, {ROW}) ON CONFLICT DO UPDATE SET seq = 9", "never updated"),
        (f"INSERT INTO entry VALUES (12, NULL, 0, {ROW})", "NOT NULL constraint failed"),
        ("INSERT INTO entry VALUES (12, 'a', 4, 'c', x'00', x'7b7d')", "CHECK constraint failed"),
        ("INSERT INTO entry VALUES (12, 'a', 4, 'c', zeroblob(32), 'text')", "cannot store TEXT"),
        ("INSERT INTO entry VALUES (12, 'a', 'four', 'c', zeroblob(32), x'7b7d')", "cannot store TEXT"),
    ],
)
def test_the_database_refuses_whatever_does_not_append(path: Path, statement: str, message: str) -> None:
    with raw(as_plain(path)) as connection:
        before = connection.execute("SELECT * FROM entry").fetchall()
        with pytest.raises(apsw.ConstraintError, match=message):
            connection.execute(statement)
        assert connection.execute("SELECT * FROM entry").fetchall() == before


@pytest.mark.parametrize(
    ("statement", "seen"),
    [
        (f"INSERT INTO entry VALUES (12, 'a', 4, {ROW})", "position 12, match a, seq 4"),
        (f"INSERT INTO entry VALUES (13, 'a', 4, {ROW})", "position 12"),
        (f"INSERT INTO entry VALUES (12, 'a', 5, {ROW})", "match a, seq 4"),
        (f"INSERT INTO entry VALUES (-1, 'a', 4, {ROW})", "position -1, match a, seq 4"),
        (f"INSERT OR REPLACE INTO entry VALUES (3, 'b', 1, {ROW})", "position 3, match b, seq 1"),
        (f"INSERT OR REPLACE INTO entry VALUES (3, 'x', 0, {ROW})", "position 3, match x, seq 0"),
        (f"REPLACE INTO entry VALUES (12, 'a', 3, {ROW})", "position 7"),
    ],
)
def test_what_the_guards_let_pass_is_seen_when_read(path: Path, statement: str, seen: str) -> None:
    with raw(as_plain(path)) as connection:
        connection.execute(statement)
    with SqliteLog(path) as log, pytest.raises(Damaged, match=seen):
        everything(log)


def test_an_entry_that_replaces_another_breaks_the_link_to_the_next(path: Path) -> None:
    """INSERT OR REPLACE asks no trigger; not even if what it puts there is right in itself."""
    with raw(as_plain(path)) as connection:
        match, seq, command, data = connection.execute(
            "SELECT match, seq, command, data FROM entry WHERE position = 3"
        ).fetchall()[0]
        assert isinstance(data, bytes)
        forged = data.replace(b'"amount":2', b'"amount":9')
        row = (3, match, seq, command, bytes.fromhex(leaf_hash(forged)), forged)
        connection.execute("INSERT OR REPLACE INTO entry VALUES (?, ?, ?, ?, ?, ?)", row)
    assert forged != data
    with SqliteLog(path) as log:
        for ask in (everything, lambda log: log.events("b"), lambda log: list(subscribe(log, idle_s=0))):
            with pytest.raises(Damaged, match=r"match b, seq 2.*does not link to the entry before"):
                ask(log)
    with SqliteLog(path, writing=True) as log:
        assert put(log, "a", NOTE).first_position == 12
    assert {found.code for found in scan(path).findings} == {"unlinked"}


def test_a_writer_syncs_every_commit(path: Path) -> None:
    with SqliteLog(path, writing=True) as log:
        pragmas = ("journal_mode", "synchronous", "fullfsync", "checkpoint_fullfsync")
        assert [log._db.pragma(name) for name in pragmas] == ["wal", 2, 1, 1]


def large(number: Iterator[int]) -> list[Noted]:
    """Eight events that fill eight pages; the same event again would be stored once."""
    return [Noted("comment", f"{next(number)} {'x' * 3800}") for _ in range(8)]


def test_the_write_ahead_file_does_not_grow_for_ever(path: Path) -> None:
    """Acts one by one, then in batches: what waits there is copied into the log, whose file grows instead."""
    ahead = path.with_name(f"{path.name}-wal")
    most = 2 * transaction.CHECKPOINT_PAGES * 4096
    number = count()
    with SqliteLog(path, writing=True) as log:
        for _ in range(150):
            put(log, "a", *large(number))
            assert ahead.stat().st_size < most
        after_acts = path.stat().st_size
        for _ in range(30):
            with log.batch():
                for _ in range(5):
                    put(log, "b", *large(number))
            assert ahead.stat().st_size < most
        assert 1_000_000 < after_acts < path.stat().st_size
        assert len(everything(log)) == 12 + 8 * 300


# --- opening again ---------------------------------------------------------------------------------


def test_what_was_appended_is_there_after_reopening(path: Path) -> None:
    with SqliteLog(path) as log:
        before = everything(log)
    with SqliteLog(path, writing=True) as log:
        assert everything(log) == before
        assert put(log, "a", NOTE).first_position == 12
        again = log.append("a", [Pending(NOTE), Pending(DAMAGE, 0)], expected=0, command="a0", at=9)
        assert (again.repeated, again.first_position, again.leaf) == (True, 0, before[1].leaf)
    with SqliteLog(path) as log:
        assert everything(log)[:-1] == before


def test_a_reader_follows_a_writer_in_another_connection(path: Path) -> None:
    with SqliteLog(path, writing=True) as writer, SqliteLog(path) as reader:
        for number in range(5):
            put(writer, "a", NOTE)
            assert [record.position for record in reader.follow(12 + number)] == [12 + number]


def test_a_closed_log_says_so(path: Path) -> None:
    log = SqliteLog(path)
    log.close()
    log.close()
    with pytest.raises(LogError, match="the log was closed"):
        log.count("a")
    writer = SqliteLog(path, writing=True)
    writer.close()
    with pytest.raises(LogError, match="the log was closed"):
        put(writer, "a", NOTE)
    with pytest.raises(LogError, match="the log was closed"):
        writer.append("d", noted(1), expected=0, command="c", at=0)
    with pytest.raises(LogError, match="the log was closed"), writer.batch():
        pass


def test_nothing_goes_into_a_transaction_that_was_left_open(path: Path) -> None:
    """An interrupt between the beginning of a transaction and that of its block leaves it open."""
    with SqliteLog(path, writing=True) as log:
        log._db.execute("BEGIN IMMEDIATE")
        for _ in range(2):
            with pytest.raises(Poisoned, match="left open, by an interrupt or another thread"):
                put(log, "a", NOTE)
    with SqliteLog(path, writing=True) as log:
        assert put(log, "a", NOTE).first_position == 12


@settings(deadline=None, max_examples=effort.examples(100))
@given(st.lists(st.sampled_from("abcdef"), max_size=20), st.integers(0, 8))
def test_the_matches_that_began_first_or_last(order: list[str], number: int) -> None:
    """However their entries stand between one another."""
    with TemporaryDirectory() as folder, SqliteLog(Path(folder) / "log.db", writing=True) as log:
        for match in order:
            put(log, match, NOTE)
        began = list(dict.fromkeys(order))
        assert log.names(number) == began[:number]
        assert log.names(number, latest=True) == began[::-1][:number]


# --- several processes -----------------------------------------------------------------------------


def _leave_in_the_middle(path: Path) -> None:
    log = SqliteLog(path, writing=True)
    put(log, "a", NOTE)
    with log.batch():
        put(log, "a", NOTE)
        put(log, "b", NOTE)
        os._exit(9)


def test_a_process_that_dies_in_a_batch_leaves_none_of_it(path: Path) -> None:
    process = multiprocessing.get_context("spawn").Process(target=_leave_in_the_middle, args=(path,))
    process.start()
    process.join()
    assert process.exitcode == 9
    with SqliteLog(path, writing=True) as log:
        assert (log.size, log.count("a"), log.count("b")) == (13, 5, 4)
        assert put(log, "b", NOTE).first_position == 13
        assert len(everything(log)) == 14


def test_many_may_make_the_same_log(tmp_path: Path) -> None:
    """A file that appears under a log's name is a whole log from its first moment."""
    barrier, failed = Barrier(8), []

    def make(name: int) -> None:
        barrier.wait()
        try:
            with SqliteLog(tmp_path / "new.db", writing=True) as log:
                put(log, f"m{name}", NOTE)
        except BaseException as error:
            failed.append(error)
            raise

    threads = [Thread(target=make, args=(name,)) for name in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    with SqliteLog(tmp_path / "new.db") as log:
        assert len(everything(log)) == len(log.matches()) == 8
    assert [found.name for found in tmp_path.iterdir() if not found.name.startswith("new.db")] == []


# --- when the disk or somebody else says no --------------------------------------------------------


def test_a_writer_that_waits_in_vain_says_so(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "BUSY_TIMEOUT_MS", 20)
    with SqliteLog(path, writing=True) as holder, SqliteLog(path, writing=True) as waiter:
        with holder.batch():
            put(holder, "a", NOTE)
            with pytest.raises(Busy, match="another process has been writing"):
                put(waiter, "b", NOTE)
            assert len(everything(waiter)) == 12
        assert put(waiter, "b", NOTE).first_position == 13


def fill_up(log: SqliteLog) -> None:
    """From here on the log may not grow by a page, as on a full disk."""
    log._db.pragma("max_page_count", log._db.pragma("page_count"))


LARGE = [Noted("comment", text * 3000) for text in "xyz"]


def test_a_full_disk_leaves_no_half_act(path: Path) -> None:
    with SqliteLog(path, writing=True) as log:
        before = everything(log)
        fill_up(log)
        with pytest.raises(Poisoned, match=r"database or disk is full.*same command ids"):
            put(log, "a", *LARGE)
        assert everything(log) == before
        log._db.pragma("max_page_count", 1000)
        with pytest.raises(Poisoned, match="database or disk is full"):
            put(log, "b", NOTE)
        with pytest.raises(Poisoned, match="database or disk is full"), log.batch():
            pass
        assert everything(log) == before
    with SqliteLog(path, writing=True) as log:
        assert put(log, "a", *LARGE).first_seq == 4
        assert len(everything(log)) == 15


def test_a_full_disk_undoes_the_whole_batch(path: Path) -> None:
    """Even if somebody goes on after the error: nothing of the batch may stand alone."""
    with SqliteLog(path, writing=True) as log:
        before = everything(log)
        fill_up(log)
        with pytest.raises(Poisoned), log.batch():
            put(log, "b", NOTE)
            with pytest.raises(Poisoned):
                put(log, "a", *LARGE)
            assert not log._db.in_transaction, "SQLite undoes everything when the disk is full"
            with pytest.raises(Poisoned, match="everything not yet committed is undone"):
                log.append("c", noted(1), expected=4, command="late", at=0)
        assert everything(log) == before
    with SqliteLog(path, writing=True) as log:
        assert put(log, "b", NOTE).first_seq == 4

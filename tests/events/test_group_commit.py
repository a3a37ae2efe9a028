"""Group commit: many submit, one writes; each act by itself, and nobody is answered before it is on disk."""

import os
from collections.abc import Iterator
from concurrent.futures import Future, wait
from pathlib import Path
from threading import Barrier, Event, Thread

import pytest

from events.log import database
from events.log import group_commit as committing
from events.log.contract import (
    Busy,
    CommandReused,
    Conflict,
    LogError,
    NotALog,
    Pending,
    Poisoned,
    Receipt,
    Refused,
    Unwritable,
)
from events.log.group_commit import GroupCommitter
from events.log.sqlite_log import SqliteLog
from events.model.kinds import Noted
from tests.events.log_contract import everything
from tests.events.processes import HOLD, run, start
from tests.events.test_poison import disk


def note(line: int) -> list[Pending]:
    return [Pending(Noted("comment", "", line=line))]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "log.db"


@pytest.fixture
def committer(path: Path) -> Iterator[GroupCommitter]:
    with GroupCommitter(path) as made:
        yield made


class Gate:
    """Holds the committer up before its next commit, so that what is submitted meanwhile goes together."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.reached, self.opened = Event(), Event()
        self.sizes: list[int] = []
        inner = GroupCommitter._commit

        def commit(one: GroupCommitter, log: SqliteLog, acts: list[committing._Act]) -> None:
            self.sizes.append(len(acts))
            self.reached.set()
            assert self.opened.wait(60)
            inner(one, log, acts)

        monkeypatch.setattr(GroupCommitter, "_commit", commit)


def test_an_act_is_on_disk_when_its_receipt_is_there(path: Path, committer: GroupCommitter) -> None:
    receipt = committer.submit("m", note(1), expected=0, command="c", at=5).result(60)
    with SqliteLog(path) as log:
        record = log.entry("m", 0)
        assert receipt == Receipt("m", 0, 1, 0, record.leaf)
        assert (record.entry.command, record.entry.at) == ("c", 5)


def test_many_threads_are_told_each_of_his_own(path: Path, committer: GroupCommitter) -> None:
    writers, acts = 16, 20
    barrier, failed = Barrier(writers), []

    def write(name: int) -> None:
        barrier.wait()
        try:
            for number in range(acts):
                done = committer.submit(
                    f"m{name}", note(number), expected=number, command=f"{name}:{number}", at=0
                )
                assert done.result(60).first_seq == number
        except BaseException as error:
            failed.append(error)
            raise

    threads = [Thread(target=write, args=(name,)) for name in range(writers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    with SqliteLog(path) as log:
        assert [record.position for record in log.follow()] == list(range(writers * acts))
        for name in range(writers):
            lines = [event.line for event in log.events(f"m{name}") if isinstance(event, Noted)]
            assert lines == list(range(acts))


def test_what_waits_goes_together_and_fails_alone(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Gate(monkeypatch)
    with GroupCommitter(path) as committer:
        first = committer.submit("m", note(0), expected=0, command="c0", at=0)
        assert gate.reached.wait(60)
        second = committer.submit("m", note(1), expected=1, command="c1", at=0)
        stale = committer.submit("m", note(2), expected=1, command="c2", at=0)
        wrong = committer.submit("m", [Pending(Noted("comment", ""), 9)], expected=2, command="c3", at=0)
        again = committer.submit("m", note(1), expected=9, command="c1", at=0)
        reused = committer.submit("m", note(7), expected=2, command="c1", at=0)
        nonsense = committer.submit("m", [None], expected=2, command="c4", at=0)  # type: ignore[list-item]  # that is the point
        last = committer.submit("m", note(3), expected=2, command="c5", at=0)
        assert not any(future.done() for future in (first, second, stale, last))
        gate.opened.set()
        assert (first.result(60).first_seq, second.result(60).first_seq, last.result(60).first_seq) == (
            0,
            1,
            2,
        )
        assert again.result(60) == second.result()._replace(repeated=True)
        for future, error in (
            (stale, Conflict),
            (wrong, Refused),
            (reused, CommandReused),
            (nonsense, TypeError),
        ):
            with pytest.raises(error):
                future.result(60)
    assert gate.sizes == [1, 7]
    with SqliteLog(path) as log:
        assert [event.line for event in log.events("m") if isinstance(event, Noted)] == [0, 1, 3]
        assert len(everything(log)) == 3


def test_a_failing_disk_answers_all_who_wait(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(committing, "ACTS_A_COMMIT", 2)
    gate = Gate(monkeypatch)
    with disk() as broken:
        committer = GroupCommitter(path)
        futures: list[Future[Receipt]] = []
        for number in range(6):
            futures.append(committer.submit(f"m{number}", note(0), expected=0, command=f"c{number}", at=0))
            assert gate.reached.wait(60)
        broken.what, broken.fails_at = "sync", 3  # A new write-ahead file is synced twice.
        gate.opened.set()
        wait(futures, 60)
        stored = [future for future in futures if not future.exception()]
        assert len(stored) == 1, "the first went alone, the second commit failed"
        for future in futures:
            assert future in stored or isinstance(future.exception(), Poisoned)
        with pytest.raises(Poisoned, match="open it again"):
            committer.submit("late", note(0), expected=0, command="late", at=0)
        committer.close()
    with GroupCommitter(path) as again:
        receipts = [
            again.submit(f"m{number}", note(0), expected=0, command=f"c{number}", at=0).result(60)
            for number in range(6)
        ]
        assert [receipt.repeated for receipt in receipts] == [True] + 5 * [False]


def test_who_is_busy_is_asked_again(
    path: Path, committer: GroupCommitter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another connection of this process may write as well, and an act of the committer waits in vain."""
    monkeypatch.setattr(database, "BUSY_TIMEOUT_MS", 20)
    with GroupCommitter(path) as impatient, SqliteLog(path, writing=True) as other:
        with other.batch():
            other.append("o", note(0), expected=0, command="o", at=0)
            with pytest.raises(Busy):
                impatient.submit("m", note(0), expected=0, command="c", at=0).result(60)
        assert impatient.submit("m", note(0), expected=0, command="c", at=0).result(60).first_position == 1


def test_closing_writes_what_was_submitted(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Gate(monkeypatch)
    committer = GroupCommitter(path)
    futures = [committer.submit("m", note(n), expected=n, command=f"c{n}", at=0) for n in range(1500)]
    gate.opened.set()
    committer.close()
    committer.close()
    assert [future.result(0).first_seq for future in futures] == list(range(1500))
    assert max(gate.sizes) <= committing.ACTS_A_COMMIT
    with pytest.raises(Unwritable, match="the committer was closed"):
        committer.submit("m", note(0), expected=0, command="late", at=0)


def test_an_act_that_was_called_off_is_not_written(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Gate(monkeypatch)
    with GroupCommitter(path) as committer:
        committer.submit("a", note(0), expected=0, command="a", at=0)
        assert gate.reached.wait(60)
        called_off = committer.submit("b", note(0), expected=0, command="b", at=0)
        kept = committer.submit("c", note(0), expected=0, command="c", at=0)
        assert called_off.cancel()
        gate.opened.set()
        assert kept.result(60).first_position == 1
    with SqliteLog(path) as log:
        assert [info.match for info in log.matches()] == ["a", "c"]


def test_who_submits_too_much_waits(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(committing, "WAITING", 4)
    gate = Gate(monkeypatch)
    with GroupCommitter(path) as committer:
        committer.submit("m", note(0), expected=0, command="c0", at=0)
        assert gate.reached.wait(60)
        through = Event()

        def submit() -> None:
            for n in range(1, 10):
                committer.submit("m", note(n), expected=n, command=f"c{n}", at=0)
            through.set()

        thread = Thread(target=submit)
        thread.start()
        assert not through.wait(0.2)
        assert len(committer._acts) == 4
        gate.opened.set()
        thread.join(60)
        assert through.is_set()
    with SqliteLog(path) as log:
        assert log.count("m") == 10


def test_what_cannot_be_opened_is_said_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NotALog, match="the folder"):
        GroupCommitter(tmp_path / "none" / "log.db")
    monkeypatch.setattr(database, "BUSY_TIMEOUT_MS", 20)
    process = start(HOLD, tmp_path / "log.db")
    assert process.stdout and process.stdout.readline() == "open\n"
    with pytest.raises(Busy) as caught:
        GroupCommitter(tmp_path / "log.db")
    assert caught.value.holder is not None and caught.value.holder.pid == process.pid
    process.communicate("\n", timeout=60)
    assert isinstance(caught.value, LogError)


FORK = """
import os, sys
from events.log.group_commit import GroupCommitter
from events.model.kinds import Noted
from events.log.contract import Pending, Unwritable
with GroupCommitter(sys.argv[1]) as committer:
    child = os.fork()
    if child == 0:
        try:
            committer.submit("m", [Pending(Noted("comment", ""))], expected=0, command="c", at=0)
        except Unwritable:
            os._exit(0)
        os._exit(1)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def test_a_forked_child_is_not_kept_waiting(path: Path) -> None:
    assert run(FORK, path) == "0\n"
    assert os.path.exists(path)

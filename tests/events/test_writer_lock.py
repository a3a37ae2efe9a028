"""One process at a time has a log open for writing, and the others are told which."""

import fcntl
import json
import os
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from threading import Barrier, Thread
from time import sleep

import pytest

from events.log import database, writer_lock
from events.log.contract import Busy, Holder, LockLost, NotALog, Poisoned, Unwritable
from events.log.sqlite_log import SqliteLog
from events.log.writer_lock import acquire, lock_of
from tests.events.files import NOTE, small_log
from tests.events.log_contract import everything, put
from tests.events.processes import HOLD, run, start


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return small_log(tmp_path / "log.db")


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "BUSY_TIMEOUT_MS", 50)


@pytest.fixture
def holder(path: Path) -> Iterator[int]:
    """The id of another process that has the log open for writing."""
    process = start(HOLD, path)
    assert process.stdout and process.stdout.readline() == "open\n"
    yield process.pid
    process.communicate("\n", timeout=60)


def test_the_lock_is_there_as_long_as_somebody_may_write(path: Path) -> None:
    file = lock_of(path)
    assert not file.exists()
    with SqliteLog(path, writing=True) as one:
        said = json.loads(file.read_text())
        assert (said["pid"], said["host"]) == (os.getpid(), socket.gethostname())
        assert said["program"] and said["since"].endswith("+00:00")
        with SqliteLog(path, writing=True) as other:
            put(other, "a", NOTE)
        assert file.exists()
        put(one, "a", NOTE)
    assert not file.exists()
    one.close()


def test_a_reader_neither_takes_it_nor_waits(path: Path, holder: int) -> None:
    before = lock_of(path).read_bytes()
    with SqliteLog(path) as log:
        assert len(everything(log)) == 12
        assert log.left_open is None
    assert lock_of(path).read_bytes() == before


@pytest.mark.usefixtures("impatient")
def test_a_second_process_is_told_who_writes(path: Path, holder: int) -> None:
    with pytest.raises(
        Busy, match=rf"\(process {holder} on .*, since 20.*\) has it open for writing"
    ) as caught:
        SqliteLog(path, writing=True)
    found = caught.value.holder
    assert found is not None and found.pid == holder


def test_a_second_process_waits_for_the_first(path: Path) -> None:
    process = start(HOLD, path)
    assert process.stdout and process.stdin and process.stdout.readline() == "open\n"

    def let_go() -> None:
        sleep(0.2)
        process.communicate("\n", timeout=60)

    thread = Thread(target=let_go)
    thread.start()
    with SqliteLog(path, writing=True) as log:
        assert put(log, "a", NOTE).first_position == 12
        assert log.left_open is None
    thread.join()


def test_what_a_dead_process_left_is_taken_over_and_told(path: Path) -> None:
    process = start(HOLD, path)
    assert process.stdout and process.stdout.readline() == "open\n"
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert lock_of(path).exists()
    with SqliteLog(path, writing=True) as log, SqliteLog(path, writing=True) as other:
        for one in (log, other):
            assert one.left_open is not None and one.left_open.pid == process.pid
        assert put(log, "a", NOTE).first_position == 12
    with SqliteLog(path, writing=True) as log:
        assert log.left_open is None


@pytest.mark.parametrize("said", ["{", "[]", '{"pid": "x"}', "\udcff"])
def test_a_lock_file_that_says_nonsense_is_no_hindrance(path: Path, said: str) -> None:
    lock_of(path).write_bytes(said.encode("utf-8", "surrogateescape"))
    with SqliteLog(path, writing=True) as log:
        assert log.left_open == Holder(pid=0, program="", host="", since="")
        assert str(log.left_open) == "an unknown process"


@pytest.mark.usefixtures("impatient")
def test_a_holder_that_says_nothing_is_another_process(path: Path) -> None:
    with lock_of(path).open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        with pytest.raises(Busy, match=r"log\.db: another process has it open") as caught:
            SqliteLog(path, writing=True)
    assert caught.value.holder is None


def replaced(file: Path) -> None:
    file.rename(file.with_name("old"))
    file.touch()


@pytest.fixture
def attentive(monkeypatch: pytest.MonkeyPatch) -> None:
    """Writers look at their lock before each commit."""
    monkeypatch.setattr(writer_lock, "LOOK_S", 0)


@pytest.mark.usefixtures("attentive")
@pytest.mark.parametrize(
    ("tamper", "told"), [(Path.unlink, "is gone"), (replaced, "was replaced")], ids=["gone", "replaced"]
)
def test_a_lock_that_is_taken_away_ends_its_writer(path: Path, tamper: object, told: str) -> None:
    assert callable(tamper)
    with SqliteLog(path, writing=True) as log:
        put(log, "a", NOTE)
        tamper(lock_of(path))
        with pytest.raises(LockLost, match=told):
            put(log, "a", NOTE)
        with pytest.raises(LockLost, match=told), log.batch():
            pass
        assert len(everything(log)) == 13
        with SqliteLog(path, writing=True) as other:
            assert put(other, "a", NOTE).first_position == 13
            with pytest.raises(LockLost, match=told):
                put(log, "a", NOTE)
        assert len(everything(log)) == 14


def test_a_writer_looks_at_its_lock_now_and_then(path: Path) -> None:
    with SqliteLog(path, writing=True) as log:
        lock_of(path).unlink()
        sleep(writer_lock.LOOK_S)
        with pytest.raises(LockLost):
            put(log, "a", NOTE)


@pytest.mark.usefixtures("attentive")
def test_a_batch_whose_lock_is_taken_away_leaves_no_trace(path: Path) -> None:
    with SqliteLog(path, writing=True) as log:
        with pytest.raises(LockLost), log.batch():
            put(log, "a", NOTE)
            lock_of(path).unlink()
            put(log, "a", NOTE)
        assert len(everything(log)) == 12


def test_whose_lock_was_taken_away_does_not_take_away_that_of_another(path: Path) -> None:
    log = SqliteLog(path, writing=True)
    lock_of(path).unlink()
    with SqliteLog(path, writing=True) as other:
        log.close()
        assert lock_of(path).exists()
        put(other, "a", NOTE)


def test_a_link_to_a_log_has_the_same_lock(path: Path, tmp_path: Path, holder: int) -> None:
    (tmp_path / "elsewhere").mkdir()
    link = tmp_path / "elsewhere" / "link.db"
    link.symlink_to(path)
    assert lock_of(link) == lock_of(path)
    with pytest.raises(Busy):
        acquire(link, wait_ms=0)


def test_no_lock_goes_through_a_link(path: Path, tmp_path: Path) -> None:
    """It would empty what the link points to."""
    (tmp_path / "dear.txt").write_text("dear")
    lock_of(path).symlink_to(tmp_path / "dear.txt")
    with pytest.raises(Unwritable, match=r"its lock .*log\.db\.lock cannot be made"):
        SqliteLog(path, writing=True)
    assert (tmp_path / "dear.txt").read_text() == "dear"


def test_what_cannot_be_opened_leaves_no_lock(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("no log")
    for _ in range(2):
        with pytest.raises(NotALog):
            SqliteLog(tmp_path / "text.db", writing=True)
    assert [path.name for path in tmp_path.iterdir()] == ["text.db"]
    process = start(HOLD, small_log(tmp_path / "log.db"))
    process.communicate("\n", timeout=60)
    assert not lock_of(tmp_path / "log.db").exists()


def test_threads_that_open_and_close_share_one_lock(path: Path) -> None:
    barrier, failed = Barrier(6), []

    def work(name: int) -> None:
        barrier.wait()
        try:
            for _ in range(8):
                with SqliteLog(path, writing=True) as log:
                    put(log, f"thread-{name}", NOTE)
        except BaseException as error:
            failed.append(error)
            raise

    threads = [Thread(target=work, args=(name,)) for name in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert not lock_of(path).exists()
    with SqliteLog(path) as log:
        assert len(everything(log)) == 12 + 48


FORK = """
import os, sys
from pathlib import Path
from events.log import database
from events.model.kinds import Noted
from events.log.contract import Busy, LockLost, Pending
from events.log.sqlite_log import SqliteLog
database.BUSY_TIMEOUT_MS = 50
log = SqliteLog(sys.argv[1], writing=True)
child = os.fork()
if child == 0:
    try:
        log.append("m", [Pending(Noted("comment", ""))], expected=0, command="child", at=0)
    except LockLost as error:
        assert "forked off" in str(error), error
    else:
        os._exit(3)
    try:
        SqliteLog(sys.argv[1], writing=True)
    except Busy as error:
        os._exit(0 if error.holder.pid == os.getppid() else 5)
    os._exit(4)
status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
assert Path(sys.argv[1] + ".lock").exists()
log.append("m", [Pending(Noted("comment", ""))], expected=0, command="parent", at=0)
log.close()
print(status)
"""


def test_a_forked_child_has_not_what_its_parent_holds(tmp_path: Path) -> None:
    assert run(FORK, tmp_path / "log.db") == "0\n"


LOCKED = """
import fcntl, struct, sys
with open(sys.argv[1], "r+b") as file:
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 510, 0x40000002)
    except BlockingIOError:
        print("held")
    else:
        print("free")
"""


def test_opening_once_more_drops_no_lock_of_sqlite(path: Path) -> None:
    """Who closes a file loses all his locks on it (POSIX); then others remove the WAL under him."""
    with SqliteLog(path, writing=True) as log:
        SqliteLog(path).close()
        SqliteLog(path, writing=True).close()
        assert run(LOCKED, path) == "held\n"
        put(log, "a", NOTE)
    assert run(LOCKED, path) == "free\n"


def test_the_errors_are_of_the_family() -> None:
    assert issubclass(LockLost, Unwritable) and issubclass(Poisoned, Unwritable)

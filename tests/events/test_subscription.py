"""A subscription yields every record once and in order, whoever writes, however often it is broken off."""

import random
import signal
from pathlib import Path
from threading import Event, Thread
from time import sleep

import pytest

from events.log.contract import Damaged, OutOfRange, Record
from events.log.sqlite_log import SqliteLog
from events.log.subscription import subscribe
from tests.events.files import NOTE, small_log, spoil, vandalise
from tests.events.log_contract import everything, put
from tests.events.processes import start


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return small_log(tmp_path / "log.db")


def test_what_is_there_and_what_comes(path: Path) -> None:
    with SqliteLog(path, writing=True) as writer, SqliteLog(path) as reader:
        records = subscribe(reader)
        seen = [next(records) for _ in range(12)]
        put(writer, "a", NOTE, NOTE)
        seen += [next(records), next(records)]
        assert seen == everything(writer)


@pytest.mark.parametrize("position", range(13))
def test_it_begins_where_it_is_told(path: Path, position: int) -> None:
    with SqliteLog(path) as reader:
        found = [record.position for record in subscribe(reader, position, idle_s=0)]
        assert found == list(range(position, 12))


@pytest.mark.parametrize("position", [-1, 13])
def test_a_position_that_is_not_there_is_refused_at_once(path: Path, position: int) -> None:
    with SqliteLog(path) as reader, pytest.raises(OutOfRange, match="accepted are 0 to 12"):
        subscribe(reader, position)


def test_it_ends_when_nothing_comes(path: Path) -> None:
    with SqliteLog(path) as reader:
        assert len(list(subscribe(reader, idle_s=0.01))) == 12


def test_it_ends_when_it_is_told_to(path: Path) -> None:
    stop = Event()
    with SqliteLog(path) as reader:
        records = subscribe(reader, stop=stop)
        assert next(records).position == 0
        stop.set()
        assert list(records) == []

    def later() -> None:
        sleep(0.05)
        stop.set()

    stop.clear()
    thread = Thread(target=later)
    thread.start()
    with SqliteLog(path) as reader:
        assert len(list(subscribe(reader, stop=stop))) == 12
    thread.join()


def test_many_records_come_in_several_looks(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("events.log.subscription.RECORDS_A_LOOK", 5)
    with SqliteLog(path) as reader:
        assert list(subscribe(reader, idle_s=0)) == everything(reader)


def test_a_missing_entry_is_not_skipped(path: Path) -> None:
    vandalise(path, "DELETE FROM entry WHERE position = 5")
    seen: list[Record] = []
    with SqliteLog(path) as reader, pytest.raises(Damaged, match=r"\(position 5\): this entry is missing"):
        for record in subscribe(reader, idle_s=0):
            seen.append(record)
    assert [record.position for record in seen] == [0, 1, 2, 3, 4]


def test_a_log_that_becomes_shorter_is_noticed(path: Path) -> None:
    with SqliteLog(path) as reader:
        records = subscribe(reader, idle_s=5)
        assert [next(records).position for _ in range(12)] == list(range(12))
        spoil(path, "DELETE FROM place WHERE position >= 10")
        with pytest.raises(Damaged, match="has 10 entries now, and had 12"):
            next(records)


WRITE = """
import random, sys
from events.model.kinds import Noted
from events.log.contract import Pending
from events.log.sqlite_log import SqliteLog
chosen = random.Random(1)
with SqliteLog(sys.argv[1], writing=True) as log:
    print("open", flush=True)
    for number in range(400):
        act = [Pending(Noted("comment", "", line=number))] * chosen.randrange(1, 6)
        match = f"m{chosen.randrange(5)}"
        log.append(match, act, expected=log.count(match), command=f"w{number}", at=0)
    print(log.size)
"""

SUBSCRIBE = """
import sys
from events.log.sqlite_log import SqliteLog
from events.log.subscription import subscribe
with SqliteLog(sys.argv[1]) as log:
    for record in subscribe(log, int(sys.argv[2]), idle_s=20):
        print(record.position, record.leaf, flush=True)
        if record.entry.command == "w399" and record.position + 1 == log.size:
            break
"""


def test_killed_and_resumed_it_sees_what_another_process_writes_once_and_in_order(tmp_path: Path) -> None:
    path, chosen = tmp_path / "log.db", random.Random(2)
    writer = start(WRITE, path)
    assert writer.stdout and writer.stdout.readline() == "open\n"
    seen: list[tuple[int, str]] = []
    kills = 0
    while True:
        reader = start(SUBSCRIBE, path, len(seen))
        assert reader.stdout
        patience = chosen.randrange(20, 300) if kills < 4 else 10**6
        for _, line in zip(range(patience), reader.stdout, strict=False):
            position, leaf = line.split()
            seen.append((int(position), leaf))
        if kills < 4:
            # What it still had to say is lost, as it is for a reader that dies before it keeps its position.
            reader.send_signal(signal.SIGKILL)
            kills += 1
            reader.communicate()
        else:
            _, err = reader.communicate(timeout=60)
            assert reader.returncode == 0, err
            break
    out, err = writer.communicate(timeout=60)
    assert writer.returncode == 0, err
    assert [position for position, _ in seen] == list(range(int(out)))
    with SqliteLog(path) as log:
        assert seen == [(record.position, record.leaf) for record in everything(log)]

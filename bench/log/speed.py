"""The log: one act with its events per commit, compared with plain inserts of the same bytes and with the
``eventsourcing`` library, on the same disk in the same run."""

import statistics
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from time import perf_counter
from typing import Any
from uuid import uuid4

import apsw
from eventsourcing.persistence import StoredEvent
from eventsourcing.sqlite import SQLiteAggregateRecorder, SQLiteDatastore

from bench.figure import Figure
from bench.workload import matches
from engine.record.timeline import by_act
from events.log.contract import Pending
from events.log.database import layout_of, open_database
from events.log.sqlite_log import SqliteLog

GAME = "blade-rondo@1.03"
ROUNDS = 5
ACTS_A_ROUND = 250


def run() -> list[Figure]:
    """Append rates, measured in turns so that all see the same load of the disk."""
    work = acts()
    with tempfile.TemporaryDirectory() as folder:
        contenders = [_ours(Path(folder)), _plain(Path(folder), work), _peer(Path(folder))]
        runs: list[list[float]] = [[], [], []]
        for start in range(0, ROUNDS * ACTS_A_ROUND, ACTS_A_ROUND):
            part = work[start : start + ACTS_A_ROUND]
            written = sum(len(batch) for batch in part)
            for contender, into in zip(contenders, runs, strict=True):
                began = perf_counter()
                contender(part)
                into.append(written / (perf_counter() - began))
    ours, plain, peer = (tuple(run) for run in runs)
    ratios = tuple(a / b for a, b in zip(ours, plain, strict=True))
    return [
        Figure("append, one act per commit", statistics.median(ours), "events/s", ours),
        Figure("plain apsw inserts of the same bytes (floor)", statistics.median(plain), "events/s", plain),
        Figure("append ÷ plain inserts", statistics.median(ratios), "×", ratios, 0.8),
        Figure("eventsourcing, SQLite recorder (peer)", statistics.median(peer), "events/s", peer),
    ]


Batch = list[Pending]


def acts() -> list[Batch]:
    """Acts with the events that follow from them, of several simulated matches in one sequence."""
    batches = [act for _, derived in matches(GAME, 40) for act in by_act(derived)]
    # In one sequence, the causes of one match would refer to events of another.
    batches = [[pending._replace(cause=None) for pending in act] for act in batches]
    return batches[: ROUNDS * ACTS_A_ROUND]


def _ours(folder: Path) -> Callable[[list[Batch]], None]:
    log = SqliteLog(folder / "ours.db", writing=True)
    done = {"acts": 0, "events": 0}

    def write(part: list[Batch]) -> None:
        for batch in part:
            log.append("bench", batch, expected=done["events"], command=f"c{done['acts']}", at=1)
            done["acts"] += 1
            done["events"] += len(batch)

    return write


def _plain(folder: Path, acts: list[Batch]) -> Callable[[list[Batch]], None]:
    """Insert the same rows into the same tables with the same pragmas, without anything else."""
    source = folder / "source.db"
    with SqliteLog(source, writing=True) as log, log.batch():
        seq = 0
        for number, batch in enumerate(acts):
            log.append("bench", batch, expected=seq, command=f"c{number}", at=1)
            seq += len(batch)
    tables: dict[str, list[Any]] = {}
    with closing(open_database(source, writing=False)) as stored:
        for table in ("match_name", "event", "place"):
            tables[table] = stored.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall()
        schema = layout_of(stored).schema
    db = apsw.Connection(str(folder / "plain.db"))
    db.execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL")
    for sql in schema.values():
        if "TRIGGER" not in sql:
            db.execute(sql)
    matches, events, places = tables.values()
    db.executemany(_insert("match_name", matches), matches)
    place = {"at": 0, "event": 0}

    def write(part: list[Batch]) -> None:
        for batch in part:
            begin, end = place["at"], place["at"] + len(batch)
            newest = max(row[4] for row in places[begin:end])
            db.execute("BEGIN IMMEDIATE")
            if newest > place["event"]:
                db.executemany(_insert("event", events), events[place["event"] : newest])
                place["event"] = newest
            db.executemany(_insert("place", places), places[begin:end])
            db.execute("COMMIT")
            place["at"] = end

    return write


def _insert(table: str, rows: list[Any]) -> str:
    return f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})"


def _peer(folder: Path) -> Callable[[list[Batch]], None]:
    store = SQLiteDatastore(str(folder / "peer.db"))
    recorder = SQLiteAggregateRecorder(store)
    recorder.create_table()
    match, done = uuid4(), {"events": 0}

    def write(part: list[Batch]) -> None:
        for batch in part:
            stored = [
                StoredEvent(match, done["events"] + index + 1, type(event).__name__, b"x" * 300)
                for index, (event, _) in enumerate(batch)
            ]
            recorder.insert_events(stored)
            done["events"] += len(batch)

    return write

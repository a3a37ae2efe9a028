"""Part 8 again, ``values``: a value that no kifuda writes, put by SQL where the types of the log forbid it.

The types of the tables are taken away, one value is changed, and types and guards are put back. Every command
is then asked. Not here: rows of right types in wrong places (``rows``), values of right types (``forgery``).
"""

import random
import re
import shutil
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import FrameType

from tests.campaign.memory import memory
from tests.campaign.tally import Step, Tally
from tests.events.files import as_plain
from tests.support.command import kifuda

VALUES = 390
SAMPLES = Path(__file__).parents[3] / "kifuda" / "samples"
MATCH, TOURNAMENT = "harvest-cup-r1", "friday"
SECONDS = 30
"""After these a command counts as one without an end; each takes less than one."""
FORGED = {
    "NULL": "NULL",
    "a real": "1.5",
    "a whole real": "{column} + 0.0",
    "a great real": "1e300",
    "text": "'x'",
    "bytes": "x'00'",
    "the least number": "-9223372036854775808",
    "a negative number": "-1",
    "a great number": "1000000000000",
    "the greatest number": "9223372036854775807",
}
UNSEEN = {
    ("source", "text"): "the name of a file is signed by nobody",
    ("at", "a great number"): "nor is when a match was collected; here, in 1970",
    ("number", "a great number"): "origins are put in order by it, and nothing else",
}
"""What a kifuda could have written, and nothing but its own row says."""
KINDS = ("values forged", "of these found by verify", "commands asked", "of these refused or with findings")


class Endless(Exception):
    """A command did not come to its end."""


def run(times: int, *, seed: int, folder: Path, step: Step) -> Tally:
    """Forge so many values, in any order, in every table and column of both layouts."""
    tally = Tally.of(KINDS)
    chance = random.Random(seed)
    with memory() as place:
        _make(place / "whole")
        shutil.copytree(place / "whole", place / "forged")
        for command in _commands(place / "forged"):
            # Of the tournament there is no record to export.
            if (done := kifuda(*command)).status and command[0] != "export":
                tally.fail(f"of the log before: {command[0]}: {done.err}")
        shutil.copytree(place / "whole", place / "plain")
        as_plain(place / "plain" / "log.db")
        cells = _cells(place / "whole")
        cells += [cell for cell in _cells(place / "plain") if cell[1] == "entry"]
        for number in range(times):
            if number % len(cells) == 0:
                chance.shuffle(cells)
            _attack(*cells[number % len(cells)], tally)
            step(1)
    return tally


def _make(folder: Path) -> None:
    """A signed log of two matches, a tournament, and matches that were collected from another signed log."""
    folder.mkdir()
    log, other, key = folder / "log.db", folder / "other.db", folder / "other.key"
    games = SAMPLES / "fertcg"
    for command in (
        ("import", games / f"{MATCH}.kfd", games / "harvest-cup-r2.kfd", "--log", log),
        ("import", SAMPLES / "tournaments" / "friday.csv", "--name", TOURNAMENT, "--log", log),
        ("key", "new", "--name", "example.org/log", "-o", folder / "log.db.key"),
        ("import", SAMPLES / "chronocard" / "spring-meeting-r1.kfd", "--log", other),
        ("key", "new", "--name", "example.org/other", "-o", key),
        ("checkpoint", "--log", other, "--key", key),
        ("collect", other, "--log", log),
        ("checkpoint", "--log", log),
        ("sign", MATCH, "--log", log),
    ):
        done = kifuda(*command)
        assert done.status == 0, (command, done)


def _cells(folder: Path) -> list[tuple[Path, str, str, str]]:
    """Each table and column of the log there, with what is put into it."""
    with closing(sqlite3.connect(folder / "log.db")) as connection:
        columns = connection.execute(
            "SELECT m.name, c.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS c"
            " WHERE m.type = 'table' ORDER BY m.name, c.cid"
        ).fetchall()
    return [(folder, table, column, value) for table, column in columns for value in FORGED]


def _attack(whole: Path, table: str, column: str, value: str, tally: Tally) -> None:
    forged = whole.with_name("forged")
    shutil.rmtree(forged, ignore_errors=True)
    shutil.copytree(whole, forged)
    log = forged / "log.db"
    if not forge(log, table, column, FORGED[value].format(column=column)):
        return
    tally.count(KINDS[0])
    how = f"{table}.{column} = {value}"
    for command in _commands(forged):
        tally.count(KINDS[2])
        try:
            with _in_time():
                done = kifuda(*command)
        except BaseException as error:  # also what ends a process
            tally.fail(f"{how}: {command[0]}: {type(error).__name__}: {error}")
            continue
        if done.status not in (0, 1, 2) or "Traceback" in done.err:
            tally.fail(f"{how}: {command[0]}: status {done.status}: {done.err[-300:]}")
        tally.count(KINDS[3], done.status != 0)
        if command[0] == "verify":
            tally.count(KINDS[1], done.status != 0)
            if not done.status and (column, value) not in UNSEEN:
                tally.fail(f"{how}: verify found nothing")


def _commands(folder: Path) -> Iterator[tuple[object, ...]]:
    log = ("--log", folder / "log.db")
    store = ("--store", folder / "log.store")
    yield ("verify", *log)
    yield ("log", *log)
    yield ("show", MATCH, *log)
    yield ("audit", MATCH, *log)
    yield ("audit", "--all", *log)
    yield ("evidence", MATCH, "-o", folder / "bundle", *log)
    yield ("export", "--all", "-o", folder / "out", *log)
    yield ("tournament", TOURNAMENT, *log)
    yield ("stats", "cards", *log, *store)
    yield ("backup", folder / "copy.db", *log)
    yield ("backup", folder / "compact.db", "--compact", *log)
    yield ("collect", folder / "log.db", "--log", folder / "new.db")
    yield ("checkpoint", *log)


def forge(log: Path, table: str, column: str, value: str) -> bool:
    """Put a value into a row in the middle, past types and guards; whether it is another one there now."""
    with closing(sqlite3.connect(log, isolation_level=None)) as connection:
        parts = connection.execute(
            "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL"
        ).fetchall()
        for _, name, _ in (part for part in parts if part[0] == "trigger"):
            connection.execute(f"DROP TRIGGER {name}")
        tables = {name: sql for kind, name, sql in parts if kind == "table"}
        _rewrite(connection, {name: _loose(sql) for name, sql in tables.items()})
    with closing(sqlite3.connect(log, isolation_level=None)) as connection:
        try:
            middle = f"(SELECT count({column}) / 2 FROM {table})"
            row = f"SELECT rowid FROM {table} WHERE {column} IS NOT NULL LIMIT 1 OFFSET {middle}"
            before = _content(connection, table)
            connection.execute(f"UPDATE {table} SET {column} = {value} WHERE rowid = ({row})")
            changed = _content(connection, table) != before
        except sqlite3.Error:  # A key cannot be everything.
            changed = False
        _rewrite(connection, tables)
    with closing(sqlite3.connect(log, isolation_level=None)) as connection:
        for _, _, sql in (part for part in parts if part[0] == "trigger"):
            connection.execute(sql)
    return changed


def _content(connection: sqlite3.Connection, table: str) -> str:
    """All rows; ``repr`` tells 1 from 1.0."""
    return repr(connection.execute(f"SELECT * FROM {table} ORDER BY rowid").fetchall())


def _loose(sql: str) -> str:
    """The table without the types of its columns."""
    sql = sql.replace(") STRICT", ")").replace(" CHECK (length(leaf) = 32)", "").replace(" NOT NULL", "")
    return re.sub(r" (INTEGER|TEXT|BLOB)(?! PRIMARY)", "", sql)


def _rewrite(connection: sqlite3.Connection, tables: dict[str, str]) -> None:
    connection.execute("PRAGMA writable_schema = ON")
    for name, sql in tables.items():
        connection.execute("UPDATE sqlite_schema SET sql = ? WHERE type = 'table' AND name = ?", (sql, name))
    connection.execute("PRAGMA writable_schema = RESET")


@contextmanager
def _in_time() -> Iterator[None]:
    def stop(signal: int, frame: FrameType | None) -> None:
        raise Endless(f"after {SECONDS} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


__all__ = ["VALUES", "forge", "run"]

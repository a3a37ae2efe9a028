"""Log files for tests, and ways to do to them what SQLite's guards are there to prevent."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import apsw

from events.log.contract import Pending
from events.log.database import SCHEMA
from events.log.randomness import seeded
from events.log.sqlite_log import SqliteLog
from events.model.kinds import Happened, Noted

GUARDS = [name for name, sql in SCHEMA.items() if "TRIGGER" in sql]
NOTE = Noted("comment", "月見")
DAMAGE = Happened("damage", "B", ("X-1",), amount=2)


def small_log(path: Path) -> Path:
    """A log of twelve entries, four in each of the matches a, b and c, taking turns."""
    with SqliteLog(path, writing=True, random=seeded("small")) as log, log.batch():
        for seq in (0, 2):
            for match in "abc":
                act = [Pending(NOTE), Pending(DAMAGE, seq)]
                log.append(match, act, expected=seq, command=f"{match}{seq}", at=seq)
    return path


@contextmanager
def raw(path: Path) -> Iterator[apsw.Connection]:
    """The database behind a log, for one who does not keep to the rules."""
    with closing(apsw.Connection(str(path))) as connection:
        yield connection


def vandalise(path: Path, *statements: str) -> None:
    """Do ``statements`` without the guards, and put the guards back as if nothing had been."""
    with raw(path) as connection:
        for name in GUARDS:
            connection.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            connection.execute(statement)
        for name in GUARDS:
            connection.execute(SCHEMA[name])

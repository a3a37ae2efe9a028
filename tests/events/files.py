"""Log files for tests, and ways to do to them what SQLite's guards are there to prevent."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import apsw

from events.backup.rewriting import rewrite
from events.log.contract import Pending
from events.log.database import layout_of, open_database
from events.log.plain_layout import PLAIN
from events.log.randomness import seeded
from events.log.sqlite_log import SqliteLog
from events.model.kinds import Happened, Noted

NOTE = Noted("comment", "月見")
GUARDS = [name for name, sql in PLAIN.schema.items() if "TRIGGER" in sql]
"""Of layout 1."""
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


def as_plain(path: Path) -> Path:
    """Write the log at ``path`` again in layout 1, where every entry is a row with all its bytes."""
    with closing(open_database(path, writing=False)) as source:
        if layout_of(source) == PLAIN:
            return path
        draft = path.with_name(path.name + ".plain")
        rewrite(source, draft, PLAIN)
    for name in (path.name, draft.name):
        for suffix in ("-wal", "-shm"):
            path.with_name(name + suffix).unlink(missing_ok=True)
    draft.replace(path.resolve())
    return path


def vandalise(path: Path, *statements: str) -> None:
    """Do ``statements`` to the log in layout 1, without its guards, and put the guards back as if nothing had
    been."""
    spoil(as_plain(path), *statements)


def spoil(path: Path, *statements: str) -> None:
    """The same to a log in whichever layout it has."""
    with raw(path) as connection:
        guards = {name: sql for name, sql in layout_of(connection).schema.items() if "TRIGGER" in sql}
        for name in guards:
            connection.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            connection.execute(statement)
        for sql in guards.values():
            connection.execute(sql)

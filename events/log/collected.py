"""The table of what was collected from other logs: where matches came from, with their proofs and slips.

It is in the database of the log, so that entries and their origin are written in one transaction, and is made
with its first row. Not here: collecting (``collect.collecting``), and whether proofs and slips hold
(``collect.origin_check``, ``seal.slip_check``).
"""

from collections.abc import Iterable
from typing import Literal, NamedTuple

import apsw

from events.log.values import require_values

Kind = Literal["proof", "slip", "unsigned"]

SCHEMA = {
    "collected": """
        CREATE TABLE collected (
            number INTEGER PRIMARY KEY,
            match TEXT NOT NULL,
            kind TEXT NOT NULL,
            entries INTEGER NOT NULL,
            source TEXT NOT NULL,
            at INTEGER NOT NULL,
            data TEXT NOT NULL
        ) STRICT""",
    "collected_match": "CREATE INDEX collected_match ON collected (match)",
    "collected_never_updated": """
        CREATE TRIGGER collected_never_updated BEFORE UPDATE ON collected
        BEGIN SELECT RAISE(ABORT, 'the log is append-only: origins are never updated'); END""",
    "collected_never_deleted": """
        CREATE TRIGGER collected_never_deleted BEFORE DELETE ON collected
        BEGIN SELECT RAISE(ABORT, 'the log is append-only: origins are never deleted'); END""",
}
_MADE = "SELECT count(*) FROM sqlite_schema WHERE name = 'collected'"
_FIELDS = "SELECT match, kind, entries, source, at, data FROM collected"
_OF_MATCH = f"{_FIELDS} WHERE match = ? ORDER BY number"
_ALL = f"{_FIELDS} ORDER BY number"
_INSERT = "INSERT INTO collected (match, kind, entries, source, at, data) VALUES (?, ?, ?, ?, ?, ?)"


class Collected(NamedTuple):
    """Something that was taken over with the first ``entries`` of ``match`` from another log.

    ``kind``: a ``proof`` of the last of these entries under the signed head of that log (C2SP ``tlog-proof``,
    in ``data``), a ``slip`` of the match, or ``unsigned`` for entries that no head of that log covered;
    ``source`` is the name of its file, ``at`` when it was collected (UTC, microseconds).
    """

    match: str
    kind: Kind
    entries: int
    source: str
    at: int
    data: str


def collected(connection: apsw.Connection, match: str | None = None) -> list[Collected]:
    """What was collected, of one match or of all, in the order in which it came.

    Raises ``Unsound``, and SQLite's errors, such as ``CorruptError`` for a text that is none.
    """
    ((made,),) = connection.execute(_MADE)
    if not made:
        return []
    require_values(connection, match, table="collected")
    try:
        rows = connection.execute(_ALL) if match is None else connection.execute(_OF_MATCH, (match,))
        return [Collected(*row) for row in rows]
    except UnicodeDecodeError as error:
        raise apsw.CorruptError(f"an origin is no text: {error}") from error


def add(connection: apsw.Connection, rows: Iterable[Collected]) -> None:
    """Insert rows in the present transaction; the first time this makes the table."""
    ((made,),) = connection.execute(_MADE)
    if not made:
        for statement in SCHEMA.values():
            connection.execute(statement)
    connection.executemany(_INSERT, list(rows))

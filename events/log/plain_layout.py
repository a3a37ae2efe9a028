"""Layout 1 of the database, of logs that were begun before layout 2: one row an entry, with all its bytes.

Such logs are read and continued as they are. Not here: layout 2 (``compact_layout``).
"""

from collections.abc import Sequence
from typing import Any

import apsw

from events.log.hash_chain import LAST_POSITION, Fields, check_match
from events.log.layout import SIZE, Checked, Layout, Queries, never

# No trigger stands before INSERT: it would cost a twentieth of every append. INSERT OR REPLACE can
# therefore overwrite an entry without asking; like everything done behind the log's back, it is seen
# when the entry, or the gap that it leaves, is read.
SCHEMA = {
    "entry": """
        CREATE TABLE entry (
            position INTEGER PRIMARY KEY,
            match TEXT NOT NULL,
            seq INTEGER NOT NULL,
            command TEXT NOT NULL,
            leaf BLOB NOT NULL CHECK (length(leaf) = 32),
            data BLOB NOT NULL,
            UNIQUE (match, seq)
        ) STRICT""",
    "entry_command": "CREATE INDEX entry_command ON entry (command)",
    **never("entry", "entries"),
}
INSERT = "INSERT INTO entry (position, match, seq, command, leaf, data) VALUES (?, ?, ?, ?, ?, ?)"

# An entry where a log has no position is left out, so that what is linked to it, or the last hash, differs.
_DATA = f"""
    SELECT data, leaf, position FROM entry
    WHERE match = ? AND position BETWEEN 0 AND {LAST_POSITION} ORDER BY seq"""
_LAST = "SELECT seq, leaf FROM entry WHERE match = ? ORDER BY seq DESC LIMIT 1"
# Hops from one match to the next in the index; the last name is NULL.
_NAME = """
    WITH RECURSIVE name (match) AS (
        SELECT min(match) FROM entry
        UNION ALL
        SELECT (SELECT min(match) FROM entry WHERE match > name.match) FROM name WHERE match IS NOT NULL
    )"""

QUERIES = Queries(
    size_and_command=f"SELECT ({SIZE}), EXISTS (SELECT 1 FROM entry WHERE command = ?)",
    of_command="""
        SELECT position, match, seq, command, leaf, data FROM entry WHERE command = ? ORDER BY position""",
    present=f"SELECT (SELECT count(*) FROM entry), ({SIZE})",
    # Looks for a beginning behind the one before; where a match stands in one piece, behind its end.
    first="""
        WITH RECURSIVE hop (match, behind) AS (
            SELECT NULL, -1
            UNION ALL
            SELECT first.match, iif(last.position - first.position = last.seq, last.position, first.position)
            FROM hop
            JOIN entry AS first ON first.position = (
                SELECT position FROM entry WHERE seq = 0 AND position > hop.behind ORDER BY position LIMIT 1
            )
            JOIN entry AS last ON last.match = first.match
                AND last.seq = (SELECT max(seq) FROM entry WHERE match = first.match)
        )
        SELECT match FROM hop WHERE match IS NOT NULL LIMIT ?""",
    latest="SELECT match FROM entry WHERE seq = 0 ORDER BY position DESC LIMIT ?",
    names=f"{_NAME} SELECT match FROM name",
    matches=f"""{_NAME}
        SELECT name.match, last.seq + 1, first.position, lower(hex(last.leaf)) FROM name
        JOIN entry AS last ON last.match = name.match
            AND last.seq = (SELECT max(seq) FROM entry WHERE match = name.match)
        LEFT JOIN entry AS first ON first.match = name.match AND first.seq = 0
        ORDER BY first.position""",
    page="""
        SELECT position, match, seq, command, leaf, data, NULL, NULL, NULL FROM entry
        WHERE position >= ? AND position < ? ORDER BY position LIMIT ?""",
)


class PlainInserter:
    """Inserts entries as they are."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._cursor = connection.cursor()

    def insert(self, rows: Sequence[Fields]) -> None:
        """Insert entries. Raises SQLite's errors."""
        self._cursor.executemany(INSERT, [row[:6] for row in rows])

    def forget(self) -> None:
        """Nothing is remembered."""


class PlainReader:
    """Reads whole matches."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def check_match(self, match: str) -> Checked | None:
        """The events of a match and their causes, if they are what was written. Raises SQLite's errors."""
        rows: list[Any] = self._connection.execute(_DATA, (match,)).fetchall()
        leaves, positions = [row[1] for row in rows], [row[2] for row in rows]
        last = self._connection.execute(_LAST, (match,)).get
        if [(len(leaves) - 1, leaf) for leaf in leaves[-1:]] != [last] or positions != sorted(positions):
            return None
        return check_match(match, [row[0] for row in rows], leaves=leaves)


PLAIN = Layout(1, SCHEMA, QUERIES, PlainInserter, PlainReader)

__all__ = ["PLAIN", "SCHEMA"]

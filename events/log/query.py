"""Queries on the table of entries, in SQL.

Not here: checking the rows (``hash_chain``), and inserting them (``database.INSERT``).
"""

from pathlib import Path
from typing import Any

import apsw

from events.log.database import as_log_error
from events.log.hash_chain import Row

_ROW = "SELECT position, match, seq, command, leaf, data FROM entry"
OF_MATCH = f"{_ROW} WHERE match = ? AND seq >= ? ORDER BY seq LIMIT ?"
LAST = f"{_ROW} WHERE match = ? ORDER BY seq DESC LIMIT 1"
LEAVES = "SELECT leaf FROM entry WHERE position >= ? AND position < ? ORDER BY position"
MATCH_LEAVES = "SELECT leaf FROM entry WHERE match = ? ORDER BY seq"
FROM_POSITION = f"{_ROW} WHERE position >= ? ORDER BY position LIMIT ?"
OF_COMMAND = f"{_ROW} WHERE command = ? ORDER BY position"
DATA = "SELECT data FROM entry WHERE match = ? ORDER BY seq"
LEAF = "SELECT lower(hex(leaf)) FROM entry WHERE match = ? AND seq = ?"
COUNT = "SELECT coalesce(max(seq) + 1, 0) FROM entry WHERE match = ?"
SIZE_AND_COMMAND = """
    SELECT coalesce(max(position) + 1, 0), EXISTS (SELECT 1 FROM entry WHERE command = ?) FROM entry"""
SIZE = "SELECT coalesce(max(position) + 1, 0) FROM entry"
# Two questions in one, so that the first is put to an index and the second to the table.
PRESENT = f"SELECT (SELECT count(*) FROM entry), ({SIZE})"
BEGINNINGS = f"{_ROW} WHERE seq = 0 AND position >= ? ORDER BY position LIMIT ?"
# Looks for a beginning behind the one before; where a match stands in one piece, behind its end.
FIRST = """
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
    SELECT match FROM hop WHERE match IS NOT NULL LIMIT ?"""
LATEST = "SELECT match FROM entry WHERE seq = 0 ORDER BY position DESC LIMIT ?"
# Hops from one match to the next in the index; the last name is NULL.
_NAME = """
    WITH RECURSIVE name (match) AS (
        SELECT min(match) FROM entry
        UNION ALL
        SELECT (SELECT min(match) FROM entry WHERE match > name.match) FROM name WHERE match IS NOT NULL
    )"""
NAMES = f"{_NAME} SELECT match FROM name"
MATCHES = f"""{_NAME}
    SELECT name.match, last.seq + 1, first.position, lower(hex(last.leaf)) FROM name
    JOIN entry AS last ON last.match = name.match
        AND last.seq = (SELECT max(seq) FROM entry WHERE match = name.match)
    LEFT JOIN entry AS first ON first.match = name.match AND first.seq = 0
    ORDER BY first.position"""


class Table:
    """The entries in an open file. An error of SQLite comes out as a ``LogError`` in words."""

    def __init__(self, db: apsw.Connection, path: Path) -> None:
        self._db = db
        self._path = path

    def rows(self, query: str, *bindings: str | int) -> list[Row]:
        return [Row(*row) for row in self.run(query, *bindings)]

    def column(self, query: str, *bindings: str | int) -> list[Any]:
        """The only column of a query. SQLite's wrapper gives it without a tuple around each value."""
        try:
            values = self._db.execute(query, bindings).get
        except (apsw.Error, UnicodeDecodeError) as error:
            raise as_log_error(error, self._path) from error
        except UnicodeEncodeError:
            return []  # An id that cannot be written, such as a file name in Latin-1, is in no row.
        return values if isinstance(values, list) else [] if values is None else [values]

    def run(self, statement: str, *bindings: str | int) -> list[Any]:
        try:
            return self._db.execute(statement, bindings).fetchall()
        except (apsw.Error, UnicodeDecodeError) as error:
            raise as_log_error(error, self._path) from error

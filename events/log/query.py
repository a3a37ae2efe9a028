"""Queries on the entries that are the same in every layout, in SQL.

Not here: the other queries, and inserting (``layout``), and checking the rows (``hash_chain``).
"""

from pathlib import Path
from typing import Any

import apsw

from events.log.database import as_log_error
from events.log.hash_chain import Row
from events.log.layout import Checked, Reader

_ROW = "SELECT position, match, seq, command, leaf, data FROM entry"
OF_MATCH = f"{_ROW} WHERE match = ? AND seq >= ? ORDER BY seq LIMIT ?"
LAST = f"{_ROW} WHERE match = ? ORDER BY seq DESC LIMIT 1"
LEAVES = "SELECT leaf FROM entry WHERE position >= ? AND position < ? ORDER BY position"
MATCH_LEAVES = "SELECT leaf FROM entry WHERE match = ? ORDER BY seq"
FROM_POSITION = f"{_ROW} WHERE position >= ? ORDER BY position LIMIT ?"
LEAF = "SELECT lower(hex(leaf)) FROM entry WHERE match = ? AND seq = ?"
COUNT = "SELECT coalesce(max(seq) + 1, 0) FROM entry WHERE match = ?"
BEGINNINGS = f"{_ROW} WHERE seq = 0 AND position >= ? ORDER BY position LIMIT ?"


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

    def checked(self, reader: Reader, match: str) -> Checked | None:
        """The events of ``match`` and their causes, read the fast way; None where it does not go."""
        try:
            return reader.check_match(match)
        except (apsw.Error, UnicodeDecodeError) as error:
            raise as_log_error(error, self._path) from error
        except UnicodeEncodeError:
            return None

    def run(self, statement: str, *bindings: str | int) -> list[Any]:
        try:
            return self._db.execute(statement, bindings).fetchall()
        except (apsw.Error, UnicodeDecodeError) as error:
            raise as_log_error(error, self._path) from error

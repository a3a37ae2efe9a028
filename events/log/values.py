"""What each column of a log may hold, and the first row that holds something else.

SQLite keeps columns to their types, unless somebody changed the file behind its back. What is asked here
once, whoever reads the rows afterwards need not ask. Not here: whether rows say what was written
(``hash_chain``, ``seal.scan``), and positions that no log has (``layout.STRAYS``).
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import apsw

from events.log.contract import Damaged
from events.log.hash_chain import LAST_POSITION
from events.model.codec import LARGEST


class Accepted(NamedTuple):
    """What a column may hold: in ``words``, as SQLite names types, and as a ``condition`` in SQL."""

    words: str
    condition: str

    def or_null(self) -> "Accepted":
        """The same, or no value."""
        return Accepted(f"{self.words}, NULL", f"typeof({{0}}) = 'null' OR ({self.condition})")


def _between(least: int, greatest: int) -> Accepted:
    condition = f"typeof({{0}}) = 'integer' AND {{0}} BETWEEN {least} AND {greatest}"
    return Accepted(f"INTEGER {least} … {greatest}", condition)


# SQLite takes a column that may not be NULL at its word, but ``typeof`` looks at the value.
_INTEGER = Accepted("INTEGER", "typeof({0}) = 'integer'")
_TEXT = Accepted("TEXT", "typeof({0}) = 'text'")
_BLOB = Accepted("BLOB", "typeof({0}) = 'blob'")
_LEAF = Accepted("BLOB (32)", "typeof({0}) = 'blob' AND length({0}) = 32")
_KINDS = "'proof', 'slip', 'unsigned'"
_KIND = Accepted(_KINDS, f"typeof({{0}}) = 'text' AND {{0}} IN ({_KINDS})")
_PLACE = _between(0, LAST_POSITION)
_ID = _between(1, LARGEST)

_MATCH_ID = "(SELECT id FROM match_name WHERE name = ?1)"


class _Table(NamedTuple):
    """``key`` names a row; ``of_match`` is the condition of rows of the match ``?1``."""

    key: str
    of_match: str
    columns: dict[str, Accepted]


_TABLES = {
    # Layout 1; in layout 2 it is a view.
    "entry": _Table(
        "position",
        "match = ?1",
        {"match": _TEXT, "seq": _PLACE, "command": _TEXT, "leaf": _LEAF, "data": _BLOB},
    ),
    "place": _Table(
        "position",
        f"match = {_MATCH_ID}",
        {
            "match": _INTEGER,
            "seq": _PLACE,
            "act": _INTEGER,
            "event": _INTEGER,
            "cause": _PLACE.or_null(),
            "salt": _TEXT.or_null(),
            "leaf": _LEAF,
            "command": _TEXT.or_null(),
            "at": _INTEGER.or_null(),
        },
    ),
    "match_name": _Table("id", "name = ?1", {"id": _ID, "name": _TEXT}),
    "event": _Table(
        "id",
        f"id IN (SELECT event FROM place WHERE match = {_MATCH_ID})",
        {"id": _ID, "digest": _INTEGER, "data": _BLOB},
    ),
    "collected": _Table(
        "number",
        "match = ?1",
        {
            "number": _ID,
            "match": _TEXT,
            "kind": _KIND,
            "entries": _between(1, LAST_POSITION),
            "source": _TEXT,
            "at": _between(0, LARGEST),
            "data": _TEXT,
        },
    ),
}
_MADE = "SELECT name FROM sqlite_schema WHERE type = 'table'"


class Unsound(Damaged):
    """The row ``row`` of ``table`` has ``value`` as ``column``, where a log has what is ``accepted``."""

    def __init__(self, table: str, row: int, *, column: str, value: str, accepted: str) -> None:
        super().__init__(f"row {row} of table {table} has {value} as {column}; accepted is: {accepted}")
        self.facts: dict[str, object] = {
            "table": table,
            "row": row,
            "column": column,
            "value": value,
            "accepted": accepted,
        }


def require_values(
    connection: apsw.Connection, match: str | None = None, *, table: str | None = None
) -> None:
    """Raise ``Unsound`` for a row that no kifuda writes: of one match, or of all; of one table, or of all.

    Of all it takes 0.7 s for a million entries, of one match a tenth of the time in which it is read. Raises
    SQLite's errors.
    """
    made = [name for (name,) in connection.execute(_MADE) if name in _TABLES and table in (None, name)]
    for name in made:
        for error in _unsound(connection, name, match):
            raise error


def _unsound(connection: apsw.Connection, name: str, match: str | None) -> Iterator[Unsound]:
    key, of_match, columns = _TABLES[name]
    each = {column: f"({accepted.condition.format(column)})" for column, accepted in columns.items()}
    scope, bindings = ("TRUE", ()) if match is None else (of_match, (match,))
    query = f"SELECT {key} FROM {name} WHERE {scope} AND NOT ({' AND '.join(each.values())}) LIMIT 1"
    found: list[Any] = connection.execute(query, bindings).fetchall()
    for (row,) in found:
        for column, accepted in columns.items():
            wrong = f"{key} = ? AND NOT {each[column]}"
            shown = f"SELECT substr(quote({column}), 1, 40) FROM {name} WHERE {wrong}"
            values: list[Any] = connection.execute(shown, (row,)).fetchall()
            for (value,) in values:
                yield Unsound(name, row, column=column, value=value, accepted=accepted.words)


__all__ = ["Unsound", "require_values"]

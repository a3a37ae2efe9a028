"""What the two layouts of the database have in common: the names of their parts, and the queries that differ.

Both have a table or view ``entry`` with the columns of ``hash_chain.Row``, which every other query asks. Not
here: the layouts (``plain_layout``, ``compact_layout``).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

import apsw

from events.log.hash_chain import LAST_POSITION, Fields
from events.model.kinds import AnyEvent


def size_of(table: str) -> str:
    """The query for the size of a log: one more than its last position, as far as entries have it."""
    return f"SELECT min(coalesce(max(position), -1), {LAST_POSITION}) + 1 FROM {table}"


SIZE = size_of("entry")
STRAYS = f"""
    SELECT position, match, seq FROM entry WHERE position < 0
    UNION ALL
    SELECT position, match, seq FROM entry WHERE position > {LAST_POSITION}"""
"""Entries that stand at no position of a log, and that nobody finds who reads from 0 up to its size."""


class Queries(NamedTuple):
    """Questions that an index answers, and each layout has others."""

    size_and_command: str
    """How many entries there are, and whether there is one of this command."""
    of_command: str
    present: str
    """Two counts in one, so that the first is put to an index and the second to the table."""
    first: str
    latest: str
    names: str
    matches: str
    page: str
    """Rows from one position up to another, so many at most, in columns of ``scan.Row``."""


class Inserter(Protocol):
    """Inserts entries within the present transaction of a connection."""

    def insert(self, rows: Sequence[Fields]) -> None:
        """Insert the entries of one act, or of one match from another log. Raises SQLite's errors."""

    def forget(self) -> None:
        """Drop what is remembered of rows, after a transaction was undone."""


Checked = tuple[list[AnyEvent], list[int | None]]
"""The events of a match, and their causes."""


class Reader(Protocol):
    """Reads from a connection."""

    def check_match(self, match: str) -> Checked | None:
        """The events of a whole match, if they are what was written, as ``hash_chain.check_match`` gives
        them. Raises SQLite's errors."""


class Layout(NamedTuple):
    """A layout of the database: ``version`` is its ``user_version``, ``schema`` its parts by name."""

    version: int
    schema: Mapping[str, str]
    queries: Queries
    inserter: Callable[[apsw.Connection], Inserter]
    reader: Callable[[apsw.Connection], Reader]
    contradictions: Sequence[tuple[str, str]] = ()
    """Queries that count rows which no entry has, and what these are."""


def never(table: str, why: str) -> dict[str, str]:
    """Triggers that keep the rows of ``table`` as they are; ``why`` names them in the error."""
    return {
        f"{table}_never_{done}": f"""
        CREATE TRIGGER {table}_never_{done} BEFORE {change} ON {table}
        BEGIN SELECT RAISE(ABORT, 'the log is append-only: {why} are never {done}'); END"""
        for done, change in (("updated", "UPDATE"), ("deleted", "DELETE"))
    }


__all__ = ["SIZE", "STRAYS", "Checked", "Inserter", "Layout", "Queries", "Reader", "never", "size_of"]

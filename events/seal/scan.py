"""Reads a whole log again: hashes every stored byte, checks every link, and rebuilds the tree.

It continues after a finding, so that all findings are reported, and trusts no stored hash. Not here: what the
root should be (``inspection``), and whether the events follow from the rules.
"""

from collections.abc import Callable, Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import apsw

from events.log.compact_layout import digest_of
from events.log.contract import Damaged
from events.log.database import altered_parts, as_log_error, layout_of, open_database, require_sound
from events.log.layout import SIZE, STRAYS
from events.model.codec import LINE, NOT_YET, Header, check_entry, check_stored, decode_header
from events.model.upcast import FORMAT, UNDECODED, Unreadable, upcast
from events.seal.merkle import Edge, Hash

PAGE_ROWS = 1024
"""Rows read at once. Between two pages SQLite can run a checkpoint of its write-ahead file."""

LEAF = "SELECT leaf FROM entry WHERE match = ? AND seq = ?"

Facts = dict[str, object]
Row = tuple[int, str, int, str, bytes, bytes, int | None, int | None, str | None]
"""Position, match, seq, command, leaf, data. With a salt behind them, data is the event only, and with cause
and time gives the bytes that were hashed (``codec.first_line``); without one, it is all of them."""
FIRST_LINK = (0, NOT_YET)
"""Seq and link of the first entry of a match."""


class Finding(NamedTuple):
    """Something that is wrong with a log: ``code`` names the message, ``facts`` fill it."""

    code: str
    facts: Facts


class Scan(NamedTuple):
    """The content of a log: ``size`` entries by its own count, ``rehashed`` of them read and hashed.

    ``root`` covers all entries, ``prefix_root`` the first ``prefix_size``. Each is None if entries are
    missing or there are not that many.
    """

    size: int
    rehashed: int
    root: Hash | None
    prefix_root: Hash | None
    findings: tuple[Finding, ...]


def scan(log: Path, *, prefix_size: int = 0, progress: Callable[[int, int], None] | None = None) -> Scan:
    """Read the log at ``log`` up to its present end, and compute the root of its first ``prefix_size``
    entries.

    ``progress`` is called with the number of entries read and their total. Raises ``LogError`` for a log that
    cannot be opened or read to its end, such as ``Unsound`` for a row that no kifuda writes.
    """
    try:
        with closing(open_database(log, writing=False)) as connection:
            require_sound(connection, log)
            size = fetch_size(connection)
            reader = _Reader(connection, size, prefix_size)
            reader.findings += _altered(connection)
            while reader.next < size:
                # A page ends where the first root is taken.
                end = prefix_size if reader.next < prefix_size < size else size
                reader.page(fetch_page(connection, reader.next, end), end)
                if progress is not None:
                    progress(reader.next, size)
            reader.findings += (*_strays(connection), *_contradictions(connection))
    except (apsw.Error, UnicodeDecodeError) as error:
        raise as_log_error(error, log) from error
    except (
        TypeError,
        AttributeError,
    ) as error:  # SQLite keeps columns to their types, unless somebody changed the file.
        raise Damaged(f"{log} holds other types of values than a log does") from error
    return reader.result()


def findings_of(connection: apsw.Connection) -> tuple[Finding, ...]:
    """The findings about the database of a log whose entries are sound. Raises SQLite's errors."""
    return (*_altered(connection), *_strays(connection), *_contradictions(connection))


def _altered(connection: apsw.Connection) -> Iterator[Finding]:
    """Check that the tables and the triggers that protect them are those of a log."""
    if names := altered_parts(connection):
        yield Finding("schema", {"names": ", ".join(names)})


def _strays(connection: apsw.Connection) -> Iterator[Finding]:
    """Look for entries at positions that no log has, which whoever reads from 0 up to the size passes by."""
    for position, match, seq in _run(connection, STRAYS):
        yield Finding("stray", {"position": position, "match": match, "seq": seq})


def _contradictions(connection: apsw.Connection) -> Iterator[Finding]:
    """Let SQLite compare its indexes with the entries: readers find a match by an index."""
    for (message,) in _run(connection, "PRAGMA integrity_check"):
        if message != "ok":
            yield Finding("database", {"why": str(message)})
    connection.create_scalar_function("digest_of", _digest_of, 1, deterministic=True)
    for query, why in layout_of(connection).contradictions:
        ((number,),) = _run(connection, query)
        if number:
            yield Finding("database", {"why": f"{why}: {number}"})


def _digest_of(*data: Any) -> int:
    """``digest_of`` as SQLite calls it."""
    return digest_of(*data)


def fetch_size(connection: apsw.Connection) -> int:
    """The number of entries by the account of the log. Raises SQLite's errors."""
    ((size,),) = _run(connection, SIZE)
    return int(size)


def fetch_page(connection: apsw.Connection, begin: int, end: int) -> list[Row]:
    """The first rows from ``begin`` up to ``end``. Raises SQLite's errors."""
    return _run(connection, layout_of(connection).queries.page, begin, end, PAGE_ROWS)


def composed_hash(prev: str, row: Row) -> Hash:
    """The hash of an entry whose bytes are put together, if ``prev`` is that of the one before."""
    _, match, seq, command, _, data, cause, at, salt = row
    said = "null" if cause is None else cause
    line = f'[{FORMAT},"{prev}",{said},{seq},"{match}","{command}",{at},"{salt}=="]\n'
    return sha256(b"\x00" + line.encode() + data).digest()


def previous_leaf(connection: apsw.Connection, match: str, seq: int) -> str:
    """The stored hash (hex) of the entry before ``seq``; empty if there is none. Raises SQLite's errors."""
    return "".join(leaf.hex() for (leaf,) in _run(connection, LEAF, match, seq - 1))


def _run(connection: apsw.Connection, query: str, *bindings: int | str) -> list[Any]:
    return connection.execute(query, bindings).fetchall()


class _Reader:
    """Reads a log page by page and collects findings."""

    def __init__(self, connection: apsw.Connection, size: int, prefix_size: int) -> None:
        self._connection = connection
        self.size, self.prefix_size = size, prefix_size
        self.next = 0
        self.rehashed = 0
        self.findings: list[Finding] = []
        self._edge = Edge()
        self._whole = True
        self._root_then = self._edge.root() if prefix_size == 0 else None
        # By match: the seq and link that its next entry must have.
        self._heads: dict[str, tuple[int, str]] = {}
        # By match: the stored leaf of its last entry, where that is another one than its bytes give.
        self._stored: dict[str, str] = {}

    def page(self, rows: list[Row], end: int) -> None:
        """Check the next rows before ``end``. No rows means that all entries up to ``end`` are missing."""
        leaves = []
        heads, place = self._heads, self.next
        for row in rows:
            position, match, seq, command, leaf, data, _, _, salt = row
            if position != place:
                self._missing(place, position - 1)
            place = position + 1
            head = heads.get(match, FIRST_LINK)
            if salt is not None:
                found = composed_hash(head[1], row)
                if found != leaf or seq != head[0]:
                    found = self._find_composed_differences(row, found, head)
                leaves.append(found)
                heads[match] = seq + 1, found.hex()
                self._look_inside(row, data, check_stored)
                continue
            found = sha256(b"\x00" + data).digest()
            leaves.append(found)
            try:
                stored = decode_header(data.partition(LINE)[0])
            except UNDECODED:
                try:
                    stored = decode_header(upcast(data).partition(LINE)[0])
                except (Unreadable, *UNDECODED) as error:
                    self._find("unreadable", row, why=str(error))
                    continue
            heads[match] = seq + 1, found.hex()
            self._look_inside(row, data, check_entry)
            if not (
                found == leaf
                and (seq, stored.prev) == head
                and stored.seq == seq
                and stored.match == match
                and stored.command == command
            ):
                self._find_differences(row, stored, found, head)
        if not rows:
            self._missing(place, end - 1)
            place = end
        self.next = place
        self.rehashed += len(rows)
        self._edge.extend(leaves)
        if self.next == self.prefix_size and self._whole:
            self._root_then = self._edge.root()

    def _look_inside(self, row: Row, data: bytes, check: Callable[[bytes], None]) -> None:
        """Add a finding about an entry that no log would have taken, although its hash may be right."""
        try:
            check(data)
        except Unreadable as error:
            self._find("unreadable", row, why=str(error))

    def _find_composed_differences(self, row: Row, found: Hash, head: tuple[int, str]) -> Hash:
        """Add the findings about a row whose bytes are put together; returns the hash that it has, as far as
        is known: behind an entry that was changed, its stored leaf says what it was."""
        _, match, seq, _, leaf, *_ = row
        before = self._stored.pop(match, "") if seq == head[0] else ""
        before = before or previous_leaf(self._connection, match, seq)
        linked = composed_hash(before, row)
        if seq != head[0]:
            self._find("unlinked", row)
        # Where the entry before is missing, this one cannot be put together.
        if linked != leaf and (before or not seq):
            self._find("changed", row)
            self._stored[match] = leaf.hex()
            return found
        return leaf

    def _find_differences(self, row: Row, stored: Header, found: Hash, head: tuple[int, str]) -> None:
        """Add the findings about a row that differs from its entry."""
        _, match, seq, command, leaf, *_ = row
        if found != leaf:
            self._find("changed", row)
        if (stored.match, stored.seq, stored.command) != (match, seq, command):
            says = f"{stored.match}#{stored.seq}, command {stored.command}"
            elsewhere = (stored.match, stored.seq) != (match, seq)
            again = elsewhere and self._is_stored_at(stored.match, stored.seq, found)
            self._find("duplicate" if again else "misplaced", row, says=says)
        if (seq, stored.prev) != head:
            self._find("unlinked", row)

    def _is_stored_at(self, match: str, seq: int, leaf: Hash) -> bool:
        """Whether this entry of a match has this leaf hash."""
        return _run(self._connection, LEAF, match, seq) == [(leaf,)]

    def _find(self, code: str, row: Row, **facts: object) -> None:
        self.findings.append(Finding(code, {"position": row[0], "match": row[1], "seq": row[2], **facts}))

    def _missing(self, first: int, last: int) -> None:
        self._whole = False
        begin: object = first
        before = self.findings[-1] if self.findings else None
        if before is not None and before.code == "missing" and before.facts["last"] == first - 1:
            # The same gap: it was cut in two where the first root is taken.
            begin = self.findings.pop().facts["first"]
        self.findings.append(Finding("missing", {"first": begin, "last": last}))

    def result(self) -> Scan:
        root = self._edge.root() if self._whole else None
        return Scan(self.size, self.rehashed, root, self._root_then, tuple(self.findings))


__all__ = ["Facts", "Finding", "Scan", "scan"]

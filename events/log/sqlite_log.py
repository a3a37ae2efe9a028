"""The embedded log: one SQLite file, many readers, one writer at a time.

Rows are only added. ``hash_chain`` checks the rows, ``database`` the file. Not here: evidence that survives a
damaged disk, such as signed heads (``seal``), except that a log is written to only if it continues them.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from os import PathLike
from pathlib import Path
from typing import Self

import apsw

from events.log import collected, database, query
from events.log.collected import Collected
from events.log.contract import (
    CommandReused,
    Conflict,
    Damaged,
    Holder,
    MatchInfo,
    OutOfRange,
    Pending,
    Receipt,
    Record,
    Refused,
    UnknownMatch,
    Unwritable,
)
from events.log.database import as_log_error, layout_of, open_database, require_sound, require_whole
from events.log.hash_chain import (
    START,
    Head,
    Row,
    admit,
    check,
    link,
    receipt_of,
    relink,
    repeated,
)
from events.log.layout import SIZE
from events.log.query import Table
from events.log.randomness import Randomness, fresh
from events.log.transaction import OF_THE_DISK, Writer
from events.log.writer_lock import acquire
from events.model.codec import NOT_YET, SALT_BYTES
from events.model.kinds import AnyEvent, Derived
from events.seal.guard import open_to_write

PAGE_ROWS = 512
"""Rows fetched at once: no statement stays open between two of them, so readers never hold a snapshot."""

PAGE_LEAVES = 16_384
"""The same for hashes, which are short."""
HEADS_KEPT = 1024
"""Matches whose last leaf a writer remembers, so as not to look it up for every act."""


class SqliteLog:
    """The ``Log`` in the SQLite file ``path``. For one thread; give every thread or process its own.

    With ``writing`` the file is made where there is none, and appends are allowed, while no other process
    may append until it is closed. Raises ``NotALog``, ``Damaged``, ``Unwritable``, ``Busy``; for a log that
    does not continue what was signed of it, the subclasses of ``Unwritable`` in ``events.seal.guard``.

    ``random`` gives the random bytes of each act: those of the operating system, which make every hash
    unguessable, or those of ``randomness.seeded`` where the same acts must give the same log.
    """

    def __init__(
        self, path: str | PathLike[str], *, writing: bool = False, random: Randomness = fresh
    ) -> None:
        self._path = Path(path)
        self._random = random
        self._writer: Writer | None = None
        self._batching = False
        self._heads: dict[str, Head] = {}
        self._size = 0
        self._lock = acquire(self._path, wait_ms=database.BUSY_TIMEOUT_MS) if writing else None
        try:
            self._db = open_to_write(self._path) if writing else open_database(self._path, writing=False)
            self._cursor = self._db.cursor()
            self._table = Table(self._db, self._path)
            layout = layout_of(self._db)
            self._queries = layout.queries
            self._inserter, self._reader = layout.inserter(self._db), layout.reader(self._db)
            if self._lock is not None:
                self._writer = Writer(self._db, self._path, self._lock, undone=self._inserter.forget)
        except apsw.Error as error:
            self._let_go()
            raise as_log_error(error, self._path) from error
        except BaseException:
            self._let_go()
            raise

    @property
    def name(self) -> str:
        return str(self._path)

    @property
    def size(self) -> int:
        ((size,),) = self._table.run(SIZE)
        return int(size)

    @property
    def left_open(self) -> Holder | None:
        """Who had the log open for writing before this process, and ended without closing it.

        Nothing that was acknowledged is lost by that. None for a reader.
        """
        return self._lock.left if self._lock is not None else None

    # --- appending ---------------------------------------------------------------------------------

    def append(
        self, match: str, events: Sequence[Pending], *, expected: int, command: str, at: int
    ) -> Receipt:
        writer = self._ready()
        admit(match, events, command=command, at=at)
        with writer.part if self._batching else writer.all:
            size, known = self._cursor.execute(self._queries.size_and_command, (command,)).get
            if known:
                return repeated(self._of_command(command), match, events, command)
            head = self._head(match, size)
            seq = head[0]
            if expected != seq:
                missed = list(self._walk(match, expected)) if 0 <= expected < seq else []
                raise Conflict(match, expected=expected, actual=seq, missed=missed)
            rows = link(
                match,
                events,
                position=size,
                head=head,
                command=command,
                at=at,
                random=self._random(SALT_BYTES),
            )
            self._inserter.insert(rows)
            after = (seq + len(rows), rows[-1][4].hex())
            receipt = Receipt(match, seq, after[0], size, after[1])
        self._heads[match] = after
        self._size = size + len(rows)
        return receipt

    def adopt(self, match: str, stored: Sequence[bytes], origins: Sequence[Collected]) -> None:
        """Append entries of ``match`` as another log stored them, byte by byte, and say where they came from.

        Raises ``Refused`` for entries that do not continue the match here, ``CommandReused``, and as
        ``append`` does.
        """
        writer = self._ready()
        with writer.part if self._batching else writer.all:
            size = self.size
            rows = relink(match, stored, position=size, head=self._head(match, size))
            for command in dict.fromkeys(row[3] for row in rows):
                if known := self._table.rows(self._queries.of_command, command):
                    raise CommandReused(command, match=match, first=receipt_of(known))
            self._inserter.insert(rows)
            collected.add(self._db, origins)
        self._heads.pop(match, None)
        self._size = size + len(rows)

    def _of_command(self, command: str) -> list[Row]:
        """The rows of the act with this command id, which must be there."""
        rows = self._table.rows(self._queries.of_command, command)
        if not rows:
            raise Damaged(f"{self.name}: the entries of command {command!r} are missing")
        return rows

    @contextmanager
    def batch(self) -> Iterator[None]:
        if self._batching:
            raise Refused("a batch inside a batch: let the first one end before")
        writer = self._ready()
        try:
            with writer.all:
                self._batching = True
                yield
            writer.checkpoint_if_large()
        except BaseException:
            self._heads.clear()  # They tell of entries that are gone now.
            raise
        finally:
            self._batching = False

    def _ready(self) -> Writer:
        """What writes. Raises ``Unwritable`` if nothing may be written here, or nothing any more."""
        writer = self._writer
        if writer is None:
            raise Unwritable(f"{self.name} was opened for reading; open it with writing=True")
        # What follows an error of the disk inside a batch must not stand alone.
        if not writer.alive or (self._batching and not writer.in_transaction):
            raise writer.end_error()
        return writer

    def _head(self, match: str, size: int) -> Head:
        """Next seq and last leaf hash of ``match`` in a log of ``size`` entries.

        The cached value is valid as long as nobody else appended. Otherwise the last entry is read and
        checked, so that no entry is ever linked to damage.
        """
        if size != self._size or len(self._heads) > HEADS_KEPT:
            self._heads.clear()
        head = self._heads.get(match)
        if head is None:
            rows = self._table.rows(query.LAST, match)
            if not rows:
                return START
            last = check(rows[0], prev=None)
            head = (last.entry.seq + 1, last.leaf)
        return head

    # --- reading -----------------------------------------------------------------------------------

    def count(self, match: str) -> int:
        found = self._table.column(query.COUNT, match)
        self._require_types(found, int, match)
        return int(sum(found))

    def read(self, match: str, since: int = 0) -> Iterator[Record]:
        entries = self._known(match)
        if not 0 <= since <= entries:
            raise OutOfRange(f"match {match!r}: event", asked=since, last=entries)
        return self._walk(match, since)

    def entry(self, match: str, seq: int) -> Record:
        entries = self._known(match)
        if not 0 <= seq < entries:
            raise OutOfRange(f"match {match!r}: event", asked=seq, last=entries - 1)
        return next(self._walk(match, seq, page=1))

    def history(self, match: str) -> list[Derived]:
        return list(zip(*self._checked(match), strict=True))

    def events(self, match: str) -> list[AnyEvent]:
        return self._checked(match)[0]

    def _checked(self, match: str) -> tuple[list[AnyEvent], list[int | None]]:
        """The events of ``match``, and their causes."""
        checked = self._table.checked(self._reader, match)
        if checked is not None:
            return checked
        # Nothing there, damaged, or stored in an older form: the slow way says which.
        entries = [record.entry for record in self.read(match)]
        return [entry.event for entry in entries], [entry.cause for entry in entries]

    def follow(self, position: int = 0, limit: int | None = None) -> Iterator[Record]:
        size = self.size
        if not 0 <= position <= size:
            raise OutOfRange(f"{self.name}: position", asked=position, last=size)
        if position == 0 and limit is None:
            self._count_entries()
        return self._follow(position, size if limit is None else min(position + limit, size))

    def match_leaves(self, match: str) -> list[bytes]:
        """The stored leaf hashes of ``match``, in order; none for an unknown match."""
        found = self._table.column(query.MATCH_LEAVES, match)
        self._require_types(found, bytes, match)
        return found

    def origins(self, match: str) -> list[Collected]:
        """What was collected with ``match`` from other logs."""
        try:
            return collected.collected(self._db, match)
        except apsw.Error as error:
            raise database.as_log_error(error, self._path) from error

    def leaves(self, position: int = 0) -> Iterator[bytes]:
        size = self.size
        if not 0 <= position <= size:
            raise OutOfRange(f"{self.name}: position", asked=position, last=size)
        return self._leaves(position, size)

    def _leaves(self, position: int, end: int) -> Iterator[bytes]:
        for first in range(position, end, PAGE_LEAVES):
            last = min(first + PAGE_LEAVES, end)
            page = self._table.column(query.LEAVES, first, last)
            if len(page) != last - first:
                self._count_entries()  # mostly says which one is missing
            if [type(leaf) for leaf in page] != [bytes] * (last - first):
                raise Damaged("here or behind it is not one hash for every entry", position=first)
            yield from page

    def beginnings(self) -> Iterator[Record]:
        self._count_entries()
        position = 0
        while rows := self._table.rows(query.BEGINNINGS, position, PAGE_ROWS):
            for row in rows:
                yield check(row, prev=NOT_YET)
            position = rows[-1].position + 1

    def names(self, number: int, *, latest: bool = False) -> list[str]:
        """The matches that began first, in their order, no more than ``number``; or the ``latest`` ones, the
        last one first. Unlike ``matches`` this does not look through the whole log, nor check it."""
        found = self._table.column(self._queries.latest if latest else self._queries.first, number)
        self._require_types(found, str)
        return found

    def matches(self) -> list[MatchInfo]:
        before = self.size
        found = [MatchInfo(*row) for row in self._table.run(self._queries.matches)]
        self._count_entries()
        for kind, column in zip((str, int, int, str), zip(*found, strict=True), strict=False):
            self._require_types(column, kind)
        # The matches come from an index, which may be damaged where the table is whole.
        entries = sum(one.entries for one in found)
        if not before <= entries <= self.size:
            raise Damaged(f"{self.name} has {entries} entries in its matches, and {before} in all")
        return found

    def _count_entries(self) -> None:
        """Raise ``Damaged`` unless there is one for each position from 0 up to the last one."""
        try:
            require_whole(self._db, self._path)
        except Damaged as error:
            if error.position is None:
                for _ in self._follow(0, self.size):  # Names the first one that is missing.
                    pass
            raise

    def _walk(self, match: str, seq: int, *, page: int = PAGE_ROWS) -> Iterator[Record]:
        """The checked records of ``match`` from ``seq`` on, to the present end."""
        prev, position = self._leaf(match, seq - 1), -1
        while rows := self._table.rows(query.OF_MATCH, match, seq, page):
            for row in rows:
                if row.seq != seq:
                    raise Damaged("this entry is missing", match=match, seq=seq)
                record = check(row, prev=prev)
                if record.position < position:
                    raise Damaged(
                        f"it stands before the entry that it links to, at position {position}",
                        match=match,
                        seq=seq,
                        position=record.position,
                    )
                prev, position, seq = record.leaf, record.position, seq + 1
                yield record

    def _follow(self, position: int, end: int) -> Iterator[Record]:
        """The checked records from ``position`` up to ``end``, which existed a moment ago."""
        heads: dict[str, Head] = {}
        while position < end:
            rows = self._table.rows(query.FROM_POSITION, position, min(PAGE_ROWS, end - position))
            if not rows:
                raise Damaged("this entry is missing", position=position)
            for row in rows:
                if row.position != position:
                    raise Damaged("this entry is missing", position=position)
                seq, prev = heads.get(row.match) or self._start(row)
                if row.seq != seq:
                    raise Damaged("this entry is missing", match=row.match, seq=seq)
                record = check(row, prev=prev)
                heads[row.match] = (seq + 1, record.leaf)
                position += 1
                yield record

    def _start(self, row: Row) -> Head:
        """Where the match of ``row`` stood before it, by the account of the table."""
        if type(row.seq) is not int:
            raise Damaged(f"its seq is no number, but {row.seq!r}", position=row.position)
        return row.seq, self._leaf(row.match, row.seq - 1)

    def _known(self, match: str) -> int:
        """How many entries ``match`` has. Raises ``UnknownMatch`` for none, ``Unsound`` for one that no
        kifuda writes, such as one before the first."""
        entries = self.count(match)
        require_sound(self._db, self._path, match)
        if not entries:
            names = [name for name in self._table.column(self._queries.names) if type(name) is str]
            raise UnknownMatch(match, log=self.name, known=get_close_matches(match, names))
        return entries

    def _require_types(self, values: Iterable[object], kind: type, match: str | None = None) -> None:
        """Raise ``Damaged`` for a value of another type than its column has, in ``match`` or anywhere."""
        if all(type(value) is kind for value in values):
            return
        require_sound(self._db, self._path, match)
        raise Damaged("it holds other types of values than a log does", match=match)

    def _leaf(self, match: str, seq: int) -> str:
        """Leaf hash (hex) of an entry that must be there; of none for seq -1."""
        if seq < 0:
            return NOT_YET
        for (leaf,) in self._table.run(query.LEAF, match, seq):
            return str(leaf)
        raise Damaged("this entry is missing", match=match, seq=seq)

    # --- the end -----------------------------------------------------------------------------------

    def close(self) -> None:
        try:
            self._db.close()
        except OF_THE_DISK:
            pass  # What was acknowledged is synced; the write-ahead file keeps it for the next who opens.
        finally:
            self._let_go()

    def _let_go(self) -> None:
        """Release the lock, once."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

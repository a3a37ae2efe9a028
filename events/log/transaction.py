"""Transactions of a writer: atomic acts, and what happens after an error of the disk.

After such an error the content of the last writes is unknown, and another sync may report success without
having written them. So a writer stops at the first one. Not here: what an act is (``sqlite_log``), and the
messages of SQLite's errors (``database``).
"""

from collections.abc import Callable
from pathlib import Path

import apsw

from events.log.contract import LockLost, LogError, Poisoned, Unwritable
from events.log.database import as_log_error
from events.log.file_identity import FileIdentity
from events.log.writer_lock import Lock

OF_THE_DISK = (
    apsw.IOError,
    apsw.FullError,
    apsw.CorruptError,
    apsw.NotADBError,
    apsw.CantOpenError,
    apsw.ReadOnlyError,
    apsw.NoMemError,
)
"""Errors after which a writer does not go on. Waiting in vain and refused rows are none."""

CHECKPOINT_PAGES = 1000
"""So many pages wait in the write-ahead file before they are copied into the log itself."""

COMMITS_A_LOOK = 48
"""So many acts are appended one by one between two looks at how many pages wait: each writes about ten, one
with large events twenty."""


class Writer:
    """The writing connection ``connection`` to the log at ``path``, with the lock that lets it write.

    ``failed`` is the error that ended it: after that no transaction begins or is committed. ``undone`` is
    called after each transaction, or part of one, that was not carried out.
    """

    def __init__(
        self, connection: apsw.Connection, path: Path, lock: Lock, *, undone: Callable[[], None]
    ) -> None:
        self.undone = undone
        self.failed: Poisoned | LockLost | None = None
        self._connection, self._path, self._lock = connection, path, lock
        cursor = connection.cursor()
        self.all = Atomic(self, cursor, begin="BEGIN IMMEDIATE", end="COMMIT", undo="ROLLBACK")
        """A transaction: alone from its beginning on, on disk at its end."""
        self.part = Atomic(
            self,
            cursor,
            begin="SAVEPOINT act",
            end="RELEASE act",
            undo="ROLLBACK TO act; RELEASE act",
        )
        """A part of a transaction that can fail by itself."""
        lock.once(self._sync_left_entries)
        try:
            self._files = FileIdentity(path)
        except OSError as error:
            raise Unwritable(f"{path}: {error.filename} is gone ({error.strerror})") from error
        # What SQLite would do by itself after a commit it does in silence, also when it fails.
        connection.wal_autocheckpoint(0)
        self._commits = 0

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        return self._connection.in_transaction

    @property
    def alive(self) -> bool:
        """Whether this writer can still write, as far as is known."""
        return self.failed is None and not self._lock.lost

    def require_lock(self) -> None:
        """Raise ``LockLost`` if another process may be writing."""
        try:
            self._lock.check()
        except LockLost as lost:
            self.failed = lost
            raise

    def as_log_error(self, error: apsw.Error) -> LogError:
        """The error as an error of a log; an error of the disk ends this writer."""
        of_the_disk = isinstance(error, OF_THE_DISK)
        return self.poison(f"the disk failed ({error})") if of_the_disk else as_log_error(error, self._path)

    def poison(self, what: str) -> Poisoned:
        """End this writer, because of ``what``."""
        failed = Poisoned(
            f"{self._path}: {what}; everything not yet committed is undone, and nothing"
            " more is appended here: close the log and open it again, then append what was not acknowledged"
            " with the same command ids"
        )
        self.failed = self.failed or failed
        return failed

    def end_error(self) -> Poisoned | LockLost:
        """The error to raise if the transaction has ended or may have ended."""
        if self.failed is None and self._lock.lost:
            self.require_lock()
        failed = self.failed or self.poison("the disk failed, and SQLite ended the transaction")
        return type(failed)(*failed.args)

    def _sync_left_entries(self) -> None:
        """Put into the file what a writer that died left in the write-ahead file, and sync it.

        It may have died before that file was synced. Its entries can be read, so a repeated command gets its
        first receipt: before that, the entries must survive a power cut.
        """
        try:
            self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
        except apsw.Error as error:
            raise as_log_error(error, self._path) from error

    def require_files(self) -> None:
        """Raise ``Poisoned`` if what is committed now went into a file that is gone."""
        if lost := self._files.lost():
            raise self.poison(lost)

    def committed(self) -> None:
        """After a commit: every ``COMMITS_A_LOOK`` commits, check the size of the write-ahead file."""
        self._commits += 1
        if self._commits % COMMITS_A_LOOK == 0:
            self.checkpoint_if_large()

    def checkpoint_if_large(self) -> None:
        """Copy the write-ahead file into the log if it is large.

        What was acknowledged is on disk in any case; an error of the disk only ends this writer.
        """
        try:
            pages, _ = self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_NOOP)
            if pages >= CHECKPOINT_PAGES:
                self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
        except (apsw.BusyError, apsw.LockedError):
            pass  # Somebody else is at it.
        except apsw.Error as error:
            self.as_log_error(error)


class Atomic:
    """An atomic block of statements, which can be entered repeatedly.

    It raises SQLite's errors as those of a log. It is a class because it surrounds every act, where a
    generator would take noticeable time.
    """

    def __init__(self, writer: Writer, cursor: apsw.Cursor, *, begin: str, end: str, undo: str) -> None:
        self._writer, self._cursor = writer, cursor
        self._begin, self._end, self._undo = begin, end, undo
        self._commits = end == "COMMIT"

    def __enter__(self) -> None:
        try:
            self._cursor.execute(self._begin)
        except apsw.SQLError as error:
            # It begins inside of another one. Whose that is cannot be known, so it is not ended here either.
            left = "a transaction was left open, by an interrupt or another thread"
            raise self._writer.poison(left) from error
        except apsw.Error as error:
            raise self._writer.as_log_error(error) from error

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        writer = self._writer
        if error is None:
            if not writer.in_transaction:
                raise writer.end_error()
            try:
                if self._commits:
                    # With SQLite's own lock in hand: nobody else commits between this look and the end.
                    writer.require_lock()
                self._cursor.execute(self._end)
                if self._commits:
                    writer.require_files()
                    writer.committed()
                return
            except (apsw.Error, LockLost, Poisoned) as refused:
                error = refused
        # An error in words came from a statement that read.
        cause = error.__cause__ if isinstance(error, LogError) else None
        if isinstance(cause, OF_THE_DISK):
            error = cause
        writer.undone()
        if writer.in_transaction:
            try:
                self._cursor.execute(self._undo)
            except apsw.Error as also:
                writer.poison(f"what was begun cannot be undone ({also})")
        if isinstance(error, apsw.Error):
            raise writer.as_log_error(error) from error
        if kind is None:
            raise error


__all__ = ["CHECKPOINT_PAGES", "COMMITS_A_LOOK", "OF_THE_DISK", "Atomic", "Writer"]

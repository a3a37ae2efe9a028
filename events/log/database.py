"""The SQLite file behind the embedded log: makes it, opens it, and refuses every other file.

Also turns SQLite's errors into those of a log. Not here: reading and appending entries (``sqlite_log``), and
who may write (``writer_lock``).
"""

import os
from collections.abc import Callable
from errno import EACCES
from pathlib import Path
from urllib.parse import quote

import apsw

from events.log import collected
from events.log.compact_layout import COMPACT
from events.log.contract import Busy, Damaged, LogError, NotALog, Unwritable
from events.log.file_identity import WRITE_AHEAD
from events.log.hash_chain import NO_POSITION
from events.log.layout import STRAYS, Layout
from events.log.plain_layout import PLAIN
from events.log.values import require_values
from events.log.writer_lock import SUFFIX as LOCK
from events.seal.paths import database_of
from events.sync import sync

APPLICATION_ID = int.from_bytes(b"KIFU", "big")
BUSY_TIMEOUT_MS = 5_000
MAGIC = b"SQLite format 3\x00"
HEADER_BYTES = 100
SYNCING = {"synchronous": 2, "fullfsync": 1, "checkpoint_fullfsync": 1}
"""Pragmas of a writer: 2 is FULL, a sync at every commit."""
OLDEST_SQLITE = (3, 51, 3)
"""Up to 3.51.2 two writers could corrupt a file in WAL mode (the WAL-reset bug)."""

LAYOUTS = {layout.version: layout for layout in (PLAIN, COMPACT)}
NEWEST = COMPACT
"""The layout of new logs. Others are read and continued as they are."""


def open_database(path: Path, *, writing: bool) -> apsw.Connection:
    """A connection to the log at ``path``; where there is no file yet, writing makes one.

    Closing it leaves the write-ahead file alone, until ``merge_on_close``. Raises ``NotALog`` for anything
    else than a log of this version, ``Damaged`` for one that is cut short or whose guards were taken away,
    ``Unwritable`` where it cannot be written to.
    """
    if writing and not path.exists():
        make_database(database_of(path))
    _look(path)
    try:
        if writing:
            return _connect(path, apsw.SQLITE_OPEN_READWRITE, _prepare_to_write)
        try:
            return _connect(path, apsw.SQLITE_OPEN_READONLY)
        except (apsw.CantOpenError, apsw.ReadOnlyError):
            return _connect_where_nothing_may_be_made(path)
    except (apsw.Error, UnicodeDecodeError) as error:
        raise as_log_error(error, path) from error


def _connect(
    path: Path, flags: int, prepare: Callable[[apsw.Connection, Path], None] | None = None, how: str = ""
) -> apsw.Connection:
    # As an absolute URI, because SQLite takes some names, such as ":memory:", for no file.
    # SQLite opens no symbolic link.
    uri = f"file:{quote(os.path.abspath(database_of(path)))}{how}"
    connection = apsw.Connection(uri, flags=flags | apsw.SQLITE_OPEN_URI)
    try:
        # Whoever is refused has not written: closing would copy the write-ahead file into the log.
        merge_on_close(connection, enabled=False)
        connection.set_busy_timeout(BUSY_TIMEOUT_MS)
        connection.pragma("cell_size_check", 1)
        _identify(connection, path)
        if prepare is not None:
            prepare(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def merge_on_close(connection: apsw.Connection, *, enabled: bool) -> None:
    """Whether closing the last connection copies the write-ahead file into the log, and removes it."""
    connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, int(not enabled))


def _connect_where_nothing_may_be_made(path: Path) -> apsw.Connection:
    """A reader in a folder (or on a medium) where SQLite cannot make the files that readers share.

    Without them SQLite reads only a file of which it is told that it never changes. That is true as long as
    nobody writes to it: a writer leaves its lock and a write-ahead file beside the log, so where neither is
    there, the file holds the whole log. Whoever begins to write later changes the file, which is looked at
    before each statement. What is read in the moment between is still hashed, so it is never taken for
    something else.
    """
    file = database_of(path)
    beside = [file.with_name(file.name + suffix) for suffix in (WRITE_AHEAD, LOCK)]
    if lying := [found.name for found in beside if found.exists() and found.stat().st_size]:
        raise NotALog(
            f"{path} cannot be read here: its folder may not be written to, and {' and '.join(lying)} beside"
            " it may hold what is not in the file yet. Whoever may write there brings it up to date by"
            " opening it, or takes a copy elsewhere (kifuda backup)"
        )
    before = _state(path)
    connection = connect_without_write_ahead(path)

    def unchanged(cursor: apsw.Cursor, statement: str, bindings: "apsw.Bindings | None") -> bool:
        if _state(path) != before:
            raise Busy(f"{path} was written to while it was read in a folder without write access; try again")
        return True

    connection.exec_trace = unchanged
    return connection


def connect_without_write_ahead(path: Path) -> apsw.Connection:
    """A reader of the file itself, as if it never changed: without locks and without its write-ahead file.

    Raises SQLite's errors.
    """
    return _connect(path, apsw.SQLITE_OPEN_READONLY, how="?immutable=1")


def _state(path: Path) -> tuple[int, int, int]:
    found = path.stat()
    return found.st_ino, found.st_size, found.st_mtime_ns


def as_log_error(error: apsw.Error | UnicodeDecodeError, path: Path) -> LogError:
    """SQLite's error about the log at ``path``, as an error of a log."""
    match error:
        case apsw.NotADBError():
            return NotALog(f"{path} is no kifuda log: not an SQLite database")
        case apsw.CorruptError() | UnicodeDecodeError():
            return Damaged(f"{path} is cut short or overwritten; restore it from a copy")
        case apsw.BusyError() | apsw.LockedError():
            return Busy(
                f"{path}: another process has been writing for {BUSY_TIMEOUT_MS // 1000} s; try again"
            )
        case apsw.CantOpenError():
            return NotALog(f"{path} cannot be opened: {error}")
        case apsw.ConnectionClosedError() | apsw.CursorClosedError():
            return LogError(f"{path}: the log was closed")
        case apsw.SQLError():
            return Damaged(f"{path} is not built as kifuda builds it ({error})")
    return Unwritable(
        f"{path}: {error}; what was not acknowledged may be appended again with the same command ids"
    )


def _look(path: Path) -> None:
    """Refuse files that cannot be a log, with a clearer message than SQLite's."""
    if path.is_dir():
        raise NotALog(f"{path} is a folder, not a kifuda log")
    if not path.exists():
        raise NotALog(f"there is no log at {path}")
    start, length = _beginning(path)
    if not start:
        raise NotALog(f"{path} is empty: a log cut short, or none; to begin a new one, remove the file")
    # A power cut may have torn the beginning, or the end, of a file that SQLite was just bringing up to date.
    # The write-ahead file then still holds what is missing, and SQLite says whether it does.
    if write_ahead_bytes(path):
        return
    if not start.startswith(MAGIC):
        raise NotALog(f"{path} is no kifuda log: not an SQLite database")
    _look_at_length(path, start, length)


def write_ahead_bytes(path: Path) -> int:
    """The length of the write-ahead file of the log at ``path``; 0 if there is none."""
    file = database_of(path)
    try:
        return file.with_name(file.name + WRITE_AHEAD).stat().st_size
    except FileNotFoundError:
        return 0


def _beginning(path: Path) -> tuple[bytes, int]:
    """The header of the file, and the length of the file in bytes.

    Read through SQLite: a process that opens and closes the file by itself loses every lock that its
    connections have on it (POSIX), and another one may then remove the write-ahead file under them.
    """
    try:
        # Told apart by Python, which knows why; SQLite does not say.
        if not os.access(path, os.R_OK):
            raise PermissionError(EACCES, os.strerror(EACCES))
        file = apsw.VFSFile(
            "", os.path.abspath(database_of(path)), [apsw.SQLITE_OPEN_MAIN_DB | apsw.SQLITE_OPEN_READONLY, 0]
        )
        try:
            length = file.xFileSize()
            return (file.xRead(min(length, HEADER_BYTES), 0) if length else b""), length
        finally:
            file.xClose()
    except OSError as error:
        raise NotALog(f"{path} cannot be read: {error.strerror}") from error
    except apsw.Error as error:
        raise NotALog(f"{path} cannot be read: {error}") from error


def _look_at_length(path: Path, header: bytes, length: int) -> None:
    """Refuse a file that lacks a part of its last page: SQLite would read zeros in its place."""
    page_bytes = int.from_bytes(header[16:18], "big")
    page_bytes = 65536 if page_bytes == 1 else page_bytes  # The number 65536 does not fit.
    if len(header) < HEADER_BYTES or (page_bytes and length % page_bytes):
        raise Damaged(f"{path} is cut short; restore it from a copy")


def _identify(connection: apsw.Connection, path: Path) -> None:
    application, version = (connection.pragma(name) for name in ("application_id", "user_version"))
    if application != APPLICATION_ID:
        raise NotALog(f"{path} is no kifuda log, but an SQLite database of another program")
    if version not in LAYOUTS:
        known = f"versions 1 to {max(LAYOUTS)}"
        raise NotALog(f"{path} is a kifuda log of version {version}; this kifuda reads {known}")


def layout_of(connection: apsw.Connection) -> Layout:
    """The layout of an open log: its version is in ``user_version``, that of each entry in its bytes."""
    return LAYOUTS[connection.pragma("user_version")]


def _prepare_to_write(connection: apsw.Connection, path: Path) -> None:
    if connection.readonly("main"):
        raise Unwritable(f"{path} may not be written to; open it for reading, or change its permissions")
    if tuple(map(int, apsw.sqlite_lib_version().split("."))) < OLDEST_SQLITE:
        raise Unwritable(f"SQLite {apsw.sqlite_lib_version()} may corrupt a log; 3.51.3 or newer is needed")
    if changed := altered_parts(connection):
        raise Damaged(f"{path} is not built as kifuda builds it ({', '.join(changed)}); it is only read")
    _set_pragmas(connection)


def altered_parts(connection: apsw.Connection) -> list[str]:
    """The names of tables, indexes and triggers that are not as a log has them. Raises SQLite's errors.

    The table of what was collected may be missing altogether.
    """
    stored = dict(connection.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL"))
    wanted = {**layout_of(connection).schema} | (
        collected.SCHEMA if stored.keys() & collected.SCHEMA.keys() else {}
    )
    return sorted(name for name in stored | wanted if stored.get(name) != wanted.get(name, "").strip())


def require_whole(connection: apsw.Connection, path: Path) -> None:
    """Raise ``Damaged`` unless the log at ``path`` has one entry for each position from 0 up to the last one.

    Each reader asks for positions from 0 on, or for one match, so none of them sees by itself that an
    entry was put in elsewhere. Entries are counted in an index: so the table that lost its end is found out
    as well. Raises what ``as_log_error`` makes of SQLite's errors.
    """
    try:
        for position, match, seq in connection.execute(f"{STRAYS} LIMIT 1"):
            raise Damaged(NO_POSITION, match=match, seq=seq, position=position)
        ((present, size),) = connection.execute(layout_of(connection).queries.present)
    except (apsw.Error, UnicodeDecodeError) as error:
        raise as_log_error(error, path) from error
    if present != size:
        raise Damaged(f"it has {present} entries where there should be {size}")


def require_sound(connection: apsw.Connection, path: Path, match: str | None = None) -> None:
    """Raise ``Unsound`` for a row of the log at ``path``, or of one match in it, that no kifuda writes.

    Raises what ``as_log_error`` makes of SQLite's errors.
    """
    try:
        require_values(connection, match)
    except (apsw.Error, UnicodeDecodeError) as error:
        raise as_log_error(error, path) from error
    except UnicodeEncodeError:
        return  # An id that cannot be written is in no row.


def _set_pragmas(connection: apsw.Connection) -> None:
    """WAL, and a sync at every commit; ``fullfsync`` makes that true on macOS as well.

    Read back, because SQLite leaves out in silence what it was built without. Raises ``Unwritable``.
    """
    mode = connection.pragma("journal_mode", "wal")
    if mode != "wal":
        raise Unwritable(f"this file system does not let SQLite write ahead (journal mode {mode})")
    for name, wanted in SYNCING.items():
        connection.pragma(name, wanted)
        if (found := connection.pragma(name)) != wanted:
            raise Unwritable(
                f"this SQLite does not sync as a log needs it: {name} is {found} and should be {wanted};"
                " a power cut could lose what was acknowledged"
            )


def make_database(path: Path, layout: Layout | None = None) -> None:
    """Make an empty log, whole or not at all: built beside ``path``, synced, then linked to its name.

    So a file of 0 bytes is never a log that another process is about to make, and can be refused as
    one cut short. Whoever makes the same log at the same time wins or loses the link; both go on.
    """
    if not path.parent.is_dir():
        raise NotALog(f"the folder {path.parent} does not exist")
    draft = path.with_name(f".{path.name}.{os.urandom(6).hex()}")
    layout = layout or NEWEST
    try:
        connection = apsw.Connection(str(draft.absolute()))
        try:
            _set_pragmas(connection)
            connection.pragma("application_id", APPLICATION_ID)
            connection.pragma("user_version", layout.version)
            with connection:
                for statement in layout.schema.values():
                    connection.execute(statement)
            # Closing would do it as well, but is silent about a disk that fails: the link would then lead
            # to a file without its tables.
            connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
        finally:
            connection.close()
        _link(draft, path)
    except apsw.Error as error:
        raise as_log_error(error, path) from error
    finally:
        for suffix in ("", "-wal", "-shm"):
            draft.with_name(draft.name + suffix).unlink(missing_ok=True)


def _link(draft: Path, path: Path) -> None:
    try:
        os.link(draft, path)
    except FileExistsError:
        return
    except OSError as error:
        raise Unwritable(f"no log can be made at {path}: {error.strerror}") from error
    sync(path.parent)

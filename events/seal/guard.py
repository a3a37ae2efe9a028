"""The fork guard: a log can be written to only if it begins with what its checkpoint signs.

Whoever restores an older copy of a log and appends to it makes a second history, which only the checkpoint
beside the log reveals. Reading is never refused. Not here: the full verification (``inspection``), and who
signed the checkpoint: any checkpoint that does not fit stops the writer until somebody has looked at it.
"""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import apsw

from events.log.contract import Damaged, LogError, Unwritable
from events.log.database import (
    as_log_error,
    connect_without_write_ahead,
    merge_on_close,
    open_database,
    require_whole,
    write_ahead_bytes,
)
from events.log.file_identity import WRITE_AHEAD
from events.log.layout import SIZE
from events.seal import SealError, tiles
from events.seal.merkle import Edge, Hash
from events.seal.paths import checkpoint_of, database_of
from events.seal.tiles import TiledTree

if TYPE_CHECKING:
    from events.seal.checkpoint import Checkpoint

PAGE_LEAVES = 65_536
"""Leaves fetched at once; each has 32 bytes."""

REHASHED_ENTRIES = 64
"""How many of the last signed entries are hashed again; ``kifuda verify`` hashes all."""

_LEAVES = "SELECT leaf FROM entry WHERE position >= ? AND position < ? ORDER BY position LIMIT ?"
_ENDS = "SELECT position, leaf, data FROM entry WHERE position = 0 OR position >= ?"
_DATA = "SELECT leaf, data FROM entry WHERE position >= ? AND position < ?"


class Rolledback(Unwritable):
    """The log at ``path`` has ``size`` entries, of which ``signed`` were: the end is missing."""

    def __init__(self, path: Path, *, signed: int, size: int) -> None:
        gone = f"entries {size:,} to {signed - 1:,} are" if signed - size > 1 else f"entry {size:,} is"
        super().__init__(
            f"{path}: the checkpoint signed {signed:,} entries, the log has {size:,}: {gone} missing;"
            " restore the newer copy; the log can be read"
        )
        self.path, self.signed, self.size = path, signed, size


class Forked(Unwritable):
    """The first ``signed`` entries of the log at ``path`` are not those that were signed."""

    def __init__(self, path: Path, *, signed: int) -> None:
        super().__init__(
            f"{path}: the first {signed:,} entries are not those that the checkpoint signed: another history,"
            " or damage; restore the copy that was signed; the log can be read, 'kifuda verify' says more"
        )
        self.path, self.signed = path, signed


class ForeignWriteAhead(Unwritable):
    """The write-ahead file beside the log at ``path`` does not continue what the log itself holds."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"{path}: the write-ahead file {database_of(path).name}{WRITE_AHEAD} beside it does not continue"
            " this log: it was left by another log, or by another copy of this one; move it away, or put back"
            " the file that belongs to it; nothing was changed"
        )
        self.path = path


class Unguarded(Unwritable):
    """The checkpoint beside the log at ``path`` cannot be read, because of ``why``."""

    def __init__(self, path: Path, *, why: str) -> None:
        super().__init__(
            f"{path}: its checkpoint cannot be read, so nothing shows that the log is whole: {why};"
            " restore the checkpoint, or move it away; the log can be read"
        )
        self.path, self.why = path, why


def open_to_write(path: Path) -> apsw.Connection:
    """A connection to the log at ``path`` for appending, if it begins with what was signed of it.

    Reads the stored leaves behind the tiles that are known. Raises ``Rolledback``, ``Forked``, ``Unguarded``,
    ``ForeignWriteAhead``, ``Damaged`` if an entry is missing or one too many, and as ``open_database`` does.
    A refusal changes neither the log nor its write-ahead file, and no empty log is made in the place of a
    signed one.
    """
    # The checkpoint is read first: a log that grows meanwhile only becomes longer than what was signed.
    head = _signed_head(path)
    if head is not None and head.size and not path.exists():
        raise Rolledback(path, signed=head.size, size=0)
    if not path.exists() and write_ahead_bytes(path):
        raise ForeignWriteAhead(path)  # a new log would begin with what stands in it
    merged = _merged_entries(path)
    try:
        connection = open_database(path, writing=True)
    except Damaged as error:
        if not merged:
            raise
        raise ForeignWriteAhead(path) from error  # the file itself can be read
    try:
        if merged and not _continues(path, connection, merged):
            raise ForeignWriteAhead(path)
        if head is not None:
            verified_prefix(path, connection, head)
        require_whole(connection, path)
        merge_on_close(connection, enabled=True)
    except BaseException:
        connection.close()
        raise
    return connection


def _merged_entries(path: Path) -> dict[int, bytes]:
    """Position → leaf of the first entry and the last ones in the file itself, without its write-ahead file.

    Empty where there is no such file. A merge that a power cut ended leaves torn pages, which are whole only
    with the write-ahead file: what cannot be read, or does not hash to its leaf, is left out.
    """
    if not write_ahead_bytes(path):
        return {}
    try:
        with closing(connect_without_write_ahead(path)) as connection:
            ((size,),) = fetch(connection, SIZE)
            rows = fetch(connection, _ENDS, max(0, size - REHASHED_ENTRIES))
    except (LogError, apsw.Error, UnicodeDecodeError, TypeError):
        return {}
    sound = (row for row in rows if type(row[2]) is bytes and sha256(b"\x00" + row[2]).digest() == row[1])
    return {position: leaf for position, leaf, _ in sound}


def _continues(path: Path, connection: apsw.Connection, merged: dict[int, bytes]) -> bool:
    """Whether the log still has these entries when its write-ahead file is read with it."""
    try:
        found = {row[0]: row[1] for row in fetch(connection, _ENDS, min(set(merged) - {0}, default=0))}
    except (apsw.Error, UnicodeDecodeError) as error:
        raise as_log_error(error, path) from error
    return all(found.get(position) == leaf for position, leaf in merged.items())


def _signed_head(path: Path) -> "Checkpoint | None":
    lies = checkpoint_of(path)
    if not os.path.lexists(lies):
        return None
    # Imported late: the import takes longer than opening a log that has no checkpoint.
    from events.seal.checkpoint import read

    try:
        signed = read(lies)
    except SealError as error:
        raise Unguarded(path, why=str(error)) from error
    return signed and signed.checkpoint


def verified_prefix(path: Path, connection: apsw.Connection, head: "Checkpoint") -> Edge:
    """The right edge of the tree over the entries that ``head`` signs, with which the log must begin.

    Where the stored roots of tiles give the signed root, only the last tile is read again, in which every
    other history shows: it differs from some entry on in all that follow. Otherwise all leaves are read.
    Raises ``Rolledback``, ``Forked``, and as a log does.
    """
    stored = tiles.read_last(path, head.size // tiles.TILE_LEAVES)
    known = stored.tiles[-1:]
    with _errors_of(path, head):
        if known and _has_signed_end(path, connection, head):
            edge, found = _grown(connection, stored.edge(), head.size)
            if found[:1] == known and (edge.size, edge.root()) == (head.size, head.root):
                if len(found) > tiles.NEW_TILES:
                    tiles.write(path, found, keep=stored.number - 1)
                return edge
    return _verified(path, connection, head)[1]


def verified_tree(path: Path, connection: apsw.Connection, head: "Checkpoint") -> TiledTree:
    """The same tree, for proofs. It asks the connection for the leaves that it needs."""
    stored, _ = _verified(path, connection, head)
    return TiledTree(stored, head.size, lambda begin, end: _leaves(connection, begin, end))


def _verified(path: Path, connection: apsw.Connection, head: "Checkpoint") -> tuple[list[Hash], Edge]:
    """The roots of the whole tiles that ``head`` signs, and the tree."""
    stored = tiles.read(path)[: head.size // tiles.TILE_LEAVES]
    with _errors_of(path, head):
        if _has_signed_end(path, connection, head):
            for known in (stored[:-1], []) if stored else ([],):
                edge, new = _grown(connection, tiles.edge_of(known), head.size)
                found = known + new
                if found[: len(stored)] == stored and (edge.size, edge.root()) == (head.size, head.root):
                    if len(found) >= len(stored) + tiles.NEW_TILES:
                        tiles.write(path, found)
                    return found, edge
                stored = []
    raise Forked(path, signed=head.size)


@contextmanager
def _errors_of(path: Path, head: "Checkpoint") -> Iterator[None]:
    """Raise SQLite's errors as those of a log."""
    try:
        yield
    except (apsw.Error, UnicodeDecodeError) as error:
        raise as_log_error(error, path) from error
    except TypeError as error:  # SQLite keeps columns to their types, unless somebody changed the file.
        raise Forked(path, signed=head.size) from error


def _has_signed_end(path: Path, connection: apsw.Connection, head: "Checkpoint") -> bool:
    """Whether the last entries that ``head`` signs hash to their leaves. Raises ``Rolledback``."""
    ((size,),) = fetch(connection, SIZE)
    if size < head.size:
        raise Rolledback(path, signed=head.size, size=size)
    last = fetch(connection, _DATA, max(0, head.size - REHASHED_ENTRIES), head.size)
    return all(sha256(b"\x00" + data).digest() == leaf for leaf, data in last)


def _grown(connection: apsw.Connection, edge: Edge, end: int) -> tuple[Edge, list[Hash]]:
    """The tree ``edge``, which ends with a tile, up to position ``end``, and the roots of the tiles that were
    added. If entries are missing, its root is another one."""
    found: list[Hash] = []
    while edge.size < end:
        page = _leaves(connection, edge.size, min(edge.size + PAGE_LEAVES, end))
        if not page:
            break
        edge.extend(page)
        found += tiles.roots(page[: len(page) // tiles.TILE_LEAVES * tiles.TILE_LEAVES])
        if len(page) % tiles.TILE_LEAVES:
            break
    return edge, found


def _leaves(connection: apsw.Connection, begin: int, end: int) -> list[Hash]:
    """The stored leaves of these positions that are there."""
    return [leaf for (leaf,) in fetch(connection, _LEAVES, begin, end, end - begin)]


def fetch(connection: apsw.Connection, query: str, *bindings: int | str) -> list[Any]:
    """The rows of a query. SQLite's errors pass as they are."""
    return connection.execute(query, bindings).fetchall()

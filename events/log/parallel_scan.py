"""Reads a whole log again with several processes: what ``seal.scan`` finds of a sound log, in less time.

Each process reads chunks of the log; here their roots and the links between them are put together. If
anything is not as it should be, the log is read once more from its beginning by ``seal.scan``, so that the
findings are the same. Not here: what the root should be (``seal.inspection``).
"""

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import closing, contextmanager
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import apsw

from events.log.contract import LogError
from events.log.database import layout_of, open_database, require_sound
from events.model.codec import LINE, check_entry, check_stored, decode_header
from events.model.upcast import UNDECODED, Unreadable, upcast
from events.seal.merkle import Edge, Hash, level_above
from events.seal.scan import (
    FIRST_LINK,
    PAGE_ROWS,
    Finding,
    Scan,
    composed_hash,
    fetch_page,
    findings_of,
    previous_leaf,
    scan,
)

CHUNK_LEVEL = 14
CHUNK = 1 << CHUNK_LEVEL
"""Entries that one process reads at once: a whole subtree."""
FEW = 4 * CHUNK
"""Up to so many entries, one process is done before others have started."""

Link = tuple[int, str]
"""Seq and link (hex) of an entry."""


class Chunk(NamedTuple):
    """A sound chunk: the hashes of its ``level`` (its root, or its leaves), and by match the link of its
    first entry here and the one that the entry behind its last must have."""

    level: int
    nodes: list[Hash]
    first: dict[str, Link]
    next: dict[str, Link]


@contextmanager
def processes_for(log: Path, count: int | None = None) -> Iterator[Executor | None]:
    """Processes to read the log at ``log`` with, by default one for each processor; None where one is enough.

    They are forked here: before any thread runs, such as that of a progress bar. Raises ``LogError``.
    """
    number = count or os.cpu_count() or 1
    size = _size(log)
    if number == 1 or size is None or (size <= FEW and count is None):
        yield None
        return
    pool = ProcessPoolExecutor(number, get_context("fork"), signal.signal, (signal.SIGINT, signal.SIG_IGN))
    try:
        pool.submit(os.getpid).result()
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def parallel_scan(
    log: Path,
    pool: Executor | None,
    *,
    prefix_size: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Scan:
    """What ``scan`` gives for the log at ``log``, read by the processes of ``pool``. Raises as it does."""
    found = None if pool is None else _sound(log, pool, prefix_size, progress)
    return scan(log, prefix_size=prefix_size, progress=progress) if found is None else found


def _sound(
    log: Path, pool: Executor, prefix_size: int, progress: Callable[[int, int], None] | None
) -> Scan | None:
    """The scan of a log of which every entry is sound; None for any other."""
    if (size := _size(log)) is None:
        return None
    about = pool.submit(_database, log)
    starts = range(0, size, CHUNK)
    edge, heads = Edge(), dict[str, Link]()
    prefix_root = edge.root() if prefix_size == 0 else None
    for begin, chunk in zip(starts, pool.map(_read, *_tasks(log, starts, size, prefix_size)), strict=True):
        if chunk is None or any(heads.get(match, FIRST_LINK) != link for match, link in chunk.first.items()):
            return None
        heads |= chunk.next
        if chunk.level == 0 and begin < prefix_size <= begin + CHUNK:
            edge.extend(chunk.nodes[: prefix_size - begin])
            prefix_root = edge.root() if prefix_size <= size else None
            edge.extend(chunk.nodes[prefix_size - begin :])
        else:
            edge.extend(chunk.nodes, level=chunk.level)
        if progress is not None:
            progress(min(begin + CHUNK, size), size)
    findings = about.result()
    return None if findings is None else Scan(size, size, edge.root(), prefix_root, findings)


def _tasks(
    log: Path, starts: range, size: int, prefix_size: int
) -> tuple[list[Path], list[int], list[int], list[bool]]:
    ends = [min(begin + CHUNK, size) for begin in starts]
    split = [begin < prefix_size <= begin + CHUNK for begin in starts]
    return [log] * len(starts), list(starts), ends, split


# --- in another process ----------------------------------------------------------------------------


def _read(log: Path, begin: int, end: int, split: bool) -> Chunk | None:
    """The entries from ``begin`` up to ``end``, as leaves where a root within them is wanted (``split``);
    None if something is not as it should be."""
    leaves: list[Hash] = []
    first: dict[str, Link] = {}
    heads: dict[str, Link] = {}
    try:
        with closing(open_database(log, writing=False)) as connection:
            for start in range(begin, end, PAGE_ROWS):
                for row in fetch_page(connection, start, min(start + PAGE_ROWS, end)):
                    position, match, seq, command, leaf, data, _, _, salt = row
                    if salt is not None:
                        prev = heads[match][1] if match in heads else previous_leaf(connection, match, seq)
                        found, link = composed_hash(prev, row), (seq, prev)
                        check_stored(data)
                    else:
                        found = sha256(b"\x00" + data).digest()
                        try:
                            stored = decode_header(data.partition(LINE)[0])
                        except UNDECODED:
                            stored = decode_header(upcast(data).partition(LINE)[0])
                        if (stored.match, stored.seq, stored.command) != (match, seq, command):
                            return None
                        link = (seq, stored.prev)
                        check_entry(data)
                    if heads.get(match, link) != link or (position, leaf) != (begin + len(leaves), found):
                        return None
                    first.setdefault(match, link)
                    heads[match] = seq + 1, found.hex()
                    leaves.append(found)
    except (LogError, apsw.Error, Unreadable, TypeError, AttributeError, *UNDECODED):
        return None
    if len(leaves) != end - begin:
        return None
    if split or len(leaves) < CHUNK:
        return Chunk(0, leaves, first, heads)
    nodes = leaves
    for _ in range(CHUNK_LEVEL):
        nodes = level_above(nodes)
    return Chunk(CHUNK_LEVEL, nodes, first, heads)


def _size(log: Path) -> int | None:
    """The number of entries; None where the log cannot be read, or where its last position is another one:
    nobody asks chunk by chunk for what one entry far behind the others pretends. Whoever reads on says what
    is wrong. Raises ``LogError`` for a file that is no log."""
    with closing(open_database(log, writing=False)) as connection:
        try:
            ((present, size),) = connection.execute(layout_of(connection).queries.present)
        except (apsw.Error, UnicodeDecodeError):
            return None
    return int(size) if present == size else None


def _database(log: Path) -> tuple[Finding, ...] | None:
    """The findings about tables and indexes; None if they cannot be read."""
    try:
        with closing(open_database(log, writing=False)) as connection:
            require_sound(connection, log)
            return findings_of(connection)
    except (LogError, apsw.Error, UnicodeDecodeError, TypeError):
        return None


__all__ = ["CHUNK", "FEW", "parallel_scan", "processes_for"]

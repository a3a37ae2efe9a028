"""Writes a log once more in another layout: the same entries, byte by byte, in the same places.

A checkpoint, slips and proofs of the log hold for the copy as well. Not here: whether the entries are sound
(``seal.inspection``), and the files beside a log (``backup``).
"""

from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import groupby
from pathlib import Path
from typing import Any

import apsw

from events.log import collected
from events.log.contract import Damaged
from events.log.database import as_log_error, make_database, open_database, require_sound, require_whole
from events.log.hash_chain import Fields, parts_of
from events.log.layout import SIZE, Layout
from events.model.codec import decode
from events.model.upcast import Unreadable

PAGE_ROWS = 1024
_ROWS = """
    SELECT position, match, seq, command, leaf, data FROM entry
    WHERE position >= ? ORDER BY position LIMIT ?"""


def rewrite(
    source: apsw.Connection,
    target: Path,
    layout: Layout,
    *,
    progress: Callable[[int, int], None] | None = None,
) -> None:
    """Make a log at ``target`` in ``layout`` with the entries of ``source`` and what was collected with them.

    ``progress`` is called with the number of entries written and their total. Raises ``Damaged`` for an entry
    that cannot be read, is missing or is one too many, ``Unwritable``, and SQLite's errors about the source.
    """
    require_whole(source, Path(source.filename))
    require_sound(source, Path(source.filename))
    ((size,),) = source.execute(SIZE)
    make_database(target, layout)
    with closing(open_database(target, writing=True)) as connection:
        inserter = layout.inserter(connection)
        try:
            with connection:
                for _, rows in groupby(_rows(source), lambda row: row[1]):
                    run = list(rows)
                    inserter.insert(run)
                    if progress is not None:
                        progress(run[-1][0] + 1, size)
                if origins := collected.collected(source):
                    collected.add(connection, origins)
            connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
        except apsw.Error as error:
            raise as_log_error(error, target) from error


def _rows(source: apsw.Connection) -> Iterator[Fields]:
    position = -1
    while page := _page(source, position + 1):
        for row in page:
            position, match, seq, _, _, data = row
            try:
                entry = decode(data)
            except Unreadable as error:
                why = f"its bytes cannot be read: {error}"
                raise Damaged(why, match=match, seq=seq, position=position) from error
            yield (*row, *parts_of(entry, data))


def _page(source: apsw.Connection, position: int) -> list[Any]:
    return source.execute(_ROWS, (position, PAGE_ROWS)).fetchall()


__all__ = ["rewrite"]

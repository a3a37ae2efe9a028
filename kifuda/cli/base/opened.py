"""The log that a command reads.

Not here: its matches (``lookup``), for which the engine is loaded.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from events.log.contract import Damaged
from events.log.sqlite_log import SqliteLog
from kifuda.cli.base.language import Misuse


@contextmanager
def opened(path: Path, *, writing: bool = False) -> Iterator[SqliteLog]:
    """The log at ``path``; created only for writing. Raises ``Misuse`` if there is none to read. A
    ``Damaged`` that is raised inside gets the path."""
    if not writing and not path.exists():
        raise Misuse("no-log", path=path)
    with SqliteLog(path, writing=writing) as log:
        try:
            yield log
        except Damaged as error:
            error.log = path
            raise

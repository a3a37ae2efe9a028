"""Whether the files of an open log are still the ones that were opened.

A process goes on writing into a file that was removed, and SQLite reports each commit as synced: what is
acknowledged so is gone when the process ends. Not here: the lock beside the log (``writer_lock``).
"""

import os
from pathlib import Path

from events.seal.paths import database_of

WRITE_AHEAD = "-wal"


class FileIdentity:
    """The database file of the log at ``log`` and its write-ahead file, as they are now.

    Raises ``OSError`` if one of them is not there.
    """

    def __init__(self, log: Path) -> None:
        database = os.path.abspath(database_of(log))
        self._opened = {name: _identity(name) for name in (database, database + WRITE_AHEAD)}

    def lost(self) -> str:
        """What became of the first file that is gone or replaced; ``""`` while both are in place."""
        for name, opened in self._opened.items():
            try:
                if _identity(name) != opened:
                    return f"{name} was replaced"
            except OSError as error:
                return f"{name} is gone ({error.strerror})"
        return ""


def _identity(name: str) -> tuple[int, int]:
    found = os.stat(name)
    return found.st_dev, found.st_ino

"""Writing a file so that a crash at any moment leaves the old one or the new one.

Not here: what is written.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from events.sync import sync

DRAFT = ".draft"
"""Suffix of a file that is being written."""


def write_atomically(path: Path, content: bytes | Callable[[BinaryIO], object]) -> None:
    """Write beside ``path``, sync, then rename. A missing folder is created.

    ``content``: the bytes, or a function that writes them to an open file. Raises ``OSError``.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(path.name + DRAFT)
    with draft.open("wb") as file:
        if callable(content):
            content(file)
        else:
            file.write(content)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    sync(path.parent)


def size_of(path: str | Path) -> int:
    """The size of a file in bytes; -1 if there is none."""
    try:
        return os.stat(path).st_size
    except OSError:
        return -1


Stamp = tuple[int, int, int] | None
"""Identifies a version of a file: it differs for every file that replaces it; None without a file."""


def stamp_of(path: Path) -> Stamp:
    """The stamp of the present file."""
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_ino, stat.st_mtime_ns, stat.st_size

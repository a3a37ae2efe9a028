"""Reading files that somebody else may have put there: a named pipe would be waited for without end, and a
device may have no end.

Not here: what the files hold.
"""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

NO_FILE = "it is no file"


def open_file(path: Path) -> BinaryIO:
    """The regular file at ``path``, opened for reading; links are followed. Raises ``OSError``, for anything
    else as well."""
    file = open(path, "rb", opener=_without_blocking)  # noqa: SIM115 (the caller closes it)
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(errno.EINVAL, NO_FILE, str(path))
    return file


def read_file(path: Path, *, most: int = -1) -> bytes:
    """Its bytes, at most so many. Raises ``OSError``."""
    with open_file(path) as file:
        return file.read(most)


def _without_blocking(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK)

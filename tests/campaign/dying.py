"""A process that dies at a certain operation of its disk: no earlier and no later.

Not here: deaths at random times (``kill``).
"""

import os
import signal
from typing import Any

import apsw


class DyingDisk(apsw.VFS):
    """SQLite's own VFS, which kills its process in place of the operation with the number ``left``."""

    def __init__(self, left: int) -> None:
        super().__init__("kifuda-dying", "unix", makedefault=True)
        self._left = left

    def count(self) -> None:
        """One operation more."""
        self._left -= 1
        if self._left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:
        return _DyingFile(self, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        self.count()
        super().xDelete(filename, syncdir)


class _DyingFile(apsw.VFSFile):
    def __init__(self, disk: DyingDisk, name: Any, flags: list[int]) -> None:
        super().__init__("unix", name, flags)
        self._disk = disk

    def xWrite(self, data: bytes, offset: int) -> None:
        self._disk.count()
        super().xWrite(data, offset)

    def xSync(self, flags: int) -> None:
        self._disk.count()
        super().xSync(flags)

    def xTruncate(self, newsize: int) -> None:
        self._disk.count()
        super().xTruncate(newsize)

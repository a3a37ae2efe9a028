"""A disk that fails while a log is made leaves a whole log, or none."""

from pathlib import Path
from typing import Any

import apsw
import pytest

from events.log.contract import LogError
from events.log.sqlite_log import SqliteLog


class Failing(apsw.VFS):
    """SQLite's own VFS, of which the write (or read) with the number ``left`` fails."""

    def __init__(self, *, left: int) -> None:
        super().__init__("kifuda-failing", "unix", makedefault=True)
        self.left = left

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:
        return FailingFile(self, name, flags)

    def count(self) -> None:
        self.left -= 1
        if self.left == 0:
            raise apsw.IOError("the disk failed")


class FailingFile(apsw.VFSFile):
    def __init__(self, disk: Failing, name: Any, flags: list[int]) -> None:
        super().__init__("unix", name, flags)
        self.disk = disk

    def xRead(self, amount: int, offset: int) -> bytes:
        self.disk.count()
        return super().xRead(amount, offset)

    def xWrite(self, data: bytes, offset: int) -> None:
        self.disk.count()
        super().xWrite(data, offset)


def test_a_log_is_made_whole_or_not_at_all(tmp_path: Path) -> None:
    failed = 0
    for left in range(1, 200):
        path = tmp_path / f"{left}.db"
        disk = Failing(left=left)
        try:
            SqliteLog(path, writing=True).close()
        except LogError:
            failed += 1
            assert disk.left <= 0
        finally:
            apsw.set_default_vfs("unix")
            disk.unregister()
        if path.exists():
            with SqliteLog(path, writing=True) as log:
                assert log.size == 0
        if disk.left > 0:
            break
    else:
        pytest.fail("the disk failed each time: the end was not reached")
    assert failed > 20

"""Writes down what is asked of the disk: by SQLite through a VFS, by everything else through ``os``.

Files whose loss is harmless are left out: the shared memory of SQLite and the lock of the writer, which mean
nothing without the process. Not here: what becomes of it in a power cut (``disk``).
"""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import apsw

from tests.campaign.disk import Operation, Rename, Sync, SyncNames, Truncate, Write

NAME = "kifuda-recorder"
LEFT_OUT = ("-shm", ".lock")
SYNCS_NAMES = apsw.SQLITE_OPEN_WAL | apsw.SQLITE_OPEN_MAIN_JOURNAL
"""Files of these kinds, once created: SQLite's own VFS syncs their folder with their first sync."""


class Recorder:
    """What was asked in ``folder``: operations, and in between whatever else was ``told``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked: list[Operation | object] = []
        self._files: dict[str, int] = {}
        self._number = 0
        self.sqlite: set[int | None] = set()

    def tell(self, told: object) -> None:
        """Note that something was acknowledged at this moment."""
        self.asked.append(told)

    def file(self, path: str) -> int:
        """The number of the file with this name; a new one is noted as made."""
        name = os.path.basename(path)
        if name not in self._files:
            self._number += 1
            self.name(name, self._number)
        return self._files[name]

    def knows(self, path: str) -> bool:
        """Whether there is a file of this name that was recorded."""
        return os.path.basename(path) in self._files

    def name(self, name: str, file: int, *, gone: str = "") -> None:
        """``name`` means ``file`` from now on, and ``gone`` nothing."""
        self._files.pop(gone, None)
        if name:
            self._files[name] = file
        self.asked.append(Rename(gone, name, file))

    def concerns(self, path: str) -> bool:
        """Whether the path is one that is recorded."""
        return os.path.dirname(path) == str(self.folder) and not path.endswith(LEFT_OUT)

    def written_by_sqlite(self, path: str) -> bool:
        """Whether the file of this name is one of the database."""
        return self._files.get(os.path.basename(path)) in self.sqlite

    def whole(self, path: str) -> int:
        """Note what a file holds that was not written through SQLite, and give its number."""
        file, data = self.file(path), Path(path).read_bytes()
        self.asked += [Truncate(file, 0), Write(file, 0, data)] if data else [Truncate(file, 0)]
        return file


class _Disk(apsw.VFS):
    """SQLite's own VFS, overheard."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__(NAME, "unix", makedefault=True)
        self._recorder = recorder

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:
        path = name.filename() if isinstance(name, apsw.URIFilename) else name or ""
        if not self._recorder.concerns(path):
            return apsw.VFSFile("unix", name, flags)
        return _File(self._recorder, name, path, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        super().xDelete(filename, syncdir)
        if self._recorder.concerns(filename):
            self._recorder.name("", 0, gone=os.path.basename(filename))
            if syncdir:
                self._recorder.asked.append(SyncNames())


class _File(apsw.VFSFile):
    def __init__(self, recorder: Recorder, name: Any, path: str, flags: list[int]) -> None:
        self._syncs_names = bool(flags[0] & SYNCS_NAMES and flags[0] & apsw.SQLITE_OPEN_CREATE)
        super().__init__("unix", name, flags)
        self._recorder, self._file = recorder, recorder.file(path)
        recorder.sqlite.add(self._file)

    def xWrite(self, data: bytes, offset: int) -> None:
        super().xWrite(data, offset)
        self._recorder.asked.append(Write(self._file, offset, bytes(data)))

    def xTruncate(self, newsize: int) -> None:
        super().xTruncate(newsize)
        self._recorder.asked.append(Truncate(self._file, newsize))

    def xSync(self, flags: int) -> None:
        super().xSync(flags)
        self._recorder.asked.append(Sync(self._file))
        if self._syncs_names:
            self._recorder.asked.append(SyncNames())
            self._syncs_names = False


@contextmanager
def recorded(folder: Path) -> Iterator[Recorder]:
    """Everything that this process asks of the disk in ``folder``, until the block ends."""
    recorder = Recorder(folder)
    disk = _Disk(recorder)
    try:
        with ExitStack() as stack:
            for name, function in _overheard(recorder).items():
                stack.enter_context(patch.object(os, name, function))
            yield recorder
    finally:
        apsw.set_default_vfs("unix")
        disk.unregister()


def _overheard(recorder: Recorder) -> dict[str, Callable[..., Any]]:
    """The functions of ``os`` that change names or sync, telling the recorder as well."""
    link, unlink, fsync = os.link, os.unlink, os.fsync

    def linked(old: Any, new: Any, **options: Any) -> None:
        link(old, new, **options)
        if recorder.concerns(str(new)):
            recorder.name(os.path.basename(new), recorder.file(str(old)))

    def unlinked(path: Any, **options: Any) -> None:
        unlink(path, **options)
        if recorder.concerns(str(path)):
            recorder.name("", 0, gone=os.path.basename(path))

    def moved(move: Callable[..., None]) -> Callable[..., None]:
        def moving(old: Any, new: Any, **options: Any) -> None:
            if recorder.concerns(str(new)) and not recorder.knows(str(old)):
                recorder.whole(str(old))  # Written, and never synced.
            move(old, new, **options)
            if recorder.concerns(str(new)):
                file = recorder.file(str(old))
                recorder.name(os.path.basename(new), file, gone=os.path.basename(old))

        return moving

    def synced(file: int) -> None:
        fsync(file)
        path = os.readlink(f"/proc/self/fd/{file}")
        if path == str(recorder.folder):
            recorder.asked.append(SyncNames())
        elif recorder.concerns(path):
            # What SQLite wrote is known already; what others wrote is seen only now.
            ours = recorder.file(path) if recorder.written_by_sqlite(path) else recorder.whole(path)
            recorder.asked.append(Sync(ours))

    return {
        "link": linked,
        "unlink": unlinked,
        "rename": moved(os.rename),
        "replace": moved(os.replace),
        "fsync": synced,
    }

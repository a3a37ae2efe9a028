"""The writer's lock: one process at a time has a log open for writing.

It is an flock on a small file beside the log, which also names the holder. All connections of one process
share it, and it lasts until the last of them is closed or the process ends, in whichever way. Readers ignore
it. Not here: in which order the connections of one process write; SQLite decides that.

Not covered: machines that share a folder (flock need not reach beyond one of them, and SQLite's write-ahead
file does not work there at all), and two names of one log that are hard links of each other.
"""

import fcntl
import os
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock as Mutex
from time import monotonic, sleep

import msgspec

from events.log.contract import Busy, Holder, LockLost, NotALog, Unwritable

SUFFIX = ".lock"
PAUSE_S = 0.01
"""Between two looks at a lock that somebody else has."""

LOOK_S = 0.01
"""At least so long lies between two looks at one's own lock: a look takes a twentieth of a quick commit, and
what it is there for happens once in the life of a log."""

LARGEST_BYTES = 4096
"""More than any holder writes about itself."""

_held: dict[str, "Lock"] = {}
"""The locks of this process, by the name of their file."""

_mutex = Mutex()
"""Guards ``_held``, and how many share each lock."""


def lock_of(log: Path) -> Path:
    """The path of the lock of a log: beside the file itself, also if the log is named by a symbolic link."""
    return Path(os.path.realpath(log) + SUFFIX)


def acquire(log: Path, *, wait_ms: int) -> "Lock":
    """The lock of the log at ``log``, shared with what holds it in this process already.

    Waits up to ``wait_ms`` for another process, then raises ``Busy`` with what that one says of itself.
    Raises ``Unwritable`` where no lock can be made, ``NotALog`` where there is not even a folder.
    """
    if not log.parent.is_dir():
        raise NotALog(f"the folder {log.parent} does not exist")
    name = str(lock_of(log))
    deadline = monotonic() + wait_ms / 1000
    while (lock := _share_or_take(log, name)) is None:
        if monotonic() >= deadline:
            holder = _read_holder(name)
            raise Busy(
                f"{log}: {holder or 'another process'} has it open for writing; waited {wait_ms / 1000:g} s,"
                " try again when that is done",
                holder=holder,
            )
        sleep(PAUSE_S)
    return lock


class Lock:
    """A lock that this process holds; every ``acquire`` needs its ``release``.

    ``left`` is what the process before said of itself, if it ended without closing the log. ``lost`` says why
    it is no lock any more, as far as that is known; ``check`` finds out.
    """

    def __init__(self, log: Path, name: str, descriptor: int, left: Holder | None) -> None:
        self.left = left
        self._log, self._name, self._descriptor = log, name, descriptor
        self._users = 1
        self._file = _identity(os.fstat(descriptor))
        self.lost = ""
        self._looked = monotonic()
        self._opening = Mutex()
        self._opened = False

    def once(self, work: Callable[[], None]) -> None:
        """Do ``work`` for the first of those who share this lock; the others wait until it is done."""
        with self._opening:
            if not self._opened:
                work()
                self._opened = True

    def check(self) -> None:
        """Raise ``LockLost`` if the lock is no longer what it was, so that another process may hold one.

        What became of it in the last ``LOOK_S`` seconds may not be seen yet.
        """
        now = monotonic()
        if self.lost or now >= self._looked + LOOK_S:
            self.look()
            self._looked = now

    def look(self) -> None:
        """``check``, without delay: the file is looked at by its name, since who deletes or replaces it opens
        the log for others."""
        if not self.lost:
            try:
                found = _identity(os.stat(self._name))
            except OSError as error:
                self.lost = f"its lock {self._name} is gone ({error.strerror})"
            else:
                if found == self._file:
                    return
                self.lost = f"its lock {self._name} was replaced"
        raise LockLost(
            f"{self._log}: {self.lost}, so another process may be writing; nothing more is written here:"
            " close the log and open it again"
        )

    def release(self) -> None:
        """Give back one use; the last one also removes the file."""
        with _mutex:
            self._users -= 1
            if self._users or self._descriptor < 0:
                return
            if _held.get(self._name) is self:
                del _held[self._name]
            # While it is held nobody else takes a file of this name, so it may go before it is let go of.
            with suppress(OSError):
                if _identity(os.stat(self._name)) == self._file:
                    os.unlink(self._name)
            # A child that copied the descriptor would keep what is only closed.
            fcntl.flock(self._descriptor, fcntl.LOCK_UN)
            os.close(self._descriptor)
            self._descriptor = -1

    def usable(self) -> bool:
        """Whether it is still there for others to share."""
        with suppress(LockLost):
            self.look()
            return True
        return False

    def share(self) -> "Lock":
        """One use more."""
        self._users += 1
        return self

    def disown(self) -> None:
        """In the child of a fork: what the parent holds is not ours. Its lock is kept."""
        os.close(self._descriptor)
        self._descriptor = -1
        self.lost = "it was opened before this process was forked off"


def _share_or_take(log: Path, name: str) -> Lock | None:
    """None while another process has it."""
    with _mutex:
        lock = _held.get(name)
        if lock is not None and lock.usable():
            return lock.share()
        lock = _take(log, name)
        if lock is not None:
            _held[name] = lock
        return lock


def _take(log: Path, name: str) -> Lock | None:
    try:
        # Never through a symbolic link: it would lock, and empty, whatever it points to.
        descriptor = os.open(name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o666)
    except OSError as error:
        raise Unwritable(
            f"{log} may not be written to: its lock {name} cannot be made ({error.strerror});"
            " open it for reading, or change the permissions"
        ) from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # Between the two lines above its holder may have taken the file away.
        if _identity(os.fstat(descriptor)) != _identity(os.stat(name)):
            raise BlockingIOError
        left = _parse(os.pread(descriptor, LARGEST_BYTES, 0))
        # What is said there only helps people; a disk that is full does not make the lock a worse one.
        with suppress(OSError):
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, msgspec.json.encode(_own_holder()) + b"\n", 0)
        return Lock(log, name, descriptor, left)
    except (BlockingIOError, FileNotFoundError):
        os.close(descriptor)
        return None
    except OSError as error:
        os.close(descriptor)
        raise Unwritable(f"{log}: its lock {name} cannot be held ({error.strerror})") from error


def _identity(found: os.stat_result) -> tuple[int, int]:
    return found.st_dev, found.st_ino


def _own_holder() -> Holder:
    started = Path(sys.argv[0] if sys.argv else "")
    program = started.parent.name if started.name == "__main__.py" else started.name
    since = datetime.now(UTC).isoformat(timespec="seconds")
    return Holder(pid=os.getpid(), program=program or "python", host=socket.gethostname(), since=since)


def _read_holder(name: str) -> Holder | None:
    try:
        with open(name, "rb") as file:
            return _parse(file.read(LARGEST_BYTES))
    except OSError:
        return None


def _parse(data: bytes) -> Holder | None:
    """The holder named in the file; an unknown holder if it cannot be read, None if the file is empty."""
    if not data.strip():
        return None
    try:
        return msgspec.json.decode(data, type=Holder)
    except msgspec.DecodeError:
        return Holder(pid=0, program="", host="", since="")


# --- fork ------------------------------------------------------------------------------------------


def _after_fork() -> None:
    _mutex.release()
    for lock in _held.values():
        lock.disown()
    _held.clear()


# The mutex is held across the fork, so that the child finds what it guards in one piece.
os.register_at_fork(before=_mutex.acquire, after_in_parent=_mutex.release, after_in_child=_after_fork)

"""Part 4, ``syscalls``: each file system call of a process that uses a log fails, or is its last.

Needs ``strace`` and the right to trace. Not here: what a sound log is (``workload``).
"""

import mmap
import os
import random
import re
import shutil
import struct
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from events.log.contract import LogError
from events.log.sqlite_log import SqliteLog
from events.seal import SealError
from events.seal.head_signing import seal
from tests.campaign.child import Child, forked
from tests.campaign.tally import Step, Tally
from tests.campaign.workload import KEY, Place, act, append, unsound

CALLS = (
    "openat", "read", "pread64", "write", "pwrite64", "fsync", "fdatasync", "ftruncate", "unlink", "link",
    "rename", "fcntl", "flock", "lseek", "newfstatat", "stat", "lstat", "fstat", "access", "mkdir", "mmap",
    "close",
)  # fmt: skip
FAULTS = ("error=EIO", "error=ENOSPC", "signal=SIGKILL")
LONG = 100
"""Per cent of the calls that get each fault in the long run."""
ACTS = 5
SLOT = struct.Struct("<q32s")
"""A receipt: position plus one (0: none yet), leaf. One for each act, and one for what was signed."""
UNTOLD = 99
"""Exit status after an error that has no type."""
TRACED = re.compile(r"^TracerPid:\t(\d+)", re.MULTILINE)
CALL = re.compile(r"^\d*\s*(\w+)\(", re.MULTILINE)


def missing() -> str:
    """What this part needs and is not here."""
    if shutil.which("strace") is None:
        return "needs strace"
    with tempfile.TemporaryDirectory() as folder:
        try:
            return "" if _traced(Path(folder) / "log.db", _Board(), "trace=openat").counted else NOT_PERMITTED
        except TimeoutError:
            return NOT_PERMITTED


NOT_PERMITTED = "strace is not permitted to trace"


KINDS = ("file system calls", "faults injected", "of them told as an error", "lost, corrupt or without type")


def run(per_cent: int, *, seed: int, folder: Path, step: Step) -> Tally:
    """Let so many per cent of the calls fail, with each fault."""
    tally, chance = Tally.of(KINDS), random.Random(seed)
    board = _Board()
    counted = _traced(folder / "counted.db", board, f"trace={','.join(CALLS)}").counted
    if len(board.acknowledged()) != ACTS:
        tally.fail("without a fault not all acts were acknowledged")
    points = [
        (call, number, fault) for call in CALLS for number in range(1, counted[call] + 1) for fault in FAULTS
    ]
    chosen = chance.sample(points, max(1, len(points) * per_cent // 100))
    tally.count("file system calls", counted.total())
    for number, (call, when, fault) in enumerate(sorted(chosen)):
        path = folder / str(number) / "log.db"
        path.parent.mkdir()
        board = _Board()
        ended = _traced(path, board, f"trace={call}", f"inject={call}:{fault}:when={when}")
        wrong = _wrong(path, board, ended.status)
        tally.count("faults injected")
        tally.count("of them told as an error", ended.status == TOLD)
        if wrong:
            tally.count("lost, corrupt or without type")
            tally.fail(f"{fault} at {call} number {when}: {wrong}")
        shutil.rmtree(path.parent)
        step((number + 1) * per_cent // len(chosen) - number * per_cent // len(chosen))
    return tally


def _wrong(path: Path, board: "_Board", status: int) -> str:
    if status == UNTOLD:
        return f"an error without a type: {board.told()}"
    heads = [board.signed()] if board.signed() else []
    return unsound(path, seed=0, offered=ACTS, acknowledged=board.acknowledged(), heads=heads)


# --- the process -----------------------------------------------------------------------------------

TOLD = 3
"""Exit status after an error of the log or of its seal."""


class _Board:
    """Memory that a child shares with its parent: what it was told stays there, without a system call."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, mmap.PAGESIZE)

    def note(self, number: int, place: Place) -> None:
        """The act was acknowledged."""
        SLOT.pack_into(self._memory, number * SLOT.size, place.position + 1, bytes.fromhex(place.leaf))

    def acknowledged(self) -> dict[int, Place]:
        """The acts that were."""
        slots = [SLOT.unpack_from(self._memory, number * SLOT.size) for number in range(ACTS)]
        return {number: Place(slot[0] - 1, slot[1].hex()) for number, slot in enumerate(slots) if slot[0]}

    def sign(self, size: int) -> None:
        """A head of this size was signed."""
        SLOT.pack_into(self._memory, ACTS * SLOT.size, size, bytes(32))

    def signed(self) -> int:
        """The size of the last head that was signed; 0 for none."""
        return int(SLOT.unpack_from(self._memory, ACTS * SLOT.size)[0])

    def say(self, text: str) -> None:
        """Words for the parent."""
        data = text.encode()[:1000]
        self._memory[-1024 : -1024 + len(data)] = data

    def told(self) -> str:
        """Those words."""
        return self._memory[-1024:].rstrip(b"\0").decode("utf-8", "replace")


def _using(path: Path, board: _Board) -> Callable[[Callable[[bytes], None]], None]:
    """Make a log, let it grow, sign it, open it again, close it."""

    def work(tell: Callable[[bytes], None]) -> None:
        while not _tracer(os.getpid()):
            time.sleep(0.001)
        numbers = iter(range(ACTS))
        try:
            for acts in (2, 2, 1):
                with SqliteLog(path, writing=True) as log:
                    for _ in range(acts):
                        number = next(numbers)
                        board.note(number, append(log, act(0, number)))
                    sealed = seal(path, KEY).signed
                    if sealed is not None:
                        board.sign(sealed.checkpoint.size)
        except (LogError, SealError, OSError) as error:
            board.say(f"{type(error).__name__}: {error}")
            os._exit(TOLD)
        except BaseException as error:
            board.say(f"{type(error).__name__}: {error}")
            os._exit(UNTOLD)

    return work


class _Ended(NamedTuple):
    status: int
    counted: Counter[str]


def _traced(path: Path, board: _Board, *expressions: str) -> _Ended:
    """Let a child use a log under strace. Raises ``TimeoutError`` where it cannot be traced."""
    with forked(_using(path, board)) as child, tempfile.NamedTemporaryFile("r") as written:
        options = [option for expression in expressions for option in ("-e", expression)]
        tracer = subprocess.Popen(
            ["strace", "-f", "-o", written.name, "-p", str(child.pid), *options], stderr=subprocess.PIPE
        )
        _await(child, tracer)
        status = child.ended()
        tracer.communicate()
        return _Ended(status, Counter(CALL.findall(written.read())))


def _await(child: Child, tracer: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + 10
    while not _tracer(child.pid) and not _gone(child.pid):
        if tracer.poll() is not None or time.monotonic() > deadline:
            tracer.kill()
            raise TimeoutError("strace did not get hold of the process")
        time.sleep(0.001)


def _gone(pid: int) -> bool:
    """Whether the process has ended, and only waits for its parent to take notice."""
    return "\nState:\tZ" in Path(f"/proc/{pid}/status").read_text()


def _tracer(pid: int) -> int:
    """The process that traces ``pid``; 0 for none."""
    found = TRACED.search(Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) if found else 0

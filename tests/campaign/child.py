"""A process of its own for what is to be killed: forked, so that ten thousand of them take minutes.

What it tells goes through a pipe and outlives it. Not here: what it does.
"""

import gc
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

Work = Callable[[Callable[[bytes], None]], None]
"""What a child does; it is given a way to tell its parent something of at most 512 bytes."""

FAILED = 70
"""Exit status of a child whose work raised."""


class Child(NamedTuple):
    """A child that runs, and the end of the pipe from which its parent reads."""

    pid: int
    ear: int

    def kill(self) -> None:
        """End it as a power cut would, wherever it is."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)

    def heard(self) -> bytes:
        """Everything it tells until its end."""
        parts = []
        while part := os.read(self.ear, 1 << 16):
            parts.append(part)
        return b"".join(parts)

    def ended(self) -> int:
        """Its exit status, negative for a signal; waits for it."""
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def fork(work: Work) -> Child:
    """Let a child do ``work``. The parent must not hold a log open that the child uses."""
    ear, mouth = os.pipe()
    gc.freeze()  # A child that collects its parent's garbage copies all of its memory.
    pid = os.fork()
    if pid:
        os.close(mouth)
        return Child(pid, ear)
    status = FAILED
    try:
        os.close(ear)
        work(lambda told: _tell(mouth, told))
        status = 0
    finally:
        # No clean-up: what is open is dropped as it is when a process dies.
        os._exit(status)


def _tell(mouth: int, told: bytes) -> None:
    if os.write(mouth, told) != len(told):
        raise OSError("the pipe took a part of it only")


@contextmanager
def forked(work: Work) -> Iterator[Child]:
    """A child that is gone when the block ends."""
    child = fork(work)
    try:
        yield child
    finally:
        child.kill()
        with suppress(ChildProcessError):
            child.ended()
        os.close(child.ear)

"""Logs and servers that all processes of one run of the tests share: made once, by whoever asks first."""

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.dashboard import logs
from tests.support.served import served


def folder_of_run(temporary: pytest.TempPathFactory) -> Path:
    """The folder that the processes of this run of the tests have in common."""
    own = temporary.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "shared"
    folder.mkdir(exist_ok=True)
    return folder


@contextmanager
def _locked(path: Path, how: int) -> Iterator[None]:
    """Hold a lock on a file. Raises ``BlockingIOError`` where ``how`` says not to wait."""
    with path.open("a") as file:
        fcntl.flock(file, how)
        yield


def shared_log(folder: Path, kind: str) -> Path:
    """The log of a kind with its projection beside it, made unless another process has made it."""
    made = folder / kind
    with _locked(folder / f"{kind}.lock", fcntl.LOCK_EX):
        if not made.exists():
            unfinished = folder / f"{kind}.{os.getpid()}"
            unfinished.mkdir()
            logs.make(unfinished, kind)
            unfinished.rename(made)
    return made / f"{kind}.db"


@contextmanager
def shared_server(folder: Path, log: Callable[[], Path]) -> Iterator[str]:
    """The address where the pages of a log are served. The process that started the server stays until no
    other process uses it."""
    lock, users, address = (folder / f"server.{part}" for part in ("lock", "users", "address"))
    with ExitStack() as server:
        with ExitStack() as using:
            with _locked(lock, fcntl.LOCK_EX):
                started = not address.exists()
                if started:
                    address.write_text(server.enter_context(served(log())), "utf-8")
                using.enter_context(_locked(users, fcntl.LOCK_SH))
            yield address.read_text("utf-8")
        while started:
            with _locked(lock, fcntl.LOCK_EX):
                try:
                    with _locked(users, fcntl.LOCK_EX | fcntl.LOCK_NB):
                        address.unlink()
                        return
                except BlockingIOError:
                    pass
            time.sleep(0.1)

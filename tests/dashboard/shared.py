"""Logs and servers that all processes of one run of the tests share: made once, by whoever asks first."""

import fcntl
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.dashboard import logs
from tests.support.once import locked, once
from tests.support.served import served


def shared_log(folder: Path, kind: str) -> Path:
    """The log of a kind with its projection beside it, made unless another process has made it."""
    return once(folder, kind, lambda made: logs.make(made, kind)) / f"{kind}.db"


@contextmanager
def shared_server(folder: Path, log: Callable[[], Path]) -> Iterator[str]:
    """The address where the pages of a log are served. The process that started the server stays until no
    other process uses it."""
    lock, users, address = (folder / f"server.{part}" for part in ("lock", "users", "address"))
    with ExitStack() as server:
        with ExitStack() as using:
            with locked(lock, fcntl.LOCK_EX):
                started = not address.exists()
                if started:
                    address.write_text(server.enter_context(served(log())), "utf-8")
                using.enter_context(locked(users, fcntl.LOCK_SH))
            yield address.read_text("utf-8")
        while started:
            with locked(lock, fcntl.LOCK_EX):
                try:
                    with locked(users, fcntl.LOCK_EX | fcntl.LOCK_NB):
                        address.unlink()
                        return
                except BlockingIOError:
                    pass
            time.sleep(0.1)

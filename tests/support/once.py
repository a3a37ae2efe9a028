"""What all processes of one run of the tests share: made once, by whoever asks first.

Not here: what it is (``conftest.py`` of the folders).
"""

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


def folder_of_run(temporary: pytest.TempPathFactory) -> Path:
    """The folder that the processes of this run of the tests have in common."""
    own = temporary.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "shared"
    folder.mkdir(exist_ok=True)
    return folder


@contextmanager
def locked(path: Path, how: int) -> Iterator[None]:
    """Hold a lock on a file. Raises ``BlockingIOError`` where ``how`` says not to wait."""
    with path.open("a") as file:
        fcntl.flock(file, how)
        yield


def once(folder: Path, name: str, make: Callable[[Path], object]) -> Path:
    """The folder of this name, filled by ``make`` unless another process has done so. It is only read."""
    made = folder / name
    with locked(folder / f"{name}.lock", fcntl.LOCK_EX):
        if not made.exists():
            unfinished = folder / f"{name}.{os.getpid()}"
            unfinished.mkdir()
            make(unfinished)
            unfinished.rename(made)
    return made

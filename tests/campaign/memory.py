"""A folder in memory, for attacks that are simulated: a real disk would add time and nothing else.

Not here: attacks on real disks, which use the folder that they are given.
"""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MEMORY = Path("/dev/shm")


@contextmanager
def memory() -> Iterator[Path]:
    """A folder that is gone when the block ends; in memory where there is such a file system."""
    with tempfile.TemporaryDirectory(prefix="kifuda-", dir=MEMORY if MEMORY.is_dir() else None) as made:
        yield Path(made)

"""A folder in memory, for attacks that are simulated: a real disk would add time and nothing else.

Not here: attacks on real disks, which use the folder that they are given.
"""

import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.campaign.tally import Step, Tally

MEMORY = Path("/dev/shm")


@contextmanager
def memory() -> Iterator[Path]:
    """A folder that is gone when the block ends; in memory where there is such a file system."""
    with tempfile.TemporaryDirectory(prefix="kifuda-", dir=MEMORY if MEMORY.is_dir() else None) as made:
        yield Path(made)


def repeated(
    attack: Callable[[Path, int, Tally], None], times: int, kinds: Iterable[str], *, seed: int, step: Step
) -> Tally:
    """What so many attacks found, each in such a folder of its own and with a seed of its own."""
    tally = Tally.of(kinds)
    for number in range(times):
        with memory() as place:
            attack(place, seed + number, tally)
        step(1)
    return tally

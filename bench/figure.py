"""A measured figure, and how it is measured.

Not here: what is measured (one module each) or how figures are shown (``__main__``).
"""

import gc
import statistics
import subprocess
import sys
from collections.abc import Callable, Sequence
from time import perf_counter, process_time

import msgspec


class Figure(msgspec.Struct, frozen=True):
    """``value`` in ``unit`` of what ``name`` says; ``bar`` is the value to reach (``at_least``) or to stay
    below. ``runs`` holds every repetition, to show the noise; ``of`` names each run where they differ, or the
    one thing that the value is of."""

    name: str
    value: float
    unit: str
    runs: tuple[float, ...] = ()
    bar: float | None = None
    at_least: bool = True
    of: tuple[str, ...] = ()

    @property
    def holds(self) -> bool | None:
        """Whether the bar is met; None for a figure without one (of a peer, of the disk)."""
        if self.bar is None:
            return None
        return self.value >= self.bar if self.at_least else self.value <= self.bar


def rate(
    name: str, work: Callable[[], int], unit: str, *, repeat: int = 9, bar: float | None = None
) -> Figure:
    """The median rate of ``work``, which returns the number of units done, after one warm-up run.

    Measured in seconds of processor time: wall-clock time would include that of other processes.
    """
    work()
    gc.collect()
    gc.freeze()  # keep the workload out of garbage collection during the measurement
    runs = []
    for _ in range(repeat):
        start = process_time()
        done = work()
        runs.append(done / (process_time() - start))
    return Figure(name, statistics.median(runs), unit, tuple(runs), bar)


def latency(name: str, works: Sequence[Callable[[], object]], unit: str, scale: float, bar: float) -> Figure:
    """The median time of several pieces of work, each done once, in ``unit`` (seconds × ``scale``)."""
    runs = []
    for work in works:
        start = perf_counter()
        work()
        runs.append((perf_counter() - start) * scale)
    return Figure(
        name, statistics.median(runs), unit, tuple(sorted(runs)[:: max(1, len(runs) // 20)]), bar, False
    )


ROUNDS = 10_000_000


def loop() -> float:
    """Seconds of a loop in plain Python, which say how fast the machine is just now: on some it differs by a
    factor of two from hour to hour."""
    start, total = perf_counter(), 0
    for number in range(ROUNDS):
        total += number * number % 7
    return perf_counter() - start


# A process begins as a copy of the one that starts it, whose memory counts: so a small one stands between.
_BETWEEN = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE)
sys.stdout.buffer.write(done.stdout)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(done.returncode)
"""
MEBIBYTE = 1024
"""In KiB, the unit that the system reports."""


def measured(command: list[str]) -> tuple[str, float]:
    """What the command writes, and the peak of its memory in MiB, Python included."""
    done = subprocess.run(
        [sys.executable, "-S", "-c", _BETWEEN, *command], stdout=subprocess.PIPE, text=True, check=True
    )
    *lines, peak = done.stdout.splitlines()
    return "\n".join(lines), int(peak) / MEBIBYTE

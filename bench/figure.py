"""A measured figure, and how it is measured.

Not here: what is measured (one module each) or how figures are shown (``__main__``).
"""

import gc
import statistics
from collections.abc import Callable, Sequence
from time import perf_counter, process_time

import msgspec


class Figure(msgspec.Struct, frozen=True):
    """``value`` in ``unit`` of what ``name`` says; ``bar`` is what it has to reach (``at_least``) or to
    stay under. ``runs`` holds every repetition, so that a reader sees the noise; ``of`` says what each was,
    where they are not the same."""

    name: str
    value: float
    unit: str
    runs: tuple[float, ...] = ()
    bar: float | None = None
    at_least: bool = True
    of: tuple[str, ...] = ()

    @property
    def holds(self) -> bool | None:
        """Whether the bar is reached; None for a figure without one (a peer, a floor)."""
        if self.bar is None:
            return None
        return self.value >= self.bar if self.at_least else self.value <= self.bar


def rate(
    name: str, work: Callable[[], int], unit: str, *, repeat: int = 9, bar: float | None = None
) -> Figure:
    """The median rate of ``work``, which returns how many units it did; one run before warms up.

    Measured in seconds of processor time, which is what *on one core* means: on a machine that others
    use as well, the clock on the wall also counts the time that they got.
    """
    work()
    gc.collect()
    gc.freeze()  # the workload itself is not for the measured code to be searched for garbage
    runs = []
    for _ in range(repeat):
        start = process_time()
        done = work()
        runs.append(done / (process_time() - start))
    return Figure(name, statistics.median(runs), unit, tuple(runs), bar)


def latency(name: str, works: Sequence[Callable[[], object]], unit: str, scale: float, bar: float) -> Figure:
    """The median time of single pieces of work, each done once, in ``unit`` (seconds × ``scale``)."""
    runs = []
    for work in works:
        start = perf_counter()
        work()
        runs.append((perf_counter() - start) * scale)
    return Figure(
        name, statistics.median(runs), unit, tuple(sorted(runs)[:: max(1, len(runs) // 20)]), bar, False
    )

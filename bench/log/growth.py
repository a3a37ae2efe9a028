"""What work on one match costs in logs of very different sizes.

Importing a record into a signed log, signing its slip, and making evidence of it. Each is done by a process
of its own, so that its memory is known; the least CPU time of several counts.

Also collecting a log, and the whole log read by one process and by all, in turns in one run.
"""

import os
import statistics
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Sequence
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter, process_time

from analytics.store.projection import project
from bench.figure import Figure, measured
from bench.workload import matches
from engine.record.timeline import by_act
from events.collect.collecting import Source, collect
from events.log.contract import Pending
from events.log.parallel_scan import parallel_scan, processes_for
from events.log.sqlite_log import SqliteLog
from events.model.kinds import Derived
from events.seal.inspection import inspect
from events.seal.note import SignerKey
from events.seal.sealed_log import SealedLog
from events.seal.slip_signing import sign
from kifuda.cli.match.judged import all_of
from kifuda.evidence.bundle import encode
from kifuda.evidence.make_bundle import match_bundle

GAME = "blade-rondo@1.03"
MATCHES = 100
SIZES = ((1_000, None), (20_000, None), (200_000, 4))
"""Matches in the log, and how many events each has at most."""
AT_ONCE = 1_000
REPEATED = 5
GROWTH, MEMORY = 1.5, 150
KEY = SignerKey("example.org/bench", bytes(range(32)))
COUNTED = 100_000_000
WORKS = ("import of a record", "sign a slip", "evidence of a match")


def run() -> list[Figure]:
    """All figures of this module."""
    figures = []
    first: dict[str, float] = {}
    for number, most in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "log.db"
            size = write(log, number, most)
            for work in WORKS:
                done = [_child(work, log, index) for index in range(REPEATED)]
                seconds = min(took for took, _ in done)
                name = f"{work} in a log of {number:,} matches, {size:,} entries"
                figures.append(Figure(f"{name}: CPU time", seconds * 1000, "ms", tuple(t for t, _ in done)))
                figures.append(
                    Figure(f"{name}: memory", max(m for _, m in done), "MiB", bar=MEMORY, at_least=False)
                )
                if number == SIZES[0][0]:
                    first[work] = seconds
                else:
                    grown = seconds / first[work]
                    figures.append(Figure(f"{name} ÷ 1,000 matches", grown, "×", bar=GROWTH, at_least=False))
            if number == SIZES[0][0]:
                figures += [*_collected(log, size), *_processes(log)]
    return figures


def write(log: Path, number: int, most: int | None) -> int:
    """Write a signed log of so many matches, of no more than ``most`` events each; returns its entries."""
    played = matches(GAME, MATCHES)
    with SealedLog(log, KEY) as sealed:
        for begin in range(0, number, AT_ONCE):
            with sealed.batch():
                for index in range(begin, min(begin + AT_ONCE, number)):
                    append(sealed, f"m{index:06d}", played[index % MATCHES][1][:most])
        return sealed.size


def append(log: SqliteLog, match: str, derived: Sequence[Derived]) -> None:
    """Append a match act by act, within a batch."""
    seq = 0
    for act in by_act(derived):
        log.append(match, [Pending(*one) for one in act], expected=seq, command=f"{match}:{seq}", at=seq)
        seq += len(act)


def _child(work: str, log: Path, index: int) -> tuple[float, float]:
    """CPU seconds of the work itself, and MiB of its whole process."""
    said, peak = measured([sys.executable, "-m", "bench.log.growth", work, str(log), str(index)])
    return float(said), peak


def _collected(log: Path, size: int) -> list[Figure]:
    began = process_time()
    source = Source(log, inspect(log, [KEY.verifier]))
    checked = process_time()
    with SqliteLog(log.with_name("all.db"), writing=True) as target:
        collect(target, [source], at=0)
    done = process_time()
    return [
        Figure("collect: entries verified and taken over", size / (done - began), "entries/s"),
        Figure("collect ÷ verifying alone: time", (done - began) / (checked - began), "×"),
    ]


def _processes(log: Path) -> list[Figure]:
    """One process ÷ all processors, by the clock, in turns."""

    def verify(count: int | None) -> None:
        with processes_for(log, count) as pool:
            parallel_scan(log, pool)

    def projection(count: int | None) -> None:
        with SqliteLog(log) as source, tempfile.TemporaryDirectory() as folder:
            project(source, Path(folder) / "store", processes=count)

    def audit(count: int | None) -> None:
        with SqliteLog(log) as source:
            names = [info.match for info in source.matches()]
        deque(all_of(names, log, None, processes=count), maxlen=0)

    def counting(count: int | None) -> None:
        """What the processors give at best: work that shares nothing."""
        shares = count or os.cpu_count() or 1
        with get_context("fork").Pool(shares) as pool:
            pool.map(_count, [COUNTED // shares] * shares)

    figures = []
    works = (("counting", counting), ("verify", verify), ("audit", audit), ("project", projection))
    for name, work in works:
        runs = [timed(work, 1) / timed(work, None) for _ in range(3)]
        name = f"{name}: one process ÷ {os.cpu_count()} processors"
        figures.append(Figure(name, statistics.median(runs), "×", tuple(runs)))
    return figures


def _count(number: int) -> None:
    deque(range(number), maxlen=0)


def timed(work: Callable[[int | None], object], count: int | None) -> float:
    """Seconds by the clock of a work with so many processes."""
    began = perf_counter()
    work(count)
    return perf_counter() - began


def _work(work: str, log: Path, index: int) -> float:
    if work == WORKS[0]:
        derived = matches(GAME, 1)[0][1]
        began = process_time()
        with SealedLog(log, KEY) as sealed, sealed.batch():
            append(sealed, f"new-{index}", derived)
        return process_time() - began
    with SqliteLog(log) as source:
        match = source.names(index + 2)[-1]
        began = process_time()
        if work == WORKS[1]:
            sign(source, log, f"new-{index}", KEY, keeper=KEY, at=0)
        else:
            encode(match_bundle(source, log, match))
        return process_time() - began


if __name__ == "__main__":
    print(_work(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])))

"""Group commit: many threads, each waiting for its receipt before it submits again. For comparison: the rate
at which the same disk syncs a few bytes, measured in turns in the same run."""

import os
import statistics
import tempfile
from collections.abc import Sequence
from pathlib import Path
from threading import Barrier, Thread
from time import perf_counter

from bench.figure import Figure
from bench.log.speed import Batch, acts
from events.log.group_commit import GroupCommitter

ROUNDS = 5
SUBMITTERS = 256
ACTS_EACH = 12
SYNCS = 150
SYNCED_BYTES = 256


def run() -> list[Figure]:
    """Rates of acknowledged events and of single syncs, measured in turns so that both see the same load."""
    work = acts()
    written, synced, leverage = [], [], []
    with tempfile.TemporaryDirectory() as folder:
        for number in range(ROUNDS):
            synced.append(_syncs(Path(folder) / "floor"))
            events, acknowledged = _group(Path(folder) / f"{number}.db", work)
            written.append(events)
            leverage.append(acknowledged / synced[-1])
    return [
        Figure(
            f"group commit, {SUBMITTERS} submitters, each waiting for its receipt",
            statistics.median(written),
            "events/s",
            tuple(written),
            20_000,
        ),
        Figure(
            "fdatasync of 256 bytes on the same disk (floor)", statistics.median(synced), "/s", tuple(synced)
        ),
        Figure("acts acknowledged ÷ fdatasync floor", statistics.median(leverage), "×", tuple(leverage)),
    ]


def _group(path: Path, work: Sequence[Batch]) -> tuple[float, float]:
    """Events and acts per second between the first submission and the last receipt."""
    start = Barrier(SUBMITTERS + 1)

    def submit(name: int) -> None:
        mine = [work[(name * ACTS_EACH + number) % len(work)] for number in range(ACTS_EACH)]
        seq = 0
        start.wait()
        for number, act in enumerate(mine):
            done = committer.submit(f"m{name}", act, expected=seq, command=f"{name}:{number}", at=1)
            seq = done.result().next_seq

    with GroupCommitter(path) as committer:
        threads = [Thread(target=submit, args=(name,)) for name in range(SUBMITTERS)]
        for thread in threads:
            thread.start()
        start.wait()
        began = perf_counter()
        for thread in threads:
            thread.join()
        took = perf_counter() - began
    done = SUBMITTERS * ACTS_EACH
    events = sum(len(work[number % len(work)]) for number in range(done))
    return events / took, done / took


def _syncs(path: Path) -> float:
    """Syncs per second, each after appending a few bytes."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    try:
        began = perf_counter()
        for _ in range(SYNCS):
            os.write(file, bytes(SYNCED_BYTES))
            os.fdatasync(file)
        return SYNCS / (perf_counter() - began)
    finally:
        os.close(file)

"""Part 3, ``power``: simulated power cuts at every operation of the disk.

The log that is left is opened from files in memory, so that a hundred thousand take minutes. Not here: the
model (``disk``), and how operations come to be known (``recorder``).
"""

import os
import random
import shutil
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import apsw

from events.log.sqlite_log import SqliteLog
from events.seal.head_signing import seal
from tests.campaign.disk import EVERYTHING, NOTHING, Disk, Fate, Files, Operation
from tests.campaign.memory import memory
from tests.campaign.recorder import Recorder, recorded
from tests.campaign.tally import Step, Tally
from tests.campaign.workload import KEY, Place, act, append, unsound

CUTS = 106_000
"""A history gives a few different disks less than are asked of it: more than 100,000 are to be tried."""
SEEDS_A_CUT = 24
CUTS_A_HISTORY = 1_000
"""About so many different disks come of one history; then another one is recorded."""
CONTROL_SHARE = 20
"""One in so many cuts is spent on the positive control."""
LOG = "log.db"
TIDY_PAGES = 6
"""SQLite copies the write-ahead file into the database after so many pages: often, to be cut there."""


class Acknowledged(NamedTuple):
    """The writer was told that this act is on disk."""

    number: int
    place: Place


class Signed(NamedTuple):
    """The writer was told that a head of this size is on disk."""

    size: int


def run(times: int, *, seed: int, folder: Path, step: Step) -> Tally:
    """Try about ``times`` different disks, and a few more that must have lost something."""
    tally = Tally.of(("simulated power cuts (different disks)", "lost or corrupt"))
    histories = max(1, round(times / CUTS_A_HISTORY))
    controls = max(1, histories // CONTROL_SHARE)
    each = min(CUTS_A_HISTORY, times)
    tasks = [(seed + number, each, False) for number in range(histories)]
    tasks += [(seed + number, each // 4, True) for number in range(controls)]
    with ProcessPoolExecutor(os.cpu_count(), get_context("fork")) as pool:
        for found in pool.map(_history, *zip(*tasks, strict=True)):
            tally.add(found)
            step(1)
    if not tally.counts["control with synchronous=NORMAL: cuts that lost acknowledged acts"]:
        tally.fail("the positive control lost nothing: the simulation is blind")
    return tally


def steps(times: int) -> int:
    """How often ``run`` tells of its progress."""
    histories = max(1, round(times / CUTS_A_HISTORY))
    return histories + max(1, histories // CONTROL_SHARE)


def _history(seed: int, times: int, control: bool) -> Tally:
    """Record one history, and cut it about ``times`` times, at each of its operations."""
    tally = Tally()
    with memory() as folder:
        asked = _recorded(folder / "recorded", seed=seed, safe=not control)
        place = folder / "cut"
        for files, acknowledged, heads in _cuts(asked, times, seed):
            _lay(files, place)
            wrong = unsound(place / LOG, seed=seed, offered=OFFERED, acknowledged=acknowledged, heads=heads)
            _count(tally, wrong, control=control, seed=seed)
    return tally


def _count(tally: Tally, wrong: str, *, control: bool, seed: int) -> None:
    if control:
        tally.count("control with synchronous=NORMAL: cuts")
        tally.count("control with synchronous=NORMAL: cuts that lost acknowledged acts", bool(wrong))
        return
    tally.count("simulated power cuts (different disks)")
    if wrong:
        tally.count("lost or corrupt")
        tally.fail(f"seed {seed}: {wrong}")


# --- recording -------------------------------------------------------------------------------------

OFFERED = 24


def _recorded(folder: Path, *, seed: int, safe: bool) -> list[object]:
    """The operations of a log that is made, grown, signed, closed and opened again, with what was told."""
    folder.mkdir()
    chance = random.Random(seed)
    numbers = iter(range(OFFERED))
    with _tidying(), recorded(folder) as recorder:
        for _ in range(3):
            with SqliteLog(folder / LOG, writing=True) as log:
                if not safe:
                    log._db.pragma("synchronous", "normal")
                for _ in range(chance.randint(2, 4)):
                    _grow(log, numbers, recorder, seed=seed, batch=chance.random() < 0.3)
                    if chance.random() < 0.4:
                        sealed = seal(folder / LOG, KEY).signed
                        assert sealed is not None
                        recorder.tell(Signed(sealed.checkpoint.size))
    return recorder.asked


def _grow(log: SqliteLog, numbers: Iterator[int], recorder: Recorder, *, seed: int, batch: bool) -> None:
    if batch:
        both = [next(numbers), next(numbers)]
        with log.batch():
            places = [append(log, act(seed, number)) for number in both]
    else:
        both = [next(numbers)]
        places = [append(log, act(seed, both[0]))]
    for told in zip(both, places, strict=True):
        recorder.tell(Acknowledged(*told))


@contextmanager
def _tidying() -> Iterator[None]:
    """Let every connection copy its write-ahead file into the database often."""

    def often(connection: apsw.Connection) -> None:
        connection.wal_autocheckpoint(TIDY_PAGES)

    apsw.connection_hooks.append(often)
    try:
        yield
    finally:
        apsw.connection_hooks.remove(often)


# --- cutting ---------------------------------------------------------------------------------------


def _cuts(asked: list[object], times: int, seed: int) -> Iterator[tuple[Files, dict[int, Place], list[int]]]:
    """Different disks after cuts, each with what had been told by then."""
    disk, acknowledged, heads = Disk(), dict[int, Place](), list[int]()
    seen: set[bytes] = set()
    share = times / (len(asked) + 1)
    due = 0.0
    for number, one in enumerate(asked):
        match one:
            case Acknowledged():
                acknowledged[one.number] = one.place
            case Signed():
                heads.append(one.size)
            case _:
                assert isinstance(one, Operation)
                disk.take(one)
        due += share
        for files in _disks(disk, chance=random.Random(f"{seed}:{number}")):
            digest = _digest(files, len(acknowledged) + len(heads))
            if digest not in seen:
                seen.add(digest)
                due -= 1
                yield files, acknowledged, heads
            if due < 0:
                break


def _disks(disk: Disk, *, chance: random.Random) -> Iterator[Files]:
    """The disk as a cut may leave it: nothing kept that could be lost, then all of it, then by chance."""
    yield disk.after_cut(NOTHING, chance)
    if not disk.settled:
        yield disk.after_cut(EVERYTHING, chance)
        for _ in range(SEEDS_A_CUT * 4):
            yield disk.after_cut(Fate.drawn(chance), chance)


def _digest(files: Files, told: int) -> bytes:
    found = sha256(str(told).encode())
    for name, data in files.items():
        found.update(f"{name}\0{len(data)}\0".encode() + data)
    return found.digest()


def _lay(files: Files, place: Path) -> None:
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    for name, data in files.items():
        (place / name).write_bytes(data)

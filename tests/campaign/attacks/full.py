"""Part 5, ``full``: a file system of 1 MiB that a log fills until the disk refuses.

Needs the right to mount. Not here: what a sound log is (``workload``).
"""

import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from events.log.contract import LogError, Unwritable
from events.log.sqlite_log import SqliteLog
from tests.campaign.tally import Step, Tally
from tests.campaign.workload import Place, act, append, places, unsound

DISKS = 60
ACTS_AT_MOST = 5_000
STEPS_OF_BALLAST = 16
"""The disk is filled to another point each time: the log gets the rest of what ballast leaves."""
ROOM_BYTES = 300_000
"""Ballast of this size is thrown away when the disk is full."""


def missing() -> str:
    """What this part needs and is not here."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            with _small_disk(Path(folder)):
                return ""
        except (OSError, subprocess.CalledProcessError):
            return "needs the right to mount a file system in memory"


def run(times: int, *, seed: int, folder: Path, step: Step) -> Tally:
    """Fill so many disks."""
    tally = Tally.of(("full disks", "acts acknowledged", "acts refused and offered again", "lost or corrupt"))
    for number in range(times):
        place = folder / str(number)
        place.mkdir()
        with _small_disk(place):
            if wrong := _fill(place, tally, seed=seed + number, ballast=number % STEPS_OF_BALLAST * 257):
                tally.count("lost or corrupt")
                tally.fail(f"seed {seed + number}: {wrong}")
        tally.count("full disks")
        step(1)
    return tally


def _fill(place: Path, tally: Tally, *, seed: int, ballast: int) -> str:
    room = place / "ballast"
    room.write_bytes(bytes(ROOM_BYTES))
    (place / "sand").write_bytes(bytes(ballast * 16))
    path, acknowledged = place / "log.db", dict[int, Place]()
    number = 0
    with SqliteLog(path, writing=True) as log:
        try:
            for number in range(ACTS_AT_MOST):
                acknowledged[number] = append(log, act(seed, number))
        except Unwritable:
            pass
        else:
            return "the disk was never full"
    if wrong := _unread(path, acknowledged, seed):
        return f"on the full disk: {wrong}"
    room.unlink()
    first = number
    with SqliteLog(path, writing=True) as log:
        for again in range(first, first + 20):
            acknowledged[again] = append(log, act(seed, again))
    tally.count("acts acknowledged", first)
    tally.count("acts refused and offered again")
    return unsound(path, seed=seed, offered=first + 20, acknowledged=acknowledged)


def _unread(path: Path, acknowledged: dict[int, Place], seed: int) -> str:
    """What of the acknowledged acts cannot be read; the log is opened for reading."""
    try:
        with SqliteLog(path) as log:
            found = places(log.follow())
    except LogError as error:
        return f"{type(error).__name__}: {error}"
    gone = [number for number in acknowledged if f"{seed}:{number}" not in found]
    return f"acts {gone} are gone" if gone else ""


@contextmanager
def _small_disk(place: Path) -> Iterator[None]:
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", place], check=True, capture_output=True)
    try:
        yield
    finally:
        subprocess.run(["umount", place], check=True)

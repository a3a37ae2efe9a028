"""Parts 1 and 2, ``kill`` and ``retry``: SIGKILL while acts are appended, and before their receipt is read.

Not here: what a sound log is (``workload``).
"""

import os
import random
import signal
import struct
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from events.log.sqlite_log import SqliteLog
from events.seal.head_signing import seal
from tests.campaign.child import FAILED, forked
from tests.campaign.tally import Step, Tally
from tests.campaign.workload import KEY, Place, act, append, unsound

KILLS = 10_000
RETRIES = 10_000
DEATHS_A_LOG = 12
AT_ONCE = 3
"""So many logs are attacked at once for each processor."""
LIFE_S = 0.05
"""A process lives for at most so long: time to open the log and to append some acts to it."""

RECEIPT = struct.Struct("<qq32s")
"""Number of the act, its position, its leaf. The number -1: so many entries were signed."""
SIGNED = -1


def kill(times: int, *, seed: int, folder: Path, step: Step) -> Tally:
    """Kill ``times`` processes while they append."""
    tally = Tally.of(("kills", "acknowledged acts", "acts committed but not acknowledged", "lost or damaged"))
    return _on_many_logs(_killed, times, seed=seed, folder=folder, tally=tally, step=step)


def _on_many_logs(
    attack: Callable[[Path, int, int], Tally],
    times: int,
    *,
    seed: int,
    folder: Path,
    tally: Tally,
    step: Step,
) -> Tally:
    """Spread ``times`` deaths over logs of their own. Most of the time is spent waiting for the disk, so
    several logs are attacked at once."""
    firsts = range(0, times, DEATHS_A_LOG)
    deaths = [min(DEATHS_A_LOG, times - first) for first in firsts]
    paths = [folder / f"{first}.db" for first in firsts]
    with ProcessPoolExecutor(AT_ONCE * (os.cpu_count() or 1), get_context("fork")) as pool:
        found = pool.map(attack, paths, deaths, [seed + first for first in firsts])
        for one, done in zip(found, deaths, strict=True):
            tally.add(one)
            step(done)
    return tally


def _killed(path: Path, deaths: int, seed: int) -> Tally:
    """Kill so many processes that append to the log at ``path``."""
    tally, chance = Tally(), random.Random(seed)
    acknowledged: dict[int, Place] = {}
    heads: list[int] = []
    begun = 0
    for _ in range(deaths):
        with forked(_appending(path, seed=seed, begin=begun, chance=random.Random(chance.random()))) as child:
            time.sleep(chance.random() * LIFE_S)
            child.kill()
            told = child.heard()
            if child.ended() == FAILED:
                tally.fail(f"seed {seed}: the process failed by itself before it was killed")
        for number, position, leaf in RECEIPT.iter_unpack(told):
            if number == SIGNED:
                heads.append(position)
            else:
                acknowledged[number] = Place(position, leaf.hex())
        # One act, or the acts of one batch, can have been under way; the next process offers them again.
        begun = max(acknowledged, default=-1) + 1
        wrong = unsound(
            path, seed=seed, offered=begun + BATCH_AT_MOST, acknowledged=acknowledged, heads=heads
        )
        tally.count("kills")
        if wrong:
            tally.count("lost or damaged")
            tally.fail(f"seed {seed}: {wrong}")
            return tally
    with SqliteLog(path) as log:
        stored = {record.entry.command for record in log.follow() if record.entry.match != "probe"}
    tally.count("acknowledged acts", len(acknowledged))
    tally.count("acts committed but not acknowledged", len(stored) - len(acknowledged))
    return tally


BATCH_AT_MOST = 4


def _appending(
    path: Path, *, seed: int, begin: int, chance: random.Random
) -> Callable[[Callable[[bytes], None]], None]:
    def work(tell: Callable[[bytes], None]) -> None:
        number = begin
        with SqliteLog(path, writing=True) as log:
            while True:
                batch = range(number, number + chance.choice((1, 1, 1, BATCH_AT_MOST)))
                if len(batch) == 1:
                    found = {number: append(log, act(seed, number))}
                else:
                    with log.batch():
                        found = {each: append(log, act(seed, each)) for each in batch}
                for each, place in found.items():
                    tell(RECEIPT.pack(each, place.position, bytes.fromhex(place.leaf)))
                number = batch.stop
                if chance.random() < 0.2:
                    sealed = seal(path, KEY)
                    assert sealed.signed is not None
                    tell(RECEIPT.pack(SIGNED, sealed.signed.checkpoint.size, bytes(32)))

    return work


def retry(times: int, *, seed: int, folder: Path, step: Step) -> Tally:
    """Kill ``times`` processes between the commit of an act and its receipt, and append the act again."""
    tally = Tally.of(("retries", "answered with the first receipt", "duplicated"))
    return _on_many_logs(_retried, times, seed=seed, folder=folder, tally=tally, step=step)


def _retried(path: Path, deaths: int, seed: int) -> Tally:
    """Let so many processes die after their commit, and append what they committed again."""
    tally = Tally()
    acknowledged: dict[int, Place] = {}
    for number in range(deaths):
        with forked(_committing(path, seed=seed, number=number)) as child:
            if child.ended() != -signal.SIGKILL:
                tally.fail(f"seed {seed}: the process did not come as far as its commit")
        with SqliteLog(path, writing=True) as log:
            size = log.size
            one = act(seed, number)
            receipt = log.append(one.match, one.events, expected=0, command=one.command, at=1)
            tally.count("retries")
            tally.count("answered with the first receipt", receipt.repeated)
            if not receipt.repeated or log.size != size:
                tally.count("duplicated")
                tally.fail(f"seed {seed}, act {number}: appended again")
        acknowledged[number] = Place.of(receipt)
    if wrong := unsound(path, seed=seed, offered=deaths, acknowledged=acknowledged):
        tally.fail(f"seed {seed}: {wrong}")
    return tally


def _committing(path: Path, *, seed: int, number: int) -> Callable[[Callable[[bytes], None]], None]:
    def work(tell: Callable[[bytes], None]) -> None:
        with SqliteLog(path, writing=True) as log:
            append(log, act(seed, number))
            os.kill(os.getpid(), signal.SIGKILL)

    return work

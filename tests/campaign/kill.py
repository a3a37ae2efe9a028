"""Parts 1 and 2, ``kill`` and ``retry``: SIGKILL while acts are appended, and before their receipt is read.

Not here: what a sound log is (``workload``).
"""

import os
import random
import signal
import struct
import time
from collections.abc import Callable
from pathlib import Path

from events.seal.sealing import seal
from events.sqlite import SqliteLog
from tests.campaign.child import FAILED, forked
from tests.campaign.tally import Step, Tally
from tests.campaign.workload import KEY, Place, act, append, unsound

KILLS = 10_000
RETRIES = 10_000
DEATHS_A_LOG = 12
LIFE_S = 0.05
"""A process lives for at most so long: time to open the log and to append some acts to it."""

RECEIPT = struct.Struct("<qq32s")
"""Number of the act, its position, its leaf. The number -1: so many entries were signed."""
SIGNED = -1


def kill(times: int, *, seed: int, folder: Path, step: Step) -> Tally:
    """Kill ``times`` processes while they append."""
    tally, chance = Tally(), random.Random(seed)
    for name in ("kills", "acknowledged acts", "acts committed but not acknowledged", "lost or damaged"):
        tally.count(name, 0)
    for first in range(0, times, DEATHS_A_LOG):
        deaths = min(DEATHS_A_LOG, times - first)
        _one_log(folder / f"{first}.db", deaths, seed=seed + first, chance=chance, tally=tally)
        step(deaths)
    return tally


def _one_log(path: Path, deaths: int, *, seed: int, chance: random.Random, tally: Tally) -> None:
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
            return
    with SqliteLog(path) as log:
        stored = {record.entry.command for record in log.follow()}
    tally.count("acknowledged acts", len(acknowledged))
    tally.count("acts committed but not acknowledged", len(stored) - len(acknowledged))


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
    tally = Tally()
    for name in ("retries", "answered with the first receipt", "duplicated"):
        tally.count(name, 0)
    for first in range(0, times, DEATHS_A_LOG):
        path, own = folder / f"{first}.db", seed + first
        acknowledged: dict[int, Place] = {}
        numbers = range(min(DEATHS_A_LOG, times - first))
        for number in numbers:
            with forked(_committing(path, seed=own, number=number)) as child:
                if child.ended() != -signal.SIGKILL:
                    tally.fail(f"seed {own}: the process did not come as far as its commit")
            with SqliteLog(path, writing=True) as log:
                size = log.size
                one = act(own, number)
                receipt = log.append(one.match, one.events, expected=0, command=one.command, at=1)
                tally.count("retries")
                tally.count("answered with the first receipt", receipt.repeated)
                if not receipt.repeated or log.size != size:
                    tally.count("duplicated")
                    tally.fail(f"seed {own}, act {number}: appended again")
            acknowledged[number] = Place.of(receipt)
        if wrong := unsound(path, seed=own, offered=len(numbers), acknowledged=acknowledged):
            tally.fail(f"seed {own}: {wrong}")
        step(len(numbers))
    return tally


def _committing(path: Path, *, seed: int, number: int) -> Callable[[Callable[[bytes], None]], None]:
    def work(tell: Callable[[bytes], None]) -> None:
        with SqliteLog(path, writing=True) as log:
            append(log, act(seed, number))
            os.kill(os.getpid(), signal.SIGKILL)

    return work

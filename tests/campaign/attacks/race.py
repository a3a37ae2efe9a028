"""Part 9, ``race``: eight processes append to the same version of a match at the same moment.

One process at a time may have the log open for writing, so they race for that as well. Not here: threads of
one process (``tests/events``).
"""

import struct
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from events.log.contract import Busy, Conflict, Pending
from events.log.sqlite_log import SqliteLog
from events.model.kinds import Noted
from tests.campaign.child import Child, fork
from tests.campaign.tally import Step, Tally

RACES = 2_000
RACERS = 8
RACES_A_LOG = 50
SAID = struct.Struct("<qqc")
"""Version, racer, and how it ended."""
WON, LOST, LATE = b"w", b"l", b"b"


def run(times: int, *, seed: int, folder: Path, step: Step) -> Tally:
    """Run so many races."""
    tally = Tally.of(("races of 8 processes", "exactly one won", "conflicts", "gave up waiting (Busy)"))
    for first in range(0, times, RACES_A_LOG):
        rounds = min(RACES_A_LOG, times - first)
        _one_log(folder / f"{first}.db", rounds, tally)
        step(rounds)
    return tally


def _one_log(path: Path, rounds: int, tally: Tally) -> None:
    barrier = get_context("fork").Barrier(RACERS)
    racers = [fork(_racing(path, name, rounds, barrier)) for name in range(RACERS)]
    ends = [end for racer in racers for end in SAID.iter_unpack(_heard(racer))]
    with SqliteLog(path) as log:
        stored = [record.entry.command for record in log.read("race")]
    for version in range(rounds):
        winners = [racer for at, racer, end in ends if (at, end) == (version, WON)]
        tally.count("races of 8 processes")
        tally.count("conflicts", sum(at == version and end == LOST for at, _, end in ends))
        tally.count("gave up waiting (Busy)", sum(at == version and end == LATE for at, _, end in ends))
        if len(winners) == 1 and stored[version] == f"{winners[0]}:{version}":
            tally.count("exactly one won")
        else:
            tally.fail(f"version {version}: won by {winners}, stored: {stored[version : version + 1]}")
    if len(ends) != rounds * RACERS:
        tally.fail(f"{rounds * RACERS - len(ends)} racers did not say how it ended")


def _heard(racer: Child) -> bytes:
    told = racer.heard()
    racer.ended()
    return told


def _racing(path: Path, name: int, rounds: int, barrier: Any) -> Callable[[Callable[[bytes], None]], None]:
    def work(tell: Callable[[bytes], None]) -> None:
        for version in range(rounds):
            barrier.wait(60)
            try:
                with SqliteLog(path, writing=True) as log:
                    act = [Pending(Noted("comment", "", line=name))]
                    log.append("race", act, expected=version, command=f"{name}:{version}", at=0)
                end = WON
            except Conflict:
                end = LOST
            except Busy:
                end = LATE
            tell(SAID.pack(version, name, end))

    return work

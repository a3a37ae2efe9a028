"""Part 14, ``swaps``: files that vanish under a writer, or that belong to another log.

Not here: files that were cut short (``rollback``), changed (``flips``) or written again (``forgery``).
"""

import os
import random
import signal
import struct
from collections.abc import Callable
from pathlib import Path
from time import monotonic_ns, sleep

from events.log.contract import LogError
from events.log.file_identity import WRITE_AHEAD
from events.log.sqlite_log import SqliteLog
from events.seal.head_signing import seal
from events.seal.paths import CHECKPOINT
from tests.campaign.child import forked
from tests.campaign.memory import memory
from tests.campaign.sealed import LOG, Files, files, lay
from tests.campaign.tally import Step, Tally
from tests.campaign.workload import KEY, Place, act, append, unsound

SWAPS = 5_000
LONGEST_SECONDS = 0.02
ACTS_AT_MOST = 20_000
ENDED = 9
"""Exit status of a writer that was told by an error with a type."""
RECEIPT = struct.Struct("<QQ")
"""The number of an act, and when it was acknowledged (monotonic clock, ns)."""
DATABASE_GONE = 0.2
"""Share of the foreign write-ahead files that lie there without any database."""
IN_FLIGHT = 1
"""Acts that may be acknowledged after a file has gone: the one that was just looked at."""
KINDS = (
    "files removed or replaced under a writer",
    "acts acknowledged before",
    "acts acknowledged into a file that was gone",
    "write-ahead files of another log or copy",
    "databases of another log or copy",
    "of these refused, and not a byte changed",
    "of these opened, with every acknowledged act",
)


def run(times: int, *, seed: int, folder: Path, step: Step) -> Tally:
    """Swap files so many times."""
    tally = Tally.of(KINDS)
    for number in range(times):
        chance = random.Random(f"{seed}:{number}")
        attack: Callable[[Path, random.Random, Tally, int], str] = chance.choice(
            (_vanish, _foreign, _foreign)
        )
        with memory() as place:
            if wrong := attack(place, chance, tally, seed + number):
                tally.fail(f"seed {seed}, swap {number}, {attack.__name__[1:]}: {wrong}")
        step(1)
    return tally


# --- under a writer ----------------------------------------------------------------------------------


def _vanish(place: Path, chance: random.Random, tally: Tally, seed: int) -> str:
    """Let a writer append, take a file away from under it, and see what it acknowledges afterwards."""
    path = place / LOG
    before = _grown(path, chance.randrange(4), seed)
    file = path.with_name(path.name + chance.choice(("", WRITE_AHEAD)))

    def work(tell: Callable[[bytes], None]) -> None:
        try:
            with SqliteLog(path, writing=True) as log:
                for number in range(len(before), ACTS_AT_MOST):
                    append(log, act(seed, number))
                    tell(RECEIPT.pack(number, monotonic_ns()))
        except LogError:
            os._exit(ENDED)

    with forked(work) as child:
        told = os.read(child.ear, RECEIPT.size)  # It has opened the log.
        sleep(chance.random() * LONGEST_SECONDS)
        copy = file.read_bytes()
        file.unlink()
        gone = monotonic_ns()
        if chance.random() < 0.4:
            file.write_bytes(copy)
        told += child.heard()
        status = child.ended()
    times = [RECEIPT.unpack_from(told, at)[1] for at in range(0, len(told), RECEIPT.size)]
    late = sum(time > gone for time in times)
    tally.count(KINDS[0])
    tally.count(KINDS[1], len(times) - late)
    if status != ENDED:
        return f"the writer ended with {status}"
    if late > IN_FLIGHT:
        tally.count(KINDS[2], late - IN_FLIGHT)
        return f"{late} acts were acknowledged after {file.name} had gone"
    return ""


def _grown(path: Path, acts: int, seed: int, *, signed: bool = False) -> dict[int, Place]:
    """Append so many acts to a log, which is closed afterwards, and sign it."""
    with SqliteLog(path, writing=True) as log:
        found = {number: append(log, act(seed, number)) for number in range(acts)}
    if signed:
        seal(path, KEY)
    return found


# --- of another log ----------------------------------------------------------------------------------


def _foreign(place: Path, chance: random.Random, tally: Tally, seed: int) -> str:
    """Put a file of another log, or of another copy of this one, beside or in the place of one of a log."""
    acts = chance.randint(1, 6)
    mine, acknowledged = _left_open(place / "mine", acts, seed, signed=chance.random() < 0.5, merged=True)
    same = chance.random() < 0.5
    fewer = chance.randint(1, acts) if same else chance.randint(1, 6)
    other, _ = _left_open(place / "other", fewer, seed if same else seed + 1, merged=chance.random() < 0.3)
    write_ahead = LOG + WRITE_AHEAD
    if write_ahead in other:
        tally.count(KINDS[3])
        laid: Files = mine | {write_ahead: other[write_ahead]}
        if chance.random() < DATABASE_GONE:
            del laid[LOG]
    elif LOG + CHECKPOINT in mine:
        tally.count(KINDS[4])
        laid = mine | {LOG: other[LOG]}
    else:
        return ""  # Without a signature, nothing tells one whole log from another.
    path = lay(laid, place / "laid")
    try:
        SqliteLog(path, writing=True).close()
    except LogError:
        tally.count(KINDS[5])
        return "" if files(path.parent) == laid else "a refusal changed a file"
    wrong = unsound(path, seed=seed, offered=acts, acknowledged=acknowledged)
    tally.count(KINDS[6], not wrong)
    return wrong


def _left_open(
    folder: Path, acts: int, seed: int, *, merged: bool, signed: bool = False
) -> tuple[Files, dict[int, Place]]:
    """The files of a log of so many acts; unless they were ``merged``, its writer died."""
    folder.mkdir()
    path = folder / LOG
    found: dict[int, Place] = {}

    def die(tell: Callable[[bytes], None]) -> None:
        with SqliteLog(path, writing=True) as log:
            for number in range(acts):
                append(log, act(seed, number))
            os.kill(os.getpid(), signal.SIGKILL)

    if merged:
        found = _grown(path, acts, seed, signed=signed)
    else:
        with forked(die) as child:
            child.ended()
    return files(folder), found

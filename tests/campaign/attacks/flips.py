"""Part 6, ``flips``: each byte of a small sealed log is changed, and all that can be asked is asked.

Not here: what can be asked (``sealed``).
"""

import os
import random
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from tests.campaign.memory import memory
from tests.campaign.sealed import LOG, Files, Untyped, lay, outcome, refused, sealed_log
from tests.campaign.tally import Step, Tally

LONG = 1000
"""Of a thousand bytes so many are changed in the long run."""
ACTS = 2
"""So small is the log: each of its bytes is changed, and each time all of it is read."""
ALL_BITS = 0xFF
"""One byte in nine is changed in all of its bits, the others in one."""
CHUNKS = 100


def run(per_mille: int, *, seed: int, folder: Path, step: Step) -> Tally:
    """Change so many of a thousand bytes, evenly spread."""
    tally, stride, chance = Tally.of(KINDS), max(1, LONG // per_mille), random.Random(seed)
    kinds = [
        sealed_log(folder / "whole", ahead=False, acts=ACTS, seal_after=ACTS),
        sealed_log(folder / "ahead", ahead=True, acts=ACTS, seal_after=ACTS),
    ]
    chosen = [
        (whole, name, at, chance.choice((1, 2, 4, 8, 16, 32, 64, 128, ALL_BITS)))
        for whole in kinds
        for name, data in whole.items()
        for at in range(seed % stride, len(data), stride)
    ]
    tally.count("bytes", len({(id(whole), name, at) for whole, name, at, _ in chosen}))
    chunks = [chosen[number::CHUNKS] for number in range(CHUNKS)]
    with ProcessPoolExecutor(os.cpu_count(), get_context("fork")) as pool:
        for found in pool.map(_flipped, chunks):
            tally.add(found)
            step(1)
    return tally


KINDS = (
    "bytes",
    "flips",
    "refused by opening or reading",
    "answer changed, found by the inspection only",
    "of these opened to write (one in nine)",
    "of these refused to a writer",
    "answer unchanged, found by the inspection",
    "harmless: answer unchanged, nothing found",
    "silent wrong answers",
    "errors without a type",
)


def _flipped(chosen: list[tuple[Files, str, int, int]]) -> Tally:
    tally = Tally()
    truth: dict[int, object] = {}
    with memory() as folder:
        for whole, name, at, mask in chosen:
            if id(whole) not in truth:
                truth[id(whole)] = outcome(lay(whole, folder / "log")).answers
            data = bytearray(whole[name])
            data[at] ^= mask
            tally.count("flips")
            try:
                answers, found = outcome(lay(whole | {name: bytes(data)}, folder / "log"))
            except Untyped as error:
                tally.count("errors without a type")
                tally.fail(f"{name}: byte {at} ^ {mask:#04x}: {error}")
                continue
            if answers is None:
                tally.count("refused by opening or reading")
            elif answers != truth[id(whole)]:
                tally.count(
                    "answer changed, found by the inspection only" if found else "silent wrong answers"
                )
                # Opening to write may change the files, so it comes last; not for each mask, to save time.
                if mask == ALL_BITS:
                    tally.count(KINDS[4])
                    tally.count(KINDS[5], refused(folder / "log" / LOG))
                if not found:
                    tally.fail(f"{name}: byte {at} ^ {mask:#04x} changes an answer, and nobody says so")
            elif found:
                tally.count("answer unchanged, found by the inspection")
            else:
                tally.count("harmless: answer unchanged, nothing found")
                tally.count(f"of them in {name}")
    return tally

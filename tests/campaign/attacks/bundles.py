"""Part 6 again, ``bundles``: each byte of the evidence about a match is changed; both verifiers must object.

Not here: bundles that a forger makes to fit (``tests/evidence``).
"""

import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from tests.campaign.tally import Step, Tally
from tests.evidence.logs import both, keep

LONG = 1000
"""Of a thousand bytes so many are changed in the long run."""
MASKS = (0x01, 0xFF)
CHUNKS = 40


def run(per_mille: int, *, seed: int, folder: Path, step: Step) -> Tally:
    """Change so many of a thousand bytes, evenly spread, of the bundle of a match and of a view."""
    tally, stride = (
        Tally.of(
            (
                "bytes",
                "flips",
                "found by both verifiers",
                "passed",
                "errors without a type, or two answers",
            )
        ),
        max(1, LONG // per_mille),
    )
    kept = keep(folder / "log.db")
    bundles = [kept.whole(), kept.view("A", private=True)]
    chosen = [(data, at) for data in bundles for at in range(seed % stride, len(data), stride)]
    tally.count("bytes", len(chosen))
    with ProcessPoolExecutor(os.cpu_count(), get_context("fork")) as pool:
        for found in pool.map(_flipped, [chosen[number::CHUNKS] for number in range(CHUNKS)]):
            tally.add(found)
            step(1)
    return tally


def _flipped(chosen: list[tuple[bytes, int]]) -> Tally:
    tally = Tally()
    for data, at in chosen:
        for mask in MASKS:
            flipped = bytearray(data)
            flipped[at] ^= mask
            tally.count("flips")
            try:
                answer = both(bytes(flipped))
            except Exception as error:
                tally.count("errors without a type, or two answers")
                tally.fail(f"byte {at} ^ {mask:#04x}: {type(error).__name__}: {error}")
                continue
            if "unreadable" in answer or answer["findings"]:
                tally.count("found by both verifiers")
            else:
                tally.count("passed")
                tally.fail(f"byte {at} ^ {mask:#04x} passes: {data[at - 20 : at + 20]!r}")
    return tally

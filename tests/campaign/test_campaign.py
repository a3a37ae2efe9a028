"""A short run of each part of the campaign: nothing breaks, and the attack was one."""

from pathlib import Path

import pytest

from tests.campaign.parts import PARTS
from tests.campaign.tally import unwatched
from tests.support.effort import LONG

SEED = 1
SHORT: dict[str, tuple[int, dict[str, int]]] = {
    "kill": (40, {"kills": 40, "acknowledged acts": 10}),
    "retry": (48, {"retries": 48, "answered with the first receipt": 48}),
    "power": (
        400,
        {
            "simulated power cuts (different disks)": 360,
            "control with synchronous=NORMAL: cuts that lost acknowledged acts": 4,
        },
    ),
    "syscalls": (1, {"file system calls": 300, "faults injected": 10, "of them told as an error": 1}),
    "full": (2, {"full disks": 2, "acts acknowledged": 20, "acts refused and offered again": 2}),
    "flips": (
        4,
        {
            "flips": 200,
            "refused by opening or reading": 5,
            "answer changed, found by the inspection only": 40,
            "harmless: answer unchanged, nothing found": 40,
        },
    ),
    "bundles": (20, {"flips": 300, "found by both verifiers": 300}),
    "rollback": (
        2,
        {
            "entries behind the checkpoint are missing": 20,
            "of these found by the inspection": 20,
            "of these refused to a writer": 20,
            "of these found by a newer head held elsewhere": 8,
        },
    ),
    "forgery": (2, {"forged histories": 112, "convicted by the checkpoint": 10, "refused to a writer": 10}),
    "rows": (
        2,
        {
            "rows put in": 40,
            "of these found by the inspection": 40,
            "of these refused to whoever reads the log": 40,
            "of these refused to a writer": 36,
            "of these kept out of the matches": 28,
        },
    ),
    "values": (12, {"values forged": 8, "of these found by verify": 8, "commands asked": 100}),
    "race": (20, {"exactly one won": 20, "conflicts": 140}),
    "subscribers": (50_000, {"deliveries": 50_000, "subscribers killed": 3}),
    "model": (6, {"steps": 40, "deaths": 2, "restored": 2}),
    "swaps": (
        60,
        {
            "files removed or replaced under a writer": 10,
            "write-ahead files of another log or copy": 10,
            "databases of another log or copy": 1,
            "of these refused, and not a byte changed": 20,
        },
    ),
    "collect": (
        60,
        {
            "collections killed": 10,
            "of these nothing was taken": 1,
            "spoiled sources": 30,
            "of these refused": 15,
        },
    ),
    "imports": (16, {"accepted": 16, "of them mutated": 2, "stats": 3, "page": 2, "bundle": 1}),
}
"""By part: how often, and how often at least it must have done what makes it an attack."""
SHORTENED = {*SHORT} - {"full", "rollback", "forgery", "rows", "model", "syscalls"} if not LONG else set()
"""Parts that take long: where time is short, a quarter of it, and a quarter of what was asked for; what is
rare need not come up."""


@pytest.mark.parametrize("name", SHORT)
def test_the_promises_hold(name: str, tmp_path: Path) -> None:
    part, (times, wanted) = PARTS[name], SHORT[name]
    if missing := part.missing():
        pytest.skip(missing)
    if name in SHORTENED:
        times, wanted = times // 4, {what: least // 4 for what, least in wanted.items()}
    tally = part.run(times, seed=SEED, folder=tmp_path, step=unwatched)
    assert tally.broken == []
    few = {what: tally.counts[what] for what, least in wanted.items() if tally.counts[what] < least}
    assert few == {}, f"too little was tried: {tally.counts}"


def test_each_part_has_a_short_run() -> None:
    """The targets of fuzz are under test in ``test_targets``."""
    assert [name for name in PARTS if name not in SHORT and not name.startswith("fuzz-")] == []

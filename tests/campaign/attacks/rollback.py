"""Part 7, ``rollback``: files cut short, and older copies put back.

Not here: histories that were written again (``forgery``).
"""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from events.log.contract import LogError
from events.log.sqlite_log import SqliteLog
from events.seal.checkpoint import SignedCheckpoint
from events.seal.paths import CHECKPOINT
from tests.campaign.memory import repeated
from tests.campaign.sealed import LOG, Files, Untyped, inspected, lay, refused, sealed_log
from tests.campaign.tally import Step, Tally

HISTORIES = 40
WAL_HEADER_BYTES, FRAME_BYTES, PAGE_BYTES = 32, 4096 + 24, 4096
ACTS = 5
KINDS = (
    "cuts and older copies",
    "entries behind the checkpoint are missing",
    "of these found by the inspection",
    "of these refused to a writer",
    "only entries after the checkpoint are missing: unseen (the exposure window)",
    "older copies with their own older checkpoint",
    "of these found by a newer head held elsewhere",
)


class Cut(NamedTuple):
    """What lies where the log lay; ``how`` it came to be."""

    how: str
    files: Files


def run(times: int, *, seed: int, folder: Path, step: Step) -> Tally:
    """Cut and roll back so many histories."""
    return repeated(_history, times, KINDS, seed=seed, step=step)


def _history(place: Path, seed: int, tally: Tally) -> None:
    signed_after = random.Random(seed).randint(1, ACTS)
    whole = sealed_log(place / "whole", ahead=False, seal_after=signed_after, seed=seed)
    ahead = sealed_log(place / "ahead", ahead=True, seal_after=signed_after, seed=seed)
    checkpoint = whole[LOG + CHECKPOINT]
    signed = SignedCheckpoint.parse(checkpoint).checkpoint.size
    entries = _left(lay(whole, place / "cut"))
    assert entries is not None
    older = [_grown(place / f"grown-{acts}", acts, seed) for acts in range(1, ACTS)]
    cuts = [*_cut_short(whole, ahead)]
    cuts += [
        Cut(f"copy {number}", found | {LOG + CHECKPOINT: checkpoint}) for number, found in enumerate(older)
    ]
    for cut in cuts:
        tally.count("cuts and older copies")
        try:
            _try(cut, place / "cut", tally, signed=signed, entries=entries, seed=seed)
        except Untyped as error:
            tally.fail(f"seed {seed}: {cut.how}: {error}")
    newest = sealed_log(place / "newest", ahead=False, seal_after=ACTS, seed=seed)
    head = SignedCheckpoint.parse(newest[LOG + CHECKPOINT])
    for number, found in enumerate(older):
        path = lay(found, place / "older")
        tally.count("older copies with their own older checkpoint")
        if inspected(path):
            tally.fail(f"seed {seed}: copy {number} is a sound log and is said not to be")
        if set(inspected(path, head)) & {"head-short", "head-fork"}:
            tally.count("of these found by a newer head held elsewhere")
        else:
            tally.fail(f"seed {seed}: copy {number}: the newer head does not find it")


def _grown(folder: Path, acts: int, seed: int) -> Files:
    """A copy from the time when the log had so many acts, signed then."""
    return sealed_log(folder, ahead=False, seal_after=acts, seed=seed, acts=acts)


def _cut_short(whole: Files, ahead: Files) -> Iterator[Cut]:
    """The write-ahead file cut at every frame and in the middle of each, and taken away; the database at
    every page."""
    wal = ahead[f"{LOG}-wal"]
    for start in range(WAL_HEADER_BYTES, len(wal), FRAME_BYTES):
        for end in (start, start + FRAME_BYTES // 2):
            yield Cut(f"wal cut at {end}", ahead | {f"{LOG}-wal": wal[:end]})
    yield Cut("wal gone", {name: data for name, data in ahead.items() if not name.endswith("-wal")})
    for end in range(0, len(whole[LOG]), PAGE_BYTES):
        yield Cut(f"database cut at {end}", whole | {LOG: whole[LOG][:end]})


def _try(cut: Cut, folder: Path, tally: Tally, *, signed: int, entries: int, seed: int) -> None:
    """``entries``: how many there were, of which so many were ``signed``."""
    path = lay(cut.files, folder)
    left = _left(path)
    found = inspected(path)
    if left is not None and left >= signed:
        if found:
            tally.fail(f"seed {seed}: {cut.how}: nothing that was signed is missing, and yet {found}")
        missing = left < entries
        tally.count(KINDS[4] if missing else "nothing is missing")
        return
    tally.count("entries behind the checkpoint are missing")
    if found:
        tally.count("of these found by the inspection")
    else:
        tally.fail(f"seed {seed}: {cut.how}: {left} of {signed} signed entries are left, and nobody says so")
    if refused(path):
        tally.count("of these refused to a writer")
    else:
        tally.fail(f"seed {seed}: {cut.how}: a writer may go on with {left} of {signed} signed entries")


def _left(path: Path) -> int | None:
    """How many entries a reader finds; None where it is told of damage."""
    try:
        with SqliteLog(path) as log:
            return sum(1 for _ in log.follow())
    except LogError:
        return None

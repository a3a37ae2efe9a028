"""Part 10, ``subscribers``: readers that are killed while a writer makes the log longer.

A reader keeps what it was given in a file, whose length is also the position to go on from: it cannot note
the one without the other. Not here: how a subscription works (``events.log.subscription``).
"""

import random
import struct
import time
from collections.abc import Callable
from pathlib import Path

from events.log.contract import Pending
from events.log.sqlite_log import SqliteLog
from events.log.subscription import subscribe
from events.model.kinds import Noted
from tests.campaign.child import FAILED, Child, fork, forked
from tests.campaign.tally import Step, Tally

DELIVERIES = 1_000_000
READERS = 5
ENTRIES_A_LOG = 20_000
ENTRIES_A_COMMIT = 40
LIFE_S = 0.012
NOTE = struct.Struct("<q8s")
"""A delivery: position, and the first bytes of the leaf."""
MATCHES = 7


def run(times: int, *, seed: int, folder: Path, step: Step) -> Tally:
    """Deliver about ``times`` records."""
    tally, chance = (
        Tally.of(("deliveries", "subscribers killed", "skipped, repeated or out of order")),
        random.Random(seed),
    )
    while (left := times - tally.counts["deliveries"]) > 0:
        entries = min(ENTRIES_A_LOG, -(-left // READERS))
        place = folder / str(left)
        place.mkdir()
        done = _one_log(place, entries, chance, tally)
        step(min(left, done))
    return tally


def _one_log(place: Path, entries: int, chance: random.Random, tally: Tally) -> int:
    """Let one log grow to so many entries under the eyes of its subscribers; the number of deliveries."""
    path = place / "log.db"
    SqliteLog(path, writing=True).close()
    notes = [place / f"reader-{number}" for number in range(READERS)]
    with forked(_writing(path, entries)):
        readers = {note: fork(_reading(path, note, entries)) for note in notes}
        life, read = dict.fromkeys(notes, LIFE_S), dict.fromkeys(notes, 0)
        while readers:
            note = chance.choice(sorted(readers))
            time.sleep(chance.random() * life[note])
            readers[note].kill()
            if _ended(readers.pop(note), tally):
                tally.count("subscribers killed")
                # On a busy machine a reader may die before it has read anything, and would for ever: it lives
                # longer from then on.
                size = note.stat().st_size if note.exists() else 0
                life[note] *= 1 if size > read[note] else 2
                read[note] = size
                readers[note] = fork(_reading(path, note, entries))
    with SqliteLog(path) as log:
        wanted = [(record.position, bytes.fromhex(record.leaf)[: NOTE.size - 8]) for record in log.follow()]
    if len(wanted) < entries:
        tally.fail(f"the writer wrote {len(wanted)} of {entries} entries")
    done = 0
    for note in notes:
        found = list(NOTE.iter_unpack(note.read_bytes()))
        done += len(found)
        if found != wanted:
            wrong = next(
                (at for at, pair in enumerate(zip(found, wanted, strict=False)) if pair[0] != pair[1]), -1
            )
            tally.count("skipped, repeated or out of order")
            tally.fail(f"{note.name}: {len(found)} of {len(wanted)} deliveries; the first wrong one: {wrong}")
    tally.count("deliveries", done)
    return done


def _ended(reader: Child, tally: Tally) -> bool:
    """Whether the reader was killed before it was through."""
    said = reader.heard()
    status = reader.ended()
    if status == FAILED:
        tally.fail(f"a subscriber failed: {said.decode()}")
    return status < 0


def _writing(path: Path, entries: int) -> Callable[[Callable[[bytes], None]], None]:
    def work(tell: Callable[[bytes], None]) -> None:
        with SqliteLog(path, writing=True) as log:
            for number in range(0, entries, ENTRIES_A_COMMIT):
                with log.batch():
                    for each in range(number, min(number + ENTRIES_A_COMMIT, entries)):
                        match = f"m{each % MATCHES}"
                        act = [Pending(Noted("comment", "", line=each))]
                        log.append(match, act, expected=each // MATCHES, command=str(each), at=each)

    return work


def _reading(path: Path, note: Path, entries: int) -> Callable[[Callable[[bytes], None]], None]:
    def work(tell: Callable[[bytes], None]) -> None:
        with SqliteLog(path) as log, note.open("ab", buffering=0) as kept:
            # A note that death cut in the middle was never made.
            kept.truncate(kept.seek(0, 2) // NOTE.size * NOTE.size)
            begin = kept.seek(0, 2) // NOTE.size
            for record in subscribe(log, begin, idle_s=30):
                position = record.position
                kept.write(NOTE.pack(position, bytes.fromhex(record.leaf)[: NOTE.size - 8]))
                if position + 1 == entries:
                    return

    return work

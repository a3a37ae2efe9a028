"""Part 14, ``collect``: SIGKILL while logs are collected, and sources whose bytes were changed.

A source is a signed log that has itself collected a match of another log, so that it has the table of
origins. Not here: collecting (``events.collect``).
"""

import random
import shutil
import time
from collections.abc import Callable
from pathlib import Path

from events.collect.collecting import Source, collect
from events.collect.origin_check import check_origins
from events.log.collected import Collected, collected
from events.log.contract import LogError
from events.log.database import open_database
from events.log.sqlite_log import SqliteLog
from events.seal import SealError
from events.seal.head_signing import seal
from events.seal.inspection import inspect
from events.seal.note import SignerKey
from events.seal.paths import checkpoint_of
from tests.campaign.child import FAILED, forked
from tests.campaign.tally import Step, Tally
from tests.campaign.workload import act

TRIES = 20_000
KILLED = 0.3
"""The share of tries that are kills; in the others a source is spoiled."""
ACTS = 12
A_SOURCE = 50
"""So many tries are made with one set of sources."""
CHANGED_AT_MOST = 6
KINDS = (
    "collections killed",
    "of these nothing was taken",
    "of these all was taken",
    "spoiled sources",
    "of these refused",
    "of these taken over whole, unharmed",
)
Entries = dict[str, list[bytes]]
Origins = set[tuple[object, ...]]


def run(times: int, *, seed: int, folder: Path, step: Step) -> Tally:
    """Try so many times."""
    tally = Tally.of(KINDS)
    chance = random.Random(seed)
    for first in range(0, times, A_SOURCE):
        place = folder / str(first)
        place.mkdir()
        sources = [_source(place, f"{seed}-{first}", part) for part in "ab"]
        whole = place / "whole.db"
        began = time.perf_counter()
        _collect(whole, sources)
        life, expected = time.perf_counter() - began, (_entries(whole), _origins(whole))
        for number in range(min(A_SOURCE, times - first)):
            target = place / f"{number}.db"
            if chance.random() < KILLED:
                _kill(target, sources, 1.5 * chance.random() * life, expected, tally)
            else:
                _spoil(target, sources[number % 2], chance, tally)
        shutil.rmtree(place)
        step(min(A_SOURCE, times - first))
    return tally


def _source(place: Path, seed: str, part: str) -> Path:
    """A signed log of two matches, one of them collected from the signed log of another table."""
    table, log = place / f"table-{part}.db", place / f"{part}.db"
    for path, name in ((table, f"{part}-table"), (log, f"{part}-own")):
        key = SignerKey(f"example.org/{name}", name.encode().ljust(32))
        with SqliteLog(path, writing=True) as source:
            for number in range(ACTS):
                offered = act(number_of(seed + name), number)
                command, entries = f"{name}:{number}", source.count(name)
                source.append(name, offered.events, expected=entries, command=command, at=number)
        if path == log:
            _collect(log, [table])
        seal(path, key)
    return log


def number_of(text: str) -> int:
    """A number for a seed; Python's own differs from process to process."""
    return int.from_bytes(text.encode(), "big")


def _collect(target: Path, sources: list[Path]) -> None:
    """As the command line does it: whatever has a finding is refused."""
    checked = [Source(path, inspect(path)) for path in sources]
    if any(source.inspection.findings for source in checked):
        raise Spoiled
    with SqliteLog(target, writing=True) as log:
        collect(log, checked, at=0)


class Spoiled(Exception):
    """A source has a finding."""


def _entries(path: Path) -> Entries:
    with SqliteLog(path) as log:
        return {info.match: [record.data for record in log.read(info.match)] for info in log.matches()}


def _origins(path: Path) -> Origins:
    connection = open_database(path, writing=False)
    try:
        return {_says(row) for row in collected(connection)}
    finally:
        connection.close()


def _says(row: Collected) -> tuple[object, ...]:
    return tuple(row)


def _kill(
    target: Path, sources: list[Path], after: float, expected: tuple[Entries, Origins], tally: Tally
) -> None:
    def work(tell: Callable[[bytes], None]) -> None:
        _collect(target, sources)

    tally.count(KINDS[0])
    with forked(work) as child:
        time.sleep(after)
        child.kill()
        if child.ended() == FAILED:
            tally.fail("collecting failed by itself before it was killed")
    found = _entries(target) if target.exists() else {}
    if found and found != expected[0]:
        tally.fail(f"half of it was taken: { ({match: len(data) for match, data in found.items()}) }")
    tally.count(KINDS[2] if found else KINDS[1])
    _collect(target, sources)
    if (_entries(target), _origins(target)) != expected or inspect(target).findings:
        tally.fail("collecting again does not give the whole")


def _spoil(target: Path, source: Path, chance: random.Random, tally: Tally) -> None:
    """Change bytes of a copy, of the log or of its checkpoint; what is taken of it must be unharmed."""
    copy = target.with_name(f"spoiled-{target.name}")
    for path, to in ((source, copy), (checkpoint_of(source), checkpoint_of(copy))):
        to.write_bytes(path.read_bytes())
    hit = copy if chance.random() < 0.9 else checkpoint_of(copy)
    data = bytearray(hit.read_bytes())
    for _ in range(chance.randint(1, CHANGED_AT_MOST)):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    hit.write_bytes(data)
    tally.count(KINDS[3])
    try:
        _collect(target, [copy])
    except (LogError, SealError, OSError, Spoiled):
        tally.count(KINDS[4])
        if target.exists() and _entries(target):
            tally.fail("refused, and yet something was taken")
        return
    except Exception as error:
        tally.fail(f"no error of a log: {type(error).__name__}: {error}")
        return
    before, found = _entries(source), _entries(target)
    if any(found[match] != before.get(match) for match in found):
        tally.fail("a changed entry was taken")
    if inspect(target).findings or check_origins(target, ()).findings:
        tally.fail("what was taken has findings")
    tally.count(KINDS[5], found == before)


__all__ = ["TRIES", "run"]

"""Part 13, ``imports``: whatever the importer accepts, everything works on the log afterwards.

Records and files, generated and mutated, are imported by the hundred into one log. Then every command,
evidence of every match and pages are asked of it. Not here: the inputs, and what is asked
(``tests.campaign.imports``).
"""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

from analytics.imports.formats.format import Options
from analytics.imports.formats.registry import recognise
from analytics.imports.prepared import Record
from analytics.imports.problem import BadFile
from analytics.imports.reading.grouping import group
from analytics.imports.reading.read import read
from analytics.imports.source import Source
from analytics.imports.writing.deposit import deposit, deposit_tournament
from engine.record.notation.problem import Unreadable
from events.log.contract import LogError
from events.log.sqlite_log import SqliteLog
from tests.campaign.imports import law
from tests.campaign.imports.files import files
from tests.campaign.imports.mutation import mutated
from tests.campaign.imports.records import identifier, record
from tests.campaign.tally import Step, Tally

ACCEPTED = 20_000
A_LOG = 2_000
"""Accepted inputs in one log."""
TOURNAMENTS = 0.15
MUTATED = 0.5
KINDS = (
    "accepted",
    "of them written records",
    "of them tournaments and game logs",
    "of them mutated",
    "refused",
)
NUMBERS, MATCHES, PAGES = 30, 12, 10
"""Metrics, matches and pages that are asked for of each log; a third as many of one with few inputs."""


def run(times: int, *, seed: int, folder: Path, step: Step) -> Tally:
    """Have so many inputs accepted, and use each log that holds them."""
    tally = Tally.of(KINDS)
    chance = random.Random(seed)
    while (done := tally.counts["accepted"]) < times:
        wanted = min(A_LOG, times - done)
        with tempfile.TemporaryDirectory(dir=folder) as place:
            log = Path(place) / "accepted.db"
            _fill(log, wanted, chance, tally)
            numbers, matches, pages = (
                number if wanted == A_LOG else number // 3 for number in (NUMBERS, MATCHES, PAGES)
            )
            law.check(log, chance, tally, numbers=numbers, matches=matches, pages=pages)
        step(wanted)
    return tally


def _fill(path: Path, wanted: int, chance: random.Random, tally: Tally) -> None:
    """Import until so many inputs were accepted."""
    accepted = number = 0
    with SqliteLog(path, writing=True) as log:
        while accepted < wanted:
            number += 1
            tournament, changed = chance.random() < TOURNAMENTS, chance.random() < MUTATED
            given = _input(chance, number, tournament=tournament, changed=changed)
            try:
                taken = _import(log, path, given, identifier(chance, number) if tournament else "")
            except Exception as error:
                tally.fail(f"import: {type(error).__name__}: {error}: {given!r}"[:3000])
                continue
            tally.count("accepted" if taken else "refused")
            if taken:
                accepted += 1
                tally.count(KINDS[2] if tournament else KINDS[1])
                tally.count(KINDS[3], changed)


def _input(chance: random.Random, number: int, *, tournament: bool, changed: bool) -> list[Source]:
    found = files(chance) if tournament else [(f"r{number}.kfd", record(chance, identifier(chance, number)))]
    return [Source(name, mutated(data, chance) if changed else data) for name, data in found]


def _import(log: SqliteLog, path: Path, given: list[Source], name: str) -> bool:
    """Whether it was accepted; a refusal has words."""
    options = Options(name=name, accept_partial=True)
    try:
        for together, format in group((source, "", recognise(source)) for source in given):
            prepared = read(together, format, options)
            if isinstance(prepared, Record):
                deposit(log, prepared, at=1)
            else:
                deposit_tournament(log, path, prepared, at=1)
    except (Unreadable, BadFile, LogError) as refusal:
        if not str(refusal):
            raise AssertionError("refused without a word") from refusal
        return False
    return True

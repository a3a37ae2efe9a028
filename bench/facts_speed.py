"""Speed and memory of the projection from events to facts.

The bar is on the step from events to columns. Other figures measure the whole projection from the log to
Parquet files, with given grades and with every match judged. Not here: sums over facts.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from analytics.facts.extract.walk import extract_facts
from analytics.store.batch import Batch
from analytics.store.grades import Judge, audit
from analytics.store.match_rows import rows_from
from analytics.store.projection import project
from bench.figure import Figure, measured, rate
from bench.workload import events, matches
from engine.audit.verdict import Grade
from events.log.contract import Pending
from events.log.sqlite_log import SqliteLog
from events.model.kinds import Derived

GAMES = (
    "blade-rondo@1.03",
    "chronocard@web",
    "genesis-garden@2011-04",
    "fertcg@web",
    "aquarian-age@2005-11-22",
)
MATCHES = 120
"""Number of different matches of each game."""
MONTHS = 4
"""Number of months in which they were played."""
PROJECTED = 400_000
"""Number of events that are projected from a log."""
LEAGUES = (2_500, 10_000)
"""Matches in the logs for which the memory of the projection is measured."""
AT_ONCE = 500
"""Matches that are committed together."""


def run() -> list[Figure]:
    """All figures of this module."""
    figures = [_facts(game) for game in GAMES]
    with TemporaryDirectory() as folder:
        for game in GAMES:
            figures += _projections(game, Path(folder))
        figures += [_memory(number, Path(folder)) for number in LEAGUES]
    return figures


def _facts(game: str) -> Figure:
    played = matches(game, MATCHES)

    def work() -> int:
        batch = Batch()
        for match, derived in played:
            facts = extract_facts(match, derived)
            facts.grade = "EXACT"
            batch.add(match, rows_from(facts))
        batch.tables()
        return events(game, MATCHES)

    return rate(f"{game}: facts from events, as columns", work, "events/s", bar=200_000)


def _projections(game: str, folder: Path) -> Iterator[Figure]:
    path = folder / f"{game}.db"
    rounds = PROJECTED // events(game, MATCHES)
    size = _write(path, game, rounds * MATCHES)

    def projection(judge: Judge) -> int:
        with SqliteLog(path) as log:
            project(log, folder / "store", judge=judge, rebuild=True)
        return size

    given = f"{game}: from the log to Parquet, grades given"
    yield rate(given, lambda: projection(_exact), "events/s", repeat=3)
    yield rate(f"{game}: the same, every match judged", lambda: projection(audit), "events/s", repeat=1)
    path.unlink()


def _exact(match: str, derived: object) -> Grade:
    return "EXACT"


def _write(path: Path, game: str, number: int) -> int:
    """Write a log of ``number`` matches; returns the number of its entries."""
    with SqliteLog(path, writing=True) as log:
        for first in range(0, number, AT_ONCE):
            with log.batch():
                for index in range(first, min(first + AT_ONCE, number)):
                    _append(log, f"m{index:06d}", matches(game, MATCHES)[index % MATCHES][1], index)
        return log.size


def _append(log: SqliteLog, match: str, derived: tuple[Derived, ...], index: int) -> None:
    opened = msgspec.structs.replace(derived[0][0], head={"played": f"2026-{index % MONTHS + 1:02d}-01"})
    pending = [Pending(opened), *(Pending(event, cause) for event, cause in derived[1:])]
    log.append(match, pending, expected=0, command=match, at=index)


def _memory(number: int, folder: Path) -> Figure:
    """The peak memory of ``kifuda project``, Python included."""
    path = folder / f"{number}.db"
    size = _write(path, GAMES[0], number)
    store = str(folder / f"{number}.store")
    command = [sys.executable, "-m", "kifuda", "project", "--log", str(path), "--store", store]
    _, peak = measured(command)
    path.unlink()
    name = f"kifuda project of a log of {size:,} events: memory at its peak"
    return Figure(name, peak, "MiB", bar=1024, at_least=False)

"""Logs for the pages to show, each with its projection: empty, one match, disputed ones, and many."""

import itertools
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path

from analytics.imports.writing.tournament_events import Import
from analytics.imports.writing.tournament_writer import write as write_results
from analytics.store.projection import project
from engine.games.registry import RULESETS
from events.log.sqlite_log import SqliteLog
from kifuda import deposit, prepare
from kifuda.bots.simulate import simulate, write
from tests.analytics.imports.samples import FILES, sample
from tests.support.field import write_field

SAMPLES = Path(__file__).parents[2] / "kifuda" / "samples" / "blade-rondo"
MANY = 300
CLEAN, POISON, OVERSPENT, RULING = (
    "spring-cup-r1-t1", "thursday-club-17-b", "library-evening-8", "moonlit-series-d2-t3",
)  # fmt: skip
"""Matches of the samples: a clean one, a wrong result, an act that is refused, a foul with rulings."""


def one(log: SqliteLog) -> None:
    """One record that is as the rules have it."""
    _read(log, ["spring-cup-r1-t1.kfd"])


def disputed(log: SqliteLog) -> None:
    """Records with findings of every sort."""
    _read(log, ["disputed-forgotten-poison.kfd", "disputed-overspent.kfd", "ruling-sealed-sword.kfd"])


def many(log: SqliteLog) -> None:
    """Simulated matches."""
    clock = itertools.count(1_770_000_000_000_000)
    played = simulate(RULESETS["blade-rondo@1.03"], matches=MANY, seed=5, cards="mixed")
    write(log, played, lambda: next(clock))


def cups(log: SqliteLog) -> None:
    """Imported tournaments."""
    for files in FILES:
        tournament = sample(*files)
        digest = sha256(files[0].encode()).hexdigest()
        write_results(log, tournament, Import(digest, "sample", ()), at=0)


def mixed(log: SqliteLog) -> None:
    """Of everything something: records, simulated matches, tournaments, a field of named decks."""
    one(log)
    disputed(log)
    clock = itertools.count(1_770_000_000_000_000)
    write(log, simulate(RULESETS["blade-rondo@1.03"], matches=60, seed=5, cards="mixed"), lambda: next(clock))
    cups(log)
    write_field(log)


def proven(log: SqliteLog) -> None:
    """Simulated matches with provable shuffles; the second one lacks its last secret."""
    clock = itertools.count(1_770_000_000_000_000)
    first, second = simulate(RULESETS["blade-rondo@1.03"], matches=2, seed=5, proven=True)
    write(log, [first, second._replace(derived=second.derived[:-1])], lambda: next(clock))


FILLED: dict[str, Callable[[SqliteLog], None]] = {
    "empty": lambda log: None,
    "one": one,
    "disputed": disputed,
    "many": many,
    "cups": cups,
    "field": write_field,
    "mixed": mixed,
    "proven": proven,
}


def make(folder: Path, kind: str) -> Path:
    """The log of this kind, in ``folder``; its projection lies beside it."""
    path = folder / f"{kind}.db"
    with SqliteLog(path, writing=True) as log:
        FILLED[kind](log)
        project(log, path.with_suffix(".store"))
    return path


def _read(log: SqliteLog, names: Iterable[str]) -> None:
    for name in names:
        deposit(log, prepare(SAMPLES / name))

"""The two layouts of a log, in turns in one run: room, appending, reading matches, verifying.

Every time is a ratio of the same work on the same matches, so that a busy machine slows both.
"""

import tempfile
from collections.abc import Callable
from pathlib import Path
from time import process_time

import pytest

from bench.figure import Figure
from bench.workload import events, matches
from engine.record.timeline import by_act
from events.log import database
from events.log.contract import Pending
from events.log.layout import Layout
from events.log.sqlite_log import SqliteLog
from events.seal.scan import scan

GAME = "blade-rondo@1.03"
MATCHES = 100
ROUNDS = 15
LAYOUTS = tuple(database.LAYOUTS[version] for version in (1, 2))


def run() -> list[Figure]:
    """Layout 2 ÷ layout 1: the least time of several rounds each, and the sizes of the files."""
    matches(GAME, MATCHES)
    least: dict[str, dict[int, float]] = {}
    sizes: dict[int, int] = {}
    with tempfile.TemporaryDirectory() as name:
        for _ in range(ROUNDS):
            for layout in LAYOUTS:
                path = Path(name) / f"layout-{layout.version}.db"
                path.unlink(missing_ok=True)
                for what, work in _works(path, layout).items():
                    began = process_time()
                    work()
                    took = process_time() - began
                    times = least.setdefault(what, {})
                    times[layout.version] = min(took, times.get(layout.version, took))
                sizes[layout.version] = path.stat().st_size
    number = events(GAME, MATCHES)
    figures = [
        Figure(f"{GAME}: bytes an event, layout {version}", size / number, "bytes")
        for version, size in sizes.items()
    ]
    figures.append(Figure("layout 2 ÷ layout 1: bytes", sizes[2] / sizes[1], "×", bar=0.5, at_least=False))
    for what, times in least.items():
        ratio = times[2] / times[1]
        figures.append(Figure(f"layout 2 ÷ layout 1: {what}", ratio, "×", bar=1.05, at_least=False))
    return figures


def _works(path: Path, layout: Layout) -> dict[str, Callable[[], object]]:
    return {
        "append, in one batch": lambda: _append(path, layout),
        "read matches": lambda: _read(path),
        "verify": lambda: scan(path),
    }


def _append(path: Path, layout: Layout) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "NEWEST", layout)
        with SqliteLog(path, writing=True) as log, log.batch():
            for match, derived in matches(GAME, MATCHES):
                seq = 0
                for act in by_act(derived):
                    pending = [Pending(*one) for one in act]
                    log.append(match, pending, expected=seq, command=f"keeper/{match}/{seq}", at=seq)
                    seq += len(act)


def _read(path: Path) -> None:
    """Three times, the first with nothing remembered of this log."""
    with SqliteLog(path) as log:
        for _ in range(3):
            for match, _ in matches(GAME, MATCHES):
                log.events(match)

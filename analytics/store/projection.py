"""Projects a log into a store: every match that has new entries is turned into rows again, as a whole.

A crash at any moment leaves the store as it was or as it is to be. Not here: the rows
(``facts``), how they become files (``projection_run``), nor reading them (``reader``).
"""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from analytics.store.code_digest import code_digest
from analytics.store.grades import Grades, Judge, audit
from analytics.store.manifest import Manifest, NoStore, OldStore, OtherLog, load, writing
from analytics.store.projection_run import Run, head
from events.log.contract import Log

Progress = Callable[[int, int], None]
"""Called with the number of matches done, and of all."""


class Projected(NamedTuple):
    """What a projection did: so many ``matches`` were turned into ``rows``; the store now reaches up to
    ``position`` of the log. ``unreadable``: match → why there are no rows of it."""

    matches: int
    rows: int
    position: int
    unreadable: dict[str, str]


def project(
    log: Log,
    folder: Path,
    *,
    judge: Judge = audit,
    progress: Progress = lambda done, of: None,
    rebuild: bool = False,
) -> Projected:
    """Bring the store in ``folder`` up to date with ``log``; it is made where there is none.

    ``rebuild`` makes everything anew, grades included, beside what is there, which it then replaces. A change
    of the code that makes the rows does the same, but grades are kept if the code that gave them is still
    the same. Raises ``analytics.store.manifest.StoreError``, ``events.log.contract.LogError``.
    """
    with writing(folder):
        found = None if rebuild else _found(folder, log)
        old = found if found is not None and found.code == code_digest() else None
        run = Run(log, folder, old, Grades(judge, folder, found))
        if old is not None and old.position == run.size:
            return Projected(0, 0, old.position, old.unreadable)
        touched = run.touched()
        for done, match in enumerate(touched):
            progress(done, len(touched))
            run.add(match)
        run.finish()
        progress(len(touched), len(touched))
        return Projected(run.matches, run.rows, run.size, run.unreadable)


def _found(folder: Path, log: Log) -> Manifest | None:
    """What the folder holds of this log. Raises ``OtherLog``, ``DamagedStore``."""
    try:
        found = load(folder)
    except (NoStore, OldStore):
        return None
    if found.position > log.size or found.head != head(log, found.position):
        raise OtherLog(
            f"{folder} was projected from {found.log}, and {log.name} does not continue that log:"
            " project into another folder, or rebuild this one"
        )
    return found

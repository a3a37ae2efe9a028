"""Projects a log into a store: every match with new entries is turned into rows again as a whole.

A crash at any moment leaves the old store or the new one. Not here: the rows (``facts``), how they become
files (``projection_run``), reading them (``reader``).
"""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from analytics.store.code_digest import code_digest
from analytics.store.grades import Grades, Judge, audit
from analytics.store.manifest import Manifest, NoStore, OldStore, OtherLog, head, load, writing
from events.log.contract import Log

Progress = Callable[[int, int], None]
"""Called with the number of matches done and the total."""


class Projected(NamedTuple):
    """The result of a projection: numbers of projected ``matches`` and ``rows``, and the ``position`` in the
    log up to which the store reaches. ``unreadable``: match → why it has no rows."""

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
    processes: int | None = 1,
) -> Projected:
    """Bring the store in ``folder`` up to date with ``log``; a missing store is created.

    ``rebuild`` computes everything again, grades included, and then replaces the old content. So does a
    change of the code that computes rows, except that grades are reused if their code is the same. The store
    does not depend on how many ``processes`` make the rows: see ``match_rows.made_rows``. Raises
    ``analytics.store.manifest.StoreError``, ``events.log.contract.LogError``.
    """
    with writing(folder):
        found = None if rebuild else _found(folder, log)
        old = found if found is not None and found.code == code_digest() else None
        if old is not None and old.position == log.size:
            return Projected(0, 0, old.position, old.unreadable)
        # Arrow, and all else that writes, which a store that is up to date can do without.
        from analytics.store.match_rows import made_rows
        from analytics.store.projection_run import Run

        run = Run(log, folder, old, Grades(judge, folder, found))
        touched = run.touched()
        for done, made in enumerate(made_rows(log, touched, run.maker(), processes=processes)):
            progress(done, len(touched))
            run.add(made)
        run.finish()
        progress(len(touched), len(touched))
        return Projected(run.matches, run.rows, run.size, run.unreadable)


def _found(folder: Path, log: Log) -> Manifest | None:
    """The manifest in the folder, if it is of this log. Raises ``OtherLog``, ``DamagedStore``."""
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

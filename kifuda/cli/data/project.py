"""``kifuda project``: brings the tables of the statistics up to date with the log.

Not here: what the tables hold (``analytics.facts``).
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analytics.derived_data import refresh
from analytics.store.projection import Projected
from analytics.store.projection import project as bring_up_to_date
from events.log.contract import Log
from kifuda.cli.base.command import Command, application
from kifuda.cli.base.exit_status import FINDINGS, FINE
from kifuda.cli.base.language import say
from kifuda.cli.base.opened import opened
from kifuda.cli.base.options import DEFAULT_LOG, LogFile, StoreFolder
from kifuda.cli.base.output import progress, show

app = application()


@app.command("project", cls=Command)
def project(
    rebuild: Annotated[bool, typer.Option("--rebuild")] = False,
    store: StoreFolder = None,
    log: LogFile = DEFAULT_LOG,
) -> int:
    """Project what is new in the log; the status is 1 if a match cannot be projected."""
    folder = folder_of(log, store)
    with opened(log) as source:
        done = projected(source, folder, rebuild=rebuild)
    show(say("project.done", folder=folder, matches=done.matches, rows=done.rows, position=done.position))
    for match, why in done.unreadable.items():
        show(say("project.unreadable", match=match, why=why))
    return FINDINGS if done.unreadable else FINE


def folder_of(log: Path, store: Path | None) -> Path:
    """The folder of the tables of a log: ``store`` if given, else the one beside the log."""
    return store if store is not None else log.with_suffix(".store")


def projected(log: Log, folder: Path, *, rebuild: bool = False) -> Projected:
    """Bring the tables in ``folder`` and the data derived from them up to date, with a progress bar.

    Every processor is used. Raises ``analytics.store.manifest.StoreError``.
    """
    bars = progress()
    task = bars.add_task(say("project.doing"), total=None)

    def shown(done: int, of: int) -> None:
        # Its thread begins only now: the processes are forked before.
        bars.start()
        bars.update(task, completed=done, total=of)

    try:
        done = bring_up_to_date(log, folder, progress=shown, rebuild=rebuild, processes=None)
        refresh(folder)
    finally:
        bars.stop()
    return done

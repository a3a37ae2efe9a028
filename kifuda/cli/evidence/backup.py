"""``kifuda backup``: copies the log, also while it is being written to, reads the copy again completely, and
copies the imported files.

Not here: the copying and the reading (``events.backup.backup``).
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from analytics.imports.writing.tournament_recall import stored_digests
from events.backup.backup import Backup, BackupExists, back_up
from events.log.parallel_scan import parallel_scan, processes_for
from events.log.sqlite_log import SqliteLog
from events.seal.paths import files_of
from kifuda.cli.base.command import Command, application
from kifuda.cli.base.exit_status import FINDINGS, FINE
from kifuda.cli.base.language import Misuse, say
from kifuda.cli.base.options import DEFAULT_LOG, LogFile
from kifuda.cli.base.output import progress, show
from kifuda.cli.evidence.verify import require_log, show_inspection

app = application()


@app.command("backup", cls=Command)
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    compact: Annotated[bool, typer.Option("--compact")] = False,
    log: LogFile = DEFAULT_LOG,
) -> int:
    """Copy the log, its checkpoint and the imported files; if the copy of the log has findings, nothing is
    kept. The status is 1 for findings, and for a file that does not match its digest."""
    require_log(log)
    try:
        done = _watched(log, file, compact=compact)
    except BackupExists as error:
        raise Misuse("backup-exists", path=error.path) from error
    if not done.files:
        show_inspection(log, done.inspection, keyed=False)
        show(say("backup.refused"))
        return FINDINGS
    show_inspection(file, done.inspection, keyed=False)
    show(say("backup.written", paths=", ".join(map(str, done.files))))
    return _about_files(done)


def _about_files(done: Backup) -> int:
    """Show which imported files are not in the copy; returns the exit status. Files may have been deleted,
    since the log is complete without them, but not altered."""
    copy, (copied, damaged) = done.files[0], done.attached
    with SqliteLog(copy) as log:
        missing = stored_digests(log).difference(copied, damaged)
    if missing:
        show(say("backup.missing", folder=files_of(copy), digests=", ".join(sorted(missing))))
    if damaged:
        show(say("backup.damaged", digests=", ".join(damaged)))
    return FINDINGS if damaged else FINE


def _watched(log: Path, file: Path, *, compact: bool) -> Backup:
    """Make the backup, with a progress bar for what is copied and one for the entries read again."""
    with processes_for(log) as pool, progress() as bars:
        copying = bars.add_task(say("backup.copying"), total=None)
        checking = bars.add_task(say("verify.doing"), total=None)
        return back_up(
            log,
            file,
            compact=compact,
            scan=partial(parallel_scan, pool=pool),
            copying=lambda done, of: bars.update(copying, completed=done, total=of),
            checking=lambda done, of: bars.update(checking, completed=done, total=of),
        )

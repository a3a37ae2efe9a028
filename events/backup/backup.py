"""Copies a log that is in use. The copy is accepted only after all of it was read again without findings.

It shows the log at one instant; the writer continues meanwhile. The checkpoint beside the log is copied too,
and the copy must begin with what it signs; so are the files that the log names by digest, each of which must
have that digest. Not here: restoring a copy, which only means moving the files; ``seal.guard`` then detects
that it is an older one.
"""

import os
import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import apsw

from events.backup.attached_files import Attached, copy_attached
from events.backup.rewriting import rewrite
from events.log.contract import Damaged, LogError, NotALog, Unwritable
from events.log.database import NEWEST, as_log_error, open_database
from events.seal.checkpoint import sync_folder
from events.seal.inspection import Inspection, Scanner, inspect
from events.seal.paths import checkpoint_of, files_of
from events.seal.scan import Finding, scan
from events.sync import sync

PAGES_A_STEP = 1024
"""Copied between two reports of progress: 4 MiB."""

Progress = Callable[[int, int], None]
"""Called with how much is done, and the total."""


class BackupExists(LogError):
    """There is something at ``path`` already, and copies never overwrite anything."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} exists already; nothing is overwritten: name another file, or move it away")
        self.path = path


class Backup(NamedTuple):
    """What came of it: ``files`` are the copies, none where the inspection of the copy has findings;
    ``attached`` what became of the files in the last of them, if it is a folder."""

    files: tuple[Path, ...]
    inspection: Inspection
    attached: Attached = Attached()


def back_up(
    log: Path,
    target: Path,
    *,
    compact: bool = False,
    scan: Scanner = scan,
    copying: Progress | None = None,
    checking: Progress | None = None,
) -> Backup:
    """Copy the log at ``log``, the checkpoint and the attached files beside it, to ``target``; on disk when
    this returns.

    ``scan`` reads the copy. ``compact`` writes the same entries in the newest layout. ``copying`` is told the
    pages that are copied (the entries, if ``compact``), ``checking`` the entries that are read again. Raises
    ``BackupExists``, ``Unwritable`` where the target cannot be written, ``NotALog``; then, and with findings,
    nothing is there.
    """
    for name in (target, checkpoint_of(target), files_of(target), *_shared(target)):
        if os.path.lexists(name):
            raise BackupExists(name)
    if not target.parent.is_dir():
        raise NotALog(f"the folder {target.parent} does not exist")
    draft = target.with_name(f".{target.name}.{os.urandom(6).hex()}")
    try:
        copy = _rewrite if compact else _copy
        return _make_backup(log, target, draft, lambda: copy(log, draft, copying), checking, scan)
    except OSError as error:
        raise Unwritable(f"{target} cannot be written: {error.strerror}") from error
    finally:
        for name in (draft, checkpoint_of(draft), *_shared(draft)):
            name.unlink(missing_ok=True)
        shutil.rmtree(files_of(draft), ignore_errors=True)


def _make_backup(
    log: Path, target: Path, draft: Path, copy: Callable[[], None], checking: Progress | None, scan: Scanner
) -> Backup:
    # The checkpoint first: a log that grows meanwhile only becomes longer than it.
    signed = checkpoint_of(log).read_bytes() if checkpoint_of(log).exists() else None
    if signed is not None:
        checkpoint_of(draft).write_bytes(signed)
    try:
        copy()
    except Damaged as error:
        return Backup((), Inspection(None, None, (), (Finding("damaged", {"why": str(error)}),)))
    inspection = inspect(draft, progress=checking, scan=scan)
    if inspection.findings:
        return Backup((), inspection)
    # After the log: a file is there before an entry names it.
    attached = copy_attached(log, files_of(draft))
    # The log last: a copy never stands without the checkpoint and the files that it had.
    pairs = [(path(draft), path(target)) for path in (files_of, checkpoint_of) if path(draft).exists()]
    return Backup(_publish([*pairs, (draft, target)]), inspection, attached)


def _copy(log: Path, draft: Path, progress: Progress | None) -> None:
    """Copy the database as it is now. Raises ``LogError``, ``OSError``."""
    with closing(open_database(log, writing=False)) as source:
        try:
            # Held open, so that what is written meanwhile neither enters the copy nor makes it start again.
            source.execute("BEGIN; SELECT count(*) FROM sqlite_schema").fetchall()
            with (
                closing(apsw.Connection(os.path.abspath(draft))) as copy,
                copy.backup("main", source, "main") as steps,
            ):
                while not steps.done:
                    steps.step(PAGES_A_STEP)
                    if progress is not None:
                        progress(steps.page_count - steps.remaining, steps.page_count)
        except (apsw.FullError, apsw.CantOpenError) as error:
            raise Unwritable(f"the copy cannot be written: {error}") from error
        except apsw.Error as error:
            raise as_log_error(error, log) from error


def _rewrite(log: Path, draft: Path, progress: Progress | None) -> None:
    """Write the entries as they are now in the newest layout. Raises ``LogError``, ``OSError``."""
    with closing(open_database(log, writing=False)) as source:
        try:
            source.execute("BEGIN; SELECT count(*) FROM sqlite_schema").fetchall()
            rewrite(source, draft, NEWEST, progress=progress)
        except apsw.Error as error:
            raise as_log_error(error, log) from error


def _publish(pairs: list[tuple[Path, Path]]) -> tuple[Path, ...]:
    """Sync the drafts and give them their names, which nothing may have by now: all of them, or none."""
    placed: list[Path] = []
    try:
        for draft, path in pairs:
            _name(draft, path)
            placed.append(path)
        sync_folder(pairs[0][1])
    except BaseException:
        for path in placed:
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
        raise
    return tuple(reversed(placed))


def _name(draft: Path, path: Path) -> None:
    """Give a file, or a folder that was synced, its name. Raises ``BackupExists``, ``OSError``."""
    try:
        if draft.is_dir():
            draft.rename(path)  # refused where there is a folder with anything in it
        else:
            sync(draft)  # no connection to it is open any more, whose locks closing it would release
            os.link(draft, path)
    except FileExistsError as error:
        raise BackupExists(path) from error


def _shared(path: Path) -> list[Path]:
    """What SQLite would take for a part of a database at ``path``."""
    return [path.with_name(path.name + suffix) for suffix in ("-wal", "-shm", "-journal")]


__all__ = ["Backup", "BackupExists", "Progress", "back_up"]

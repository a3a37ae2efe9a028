"""``kifuda import``: written records into the log.

Not here: how a record gets in (``kifuda.archive``).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from engine.notation.problem import Unreadable
from events.log import Log
from kifuda.archive import Changed, Deposit, deposit, prepare
from kifuda.cli import FINDINGS, FINE, MISUSE, library
from kifuda.cli.command import Command, application
from kifuda.cli.failure import message
from kifuda.cli.findings import styled, tell
from kifuda.cli.keeper import KeyFile, recording
from kifuda.cli.language import Misuse, say
from kifuda.cli.options import DEFAULT_LOG, Json, LogFile
from kifuda.cli.output import counted, row, show, show_json_line, table

app = application()


@app.command("import", cls=Command)
def import_(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…")],
    json: Json = False,
    key: KeyFile = None,
    log: LogFile = DEFAULT_LOG,
) -> int:
    """Import these records; a file that cannot be read leaves no trace and does not stop the others."""
    found = list(records(files))
    if not found:
        raise Misuse("no-records", paths=", ".join(map(str, files)))
    deposits, failed = import_files(found, log, key=key)
    if json:
        for made in deposits:
            show_json_line(line(made))
    elif deposits:
        _show(deposits)
    if failed:
        return MISUSE
    return FINDINGS if any(made.record.match.verdict.divergence for made in deposits) else FINE


def _show(deposits: list[Deposit]) -> None:
    """What became of each file, and for a disputed one what the rules find."""
    listed = table("import", "file", "match", "status", "events", "grade", right=("events",))
    for made in deposits:
        path, match = made.record.path, made.record.match
        row(listed, path, match.id, say(f"import.{made.status}"), made.events, styled(match.verdict.grade))
    show(listed)
    for made in deposits:
        if made.record.match.verdict.divergence:
            tell(made.record.match, path=made.record.path)


def records(paths: list[Path]) -> Iterator[Path]:
    """The record files that are meant; a folder means all ``*.kfd`` below it."""
    for path in paths:
        yield from sorted(path.rglob(f"*{library.RECORD}")) if path.is_dir() else [path]


def import_files(paths: list[Path], path: Path, *, key: Path | None = None) -> tuple[list[Deposit], int]:
    """Deposit the files in the log at ``path``; what became of them, and how many could not be taken.

    ``key``: the file with the key of the log, if it does not lie beside it. The log is opened with the first
    record that can be read: a failed import makes no empty log.
    """
    deposits: list[Deposit] = []
    failed = 0
    with ExitStack() as stack:
        log: Log | None = None
        for file in counted(say("import.doing"), paths):
            try:
                record = prepare(file)
                log = log or stack.enter_context(recording(path, key))
                deposits.append(deposit(log, record))
            except (Unreadable, OSError, Changed) as error:
                print(f"kifuda: {message(error)}", file=sys.stderr)
                failed += 1
    return deposits, failed


def line(made: Deposit) -> dict[str, object]:
    """A deposit as data."""
    record = made.record
    return {
        "file": str(record.path),
        "match": record.match.id,
        "status": made.status,
        "events": made.events,
        "grade": record.match.verdict.grade,
        "sha256": record.digest,
    }

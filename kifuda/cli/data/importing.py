"""``kifuda import``: written records, tournaments and game logs into the log.

Not here: how a record gets in (``kifuda.archive``), nor how a tournament does (``kifuda.intake``).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from analytics.imports.files.deposit import Changed
from analytics.imports.files.prepared import Record
from analytics.imports.formats.format import Options
from analytics.imports.formats.registry import FORMATS, named
from analytics.imports.problem import BadFile
from analytics.imports.tournament_writer import Taken, Written
from engine.record.notation.problem import Unreadable
from events.log.contract import Log
from kifuda.archive import Deposit, deposit
from kifuda.cli import FINDINGS, FINE, MISUSE
from kifuda.cli.base import lookup
from kifuda.cli.base.command import Command, application
from kifuda.cli.base.failure import message
from kifuda.cli.base.language import Misuse, current, say
from kifuda.cli.base.log_key import KeyFile, recording
from kifuda.cli.base.options import DEFAULT_LOG, Json, LogFile
from kifuda.cli.base.output import counted, row, show, show_json_line, table
from kifuda.cli.base.parsers import one_of
from kifuda.cli.match.findings import styled, tell
from kifuda.intake import Intake, Prepared, deposit_tournament, named_by, read

app = application()

FormatName = Annotated[
    str | None,
    typer.Option("--format", metavar="FORMAT", parser=one_of(*(format.name for format in FORMATS))),
]


@dataclass(frozen=True)
class Wish:
    """How to import: what is said beside the files, and what may be done."""

    options: Options
    accept_partial: bool = False
    replace: bool = False
    dry_run: bool = False


@dataclass(frozen=True)
class Made:
    """What became of a tournament."""

    prepared: Prepared
    written: Written


@app.command("import", cls=Command)
def import_(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…")],
    format: FormatName = None,
    game: Annotated[str, typer.Option("--game", metavar="GAME")] = "",
    name: Annotated[str, typer.Option("--name", metavar="NAME")] = "",
    accept_partial: Annotated[bool, typer.Option("--accept-partial")] = False,
    replace: Annotated[bool, typer.Option("--replace")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run")] = False,
    json: Json = False,
    key: KeyFile = None,
    log: LogFile = DEFAULT_LOG,
) -> int:
    """Import these files; one that cannot be read leaves no trace and does not stop the others."""
    found = named_by(files, named(format) if format else None)
    for path in found.passed_over:
        print(f"kifuda: {say('import.passed-over', path=path)}", file=sys.stderr)
    if not found.intakes:
        raise Misuse(
            "no-records", paths=", ".join(map(str, files)), formats=", ".join(one.name for one in FORMATS)
        )
    wish = Wish(Options(game, name), accept_partial, replace, dry_run)
    made, failed = _import(found.intakes, log, wish, key=key)
    deposits = [one for one in made if isinstance(one, Deposit)]
    tournaments = [one for one in made if isinstance(one, Made)]
    if json:
        for one in made:
            show_json_line(line(one) if isinstance(one, Deposit) else tournament_line(one))
    else:
        if deposits:
            _show(deposits)
        if tournaments:
            _show_tournaments(tournaments)
    if failed:
        return MISUSE
    return FINDINGS if any(one.record.match.verdict.divergence for one in deposits) else FINE


def _import(
    found: Sequence[Intake], path: Path, wish: Wish, *, key: Path | None
) -> tuple[list[Deposit | Made], int]:
    """Put all of this into the log at ``path``; what became of each, and how many could not be taken.

    The log is opened with the first file that can be read: a failed import makes no empty log.
    """
    made: list[Deposit | Made] = []
    failed = 0
    with ExitStack() as stack:
        log: Log | None = None
        for intake in counted(say("import.doing"), found):
            try:
                ready = read(intake, wish.options, accept_partial=wish.accept_partial)
                if wish.dry_run:
                    made.append(_only_read(ready))
                    continue
                log = log or stack.enter_context(recording(path, key))
                if isinstance(ready, Record):
                    made.append(deposit(log, ready))
                else:
                    made.append(Made(ready, deposit_tournament(log, path, ready, replace=wish.replace)))
            except (Unreadable, BadFile, OSError, Changed, Taken) as error:
                print(f"kifuda: {message(error)}", file=sys.stderr)
                failed += 1
    return made, failed


def _only_read(ready: Record | Prepared) -> Deposit | Made:
    """What a dry run tells: nothing was written."""
    if isinstance(ready, Record):
        return Deposit(ready, "read", len(ready.match))
    return Made(ready, Written("read", sum(1 for _ in ready.results.tournament.pairings())))


def _show(deposits: list[Deposit]) -> None:
    """What became of each file, and what was found in one that is disputed or was not understood whole."""
    listed = table("import", "file", "match", "status", "events", "grade", right=("events",))
    for made in deposits:
        name, match = made.record.name, made.record.match
        row(listed, name, match.id, say(f"import.{made.status}"), made.events, styled(match.verdict.grade))
    show(listed)
    for made in deposits:
        verdict = made.record.match.verdict
        if verdict.divergence or any(finding.kind == "skipped" for finding in verdict.findings):
            tell(made.record.match, path=Path(made.record.name))


def _show_tournaments(tournaments: list[Made]) -> None:
    """What became of each tournament, and which rows were left out of it."""
    numbers = ("players", "rounds", "matches", "changed", "withdrawn")
    listed = table("import", "file", "tournament", "format", "status", *numbers, right=numbers)
    for made in tournaments:
        told = tournament_line(made)
        row(listed, _names(made), told["tournament"], told["format"],
            say(f"import.{made.written.status}"), *(told[number] for number in numbers))  # fmt: skip
    show(listed)
    for made in tournaments:
        for problem in made.prepared.results.problems:
            show(say("import.left-out", problem=problem.say(current())))


def _names(made: Made) -> str:
    """The names of the files, without their folders."""
    return ", ".join(path.name for path in made.prepared.intake.paths)


def records(paths: list[Path]) -> Iterator[Path]:
    """The record files that are meant; a folder means all ``*.kfd`` below it."""
    for path in paths:
        yield from sorted(path.rglob(f"*{lookup.RECORD}")) if path.is_dir() else [path]


def line(made: Deposit) -> dict[str, object]:
    """A deposit as data."""
    record = made.record
    return {
        "file": record.name,
        "match": record.match.id,
        "status": made.status,
        "events": made.events,
        "grade": record.match.verdict.grade,
        "sha256": record.digest,
    }


def tournament_line(made: Made) -> dict[str, Any]:
    """A tournament as data."""
    results, written = made.prepared.results, made.written
    found = results.tournament
    return {
        "files": [str(path) for path in made.prepared.intake.paths],
        "tournament": found.id,
        "format": results.imported.format,
        "status": written.status,
        "players": len(found.players),
        "rounds": len(found.rounds),
        "matches": sum(1 for _ in found.pairings()),
        "added": written.added,
        "changed": written.changed,
        "withdrawn": written.withdrawn,
        "left_out": [problem.say(current()) for problem in results.problems],
        "sha256": results.imported.sha256,
    }

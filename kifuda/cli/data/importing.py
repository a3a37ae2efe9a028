"""``kifuda import``: written records, tournaments and game logs into the log.

Not here: how files are found, read and deposited (``analytics.imports``).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from analytics.imports.doubts import doubts
from analytics.imports.formats.format import Options
from analytics.imports.formats.registry import by_name, other_programs
from analytics.imports.prepared import Prepared, Record, Results
from analytics.imports.problem import BadFile
from analytics.imports.reading.paths import PathGroup, find_paths, read_paths
from analytics.imports.writing.deposit import (
    Deposit,
    MatchExists,
    deposit,
    deposit_tournament,
    events_in_log,
)
from analytics.imports.writing.tournament_writer import TournamentExists, Written, plan_import
from engine.record.notation.problem import Unreadable
from events.log.contract import Log
from kifuda.cli.base.command import Command, application
from kifuda.cli.base.exit_status import FINDINGS, FINE, MISUSE
from kifuda.cli.base.failure import message
from kifuda.cli.base.language import Misuse, current, say
from kifuda.cli.base.log_key import KeyFile, recording
from kifuda.cli.base.opened import opened
from kifuda.cli.base.options import DEFAULT_LOG, Json, LogFile
from kifuda.cli.base.output import counted, row, show, show_json_line, show_listing, table
from kifuda.cli.base.parsers import one_of
from kifuda.cli.match.findings import show_findings, styled

app = application()

FormatName = Annotated[
    str | None,
    typer.Option("--format", metavar="FORMAT", parser=one_of(*(format.name for format in other_programs()))),
]


@dataclass(frozen=True)
class TournamentDeposit:
    """The result of importing a tournament."""

    paths: tuple[Path, ...]
    results: Results
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
    """Import these files; one that cannot be read changes nothing and does not stop the others."""
    found = find_paths(files, by_name(format) if format else None)
    for path in found.unrecognised:
        print(f"kifuda: {say('import.passed-over', path=path)}", file=sys.stderr)
    if not found.groups:
        formats = ", ".join(one.name for one in other_programs())
        raise Misuse("no-records", paths=", ".join(map(str, files)), formats=formats)
    importer = _Importer(log, Options(game, name, accept_partial), key=key, replace=replace, dry_run=dry_run)
    done, failed = importer.run(found.groups)
    matches = [one for one in done if isinstance(one, Deposit)]
    if json:
        for one in done:
            show_json_line(line(one) if isinstance(one, Deposit) else tournament_line(one))
    else:
        _show(matches)
        _show_tournaments([one for one in done if isinstance(one, TournamentDeposit)])
    if failed:
        return MISUSE
    return FINDINGS if any(one.record.match.verdict.divergence for one in matches) else FINE


@dataclass(frozen=True)
class _Importer:
    """Imports into the log at ``path``, or only reads (``dry_run``); ``replace`` allows corrections."""

    path: Path
    options: Options
    key: Path | None
    replace: bool
    dry_run: bool

    def run(self, groups: Sequence[PathGroup]) -> tuple[list[Deposit | TournamentDeposit], int]:
        """Import each group. Returns the deposits and the number of groups that could not be imported.

        The log is opened with the first file that can be read: a failed import makes no empty log.
        """
        done: list[Deposit | TournamentDeposit] = []
        failed = 0
        with ExitStack() as stack:
            log: Log | None = None
            for group in counted(say("import.doing"), groups):
                try:
                    prepared = read_paths(group, self.options)
                    if not self.dry_run:
                        log = log or stack.enter_context(recording(self.path, self.key))
                    done.append(self._deposit(log, group, prepared))
                    if self.dry_run:
                        self._check(prepared)
                except (Unreadable, BadFile, OSError, MatchExists, TournamentExists) as error:
                    print(f"kifuda: {message(error)}", file=sys.stderr)
                    failed += 1
        return done, failed

    def _check(self, prepared: Prepared) -> None:
        """Compare it with the log, if there is one. Raises what importing it would raise."""
        if not self.path.exists():
            return
        with opened(self.path) as log:
            if isinstance(prepared, Record):
                events_in_log(log, prepared)
            else:
                plan_import(log, prepared.tournament, prepared.imported, replace=self.replace)

    def _deposit(self, log: Log | None, group: PathGroup, prepared: Prepared) -> Deposit | TournamentDeposit:
        """Deposit it in ``log``; without a log, only return what was read."""
        if isinstance(prepared, Record):
            return Deposit(prepared, "read", len(prepared.derived)) if log is None else deposit(log, prepared)
        if log is None:
            written = Written("read", sum(1 for _ in prepared.tournament.pairings()))
        else:
            written = deposit_tournament(log, self.path, prepared, replace=self.replace)
        return TournamentDeposit(group.paths, prepared, written)


def _show(deposits: Sequence[Deposit]) -> None:
    """Show the result for each record, with the findings in those disputed or not completely read."""
    if not deposits:
        return
    listed = table("import", "file", "match", "status", "events", "grade", right=("events",))
    for one in deposits:
        name, match = one.record.name, one.record.match
        row(listed, name, match.id, say(f"import.{one.status}"), one.events, styled(match.verdict.grade))
    show_listing(listed)
    for one in deposits:
        verdict = one.record.match.verdict
        if verdict.divergence or any(finding.kind == "skipped" for finding in verdict.findings):
            show_findings(one.record.match, path=Path(one.record.name))


def _show_tournaments(deposits: Sequence[TournamentDeposit]) -> None:
    """Show the result for each tournament, with what was ambiguous in the files and the rows
    that were left out."""
    if not deposits:
        return
    corrections = [
        name for name in ("changed", "withdrawn") if any(getattr(one.written, name) for one in deposits)
    ]
    numbers = ("players", "rounds", "matches", *corrections)
    listed = table("import", "file", "tournament", "format", "status", *numbers, right=numbers)
    for one in deposits:
        data = tournament_line(one)
        names = ", ".join(path.name for path in one.paths)
        row(listed, names, data["tournament"], data["format"],
            say(f"import.{one.written.status}"), *(data[number] for number in numbers))  # fmt: skip
    show_listing(listed)
    for one in deposits:
        tournament = one.results.tournament
        for key, times in tournament.remarks.items():
            show(f"{tournament.id}: {say(f'tournament.remark-{key}', times=times)}")
        for doubt in doubts(tournament):
            show(f"{tournament.id}: {doubt.say(current())}")
        for problem in one.results.problems:
            show(say("import.left-out", problem=problem.say(current())))
        for remark in one.results.alike_players():
            show(remark.say(current()))
        id, sign = one.results.look_alike()
        if sign:
            show(say("import.look-alike", id=id, sign=f"{sign} (U+{ord(sign):04X})"))


def line(deposit: Deposit) -> dict[str, object]:
    """A deposit as data."""
    record = deposit.record
    return {
        "file": record.name,
        "match": record.match.id,
        "status": deposit.status,
        "events": deposit.events,
        "grade": record.match.verdict.grade,
        "sha256": record.digest,
    }


def tournament_line(deposit: TournamentDeposit) -> dict[str, Any]:
    """A tournament as data."""
    results, written = deposit.results, deposit.written
    tournament = results.tournament
    return {
        "files": [str(path) for path in deposit.paths],
        "tournament": tournament.id,
        "format": results.imported.format,
        "status": written.status,
        "players": len(tournament.players),
        "rounds": len(tournament.rounds),
        "matches": sum(1 for _ in tournament.pairings()),
        "added": written.added,
        "changed": written.changed,
        "withdrawn": written.withdrawn,
        "remarks": tournament.remarks,
        "doubts": [doubt.say(current()) for doubt in doubts(tournament)],
        "left_out": [problem.say(current()) for problem in results.problems],
        "look_alike": results.look_alike()[1],
        "alike_players": [remark.say(current()) for remark in results.alike_players()],
        "sha256": results.imported.sha256,
    }

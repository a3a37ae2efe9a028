"""``kifuda sheet``: the ruling sheet of a disputed match, to be printed, decided and signed.

Not here: its content (``dashboard.match.audit.ruling_sheet``).
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dashboard.match.audit.ruling_sheet import sheet as made
from kifuda.cli.base import lookup
from kifuda.cli.base.command import Command, application
from kifuda.cli.base.file_name import file_name
from kifuda.cli.base.language import Misuse, current, say
from kifuda.cli.base.opened import opened
from kifuda.cli.base.options import DEFAULT_LOG, LogFile, MatchName
from kifuda.cli.base.output import show
from kifuda.cli.base.parsers import number

app = application()


@app.command("sheet", cls=Command)
def sheet(
    match: MatchName,
    finding: Annotated[int | None, typer.Option("--finding", metavar="N", parser=number())] = None,
    output: Annotated[Path | None, typer.Option("-o", "--output", metavar="FILE")] = None,
    log: LogFile = DEFAULT_LOG,
) -> None:
    """Write a PDF about finding number ``finding``, by default the divergence, else the first."""
    whole = lookup.match(match, log)
    verdict = whole.verdict
    chosen = verdict.divergence or next(iter(verdict.findings), None)
    if finding is not None:
        if not 1 <= finding <= len(verdict.findings):
            raise Misuse("no-finding", match=whole.id, given=finding, most=len(verdict.findings))
        chosen = verdict.findings[finding - 1]
    path = output or Path(f"{file_name(whole.id)}.pdf")
    path.write_bytes(made(whole, verdict, chosen, leaf=_leaf(match, log, len(whole)), language=current()))
    show(say("sheet.written", path=path))


def _leaf(match: str, log: Path, entries: int) -> str:
    """The leaf hash of the last entry; ``""`` for a record outside a log."""
    if match.endswith(lookup.RECORD):
        return ""
    with opened(log) as source:
        return source.entry(match, entries - 1).leaf

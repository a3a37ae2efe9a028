"""``kifuda case``: runs judges' cases.

Not here: what a case is (``engine.case``).
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from engine.case import CaseResult, run_cases
from kifuda.cli.base.command import Command, application
from kifuda.cli.base.exit_status import FINDINGS, FINE
from kifuda.cli.base.language import Misuse, current, localized, say
from kifuda.cli.base.options import Json
from kifuda.cli.base.output import show, show_json_line

app = application()


@app.callback()
def case() -> None:
    """Cases of judges."""


@app.command("run", cls=Command)
def run(paths: Annotated[list[Path], typer.Argument(metavar="PATH…")], json: Json = False) -> int:
    """Run the cases in these files and folders; the status is 1 if one fails."""
    results = run_cases(paths)
    if not results:
        raise Misuse("no-cases", paths=", ".join(map(str, paths)))
    failed = [result for result in results if not result.ok]
    if json:
        for result in results:
            show_json_line(as_data(result))
        return FINDINGS if failed else FINE
    for result in failed:
        show(say("case.failed", path=result.path, line=result.line, title=localized(result.title)))
        show(*(f"  {failure[current()]}" for failure in result.failures))
    show(say("case.sum", cases=len(results), failed=len(failed)))
    return FINDINGS if failed else FINE


def as_data(result: CaseResult) -> dict[str, Any]:
    """The result of a case, in the shape of ``docs/json.md``."""
    return {
        "file": str(result.path),
        "line": result.line,
        "title": {"ja": result.title.ja, "en": result.title.en},
        "clauses": list(result.clauses),
        "ok": result.ok,
        "failures": [failure[current()] for failure in result.failures],
    }

"""``kifuda case``: runs judges' cases, and shows the table of one at a line.

Not here: what a case is (``engine.case``), how its course is told (``case_course``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from engine.case import CaseErrors, CaseResult, run_each, run_until
from engine.case.batch import Wanted, case_at
from engine.case.file import read_cases
from kifuda.cli.base.command import Command, application
from kifuda.cli.base.exit_status import FINDINGS, FINE, MISUSE
from kifuda.cli.base.failure import message
from kifuda.cli.base.language import Misuse, current, localized, say
from kifuda.cli.base.options import GameName, Json
from kifuda.cli.base.output import show as print_
from kifuda.cli.base.output import show_json, show_json_line
from kifuda.cli.base.rulesets import rulesets
from kifuda.cli.rules import case_course, case_table, case_words

app = application()

Trace = Annotated[bool, typer.Option("--trace")]
_WITH_LINE = re.compile(r"(.+):([0-9]{1,9})")


@app.callback()
def case() -> None:
    """Cases of judges."""


@app.command("run", cls=Command)
def run(
    paths: Annotated[list[str], typer.Argument(metavar="PATH[:LINE]…")],
    trace: Trace = False,
    json: Json = False,
) -> int:
    """Run the cases in these files and folders; the status is 1 if one fails, 2 if a file is no case."""
    found = list(_each(paths))
    if not found:
        raise Misuse("no-cases", paths=", ".join(paths))
    results = [one for one in found if isinstance(one, CaseResult)]
    if not results:
        for one in found:
            if isinstance(one, OSError):
                raise one
        raise CaseErrors(problem for one in found if isinstance(one, CaseErrors) for problem in one.problems)
    for one in found:
        if isinstance(one, CaseErrors):
            typer.echo("\n".join(problem.say(current()) for problem in one.problems), err=True)
        elif isinstance(one, OSError):
            typer.echo(f"kifuda: {message(one)}", err=True)
        elif json:
            show_json_line(as_data(one, trace=trace))
        else:
            _tell(one, trace=trace)
    failed = sum(not result.ok for result in results)
    broken = len(found) - len(results)
    if not json:
        print_(say("case.sum", cases=len(results), failed=failed, broken=broken or None))
    if broken:
        return MISUSE
    return FINDINGS if failed else FINE


def _each(paths: Sequence[str]) -> Iterator[CaseResult | CaseErrors | OSError]:
    """What becomes of each case; of several paths each is run, whichever cannot be opened."""
    for path in paths:
        try:
            yield from run_each([wanted(path)])
        except OSError as error:
            if len(paths) == 1:
                raise
            yield error


@app.command("show", cls=Command)
def show(path: Annotated[str, typer.Argument(metavar="PATH[:LINE]")], json: Json = False) -> None:
    """Show the table after that line of the file; without a line at the end of its first case."""
    file, line = wanted(path)
    cases = read_cases(file)
    if not cases:
        raise Misuse("no-cases", paths=path)
    (chosen,) = cases[:1] if line is None else case_at(cases, line)
    result = run_until(chosen, line if line is not None else LAST_LINE)
    if json:
        show_json(case_table.as_data(result, chosen.settings))
        return
    print_(say("case.head", path=result.path, line=line or result.line, title=localized(result.title)))
    print_(*case_table.drawn(result, current()))


@app.command("words", cls=Command)
def words(game: GameName = None) -> None:
    """Print what a case may say in each game, or in one."""
    for rules in {known.game: known for known in rulesets(game)}.values():
        print_(*case_words.lines(rules))
        print_("")


LAST_LINE = 10**9
"""A line after all lines of a file."""


def wanted(path: str) -> Wanted:
    """The file that is meant by ``PATH`` or ``PATH:LINE``, and the line."""
    found = _WITH_LINE.fullmatch(path)
    if found is None or Path(path).exists():
        return Path(path), None
    return Path(found[1]), int(found[2])


def _tell(result: CaseResult, *, trace: bool) -> None:
    """Print what is wrong with a case, what it has to say, and its course if that is wanted."""
    if result.ok and not trace and not result.remarks:
        return
    facts = {"path": result.path, "line": result.line, "title": localized(result.title)}
    print_(say("case.head", **facts) if result.ok else say("case.failed", **facts))
    if trace and result.course is not None:
        print_(*case_course.lines(result.course, current()))
    print_(*(f"  {said[current()]}" for said in (*result.remarks, *result.failures)))


def as_data(result: CaseResult, *, trace: bool = False) -> dict[str, Any]:
    """The result of a case, in the shape of ``docs/json.md``."""
    data = {
        "file": str(result.path),
        "line": result.line,
        "title": {"ja": result.title.ja, "en": result.title.en},
        "clauses": list(result.clauses),
        "ok": result.ok,
        "failures": _said(result.failures),
        "remarks": _said(result.remarks),
    }
    if trace and result.course is not None:
        data["course"] = case_course.as_data(result.course, current())
    return data


def _said(texts: Sequence[Any]) -> list[str]:
    return [text[current()] for text in texts]

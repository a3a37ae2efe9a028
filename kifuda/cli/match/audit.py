"""``kifuda audit``: judges matches by the rules of their own edition or of another.

Not here: judging (``engine.audit.adjudicate``).
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from typing import Annotated

import typer
from rich.text import Text

from engine.audit.verdict import Finding, first_difference
from events.seal.status import SigningStatus, SigningStatuses
from kifuda.cli.base import lookup
from kifuda.cli.base.command import Command, application
from kifuda.cli.base.exit_status import FINDINGS, FINE, MISUSE
from kifuda.cli.base.language import Misuse, say
from kifuda.cli.base.options import DEFAULT_LOG, Every, Json, LogFile, MatchNames
from kifuda.cli.base.output import counted, row, show, show_json_line, table
from kifuda.cli.base.signature_output import status_data, status_lines
from kifuda.cli.match.findings import as_data, result, show_findings, styled
from kifuda.cli.match.judged import Judged, NotJudged, all_of, judged

app = application()

MATCHES_LISTED = 60
"""The most matches without findings that are listed; of the rest only the number is shown."""


@app.command("audit", cls=Command)
def audit(
    matches: MatchNames = None,
    every: Every = False,
    edition: Annotated[str | None, typer.Option("--edition", metavar="E")] = None,
    json: Json = False,
    log: LogFile = DEFAULT_LOG,
) -> int:
    """Judge these matches; the status is 1 if a record diverges from the rules or has other findings, or is
    not what was signed of it, and 2 if one of them cannot be read, which stops none of the others."""
    names = matches or []
    if every == bool(names):
        raise Misuse("which-matches")
    listed = lookup.names(log) if every else names
    judgements = all_of(listed, log, edition) if every else judged(listed, log, edition)
    verdicts = counted(say("audit.doing"), judgements, total=len(listed))
    statuses = SigningStatuses(log)
    if json:
        # A record outside a log is not signed.
        stored = repeat(True) if every else (not name.endswith(lookup.RECORD) for name in names)
        return _as_lines(verdicts, stored, statuses, what_if=edition is not None)
    seals: dict[str, SigningStatus] = {}
    status = show_verdicts(_with_seals(verdicts, listed, statuses, seals), edition=edition)
    unsound = [match for match, found in seals.items() if not found.is_sound]
    # Of all matches those are told whose signatures say something else: first a few, for one cause mostly.
    for match in unsound[:MATCHES_LISTED] if every else seals:
        _show_seal(match, seals[match])
    return max(status, FINDINGS) if unsound else status


def _with_seals(
    judged: Iterable[Judged | NotJudged],
    names: Sequence[str],
    statuses: SigningStatuses,
    seals: dict[str, SigningStatus],
) -> Iterator[Judged | NotJudged]:
    """The same, with the signing status of each match of the log put into ``seals``: what is wrong with the
    log is told before any verdict is shown."""
    for name, one in zip(names, judged, strict=False):
        if not (isinstance(one, NotJudged) or name.endswith(lookup.RECORD)):
            seals[name] = statuses.of(name)
        yield one


EMPTY = ("",) * 4
"""Turns, acts, events and edition of what cannot be read."""
OTHER_RULES = " *"
"""Behind a grade that was given by other rules than the match pins."""


def _as_lines(
    judged: Iterable[Judged | NotJudged], stored: Iterable[bool], statuses: SigningStatuses, *, what_if: bool
) -> int:
    """Show one object a line, each as soon as it is judged; ``stored``: whether each match is in the log;
    ``what_if``: whether it was judged by another edition than its own."""
    status = FINE
    for one, in_log in zip(judged, stored, strict=False):
        if isinstance(one, NotJudged):
            show_json_line({"match": one.id, "error": one.why})
            status = MISUSE
            continue
        signed = statuses.of(one.id) if in_log else None
        other = {"otherwise": _first_difference(one)} if what_if else {}
        match = one.load() if one.verdict.findings else None
        seal = status_data(signed) if signed else None
        show_json_line({**as_data(one.id, one.verdict, match), **other, "seal": seal})
        if one.verdict.findings or (signed and not signed.is_sound):
            status = max(status, FINDINGS)
    return status


def _first_difference(one: Judged) -> dict[str, object] | None:
    """The first event that differs under the other edition, and the clause."""
    found = first_difference(one.own, one.verdict)
    return None if found is None else {"event": found.seq, "clause": found.clause, "kind": found.kind}


def show_verdicts(judged: Iterable[Judged | NotJudged], *, edition: str | None = None) -> int:
    """Show a table of verdicts, the findings of each match, and the number of matches by grade; what cannot
    be read is told on standard error. Returns the exit status. Only the first matches
    without findings are listed. Under another ``edition``, also show which matches differ, from which event
    on and by which clause."""
    columns = ("match", "grade", "result", "turns", "acts", "events", "edition")
    listed = table("audit", *columns, right=("turns", "acts", "events"))
    grades: Counter[str] = Counter()
    shuffles: Counter[str] = Counter()
    doubtful: list[Judged] = []
    changed: dict[str, Finding] = {}
    others = 0
    unread: list[NotJudged] = []
    for one in judged:
        if isinstance(one, NotJudged):
            row(listed, one.id, "–", say("audit.not-read"), *EMPTY)
            unread.append(one)
            continue
        verdict = one.verdict
        if edition is not None and (found := first_difference(one.own, verdict)) is not None:
            changed[one.id] = found
        grades[verdict.grade] += 1
        others += bool(verdict.unpinned)
        shuffles.update(shuffle.state for shuffle in verdict.shuffles)
        if verdict.findings:
            doubtful.append(one)
        if verdict.findings or listed.row_count < MATCHES_LISTED:
            counts = verdict.turns, verdict.acts, verdict.events
            grade = styled(verdict.grade) + (OTHER_RULES if verdict.unpinned else "")
            row(listed, one.id, grade, result(one.rules, verdict), *counts, verdict.ruleset)
    if others:
        show(Text(say("audit.other-rules", matches=others, mark=OTHER_RULES.strip()), style="bold"))
    show(listed)
    if unlisted := grades.total() + len(unread) - listed.row_count:
        show(say("audit.unlisted", matches=unlisted))
    for one in doubtful:
        show_findings(one.load(), one.verdict)
    for broken in unread:
        print(f"kifuda: {broken.why}", file=sys.stderr)
    show(" · ".join(f"{name} {number}" for name, number in sorted(grades.items())))
    if edition is not None:
        show(say("audit.otherwise", edition=edition, changed=len(changed), matches=grades.total()))
        for id, found in changed.items():
            show(say("audit.from-there", match=id, seq=found.seq, clause=found.clause))
    if shuffles:
        show(say("audit.shuffles", states=_counts(shuffles)))
    if unread:
        return MISUSE
    return FINDINGS if doubtful else FINE


def _show_seal(match: str, found: SigningStatus) -> None:
    """Show the signing status of a match, if anything is signed."""
    if lines := list(status_lines(found)):
        show(Text(match, style="bold"), *(f"  {line}" for line in lines))


def _counts(states: Counter[str]) -> str:
    """The number of shuffles by kind of evidence."""
    return " · ".join(f"{say(f'audit.state-{state}')} {number}" for state, number in sorted(states.items()))

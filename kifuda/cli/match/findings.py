"""The findings of an audit in words: the grade, and each finding with its line, event and clause.

Not here: the audit (``engine.audit.adjudicate``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from rich.text import Text

from engine.audit.dispute import Dispute
from engine.audit.verdict import Finding, Grade, Verdict, event_in
from engine.kernel.ask import TABLE
from engine.kernel.ruleset import Ruleset
from engine.record.match import Match
from engine.text.event_facts import points
from engine.text.label import Labels
from engine.text.messages import rules_remark
from engine.text.messages import say as rules_say
from engine.text.sentence import NOBODY_WON, sentence
from kifuda.cli.base.language import current, say
from kifuda.cli.base.output import show

STYLES = {
    "EXACT": "green",
    "CONSISTENT": "green",
    "OUTCOME_ONLY": "yellow",
    "AMENDED": "yellow",
    "DIVERGED": "bold red",
}


FOLLOWERS_SHOWN = 50
"""Of the outcomes that only follow from an earlier finding; the number of all is given with them."""


NO_DRAW = ("", "unfinished", "withdrawn", *NOBODY_WON)
"""Reasons why a match without a winner is no draw."""


def styled(grade: Grade) -> Text:
    """A grade in its colour."""
    return Text(grade, style=STYLES[grade])


def result(rules: Ruleset | None, verdict: Verdict) -> str:
    """The winner, or that it is a draw, and the reason: ``A (life)``; where there is neither, the reason;
    then the points, if any."""
    reason = rules_say(rules, f"reason.{verdict.reason}", current())
    if verdict.winner:
        won = say("audit.won", winner=verdict.winner, reason=reason)
    else:
        drawn = verdict.reason not in NO_DRAW and TABLE not in verdict.scores
        won = say("audit.drawn", reason=reason) if drawn else reason
    return " · ".join(filter(None, (won, points(verdict.scores, Labels(rules, current())))))


def show_findings(match: Match, verdict: Verdict | None = None, *, path: Path | None = None) -> None:
    """Show the findings of the audit of ``match``; ``path`` is the record that it was read from.

    Outcomes that only follow from an earlier finding are named in one line.
    """
    verdict = verdict or match.verdict
    show(Text.assemble(Text(match.id, style="bold"), "  ", styled(verdict.grade)))
    if remark := rules_remark(match.rules, verdict, current()):
        show(Text(f"  {remark}", style="bold"))
    followers: list[Finding] = []
    for finding in verdict.findings:
        if finding.follows and not finding.legal:
            followers.append(finding)
        else:
            show("\n".join(f"  {line}" for line in finding_lines(match, finding, path=path)))
    if followers:
        more = "" if len(followers) <= FOLLOWERS_SHOWN else f" … ({len(followers)})"
        where = ", ".join(map(location, followers[:FOLLOWERS_SHOWN])) + more
        show("  " + say("audit.follows", where=where))


def location(finding: Finding) -> str:
    """The line of the record where there is one, else the event."""
    return say("audit.line", line=finding.line) if finding.line else say("audit.event", seq=finding.seq)


def finding_lines(match: Match, finding: Finding, *, path: Path | None = None) -> Iterator[str]:
    """A finding line by line: where, what, recorded against ruled, the clauses in words, what was legal."""
    where = f"{path}:{finding.line}" if path and finding.line else location(finding)
    event = say("audit.event", seq=finding.seq)
    clause = f" [{finding.clause}]" if finding.clause else ""
    yield f"{' · '.join(dict.fromkeys((where, event)))}{clause} · {kind(match, finding)}"
    if not (finding.recorded and finding.ruled):  # otherwise these two are enough
        yield f"  {finding.what[current()]}"
    for name in ("recorded", "ruled"):
        if text := getattr(finding, name):
            yield f"  {say(f'audit.{name}')} {_recorded_text(match, finding.seq, text)}"
    found = match.dispute(finding)
    if found is not None and found.cause is not None:
        yield f"  {say('audit.cause')} #{found.cause} {match.sentence(found.cause, current())}"
    for id in dict.fromkeys((finding.clause, *finding.clauses)):
        if id:
            yield f"  {id}: {match.clause_text(id, current())}"
    if finding.legal:
        label = "audit.accepted" if finding.kind == "unread" else "audit.legal"
        yield f"  {say(label)} {' | '.join(finding.legal)}"


def kind(match: Match, finding: Finding) -> str:
    """The kind of finding in words."""
    return rules_say(match.rules, f"kind.{finding.kind}", current())


def _recorded_text(match: Match, seq: int, text: str) -> str:
    """A claim or a line as it was written; an event as its sentence."""
    event = event_in(text)
    if event is None:
        return text
    before = match.table(min(seq, len(match)) - 1)
    return sentence(event, before, match.rules, current(), players=match.opened.players)


def shuffle_lines(match: Match, verdict: Verdict) -> Iterator[str]:
    """The evidence for each shuffle of a match, one line each."""
    for number, one in enumerate(verdict.shuffles, start=1):
        state = rules_say(match.rules, f"vouched.{one.state}", current(), how=one.how)
        location = Labels(match.rules, current()).place(one.place)
        yield say("audit.shuffle", number=number, place=location, seq=one.seq, state=state)


def shuffle_as_data(
    verdict: Verdict, findings: Iterable[Finding], match: Match | None = None
) -> dict[str, Any]:
    """The evidence for the shuffles, in the shape of ``docs/json.md``."""
    return {
        "shuffles": [
            {"seq": one.seq, "place": one.place, "how": one.how, "state": one.state}
            for one in verdict.shuffles
        ],
        "findings": [finding_as_data(finding, match) for finding in findings],
    }


def as_data(id: str, verdict: Verdict, match: Match | None) -> dict[str, Any]:
    """A verdict on match ``id`` in the shape of ``docs/json.md``; ``match`` is needed for its findings."""
    game, _, edition = verdict.ruleset.partition("@")
    return {
        "match": id,
        "game": game,
        "grade": verdict.grade,
        "winner": verdict.winner,
        "reason": verdict.reason,
        "scores": verdict.scores,
        "turns": verdict.turns,
        "acts": verdict.acts,
        "events": verdict.events,
        "edition": edition,
        "unpinned": list(verdict.unpinned),
        "missing": verdict.missing,
        **shuffle_as_data(verdict, verdict.findings, match),
    }


def finding_as_data(finding: Finding, match: Match | None) -> dict[str, Any]:
    """A finding of a match in the shape of ``docs/json.md``."""
    return {
        "seq": finding.seq,
        "line": finding.line,
        "kind": finding.kind,
        "clause": finding.clause,
        "clauses": list(finding.clauses),
        "what": finding.what[current()],
        "recorded": finding.recorded,
        "ruled": finding.ruled,
        "legal": list(finding.legal),
        "follows": finding.follows,
        "code": finding.code,
        "dispute": _dispute_as_data(match.dispute(finding)) if match is not None else None,
    }


def _dispute_as_data(found: Dispute | None) -> dict[str, Any] | None:
    if found is None:
        return None
    history = [course._asdict() for course in found.history]
    return {
        "about": list(found.about),
        "recorded": found.recorded,
        "ruled": found.ruled,
        "cause": found.cause,
        "history": history,
        "reasons": list(found.reasons),
    }

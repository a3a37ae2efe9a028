"""``kifuda explain``: one event in words, with its computation and its clauses.

For an illegal act it gives the reason and the legal acts. Not here: the sentences
(``engine.text.sentence``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.audit.verdict import Finding
from engine.record.match import Match
from engine.text.sentence import sentence, trail
from events.model.kinds import Determined
from kifuda.cli.base import lookup
from kifuda.cli.base.command import Command, application
from kifuda.cli.base.language import current, say
from kifuda.cli.base.options import DEFAULT_LOG, As, EventNumber, Json, LogFile, MatchName
from kifuda.cli.base.output import show, show_json
from kifuda.cli.match.findings import finding_as_data, finding_lines
from kifuda.cli.match.show import event_sentence

app = application()


@app.command("explain", cls=Command)
def explain(
    match: MatchName, number: EventNumber, viewer: As = None, json: Json = False, log: LogFile = DEFAULT_LOG
) -> None:
    """Explain event ``number`` of the match."""
    whole = lookup.match(match, log)
    seen = lookup.handed_out(whole, lookup.viewer(whole, viewer))
    number = lookup.event_number(seen, number)
    found = findings(whole, number) if viewer is None else []
    if json:
        show_json(as_data(seen, number, found))
    else:
        show("\n".join(lines(seen, number, found)))


def findings(match: Match, seq: int) -> list[Finding]:
    """The findings of the audit on an event. They depend on every card, so only full viewers may see them."""
    return [finding for finding in match.verdict.findings if finding.seq == seq]


def as_data(match: Match, seq: int, found: Sequence[Finding]) -> dict[str, Any]:
    """An event, explained, in the shape of ``docs/json.md``."""
    event = match.events[seq]
    return {
        "match": match.id,
        "seq": seq,
        "kind": type(event).__name__,
        "sentence": event_sentence(match, seq),
        "cause": match.derived[seq][1],
        "trail": _trail(match, seq),
        "clauses": [{"clause": id, "text": match.clause_text(id, current())} for id in match.clauses(seq)],
        "findings": [finding_as_data(finding, match) for finding in found],
    }


def lines(match: Match, seq: int, found: Sequence[Finding]) -> Iterator[str]:
    """An event, explained line by line."""
    event, cause = match.derived[seq]
    yield f"#{seq}  {event_sentence(match, seq)}"
    if note := match.written(seq):
        yield f"  {sentence(note, None, match.rules, current())}"
    if cause is not None:
        yield f"  {say('explain.cause', seq=cause, sentence=event_sentence(match, cause))}"
    for step in _trail(match, seq):
        yield f"  {step}"
    if isinstance(event, Determined):
        yield f"  = {event.value}"
    for clause in match.clauses(seq):
        yield f"  {clause}: {match.clause_text(clause, current())}"
    for finding in found:
        yield from (f"  {line}" for line in finding_lines(match, finding))


def _trail(match: Match, seq: int) -> list[str]:
    event = match.events[seq]
    if not isinstance(event, Determined):
        return []
    return trail(event, match.table(seq - 1), match.rules, current())

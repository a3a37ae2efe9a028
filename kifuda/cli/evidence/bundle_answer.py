"""What ``kifuda verify BUNDLE`` prints: the answer of the checker, and the grade that the rules give.

Not here: the checking (``kifuda.evidence.verify_evidence``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from events.regular_file import read_file
from events.seal import Malformed
from kifuda.cli.base.exit_status import FINDINGS, FINE
from kifuda.cli.base.language import Misuse, current, say
from kifuda.cli.base.output import show, show_json
from kifuda.evidence import EvidenceError, verify_evidence
from kifuda.evidence.verify_evidence import FORMAT, OPENING, Answer, Unreadable

if TYPE_CHECKING:
    from engine.audit.verdict import Verdict
    from events.seal.verifiers import AnyKey

SQLITE_HEADER = b"SQLite format 3\0"
"""The first bytes of a log; its user probably meant --log."""
FINDINGS_LISTED = 40
"""The most findings that are listed; of the rest only the number is shown."""


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn errors about evidence into messages in the current language; ``path`` is the file at fault."""
    try:
        yield
    except (EvidenceError, Unreadable) as error:
        facts: dict[str, Any] = {"path": path, **error.facts}
        raise Misuse(f"evidence-{error.code}", **facts) from error


def parsed_key(text: str) -> AnyKey:
    """The verifier key in a text. Raises ``Misuse``."""
    from events.seal.verifiers import parse_key

    try:
        return parse_key(text.strip())
    except Malformed as error:
        raise Misuse("verifier-key", detail=str(error)) from error


def answer(path: Path, keys: Sequence[str], openings: Sequence[Path], *, json: bool) -> int:
    """Check the bundle at ``path`` and print the answer. Returns the exit status."""
    known = verify_evidence.parse_keys([str(parsed_key(key)) for key in keys])
    opened = []
    for opening in openings:
        with explained(opening):
            opened.append(verify_evidence.read(read_file(opening), OPENING))
    data = read_file(path)
    if data.startswith(SQLITE_HEADER):
        raise Misuse("evidence-is-a-log", path=path)
    with explained(path):
        bundle = verify_evidence.read(data, FORMAT)
        found = verify_evidence.check_bundle(bundle, known, opened)
    judged = verdict(bundle["entries"], match=bundle["match"]) if found["viewer"] is None else None
    if json:
        grade = judged.grade if judged else None
        show_json(found | {"grade": grade, "unpinned": list(judged.unpinned) if judged else []})
    else:
        show(*report(found, judged=judged, keyed=bool(keys)))
    return FINDINGS if found["findings"] else FINE


def report(found: Answer, *, judged: Verdict | None, keyed: bool) -> Iterator[str]:
    """The lines that show an answer, in the current language; ``keyed``: whether a key was named."""
    kind = "match" if found["viewer"] is None else "view"
    yield say(f"evidence.report-{kind}", **found)
    if found["head"] is not None:
        yield say("evidence.report-head", **found["head"])
    if found["slip"] is not None:
        slip = "slip" if found["viewer"] is None else "slip-view"
        yield say(f"evidence.report-{slip}", **found["slip"])
    for source in found["sources"]:
        yield say("evidence.report-source", **source)
    for made in found["signatures"]:
        dated = made["time"] is not None and made["state"] in ("holds", "claimed")
        state = f"{made['state']}-at" if dated else made["state"]
        yield say(f"evidence.report-{state}", by=made["by"], time=verify_evidence.utc(made["time"]))
    for what, state in found["pinned"].items():
        yield say(f"evidence.report-{state}", what=_word(what))
    for face in found["opened"]:
        part = "opened" if face["where"] else "skeleton"
        yield say(f"evidence.report-{part}", **face)
    if judged:
        from engine.text.messages import rules_remark

        if remark := rules_remark(None, judged, current()):
            yield remark
        yield say("evidence.grade", grade=judged.grade)
    yield from _report_findings(found["findings"], keyed=keyed)


def _report_findings(findings: Sequence[dict[str, Any]], *, keyed: bool) -> Iterator[str]:
    for finding in findings[:FINDINGS_LISTED]:
        facts = {name: _word(fact) if name == "what" else fact for name, fact in finding.items()}
        yield say(f"evidence.finding-{finding['code']}", **facts)
    if len(findings) > FINDINGS_LISTED:
        yield say("evidence.report-unlisted", findings=len(findings) - FINDINGS_LISTED)
    if findings:
        yield say("evidence.report-findings", findings=len(findings))
    else:
        yield say("evidence.report-fine" if keyed else "evidence.report-fine-unsigned")


def verdict(entries: Sequence[str], *, match: str) -> Verdict | None:
    """The verdict of the rules on the entries of a match; None if they are not a readable match."""
    from engine.record.match import Match
    from events.model import upcast
    from events.model.codec import decode

    try:
        decoded = [decode(text.encode()) for text in entries]
        return Match([(entry.event, entry.cause) for entry in decoded], id=match).verdict
    except (upcast.Unreadable, ValueError, LookupError):
        return None  # A log cannot hold such entries; the findings say so.


def _word(what: object) -> str:
    return say(f"evidence.word-{str(what).partition(' ')[0]}")

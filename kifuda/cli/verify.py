"""``kifuda verify``: the whole log read and hashed again, and compared with what was signed.

Not here: the reading and comparing (``events.seal``), nor what the rules say (``audit``).
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from events.seal import Malformed
from events.seal.checkpoint import SignedCheckpoint
from events.seal.inspection import Inspection, Progress, inspect
from events.seal.note import VerifierKey
from events.seal.scan import Finding, Scan
from kifuda.cli import FINDINGS, FINE, evidence_answer
from kifuda.cli.command import Command, application
from kifuda.cli.language import Misuse, say
from kifuda.cli.options import DEFAULT_LOG, LogFile
from kifuda.cli.output import progress, show

app = application()

LISTED = 60
"""So many findings are listed; of the others only the number is told."""

T = TypeVar("T")


@app.command("verify", cls=Command)
def verify(
    bundle: Annotated[Path | None, typer.Argument(metavar="[BUNDLE]")] = None,
    keys: Annotated[list[str] | None, typer.Option("--key", metavar="VKEY")] = None,
    openings: Annotated[list[Path] | None, typer.Option("--open", metavar="FILE")] = None,
    log: LogFile = DEFAULT_LOG,
) -> int:
    """Look whether the log (or a bundle of evidence) is whole, unchanged and what was signed; the status is 1
    if it is not."""
    if bundle is not None:
        return evidence_answer.answer(bundle, keys or [], openings or [], json=False)
    if openings:
        raise Misuse("evidence-no-bundle")
    known = [_key(text) for text in keys or []]
    require(log)
    return tell(log, watched(lambda bar: inspect(log, known, bar)), keyed=bool(known))


def _key(text: str) -> VerifierKey:
    try:
        return VerifierKey.parse(text.strip())
    except Malformed as error:
        raise Misuse("verifier-key", detail=str(error)) from error


def require(log: Path) -> None:
    """Raise ``Misuse`` where there is no log."""
    if not log.exists():
        raise Misuse("no-log", path=log)


def watched(work: Callable[[Progress], T]) -> T:
    """Do the work, with a bar that shows how many entries are read."""
    with progress() as bars:
        task = bars.add_task(say("verify.doing"), total=None)
        return work(lambda done, total: bars.update(task, completed=done, total=total))


# --- telling ---------------------------------------------------------------------------------------


def tell(log: Path, inspection: Inspection, *, keyed: bool) -> int:
    """Show what came of reading the log; the exit status. ``keyed``: signatures were checked."""
    show(*_about(log, inspection, keyed=keyed))
    findings = inspection.findings
    show(*map(finding, findings[:LISTED]))
    if len(findings) > LISTED:
        show(say("verify.unlisted", findings=len(findings) - LISTED))
    if findings:
        show(say("verify.findings", findings=len(findings)))
        return FINDINGS
    show(say("verify.fine" if keyed else "verify.fine-unsigned"))
    return FINE


def _about(log: Path, inspection: Inspection, *, keyed: bool) -> Iterator[str]:
    found, signed = inspection.scan, inspection.signed
    if found is not None:
        root = "" if found.root is None else base64.b64encode(found.root).decode()
        yield say("verify.records", log=log, rehashed=found.rehashed, size=found.size, root=root)
    if signed is not None:
        yield from _about_checkpoint(signed, found)
        yield from (_about_signature(inspection, made, keyed=keyed) for made in signed.note.signatures)
    elif not inspection.findings:
        yield say("verify.bare")


def _about_checkpoint(signed: SignedCheckpoint, found: Scan | None) -> Iterator[str]:
    head = signed.checkpoint
    root = base64.b64encode(head.root).decode()
    yield say("verify.checkpoint", origin=head.origin, size=head.size, root=root)
    if found is not None and found.root_then == head.root:
        yield say("verify.prefix", since=found.size - head.size)


def _about_signature(inspection: Inspection, made: Any, *, keyed: bool) -> str:
    if made in inspection.holding:
        return say("verify.holds", by=made)
    return say("verify.unknown" if keyed else "verify.unchecked", by=made)


def finding(found: Finding) -> str:
    """A finding in words."""
    return say(f"verify.{found.code}", **found.facts)

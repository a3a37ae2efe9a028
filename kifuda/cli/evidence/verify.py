"""``kifuda verify``: the whole log read and hashed again, and compared with what was signed.

Not here: the reading and comparing (``events.seal``), nor what the rules say (``audit``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from events.seal.checkpoint import SignedCheckpoint, read
from events.seal.inspection import Inspection, Progress, inspect
from events.seal.note import Signature
from events.seal.scan import Scan
from events.seal.slip_check import CheckedSlip
from events.seal.verifiers import AnyKey, check_signatures
from kifuda.cli import FINDINGS, FINE
from kifuda.cli.base.command import Command, application
from kifuda.cli.base.language import Misuse, say
from kifuda.cli.base.options import DEFAULT_LOG, Json, LogFile
from kifuda.cli.base.output import progress, show, show_json
from kifuda.cli.base.signature_output import finding, finding_data, head_data, root_text, signature_data
from kifuda.cli.evidence import bundle_answer

app = application()

LISTED = 60
"""So many findings are listed; of the others only the number is told."""

T = TypeVar("T")


@app.command("verify", cls=Command)
def verify(
    bundle: Annotated[Path | None, typer.Argument(metavar="[BUNDLE]")] = None,
    keys: Annotated[list[str] | None, typer.Option("--key", metavar="VKEY")] = None,
    openings: Annotated[list[Path] | None, typer.Option("--open", metavar="FILE")] = None,
    head: Annotated[Path | None, typer.Option("--head", metavar="FILE")] = None,
    json: Json = False,
    log: LogFile = DEFAULT_LOG,
) -> int:
    """Look whether the log (or a bundle of evidence) is whole, unchanged and what was signed; the status is 1
    if it is not."""
    if bundle is not None:
        return bundle_answer.answer(bundle, keys or [], openings or [], json=json)
    if openings:
        raise Misuse("evidence-no-bundle")
    known = [bundle_answer.parsed_key(text) for text in keys or []]
    require(log)
    kept = None if head is None else _kept(head)
    found = watched(lambda bar: inspect(log, known, bar, head=kept))
    if json:
        show_json(data(log, found, kept, known))
        return FINDINGS if found.findings else FINE
    return tell(log, found, keyed=bool(known), kept=kept)


def _kept(path: Path) -> SignedCheckpoint:
    """The head in a file. Raises ``Misuse`` where there is none, ``SealError`` for what is no checkpoint."""
    kept = read(path)
    if kept is None:
        raise Misuse("no-head", path=path)
    return kept


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


def tell(log: Path, inspection: Inspection, *, keyed: bool, kept: SignedCheckpoint | None = None) -> int:
    """Show what came of reading the log; the exit status. ``keyed``: signatures were checked. ``kept`` is the
    head that it was compared with, beside its own."""
    show(*_about(log, inspection, keyed=keyed, kept=kept))
    findings = inspection.findings
    show(*map(finding, findings[:LISTED]))
    if len(findings) > LISTED:
        show(say("verify.unlisted", findings=len(findings) - LISTED))
    if findings:
        show(say("verify.findings", findings=len(findings)))
        return FINDINGS
    show(say("verify.fine" if keyed else "verify.fine-unsigned"))
    return FINE


def _about(log: Path, inspection: Inspection, *, keyed: bool, kept: SignedCheckpoint | None) -> Iterator[str]:
    found, signed = inspection.scan, inspection.signed
    if found is not None:
        root = "" if found.root is None else root_text(found.root)
        yield say("verify.records", log=log, rehashed=found.rehashed, size=found.size, root=root)
    if signed is not None:
        yield from _about_checkpoint(signed, found)
        yield from (_about_signature(inspection, made, keyed=keyed) for made in signed.note.signatures)
    elif not inspection.findings:
        yield say("verify.bare")
    if kept is not None:
        yield say("verify.kept", **head_data(kept.checkpoint))
    yield from _about_slips(inspection.slips)


def _about_checkpoint(signed: SignedCheckpoint, found: Scan | None) -> Iterator[str]:
    head = signed.checkpoint
    yield say("verify.checkpoint", **head_data(head))
    if found is not None and found.prefix_root == head.root:
        yield say("verify.prefix", since=found.size - head.size)


def _about_signature(inspection: Inspection, made: Signature, *, keyed: bool) -> str:
    if made in inspection.holding:
        return say("verify.holds", by=made)
    return say("verify.unknown" if keyed else "verify.unchecked", by=made)


def _about_slips(slips: tuple[CheckedSlip, ...]) -> Iterator[str]:
    """How many slips there are, how many of their signatures hold, and which matches went on since."""
    if not slips:
        return
    states = Counter(made.state for seen in slips for made in seen.signatures)
    yield say("verify.slips", slips=len(slips), holding=states["holds"], unknown=states["unknown"] or "")
    later = [seen for seen in slips if seen.compared.since]
    for seen in later[:LISTED]:
        yield say("verify.slip-since", file=seen.path.name, since=seen.compared.since, size=seen.slip.size)
    if len(later) > LISTED:
        yield say("verify.unlisted", findings=len(later) - LISTED)


# --- as data ---------------------------------------------------------------------------------------


def data(
    log: Path, inspection: Inspection, kept: SignedCheckpoint | None, keys: Sequence[AnyKey]
) -> dict[str, Any]:
    """What came of reading the log, in the shape of ``docs/json.md``."""
    found, signed = inspection.scan, inspection.signed
    return {
        "log": str(log),
        "size": found and found.size,
        "rehashed": found and found.rehashed,
        "root": found and found.root and root_text(found.root),
        "checkpoint": signed and _checkpoint_data(signed, found, keys),
        "head": kept and head_data(kept.checkpoint),
        "slips": [_slip_data(seen) for seen in inspection.slips],
        "findings": list(map(finding_data, inspection.findings)),
    }


def _checkpoint_data(signed: SignedCheckpoint, found: Scan | None, keys: Sequence[AnyKey]) -> dict[str, Any]:
    holds = found is not None and found.prefix_root == signed.checkpoint.root
    return {
        **head_data(signed.checkpoint),
        "since": found.size - signed.checkpoint.size if found is not None and holds else None,
        "signatures": list(map(signature_data, check_signatures(signed.note, keys))),
    }


def _slip_data(seen: CheckedSlip) -> dict[str, Any]:
    return {
        "file": seen.path.name,
        "match": seen.slip.match,
        "size": seen.slip.size,
        "state": seen.compared.state,
        "since": seen.compared.since,
        "signatures": list(map(signature_data, seen.signatures)),
    }

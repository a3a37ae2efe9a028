"""``kifuda verify``: reads and hashes the whole log again and compares it with what was signed.

Not here: reading and comparing (``events.seal``), the judgement by the rules (``audit``).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from events.collect.origin_check import CheckedOrigin, OriginCheck
from events.log.collected import Collected
from events.log.parallel_scan import parallel_scan, processes_for
from events.seal.checkpoint import SignedCheckpoint, read
from events.seal.inspection import Inspection, Progress, inspect
from events.seal.note import Signature
from events.seal.scan import Scan
from events.seal.slip_check import CheckedSlip
from events.seal.verifiers import AnyKey, check_signatures
from kifuda.cli.base.command import Command, application
from kifuda.cli.base.exit_status import FINDINGS, FINE
from kifuda.cli.base.language import Misuse, say
from kifuda.cli.base.options import DEFAULT_LOG, Json, LogFile
from kifuda.cli.base.output import progress, show, show_json
from kifuda.cli.base.signature_output import (
    finding,
    finding_data,
    head_data,
    origin_data,
    root_text,
    signature_data,
)
from kifuda.cli.evidence import bundle_answer

app = application()

FINDINGS_LISTED = 60
"""The most findings that are listed; of the rest only the number is shown."""

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
    """Check that the log (or an evidence bundle) is complete, unchanged and as signed; the status is 1 if it
    is not."""
    if bundle is not None:
        return bundle_answer.answer(bundle, keys or [], openings or [], json=json)
    if openings:
        raise Misuse("evidence-no-bundle")
    known = [bundle_answer.parsed_key(text) for text in keys or []]
    require_log(log)
    external_head = None if head is None else _read_head(head)
    with processes_for(log) as pool:
        scan = partial(parallel_scan, pool=pool)
        found = with_progress(lambda bar: inspect(log, known, bar, head=external_head, scan=scan))
    if json:
        show_json(data(log, found, external_head, known))
        return FINDINGS if found.findings else FINE
    return show_inspection(log, found, keyed=bool(known), external_head=external_head)


def _read_head(path: Path) -> SignedCheckpoint:
    """The head in a file. Raises ``Misuse`` without a file, ``SealError`` if it is no checkpoint."""
    external_head = read(path)
    if external_head is None:
        raise Misuse("no-head", path=path)
    return external_head


def require_log(log: Path) -> None:
    """Raise ``Misuse`` where there is no log."""
    if not log.exists():
        raise Misuse("no-log", path=log)


def with_progress(work: Callable[[Progress], T]) -> T:
    """Do the work with a progress bar of the entries read."""
    with progress() as bars:
        task = bars.add_task(say("verify.doing"), total=None)
        return work(lambda done, total: bars.update(task, completed=done, total=total))


# --- output ----------------------------------------------------------------------------------------


def show_inspection(
    log: Path, inspection: Inspection, *, keyed: bool, external_head: SignedCheckpoint | None = None
) -> int:
    """Show the result of an inspection. Returns the exit status.

    ``keyed``: signatures were checked. ``external_head``: the head that the log was also compared with.
    """
    show(*_report(log, inspection, keyed=keyed, external_head=external_head))
    findings = inspection.findings
    show(*map(finding, findings[:FINDINGS_LISTED]))
    if len(findings) > FINDINGS_LISTED:
        show(say("verify.unlisted", findings=len(findings) - FINDINGS_LISTED))
    if findings:
        show(say("verify.findings", findings=len(findings)))
        return FINDINGS
    show(say("verify.fine" if keyed else "verify.fine-unsigned"))
    return FINE


def _report(
    log: Path, inspection: Inspection, *, keyed: bool, external_head: SignedCheckpoint | None
) -> Iterator[str]:
    found, signed = inspection.scan, inspection.signed
    if found is not None:
        root = "" if found.root is None else root_text(found.root)
        yield say("verify.records", log=log, rehashed=found.rehashed, size=found.size, root=root)
    if signed is not None:
        yield from _report_checkpoint(signed, found)
        yield from (_report_signature(inspection, made, keyed=keyed) for made in signed.note.signatures)
    elif not inspection.findings:
        yield say("verify.bare")
    if external_head is not None:
        yield say("verify.kept", **head_data(external_head.checkpoint))
    yield from _report_slips(inspection.slips)
    yield from _report_origins(inspection.origins)


def _report_checkpoint(signed: SignedCheckpoint, found: Scan | None) -> Iterator[str]:
    head = signed.checkpoint
    yield say("verify.checkpoint", **head_data(head))
    if found is not None and found.prefix_root == head.root:
        yield say("verify.prefix", since=found.size - head.size)


def _report_signature(inspection: Inspection, made: Signature, *, keyed: bool) -> str:
    if made in inspection.holding:
        return say("verify.holds", by=made)
    return say("verify.unknown" if keyed else "verify.unchecked", by=made)


def _report_slips(slips: tuple[CheckedSlip, ...]) -> Iterator[str]:
    """The number of slips and of valid signatures, and the matches with entries after their slip."""
    if not slips:
        return
    states = Counter(made.state for seen in slips for made in seen.signatures)
    yield say("verify.slips", slips=len(slips), holding=states["holds"], unknown=states["unknown"] or "")
    later = [seen for seen in slips if seen.compared.since]
    for seen in later[:FINDINGS_LISTED]:
        yield say("verify.slip-since", file=seen.path.name, since=seen.compared.since, size=seen.slip.size)
    if len(later) > FINDINGS_LISTED:
        yield say("verify.unlisted", findings=len(later) - FINDINGS_LISTED)


def _report_origins(origins: OriginCheck) -> Iterator[str]:
    """The number of matches from each other log, and whose signatures of its heads hold."""
    proofs: dict[str, list[CheckedOrigin]] = defaultdict(list)
    for proof in origins.proofs:
        proofs[proof.head.origin].append(proof)
    for origin, found in proofs.items():
        holding = {made.signature for proof in found for made in proof.signatures if made.state == "holds"}
        names = ", ".join(sorted({str(one) for one in holding}))
        matches, proven = (
            len({proof.row.match for proof in some}) for some in (found, [one for one in found if one.holds])
        )
        yield say("verify.origins", matches=matches, origin=origin, proven=proven, by=names)
    sources = Counter(row.source for row in origins.unsigned)
    for source, number in sources.items():
        yield say("verify.origins-unsigned", matches=number, source=source)


# --- as data ---------------------------------------------------------------------------------------


def data(
    log: Path, inspection: Inspection, external_head: SignedCheckpoint | None, keys: Sequence[AnyKey]
) -> dict[str, Any]:
    """The result of the inspection, in the shape of ``docs/json.md``."""
    found, signed = inspection.scan, inspection.signed
    return {
        "log": str(log),
        "size": found and found.size,
        "rehashed": found and found.rehashed,
        "root": found and found.root and root_text(found.root),
        "checkpoint": signed and _checkpoint_data(signed, found, keys),
        "head": external_head and head_data(external_head.checkpoint),
        "slips": [_slip_data(seen) for seen in inspection.slips],
        "origins": [
            *map(origin_data, inspection.origins.proofs),
            *map(_unsigned_origin_data, inspection.origins.unsigned),
        ],
        "findings": list(map(finding_data, inspection.findings)),
    }


def _checkpoint_data(signed: SignedCheckpoint, found: Scan | None, keys: Sequence[AnyKey]) -> dict[str, Any]:
    holds = found is not None and found.prefix_root == signed.checkpoint.root
    return {
        **head_data(signed.checkpoint),
        "since": found.size - signed.checkpoint.size if found is not None and holds else None,
        "signatures": list(map(signature_data, check_signatures(signed.note, keys))),
    }


def _unsigned_origin_data(row: Collected) -> dict[str, Any]:
    return {"match": row.match, "entries": row.entries, "source": row.source, "at": row.at, "head": None}


def _slip_data(seen: CheckedSlip) -> dict[str, Any]:
    return {
        "file": seen.path.name,
        "match": seen.slip.match,
        "size": seen.slip.size,
        "state": seen.compared.state,
        "since": seen.compared.since,
        "signatures": list(map(signature_data, seen.signatures)),
    }

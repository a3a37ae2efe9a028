"""Compares a log with its checkpoint: what is signed must be its beginning, byte for byte.

Not here: how the log is read (``scan``), and in which words findings are told.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from events.log import Damaged
from events.seal import SealError
from events.seal.checkpoint import Checkpoint, SignedCheckpoint, read
from events.seal.note import Forged, Signature, Unsigned, VerifierKey, check
from events.seal.place import beside
from events.seal.scan import Finding, Scan, scan

Progress = Callable[[int, int], None]


class Inspection(NamedTuple):
    """What came of it. Without findings the log is what was signed, and goes on from there unbroken.

    ``scan`` is None where the log could not be read to its end, ``signed`` where there is no (readable)
    checkpoint. ``holding`` are the signatures that were checked and hold; without keys there are none.
    """

    scan: Scan | None
    signed: SignedCheckpoint | None
    holding: tuple[Signature, ...]
    findings: tuple[Finding, ...]


def inspect(log: Path, keys: Iterable[VerifierKey] = (), progress: Progress | None = None) -> Inspection:
    """Read the log at ``log`` again and compare it with the checkpoint beside it.

    With ``keys`` the checkpoint must be there, and be signed by one of them that has the name of the log.
    Raises ``LogError`` where there is no log, or it is in use.
    """
    # The checkpoint first: a log that grows meanwhile only becomes longer than it.
    findings: list[Finding] = []
    signed = _checkpoint(log, findings)
    holding = _signatures(signed, tuple(keys), findings)
    found: Scan | None = None
    try:
        found = scan(log, then=signed.checkpoint.size if signed else 0, progress=progress)
    except Damaged as error:
        findings.append(Finding("damaged", {"why": str(error)}))
    if found is not None:
        findings += found.findings
        if signed is not None:
            findings += _compared(found, signed.checkpoint)
    return Inspection(found, signed, holding, tuple(findings))


def _checkpoint(log: Path, findings: list[Finding]) -> SignedCheckpoint | None:
    try:
        return read(beside(log))
    except SealError as error:
        findings.append(Finding("checkpoint-unreadable", {"why": str(error)}))
        return None


def _signatures(
    signed: SignedCheckpoint | None, keys: tuple[VerifierKey, ...], findings: list[Finding]
) -> tuple[Signature, ...]:
    """The signatures that hold, and what is wrong with the others."""
    if not keys:
        return ()
    if signed is None:
        if not findings:
            findings.append(Finding("no-checkpoint", {}))
        return ()
    try:
        holding = check(signed.note, keys)
    except (Forged, Unsigned) as error:
        code = "forged" if isinstance(error, Forged) else "unsigned"
        findings.append(Finding(code, {"why": str(error)}))
        return ()
    origin = signed.checkpoint.origin
    # A key that may sign another log, or only countersigns, does not vouch for this one.
    if origin not in {signature.name for signature in holding}:
        findings.append(Finding("stranger", {"origin": origin, "keys": ", ".join(map(str, holding))}))
    return holding


def _compared(found: Scan, head: Checkpoint) -> list[Finding]:
    """What is wrong between the log and its checkpoint."""
    if found.size < head.size:
        facts: dict[str, object] = {"first": found.size, "last": head.size - 1}
        return [Finding("short", {"size": found.size, "signed": head.size, **facts})]
    if found.root_then is not None and found.root_then != head.root:
        return [Finding("fork", {"signed": head.size})]
    return []

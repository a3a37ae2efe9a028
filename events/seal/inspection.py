"""Compares a log with all that is signed of it: its checkpoint, a head that somebody else keeps, its slips.

What is signed must be its beginning, byte for byte. Not here: how the log is read (``scan``), and in which
words findings are told.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from events.log.contract import Damaged
from events.log.database import open_database
from events.seal import SealError
from events.seal.checkpoint import Checkpoint, SignedCheckpoint, read
from events.seal.guard import Forked, Rolledback, begun
from events.seal.note import Forged, Signature, Unsigned, VerifierKey, check
from events.seal.paths import beside
from events.seal.scan import Finding, Scan, scan
from events.seal.slip_check import SeenSlip, see_slips
from events.seal.verifiers import AnyKey, listed, vouched

Progress = Callable[[int, int], None]


class Inspection(NamedTuple):
    """What came of it. Without findings the log is what was signed, and goes on from there unbroken.

    ``scan`` is None where the log could not be read to its end, ``signed`` where there is no (readable)
    checkpoint. ``holding`` are the signatures that were checked and hold; without keys there are none.
    ``slips`` are those of its matches that could be read.
    """

    scan: Scan | None
    signed: SignedCheckpoint | None
    holding: tuple[Signature, ...]
    findings: tuple[Finding, ...]
    slips: tuple[SeenSlip, ...] = ()


def inspect(
    log: Path,
    keys: Iterable[AnyKey] = (),
    progress: Progress | None = None,
    *,
    head: SignedCheckpoint | None = None,
) -> Inspection:
    """Read the log at ``log`` again and compare it with the checkpoint beside it, and with ``head``.

    With ``keys`` that sign, the checkpoint must be there, and be signed by one of them that has the name of
    the log; so must ``head``. Slips are checked by the keys that are listed beside the log as well.
    Raises ``LogError`` where there is no log, or it is in use.
    """
    # What is signed first: a log that grows meanwhile only becomes longer than it.
    known = tuple(keys)
    signing = tuple(key for key in known if type(key) is VerifierKey)
    findings: list[Finding] = []
    signed = _checkpoint(log, findings)
    holding = _signatures(signed, signing, findings)
    listing = _listed(log, findings)
    found: Scan | None = None
    slips: tuple[SeenSlip, ...] = ()
    try:
        found = scan(log, then=signed.checkpoint.size if signed else 0, progress=progress)
    except Damaged as error:
        findings.append(Finding("damaged", {"why": str(error)}))
    if found is not None:
        findings += found.findings
        if signed is not None:
            findings += _compared(found, signed.checkpoint)
        if head is not None:
            findings += _against_head(log, head, signed, signing)
        slips, against = see_slips(log, signed.checkpoint.origin if signed else None, (*known, *listing))
        findings += against
    return Inspection(found, signed, holding, tuple(findings), slips)


def _listed(log: Path, findings: list[Finding]) -> tuple[AnyKey, ...]:
    try:
        return listed(log)
    except SealError as error:
        findings.append(Finding("keys-unreadable", {"why": str(error)}))
        return ()


def _against_head(
    log: Path, head: SignedCheckpoint, own: SignedCheckpoint | None, keys: tuple[VerifierKey, ...]
) -> Iterator[Finding]:
    """What stands between the log and a head of it that was kept elsewhere.

    The stored leaf hashes are compared: where they are not those of the bytes, the scan has found it.
    """
    origin, size = head.checkpoint.origin, head.checkpoint.size
    if own is not None and own.checkpoint.origin != origin:
        yield Finding("head-stranger", {"says": origin, "origin": own.checkpoint.origin})
    made = vouched(head.note, keys)
    if any(one.state == "forged" for one in made):
        yield Finding("head-forged", {"signed": size})
    elif keys and not any(one.state == "holds" and one.signature.name == origin for one in made):
        yield Finding("head-unsigned", {"signed": size, "origin": origin})
    try:
        with closing(open_database(log, writing=False)) as connection:
            begun(log, connection, head.checkpoint)
    except Rolledback as error:
        facts: dict[str, object] = {"first": error.size, "last": size - 1}
        yield Finding("head-short", {"size": error.size, "signed": size, **facts})
    except Forked:
        yield Finding("head-fork", {"signed": size})


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

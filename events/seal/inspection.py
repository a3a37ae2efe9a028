"""Compares a log with everything that is signed of it: its checkpoint, a head stored elsewhere, its slips.

What is signed must be the beginning of the log, byte for byte. Not here: how the log is read (``scan``), and
the texts of findings.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple, Protocol

from events.collect.origin_check import OriginCheck, check_origins
from events.log.contract import Damaged
from events.log.database import open_database
from events.log.values import Unsound
from events.seal import SealError
from events.seal.checkpoint import Checkpoint, SignedCheckpoint, read
from events.seal.guard import Forked, Rolledback, verified_prefix
from events.seal.note import Forged, Signature, Unsigned, VerifierKey, check
from events.seal.paths import checkpoint_of
from events.seal.scan import Finding, Scan, scan
from events.seal.slip_check import CheckedSlip, check_slips
from events.seal.verifiers import AnyKey, check_signatures, listed_keys, silent_keys

Progress = Callable[[int, int], None]


class Scanner(Protocol):
    """A function that reads a whole log, as ``scan`` does."""

    def __call__(self, log: Path, *, prefix_size: int, progress: Progress | None) -> Scan: ...


class Inspection(NamedTuple):
    """The result. Without findings the log begins with what was signed, and every later entry is linked to
    it.

    ``scan`` is None if the log could not be read to its end, ``signed`` if there is no readable checkpoint.
    ``holding`` are the signatures that were checked and hold; without keys there are none. ``slips`` are the
    readable slips of its matches, ``origins`` what was kept of matches that come from other logs.
    """

    scan: Scan | None
    signed: SignedCheckpoint | None
    holding: tuple[Signature, ...]
    findings: tuple[Finding, ...]
    slips: tuple[CheckedSlip, ...] = ()
    origins: OriginCheck = OriginCheck()


def inspect(
    log: Path,
    keys: Iterable[AnyKey] = (),
    progress: Progress | None = None,
    *,
    head: SignedCheckpoint | None = None,
    scan: Scanner = scan,
) -> Inspection:
    """Read the log at ``log`` again and compare it with the checkpoint beside it, and with ``head``.

    With ``keys`` that sign, there must be a checkpoint, signed by a key with the name of the log; the same
    holds for ``head``. Each of the ``keys`` must have signed the checkpoint, a slip or a source. Slips are
    also checked with the keys listed beside the log. ``scan`` reads the log. Raises ``LogError`` if there is
    no log or it is in use.
    """
    # The checkpoint is read first: a log that grows meanwhile only becomes longer than what was signed.
    known = tuple(keys)
    signing = tuple(key for key in known if type(key) is VerifierKey)
    findings: list[Finding] = []
    signed = _read_checkpoint(log, findings)
    holding = _check_checkpoint_signatures(signed, signing, findings)
    listing = _read_listed_keys(log, findings)
    found: Scan | None = None
    slips: tuple[CheckedSlip, ...] = ()
    origins = OriginCheck()
    try:
        found = scan(log, prefix_size=signed.checkpoint.size if signed else 0, progress=progress)
    except Unsound as error:
        findings.append(Finding("row", error.facts))
    except Damaged as error:
        findings.append(Finding("damaged", {"why": str(error)}))
    if found is not None:
        findings += found.findings
        if signed is not None:
            findings += _checkpoint_findings(found, signed.checkpoint)
        if head is not None:
            findings += _head_findings(log, head, signed, signing)
        own = signed.checkpoint.origin if signed else None
        try:
            origins = check_origins(log, (*known, *listing))
            slips, against = check_slips(log, own, (*known, *listing), accepted=origins.accepted)
            findings += [*origins.findings, *against]
            if holding:  # else that has been found
                findings += _silent_findings(known, holding, head, slips, origins)
        except Damaged as error:
            findings.append(Finding("damaged", {"why": str(error)}))
    return Inspection(found, signed, holding, tuple(findings), slips, origins)


def _silent_findings(
    known: Iterable[AnyKey],
    holding: Iterable[Signature],
    head: SignedCheckpoint | None,
    slips: Iterable[CheckedSlip],
    origins: OriginCheck,
) -> Iterator[Finding]:
    """The keys that were named and have signed nothing: a slip may have lost a signature."""
    made = [*holding, *(head.note.signatures if head else ())]
    made += (one.signature for slip in slips for one in slip.signatures)
    made += (one.signature for proof in origins.proofs for one in proof.signatures)
    for key in silent_keys(known, made):
        yield Finding("silent", {"by": f"{key.name}+{key.id.hex()}"})


def _read_listed_keys(log: Path, findings: list[Finding]) -> tuple[AnyKey, ...]:
    try:
        return listed_keys(log)
    except SealError as error:
        findings.append(Finding("keys-unreadable", {"why": str(error)}))
        return ()


def _head_findings(
    log: Path, head: SignedCheckpoint, own: SignedCheckpoint | None, keys: tuple[VerifierKey, ...]
) -> Iterator[Finding]:
    """The differences between the log and a head of it that was stored elsewhere.

    It compares stored leaf hashes: if they do not fit the bytes, the scan has reported it.
    """
    origin, size = head.checkpoint.origin, head.checkpoint.size
    if own is not None and own.checkpoint.origin != origin:
        yield Finding("head-stranger", {"says": origin, "origin": own.checkpoint.origin})
    made = check_signatures(head.note, keys)
    if any(one.state == "forged" for one in made):
        yield Finding("head-forged", {"signed": size})
    elif keys and not any(one.state == "holds" and one.signature.name == origin for one in made):
        yield Finding("head-unsigned", {"signed": size, "origin": origin})
    try:
        with closing(open_database(log, writing=False)) as connection:
            verified_prefix(log, connection, head.checkpoint)
    except Rolledback as error:
        facts: dict[str, object] = {"first": error.size, "last": size - 1}
        yield Finding("head-short", {"size": error.size, "signed": size, **facts})
    except Forked:
        yield Finding("head-fork", {"signed": size})


def _read_checkpoint(log: Path, findings: list[Finding]) -> SignedCheckpoint | None:
    try:
        return read(checkpoint_of(log))
    except SealError as error:
        findings.append(Finding("checkpoint-unreadable", {"why": str(error)}))
        return None


def _check_checkpoint_signatures(
    signed: SignedCheckpoint | None, keys: tuple[VerifierKey, ...], findings: list[Finding]
) -> tuple[Signature, ...]:
    """The signatures that hold. Adds findings about the others."""
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
    # A key of another log, or one that only countersigns, cannot sign this log.
    if origin not in {signature.name for signature in holding}:
        findings.append(Finding("stranger", {"origin": origin, "keys": ", ".join(map(str, holding))}))
    return holding


def _checkpoint_findings(found: Scan, head: Checkpoint) -> list[Finding]:
    """The differences between the log and its checkpoint."""
    if found.size < head.size:
        facts: dict[str, object] = {"first": found.size, "last": head.size - 1}
        return [Finding("short", {"size": found.size, "signed": head.size, **facts})]
    if found.prefix_root is not None and found.prefix_root != head.root:
        return [Finding("fork", {"signed": head.size})]
    return []

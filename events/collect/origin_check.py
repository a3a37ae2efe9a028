"""Checks where collected matches came from: the proofs that were kept must lead to the entries that are here.

It compares stored leaf hashes; ``scan`` checks that these fit the stored bytes. Not here: collecting
(``collecting``), and slips that were collected (``slip_check``).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import apsw

from events.log.collected import Collected, collected
from events.log.database import as_log_error, open_database
from events.seal import Malformed
from events.seal.checkpoint import Checkpoint, SignedCheckpoint
from events.seal.guard import fetch
from events.seal.merkle import Hash, included
from events.seal.note import VerifierKey
from events.seal.proof import EntryProof
from events.seal.scan import LEAF, Facts, Finding
from events.seal.slip import Slip
from events.seal.verifiers import AnyKey, CheckedSignature, check_signatures


class CheckedOrigin(NamedTuple):
    """A proof that was kept, with the head of the source that it leads to; ``holds``: it leads there."""

    row: Collected
    head: Checkpoint
    signatures: tuple[CheckedSignature, ...]
    holds: bool


class OriginCheck(NamedTuple):
    """What was kept of the origin of matches: ``proofs`` that could be read, ``unsigned`` origins;
    ``accepted``: match → the logs whose slips it may have."""

    proofs: tuple[CheckedOrigin, ...] = ()
    unsigned: tuple[Collected, ...] = ()
    accepted: Mapping[str, frozenset[str]] = {}
    findings: tuple[Finding, ...] = ()


def check_origins(log: Path, known: Sequence[AnyKey]) -> OriginCheck:
    """Check what the log at ``log`` keeps of the origin of its matches. Raises ``LogError``."""
    try:
        with closing(open_database(log, writing=False)) as connection:
            return origins_in(connection, known)
    except apsw.Error as error:
        raise as_log_error(error, log) from error


def origins_in(
    connection: apsw.Connection, known: Sequence[AnyKey], *, match: str | None = None
) -> OriginCheck:
    """Check what a log keeps of the origin of one match, or of all. Raises SQLite's errors.

    Findings include a signature by a ``known`` key that does not hold, and a missing signature of the source
    if its key is known.
    """
    rows = collected(connection, match)
    found = [_check(connection, row, known) for row in rows if row.kind == "proof"]
    proofs = tuple(one for one in found if not isinstance(one, Finding))
    findings = [one for one in found if isinstance(one, Finding)]
    for proof in proofs:
        findings += _origin_findings(proof, known)
    accepted: dict[str, set[str]] = {}
    for proof in proofs:
        if proof.holds:
            accepted.setdefault(proof.row.match, set()).add(proof.head.origin)
    for row in rows:
        if row.kind == "slip":
            try:
                slip = Slip.of(SignedCheckpoint.parse(row.data.encode()))
            except Malformed:
                continue  # a finding of ``slip_check``
            accepted.setdefault(row.match, set()).add(slip.origin)
    unsigned = tuple(row for row in rows if row.kind == "unsigned")
    origins = {name: frozenset(logs) for name, logs in accepted.items()}
    return OriginCheck(proofs, unsigned, origins, tuple(findings))


def read_proof(row: Collected) -> tuple[EntryProof, Checkpoint]:
    """A proof that was kept, and the head of the source in it. Raises ``Malformed``."""
    proof = EntryProof.parse(row.data.encode())
    return proof, Checkpoint.parse(proof.note.text)


def _check(connection: apsw.Connection, row: Collected, known: Iterable[AnyKey]) -> CheckedOrigin | Finding:
    try:
        proof, head = read_proof(row)
    except Malformed as error:
        return Finding("origin-unreadable", {"match": row.match, "why": str(error)})
    leaves: list[tuple[Hash]] = fetch(connection, LEAF, row.match, row.entries - 1)
    place, path = proof.position, proof.proof
    holds = any(included(leaf, place, size=head.size, root=head.root, proof=path) for (leaf,) in leaves)
    return CheckedOrigin(row, head, check_signatures(proof.note, known), holds)


def _origin_findings(proof: CheckedOrigin, known: Iterable[AnyKey]) -> Iterator[Finding]:
    origin = proof.head.origin
    facts: Facts = {"match": proof.row.match, "entries": proof.row.entries, "origin": origin}
    if not proof.holds:
        yield Finding("origin-unproven", facts)
    for made in proof.signatures:
        if made.state == "forged":
            yield Finding("origin-forged", {**facts, "by": str(made.signature)})
    keepers = {key.name for key in known if type(key) is VerifierKey and key.name == origin}
    sound = (made for made in proof.signatures if made.state == "holds" and made.time is None)
    if keepers - {made.signature.name for made in sound}:
        yield Finding("origin-unsigned", facts)


__all__ = ["CheckedOrigin", "OriginCheck", "check_origins", "origins_in", "read_proof"]

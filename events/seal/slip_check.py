"""Checks all slips of a log: each must sign what the log has of its match, and its signatures must hold.

It compares stored leaf hashes; ``scan`` checks that these fit the stored bytes. Not here: the form of slips
(``slip``), and how they are made (``slip_signing``).
"""

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import apsw

from events.log.database import as_log_error, open_database
from events.seal import SealError
from events.seal.guard import fetch
from events.seal.merkle import Hash
from events.seal.note import VerifierKey
from events.seal.scan import Facts, Finding
from events.seal.slip import Compared, Slip, compare, path_of, paths, read_slip
from events.seal.verifiers import AnyKey, CheckedSignature, check_signatures

_LEAVES = "SELECT leaf FROM entry WHERE match = ? ORDER BY seq"


class CheckedSlip(NamedTuple):
    """A slip that could be read, compared with the match as it is now, with its signatures."""

    path: Path
    slip: Slip
    compared: Compared
    signatures: tuple[CheckedSignature, ...]


class SlipCheck(NamedTuple):
    """The slips of a log. A slip that cannot be read, or whose match the log lacks, is only a finding."""

    slips: tuple[CheckedSlip, ...]
    findings: tuple[Finding, ...]


def check_slips(log: Path, origin: str | None, known: Sequence[AnyKey]) -> SlipCheck:
    """Check the slips of the log at ``log``; ``origin`` is its name, if that is known.

    Findings include a forged signature by a ``known`` key, and a missing signature of the keeper if the
    keeper's key is known. Raises ``LogError``.
    """
    files = list(paths(log))
    if not files:
        return SlipCheck((), ())
    slips: list[CheckedSlip] = []
    findings: list[Finding] = []
    try:
        with closing(open_database(log, writing=False)) as connection:
            for path in files:
                found = _check_slip(log, path, connection, known)
                if isinstance(found, Finding):
                    findings.append(found)
                else:
                    slips.append(found)
                    findings += _slip_findings(log, found, origin, known)
    except apsw.Error as error:
        raise as_log_error(error, log) from error
    return SlipCheck(tuple(slips), tuple(findings))


def leaves_of(connection: apsw.Connection, match: str) -> list[Hash]:
    """The stored leaf hashes of a match; empty if the log does not have it."""
    return [leaf for (leaf,) in fetch(connection, _LEAVES, match)]


def _check_slip(
    log: Path, path: Path, connection: apsw.Connection, known: Sequence[AnyKey]
) -> CheckedSlip | Finding:
    file = str(path.relative_to(log.parent))
    try:
        slip = read_slip(path)
    except SealError as error:
        return Finding("slip-unreadable", {"file": file, "why": str(error)})
    leaves = [] if slip is None else leaves_of(connection, slip.match)
    if slip is None or not leaves:
        return Finding("slip-of-nothing", {"file": file, "match": slip.match if slip else ""})
    return CheckedSlip(path, slip, compare(slip, leaves), check_signatures(slip.signed.note, known))


def _slip_findings(
    log: Path, seen: CheckedSlip, origin: str | None, known: Sequence[AnyKey]
) -> Iterator[Finding]:
    """The findings about a slip."""
    slip = seen.slip
    facts: Facts = {"file": str(seen.path.relative_to(log.parent)), "match": slip.match, "signed": slip.size}
    if origin is not None and slip.origin != origin:
        yield Finding("slip-stranger", {**facts, "says": slip.origin, "origin": origin})
    if seen.path not in (path_of(log, slip.match), path_of(log, slip.match, size=slip.size)):
        yield Finding("slip-misfiled", facts)
    if seen.compared.state == "short":
        yield Finding("slip-short", facts)
    if seen.compared.state == "fork":
        yield Finding("slip-fork", facts)
    for made in seen.signatures:
        if made.state == "forged":
            yield Finding("slip-forged", {**facts, "by": str(made.signature)})
    keepers = {key.name for key in known if type(key) is VerifierKey and key.name == slip.origin}
    holding = {made.signature.name for made in seen.signatures if made.state == "holds" and made.time is None}
    if keepers - holding:
        yield Finding("slip-unsigned", {**facts, "origin": slip.origin})


__all__ = ["CheckedSlip", "SlipCheck", "check_slips", "leaves_of"]

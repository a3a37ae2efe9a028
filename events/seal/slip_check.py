"""Checks all slips of a log: each must sign what the log has of its match, and its signatures must hold.

It compares stored leaf hashes; ``scan`` checks that these fit the stored bytes. Not here: the form of slips
(``slip``), and how they are made (``slip_signing``).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import apsw

from events.log.collected import Collected, collected
from events.log.database import as_log_error, open_database
from events.log.query import MATCH_LEAVES
from events.seal import Malformed, SealError
from events.seal.checkpoint import SignedCheckpoint
from events.seal.guard import fetch
from events.seal.merkle import Hash
from events.seal.scan import Facts, Finding
from events.seal.slip import Compared, Slip, compare, latest, path_of, paths, read_slip
from events.seal.verifiers import AnyKey, CheckedSignature, check_signatures, lacks_signature


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


def check_slips(
    log: Path,
    origin: str | None,
    known: Sequence[AnyKey],
    *,
    accepted: Mapping[str, Iterable[str]],
) -> SlipCheck:
    """Check the slips of the log at ``log``, and those that were collected; ``origin`` is its name, if known,
    ``accepted``: match → other logs whose slips it may have.

    Findings include a forged signature by a ``known`` key, and a missing signature of the keeper: one that
    holds, if the keeper's key is known. Raises ``LogError``.
    """
    slips: list[CheckedSlip] = []
    findings: list[Finding] = []
    try:
        with closing(open_database(log, writing=False)) as connection:
            for path in paths(log):
                found = _read_slip(log, path, connection, known)
                if isinstance(found, Finding):
                    findings.append(found)
                else:
                    slips.append(found)
            rows = [row for row in collected(connection) if row.kind == "slip"]
            for one in _only_collected(rows, slips, findings):
                slips.append(_compared(path_of(log, one.match), one, connection, known))
    except apsw.Error as error:
        raise as_log_error(error, log) from error
    for seen in slips:
        may = None if origin is None else {origin, *accepted.get(seen.slip.match, ())}
        findings += _slip_findings(log, seen, may, known)
    return SlipCheck(tuple(slips), tuple(findings))


def leaves_of(connection: apsw.Connection, match: str) -> list[Hash]:
    """The stored leaf hashes of a match; empty if the log does not have it."""
    return [leaf for (leaf,) in fetch(connection, MATCH_LEAVES, match)]


def _read_slip(
    log: Path, path: Path, connection: apsw.Connection, known: Sequence[AnyKey]
) -> CheckedSlip | Finding:
    file = str(path.relative_to(log.parent))
    try:
        slip = read_slip(path)
    except SealError as error:
        return Finding("slip-unreadable", {"file": file, "why": str(error)})
    if slip is None or not leaves_of(connection, slip.match):
        return Finding("slip-of-nothing", {"file": file, "match": slip.match if slip else ""})
    return _compared(path, slip, connection, known)


def _compared(path: Path, slip: Slip, connection: apsw.Connection, known: Sequence[AnyKey]) -> CheckedSlip:
    compared = compare(slip, leaves_of(connection, slip.match))
    return CheckedSlip(path, slip, compared, check_signatures(slip.signed.note, known))


def _only_collected(
    rows: Iterable[Collected], filed: Iterable[CheckedSlip], findings: list[Finding]
) -> Iterator[Slip]:
    """The collected slips with signatures that no slip beside the log has; those of one text as one slip."""
    same: dict[str, list[Slip]] = {}
    for row in rows:
        try:
            slip = Slip.of(SignedCheckpoint.parse(row.data.encode()))
        except Malformed as error:
            findings.append(Finding("slip-unreadable", {"file": row.match, "why": str(error)}))
            continue
        same.setdefault(slip.signed.note.text, []).append(slip)
    beside = {seen.slip.signed.note.text: set(seen.slip.signed.note.signatures) for seen in filed}
    for text, slips in same.items():
        merged = latest(slips)
        if merged is not None and not set(merged.signed.note.signatures) <= beside.get(text, set()):
            yield merged


def _slip_findings(
    log: Path, seen: CheckedSlip, origins: set[str] | None, known: Sequence[AnyKey]
) -> Iterator[Finding]:
    """The findings about a slip of one of the logs ``origins``, if they are known."""
    slip = seen.slip
    facts: Facts = {"file": str(seen.path.relative_to(log.parent)), "match": slip.match, "signed": slip.size}
    if origins is not None and slip.origin not in origins:
        named = ", ".join(sorted(origins))
        yield Finding("slip-stranger", {**facts, "says": slip.origin, "origin": named})
    if seen.path not in (path_of(log, slip.match), path_of(log, slip.match, size=slip.size)):
        yield Finding("slip-misfiled", facts)
    if seen.compared.state == "short":
        yield Finding("slip-short", facts)
    if seen.compared.state == "fork":
        yield Finding("slip-fork", facts)
    for made in seen.signatures:
        if made.state == "forged":
            yield Finding("slip-forged", {**facts, "by": str(made.signature)})
    if lacks_signature(slip.origin, seen.signatures, known):
        yield Finding("slip-unsigned", {**facts, "origin": slip.origin})


__all__ = ["CheckedSlip", "SlipCheck", "check_slips", "leaves_of"]

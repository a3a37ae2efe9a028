"""Compares all slips of a log with its matches: each signs what the log has, and was signed by whom it says.

The leaf hashes are those that are stored; that they are those of the stored bytes is for ``scan``. Not here:
the form of slips (``slip``), and how they are made (``signing``).
"""

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import apsw

from events.log.database import in_words, open_database
from events.seal import SealError
from events.seal.guard import run
from events.seal.merkle import Hash
from events.seal.note import VerifierKey
from events.seal.scan import Facts, Finding
from events.seal.slip import Compared, Slip, compare, path_of, paths, read_slip
from events.seal.verifiers import AnyKey, Vouched, vouched

_LEAVES = "SELECT leaf FROM entry WHERE match = ? ORDER BY seq"


class SeenSlip(NamedTuple):
    """A slip that could be read: what it signs beside the match as it is now, and its signatures."""

    path: Path
    slip: Slip
    compared: Compared
    signatures: tuple[Vouched, ...]


class SeenSlips(NamedTuple):
    """The slips of a log; those that cannot be read, or are about no match of it, are findings only."""

    slips: tuple[SeenSlip, ...]
    findings: tuple[Finding, ...]


def see_slips(log: Path, origin: str | None, known: Sequence[AnyKey]) -> SeenSlips:
    """Look at the slips of the log at ``log``, which is called ``origin`` where that is known.

    A forged signature by a ``known`` key is a finding, and a slip without one by the keeper, if that key is
    known. Raises ``LogError``.
    """
    files = list(paths(log))
    if not files:
        return SeenSlips((), ())
    slips: list[SeenSlip] = []
    findings: list[Finding] = []
    try:
        with closing(open_database(log, writing=False)) as connection:
            for path in files:
                found = _see(log, path, connection, known)
                if isinstance(found, Finding):
                    findings.append(found)
                else:
                    slips.append(found)
                    findings += _against(log, found, origin, known)
    except apsw.Error as error:
        raise in_words(error, log) from error
    return SeenSlips(tuple(slips), tuple(findings))


def leaves_of(connection: apsw.Connection, match: str) -> list[Hash]:
    """The stored leaf hashes of a match; none for one that is not there."""
    return [leaf for (leaf,) in run(connection, _LEAVES, match)]


def _see(log: Path, path: Path, connection: apsw.Connection, known: Sequence[AnyKey]) -> SeenSlip | Finding:
    file = str(path.relative_to(log.parent))
    try:
        slip = read_slip(path)
    except SealError as error:
        return Finding("slip-unreadable", {"file": file, "why": str(error)})
    leaves = [] if slip is None else leaves_of(connection, slip.match)
    if slip is None or not leaves:
        return Finding("slip-of-nothing", {"file": file, "match": slip.match if slip else ""})
    return SeenSlip(path, slip, compare(slip, leaves), vouched(slip.signed.note, known))


def _against(log: Path, seen: SeenSlip, origin: str | None, known: Sequence[AnyKey]) -> Iterator[Finding]:
    """What stands against a slip."""
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


__all__ = ["SeenSlip", "SeenSlips", "leaves_of", "see_slips"]

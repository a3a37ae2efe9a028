"""Collects the matches of other logs into one, byte by byte, with their proofs and slips.

A source is verified as a whole before anything is written (``inspection.inspect``), and all that is taken is
written in one transaction. A match that the log has already may only be the beginning of what the source has,
or the other way round. Not here: what is kept of the origin of a match (``events.log.collected``), and the
files that imports name (``events.backup.attached_files``).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any, Literal, NamedTuple

import apsw

from events.collect.origin_check import read_proof
from events.log.collected import Collected, Kind, collected
from events.log.contract import CommandReused, Refused
from events.log.database import as_log_error, open_database
from events.log.sqlite_log import SqliteLog
from events.seal.checkpoint import SignedCheckpoint
from events.seal.guard import fetch, verified_tree
from events.seal.inspection import Inspection
from events.seal.merkle import Hash
from events.seal.note import Note, Signature, parse
from events.seal.proof import EntryProof
from events.seal.slip import path_of, paths, read_slip, slip_of
from events.seal.tiles import TiledTree

_MATCHES = "SELECT match FROM entry WHERE seq = 0 AND position < ? ORDER BY position"
_ENTRIES = "SELECT position, leaf FROM entry WHERE match = ? AND position < ? ORDER BY seq"

Status = Literal["added", "grown", "known", "differs", "refused"]
Progress = Callable[[int, int], None]


class Source(NamedTuple):
    """A log at ``path`` that was verified, without findings."""

    path: Path
    inspection: Inspection

    @property
    def size(self) -> int:
        """The number of entries that were verified; later ones are not collected."""
        return self.inspection.scan.size if self.inspection.scan else 0


class CollectedMatch(NamedTuple):
    """What became of a match that has ``entries`` in the source: so many were ``added`` here.

    ``differs``: this log has another entry ``seq``; ``refused``: it may not have one of them, because of
    ``why``. Then nothing of the match was taken.
    """

    match: str
    status: Status
    entries: int
    added: int = 0
    seq: int | None = None
    why: str = ""


def collect(
    log: SqliteLog, sources: Sequence[Source], *, at: int, progress: Progress | None = None
) -> list[list[CollectedMatch]]:
    """Collect the matches of ``sources`` into ``log``: for each source, what became of each match.

    ``at`` is now (UTC, microseconds). It is all on disk when this returns; if it raises, nothing is. The
    order of the sources decides which one is taken where two of them differ. Raises ``LogError``,
    ``SealError``, ``OSError``.
    """
    total = sum(source.size for source in sources)
    done = 0
    results = []
    with log.batch():
        for source in sources:
            found = []
            with closing(_Reader(source, at)) as reader:
                for match in reader.matches():
                    found.append(_collect_match(log, reader, match))
                    done += found[-1].entries
                    if progress is not None:
                        progress(done, total)
            results.append(found)
    return results


def _collect_match(log: SqliteLog, reader: "_Reader", match: str) -> CollectedMatch:
    places = reader.places(match)
    here, there = log.match_leaves(match), [leaf for _, leaf in places]
    entries = len(there)
    for seq, (own, other) in enumerate(zip(here, there, strict=False)):
        if own != other:
            return CollectedMatch(match, "differs", entries, seq=seq)
    origins = list(_new(reader.origins(match, places), log.origins(match)))
    stored = reader.data(match, len(here), entries) if len(here) < entries else []
    if stored or origins:
        try:
            log.adopt(match, stored, origins)
        except (Refused, CommandReused) as error:
            return CollectedMatch(match, "refused", entries, seq=len(here), why=str(error))
    status: Status = "known" if not stored else "grown" if here else "added"
    return CollectedMatch(match, status, entries, len(stored))


class _Reader:
    """Reads a verified source: its matches, their entries, and what is kept of their origin."""

    def __init__(self, source: Source, at: int) -> None:
        self._source, self._at = source, at
        self._signed: SignedCheckpoint | None = source.inspection.signed
        self._log = SqliteLog(source.path)
        try:
            self._db = open_database(source.path, writing=False)
            self._tree = self._verified_tree()
        except BaseException:
            self._log.close()
            raise
        self._slips = {slip.match for path in paths(source.path) if (slip := read_slip(path))}

    def _verified_tree(self) -> TiledTree | None:
        signed = self._signed
        return signed and verified_tree(self._source.path, self._db, signed.checkpoint)

    def matches(self) -> list[str]:
        """The matches, in the order in which they began."""
        return [match for (match,) in self._fetch(_MATCHES, self._source.size)]

    def places(self, match: str) -> list[tuple[int, Hash]]:
        """Position and leaf of each entry of a match."""
        return self._fetch(_ENTRIES, match, self._source.size)

    def data(self, match: str, since: int, entries: int) -> list[bytes]:
        """The stored bytes of a match from seq ``since`` on, each checked."""
        return [record.data for record in islice(self._log.read(match, since), entries - since)]

    def origins(self, match: str, places: Sequence[tuple[int, Hash]]) -> Iterator[Collected]:
        """Where a match comes from: what the source keeps of it, and the source itself."""
        try:
            yield from collected(self._db, match)
        except apsw.Error as error:
            raise as_log_error(error, self._source.path) from error
        signed, tree, covered = self._signed, self._tree, 0
        if signed is not None and tree is not None:
            covered = sum(position < signed.checkpoint.size for position, _ in places)
            if covered:
                position = places[covered - 1][0]
                proof = EntryProof(position, tree.inclusion(position), signed.note)
                yield self._origin(match, "proof", covered, proof.encode().decode())
        if covered < len(places):
            yield self._origin(match, "unsigned", len(places), "")
        yield from self._filed_slips(match)

    def _filed_slips(self, match: str) -> Iterator[Collected]:
        """The slips beside the source: the current one, and those that it replaced."""
        if match not in self._slips:
            return
        own = path_of(self._source.path, match)
        stem = own.name.removesuffix(own.suffix)
        for path in (*sorted(own.parent.glob(f"{_literal(stem)}@*{own.suffix}")), own):
            slip = slip_of(self._source.path, match) if path == own else read_slip(path)
            if slip is not None and slip.match == match:
                yield self._origin(match, "slip", slip.size, slip.signed.note.encode().decode())

    def _origin(self, match: str, kind: Kind, entries: int, data: str) -> Collected:
        return Collected(match, kind, entries, self._source.path.name, self._at, data)

    def _fetch(self, query: str, *bindings: int | str) -> list[Any]:
        try:
            return fetch(self._db, query, *bindings)
        except apsw.Error as error:
            raise as_log_error(error, self._source.path) from error

    def close(self) -> None:
        """Close the source."""
        self._db.close()
        self._log.close()


def _literal(stem: str) -> str:
    """A name for ``glob``; percent-encoded ids have none of the other special characters."""
    return stem.replace("[", "[[]")


def _new(offered: Iterable[Collected], kept: Iterable[Collected]) -> Iterator[Collected]:
    """Those origins that say something which the log does not know yet."""
    known: set[object] = {part for row in kept for part in _says(row)}
    for row in offered:
        parts = _says(row)
        if not parts <= known:
            known |= parts
            yield row


def _says(row: Collected) -> set[object]:
    """What a row says. A proof under a later head of the same log says nothing new of the same entries."""
    if row.kind == "unsigned":
        return {(row.kind, row.entries, row.source)}
    if row.kind == "proof":
        return {(row.kind, row.entries, read_proof(row)[1].origin)}
    note: Note = parse(row.data.encode())
    signatures: tuple[Signature, ...] = note.signatures
    return {(row.kind, note.text, made) for made in signatures}


__all__ = ["CollectedMatch", "Progress", "Source", "collect"]

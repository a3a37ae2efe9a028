"""Makes bundles from a log: a whole match, or what one viewer may see of it.

Not here: their format (``bundle``), checking them (``verify_evidence``).
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import apsw

from engine.games.registry import find
from engine.kernel.clause import pinned as clauses_text
from events.collect.origin_check import origins_in
from events.log.contract import Log, Record
from events.log.database import as_log_error, open_database
from events.model.kinds import AnyEvent
from events.model.kinds import Opened as OpenedEvent
from events.seal import checkpoint
from events.seal.checkpoint import SignedCheckpoint
from events.seal.cosignature import CosignerKey
from events.seal.guard import Forked, Rolledback, verified_tree
from events.seal.note import Note
from events.seal.paths import checkpoint_of
from events.seal.proof import EntryProof
from events.seal.slip import compare, path_of, slip_of
from events.seal.slip_check import leaves_of
from events.seal.verifiers import AnyKey, check_signatures, lacks_signature, listed_keys
from kifuda.evidence import EvidenceError, view_secret
from kifuda.evidence.bundle import MatchBundle, Pinned, SourceProof, ViewBundle
from kifuda.evidence.commitment import Salts
from kifuda.evidence.make_view import bound_views, records_of, viewed_by
from kifuda.evidence.openable_faces import openable


class Proven(NamedTuple):
    """An entry of a log: the ``signed`` head of the log, and the ``proof`` that the entry lies below it."""

    signed: SignedCheckpoint
    proof: str


def proven(path: Path, record: Record, keys: Iterable[AnyKey] = ()) -> Proven:
    """The proof for an entry of the log at ``path``. ``keys`` are known beside those listed beside the log.

    Raises ``EvidenceError`` without a checkpoint or with one that is not soundly signed, if the log does not
    begin with the signed entries, or if the entry is not signed yet; ``SealError``, ``LogError``.
    """
    signed = checkpoint.read(checkpoint_of(path))
    if signed is None:
        raise EvidenceError("no-checkpoint", path=checkpoint_of(path), log=path)
    _require_sound(signed, path, keys)
    position, size = record.position, signed.checkpoint.size
    if position >= size:
        raise EvidenceError("uncovered", match=record.entry.match, seq=record.entry.seq, size=size, log=path)
    try:
        with closing(open_database(path, writing=False)) as connection:
            inclusion = verified_tree(path, connection, signed.checkpoint).inclusion(position)
    except (Rolledback, Forked) as error:
        raise EvidenceError("other-history", path=path) from error
    except apsw.Error as error:
        raise as_log_error(error, path) from error
    return Proven(signed, EntryProof(position, inclusion, signed.note).encode().decode())


def _require_sound(signed: SignedCheckpoint, path: Path, keys: Iterable[AnyKey]) -> None:
    """Refuse a checkpoint that no verifier would accept: no evidence is handed out under it."""
    facts = {"path": checkpoint_of(path), "log": path}
    codes = {"forged": "forged-checkpoint", "lacking": "strange-checkpoint"}
    _require_signed(signed.note, signed.checkpoint.origin, (*keys, *listed_keys(path)), codes, facts)


def _require_signed(
    note: Note, origin: str, known: Sequence[AnyKey], codes: Mapping[str, str], facts: Mapping[str, object]
) -> None:
    """Raise ``EvidenceError`` for a note with a signature that does not hold by a known key (``forged``), or
    without that of the log ``origin`` (``lacking``); ``codes`` are those of the errors."""
    made = check_signatures(note, known)
    for one in made:
        if one.state == "forged":
            raise EvidenceError(codes["forged"], by=one.signature, **facts)
    if lacks_signature(origin, made, known):
        raise EvidenceError(codes["lacking"], origin=origin, **facts)


def match_bundle(log: Log, path: Path, match: str, keys: Sequence[AnyKey] = ()) -> MatchBundle:
    """The bundle of a match as recorded so far. Raises what ``proven`` raises, and ``EvidenceError`` if the
    match has entries that are not signed yet."""
    records = list(log.read(match))
    for record in records:
        if record.data.startswith(b"{"):
            raise EvidenceError("old-form", match=match)
    top = proven(path, records[-1], keys)
    origins = _origins(path, match)
    slip = _slip(path, match, {top.signed.checkpoint.origin, *origins}, keys)
    return MatchBundle(
        origin=top.signed.checkpoint.origin,
        match=match,
        keys=_claimed(path, keys, top.signed, slip, *(origin.note for origin in origins.values())),
        pinned=pinned(records[0].entry.event),
        proof=top.proof,
        slip=_text(slip),
        entries=tuple(record.data.decode() for record in records),
        sources=tuple(origin.part for _, origin in sorted(origins.items())),
    )


def view_bundle(
    log: Log, path: Path, match: str, viewer: str, keys: Sequence[AnyKey] = (), *, private: bool = False
) -> ViewBundle:
    """The bundle of what ``viewer`` (a seat, or ``public``) may see of a match; with its openings if
    ``private``.

    Raises what ``proven`` and ``records_of`` raise, and ``EvidenceError`` if the views are not bound or
    signed.
    """
    views = bound_views(log, match)
    key = view_secret.read(path)
    lines, made = records_of(views, viewer, key)
    opened = views.records[0].entry.event
    sight = views.rules.under(opened.settings) if isinstance(opened, OpenedEvent) else views.rules
    top = proven(path, views.entry, keys)
    slip = _slip(path, match, {top.signed.checkpoint.origin}, keys)
    return ViewBundle(
        origin=top.signed.checkpoint.origin,
        match=match,
        keys=_claimed(path, keys, top.signed, slip),
        pinned=pinned(opened),
        proof=top.proof,
        slip=_text(slip),
        viewer=viewer,
        entry=views.entry.data.decode(),
        records=tuple(lines),
        private=tuple(openable(lines, made, Salts(key, match), sight, viewed_by(viewer))) if private else (),
    )


def pinned(opened: AnyEvent) -> Pinned:
    """The texts that a match pins, those of them that are installed with the same digest."""
    if type(opened) is not OpenedEvent:
        return Pinned()
    rules = find(opened.game, opened.edition)
    cards = rules.sets.get(opened.cards) if rules else None
    clauses = clauses_text(dict(rules.clauses)) if rules else None
    return Pinned(
        clauses=_if_pinned(clauses, opened.digests.get("clauses")),
        cards=_if_pinned(cards.pinned if cards else None, opened.digests.get("cards")),
    )


# --- small parts -----------------------------------------------------------------------------------


def _if_pinned(text: bytes | None, digest: str | None) -> str | None:
    return text.decode() if text is not None and sha256(text).hexdigest() == digest else None


class _Origin(NamedTuple):
    """A log from which a match was collected, as a bundle shows it."""

    part: SourceProof
    note: Note


def _origins(path: Path, match: str) -> dict[str, _Origin]:
    """The logs from which a match was collected, with the proof of the most entries from each."""
    try:
        with closing(open_database(path, writing=False)) as connection:
            proofs = origins_in(connection, (), match=match).proofs
    except apsw.Error as error:
        raise as_log_error(error, path) from error
    return {
        proof.head.origin: _Origin(
            SourceProof(proof.row.entries, proof.row.data), EntryProof.parse(proof.row.data.encode()).note
        )
        for proof in sorted(proofs, key=lambda proof: proof.row.entries)
        if proof.holds
    }


def _slip(path: Path, match: str, origins: set[str], keys: Iterable[AnyKey]) -> SignedCheckpoint | None:
    """The signed result of the match, if there is one that belongs to one of these logs. Raises
    ``EvidenceError`` for one that no verifier would accept."""
    slip = slip_of(path, match)
    if slip is None or slip.origin not in origins:
        return None
    facts = {"path": path_of(path, match), "match": match, "log": path}
    codes = {"forged": "forged-slip", "lacking": "unsigned-slip"}
    _require_signed(slip.signed.note, slip.origin, (*keys, *listed_keys(path)), codes, facts)
    try:
        with closing(open_database(path, writing=False)) as connection:
            compared = compare(slip, leaves_of(connection, match))
    except apsw.Error as error:
        raise as_log_error(error, path) from error
    if compared.state != "holds":
        raise EvidenceError("other-slip", signed=slip.size, **facts)
    return slip.signed


def _text(slip: SignedCheckpoint | None) -> str | None:
    return slip.note.encode().decode() if slip else None


def _claimed(
    path: Path, keys: Iterable[AnyKey], signed: SignedCheckpoint, slip: SignedCheckpoint | None, *others: Note
) -> tuple[str, ...]:
    """The known keys of signatures in the bundle."""
    notes = (signed.note, *((slip.note,) if slip else ()), *others)
    named = {signature[:2] for note in notes for signature in note.signatures}
    return tuple(sorted({str(key) for key in (*keys, *listed_keys(path)) if named & _names(key)}))


def _names(key: AnyKey) -> set[tuple[str, bytes]]:
    """The names and ids of this key in signatures: a signing key also countersigns, under another id."""
    return {(key.name, key.id), (key.name, CosignerKey(key.name, key.public).id)}

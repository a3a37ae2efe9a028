"""Signs the slip of a match: the keeper of the log makes it, players and judges countersign it.

Only the present head of a finished match, as stored in the log, is signed. Not here: the form of slips
(``slip``).
"""

from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from events.collect.origin_check import check_origins
from events.log.contract import Log
from events.log.database import open_database, require_whole
from events.model.kinds import Ended
from events.seal import SealError
from events.seal.checkpoint import SignedCheckpoint, read, sync_write_ahead_file
from events.seal.cosignature import cosigned
from events.seal.guard import verified_prefix
from events.seal.head_signing import Overtaken, may_continue
from events.seal.merkle import Hash
from events.seal.note import Note, SignerKey
from events.seal.paths import checkpoint_of
from events.seal.slip import Slip, compare, head, path_of, slip_of, write_slip
from events.seal.verifiers import AnyKey, check_signatures, lacks_signature, listed_keys


class Unfinished(SealError):
    """``match`` has no end, so there is no result to sign."""

    def __init__(self, match: str, *, entries: int) -> None:
        super().__init__(f"match {match!r} has not ended after {entries} entries; a finished match is signed")
        self.match, self.entries = match, entries


class NoSlip(SealError):
    """``match`` has no slip, and only the keeper of the log can make one."""

    def __init__(self, match: str) -> None:
        super().__init__(
            f"match {match!r} has no slip yet; the keeper of the log makes it with the log's key"
        )
        self.match = match


class Outgrown(SealError):
    """The slip of ``match`` is about its first ``signed`` entries, and it has ``entries`` now."""

    def __init__(self, match: str, *, signed: int, entries: int) -> None:
        super().__init__(
            f"match {match!r} has {entries} entries, its slip is about {signed}: the keeper renews it with"
            " the key of the log"
        )
        self.match, self.signed, self.entries = match, signed, entries


class SlipDiffers(SealError):
    """The entries that the slip at ``path`` signs differ from those that the log has of ``match``."""

    def __init__(self, path: Path, *, match: str, signed: int) -> None:
        super().__init__(
            f"{path}: the {signed} entries that it signs are not those that the log has of {match!r}"
        )
        self.path, self.match, self.signed = path, match, signed


class AnotherSlip(SealError):
    """The slip at ``path`` belongs to the log ``says``, not to the log ``origin``."""

    def __init__(self, path: Path, *, says: str, origin: str) -> None:
        super().__init__(f"{path} is a slip of the log {says}, not of {origin}")
        self.path, self.says, self.origin = path, says, origin


class WrongKey(SealError):
    """The key ``given`` has the name of the log but did not make the slip at ``path``."""

    def __init__(self, path: Path, *, given: str) -> None:
        super().__init__(f"{path} was not made by {given}, although that key has the name of the log")
        self.path, self.given = path, given


class KeeperMissing(SealError):
    """The slip at ``path`` has no signature by the log ``origin``, or none that holds by its known key."""

    def __init__(self, path: Path, *, origin: str) -> None:
        super().__init__(
            f"{path} is not signed by {origin}, the keeper of the log, so nobody signs below; restore the"
            " file, or move it away and have the keeper make the slip again"
        )
        self.path, self.origin = path, origin


class ForgedSlip(SealError):
    """The signature ``by`` somebody whose key is known does not hold in the slip at ``path``."""

    def __init__(self, path: Path, *, by: str) -> None:
        super().__init__(
            f"{path}: the signature by {by} does not hold, so nobody signs below; restore the file, or move"
            " it away and have the keeper make the slip again"
        )
        self.path, self.by = path, by


class SignedSlip(NamedTuple):
    """A slip with the new signature, its path, and whether the keeper ``made`` it now."""

    slip: Slip
    path: Path
    made: bool


def sign(
    source: Log, log: Path, match: str, signer: SignerKey, *, keeper: SignerKey | None, at: int
) -> SignedSlip:
    """Sign the slip of ``match``. If it must be made or renewed, that needs the key of the ``keeper``.

    ``source`` is the log at ``log``, ``at`` now in seconds since 1970 (UTC). If the signer is the keeper, the
    slip gets no countersignature. A slip is countersigned only below the keeper's signature, and where no
    signature by a known key is forged. Raises the errors above, ``AnotherLog``, ``Forged``, ``Overtaken``,
    ``LogError`` (such as ``Forked`` for a log that the keeper did not sign), ``OSError``; then nothing was
    written.
    """
    leaves, ended = _read(source, match)
    if not ended:
        raise Unfinished(match, entries=len(leaves))
    path = path_of(log, match)
    before = slip_of(log, match)
    if before is not None:
        _require_origin(before, path, keeper=keeper, log=log)
    current = before is not None and _current(before, leaves, path)
    if before is not None and current:
        origin, note = before.origin, before.signed.note
    elif keeper is not None:
        _require_log(log, keeper)
        origin, note = keeper.name, Note(head(keeper.name, match, leaves).text, ()).signed_by(keeper)
    elif before is None:
        raise NoSlip(match)
    else:
        raise Outgrown(match, signed=before.size, entries=len(leaves))
    if signer.name != origin:
        note = cosigned(note, signer, at=at)
    known = [*(each.verifier for each in (signer, keeper) if each), *listed_keys(log)]
    _require_signed(note, origin, signer, known, path)
    if before is None or note != before.signed.note:
        if slip_of(log, match) != before:
            raise Overtaken(path)
        sync_write_ahead_file(log)
        write_slip(log, match, note)
    return SignedSlip(Slip.of(SignedCheckpoint.parse(note.encode())), path, made=not current)


def _read(source: Log, match: str) -> tuple[list[Hash], bool]:
    """The leaf hashes of the match, after a check of its bytes, and whether it has ended."""
    leaves, ended = [], False
    for record in source.read(match):
        leaves.append(bytes.fromhex(record.leaf))
        event = record.entry.event
        ended = ended or (type(event) is Ended and event.span == "match")
    return leaves, ended


def _require_origin(slip: Slip, path: Path, *, keeper: SignerKey | None, log: Path) -> None:
    """Raise ``AnotherSlip`` if the keeper's key or the checkpoint shows that the slip is of another log, from
    which the match was not collected."""
    signed = read(checkpoint_of(log)) if keeper is None else None
    origin = keeper.name if keeper is not None else signed and signed.checkpoint.origin
    if origin is None or slip.origin == origin:
        return
    if slip.origin not in check_origins(log, ()).accepted.get(slip.match, ()):
        raise AnotherSlip(path, says=slip.origin, origin=origin)


def _current(slip: Slip, leaves: list[Hash], path: Path) -> bool:
    """Whether the slip covers the whole match, not only its beginning. Raises ``SlipDiffers``."""
    found = compare(slip, leaves)
    if found.state != "holds":
        raise SlipDiffers(path, match=slip.match, signed=slip.size)
    return found.since == 0


def _require_log(log: Path, keeper: SignerKey) -> None:
    """Raise unless the key may sign this log, and the log has all its entries and begins with its checkpoint,
    if there is one."""
    before = read(checkpoint_of(log))
    if before is not None:
        may_continue(before, keeper, checkpoint_of(log))
    with closing(open_database(log, writing=False)) as connection:
        if before is not None:
            verified_prefix(log, connection, before.checkpoint)
        require_whole(connection, log)


def _require_signed(note: Note, origin: str, signer: SignerKey, known: list[AnyKey], path: Path) -> None:
    """Raise ``ForgedSlip`` for a signature by a known key that does not hold; ``WrongKey``, or
    ``KeeperMissing``, unless the keeper of the log ``origin``, be it the signer, has signed the note."""
    found = check_signatures(note, known)
    for made in found:
        if made.state == "forged":
            raise ForgedSlip(path, by=str(made.signature))
    if signer.name == origin:
        _require_keeper(note, signer, path)
    elif lacks_signature(origin, found, known):
        raise KeeperMissing(path, origin=origin)


def _require_keeper(note: Note, key: SignerKey, path: Path) -> None:
    """Raise ``WrongKey`` unless the note is signed by this key."""
    if not any(
        made.state == "holds" and made.role == "signature" for made in check_signatures(note, [key.verifier])
    ):
        raise WrongKey(path, given=f"{key.name}+{key.verifier.id.hex()}")

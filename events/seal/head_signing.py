"""Signs the present head of a log, and only a head that continues the one signed before.

A log with two signed heads of which neither continues the other has two histories; whoever has both can
prove it (``tlog-checkpoint``). Not here: heads that are signed as the log grows (``sealer``).
"""

from pathlib import Path
from typing import NamedTuple

from events.seal import SealError
from events.seal.checkpoint import Checkpoint, SignedCheckpoint, read, sync_write_ahead_file, write
from events.seal.inspection import Inspection, Progress, Scanner, inspect
from events.seal.note import Note, SignerKey, check
from events.seal.paths import checkpoint_of
from events.seal.scan import scan


class AnotherLog(SealError):
    """The previous checkpoint is of the log ``origin``; a key named ``name`` cannot sign that log."""

    def __init__(self, path: Path, *, origin: str, name: str) -> None:
        super().__init__(f"{path} is the checkpoint of {origin}; a key named {name} cannot continue it")
        self.path, self.origin, self.name = path, origin, name


class Overtaken(SealError):
    """The checkpoint at ``path`` was replaced while the log was read; nothing was written."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} was replaced while the log was read; nothing was written, try again")
        self.path = path


class Sealed(NamedTuple):
    """The checkpoint that is now beside the log; None if findings prevented signing."""

    signed: SignedCheckpoint | None
    inspection: Inspection


def seal(log: Path, key: SignerKey, progress: Progress | None = None, *, scan: Scanner = scan) -> Sealed:
    """Read the whole log, and sign its head under the name of the key.

    A log with findings is not signed. Signatures of others stay if the head is the same.
    Raises ``AnotherLog``, ``Forged`` if the previous checkpoint has an invalid signature by this key,
    ``Overtaken``, ``LogError``, ``OSError``.
    """
    path = checkpoint_of(log)
    inspection = inspect(log, progress=progress, scan=scan)
    found, before = inspection.scan, inspection.signed
    if inspection.findings or found is None or found.root is None:
        return Sealed(None, inspection)
    if before is not None:
        may_continue(before, key, path)
    head = Checkpoint(key.name, found.size, found.root)
    note = Note(head.text, ())
    if before is not None and before.checkpoint[:3] == head[:3]:
        note, head = before.note, before.checkpoint
    note = note.signed_by(key)
    if read(path) != before:
        raise Overtaken(path)
    sync_write_ahead_file(log)
    write(path, note)
    return Sealed(SignedCheckpoint(head, note), inspection)


def may_continue(before: SignedCheckpoint, key: SignerKey, path: Path) -> None:
    """Raise ``AnotherLog`` or ``Forged`` unless the key may replace this checkpoint, which lies at
    ``path``."""
    if before.checkpoint.origin != key.name:
        raise AnotherLog(path, origin=before.checkpoint.origin, name=key.name)
    own = key.verifier
    if (own.name, own.id) in {signature[:2] for signature in before.note.signatures}:
        check(before.note, [own])

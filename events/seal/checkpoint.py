"""Checkpoints (C2SP ``tlog-checkpoint``): a signed note with the size and the root of a log.

A checkpoint is a file beside its log, outside the database: it shows that the end of a log is missing, so it
must not be lost with it. Not here: comparing a log with its checkpoint (``inspection``).
"""

import base64
import os
import re
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Self

from events.regular_file import read_file
from events.seal import Malformed, SealError
from events.seal.merkle import HASH_BYTES, Hash
from events.seal.note import LARGEST_BYTES, Note, parse, unbase64
from events.seal.paths import database_of
from events.sync import sync

LARGEST_SIZE = 2**63 - 1
"""More leaves than other programs can count."""

NUMBER = re.compile(r"0|[1-9][0-9]{0,18}", re.ASCII)
"""The canonical form of sizes and positions."""


class Checkpoint(NamedTuple):
    """The head of a log: its ``size`` first entries have this ``root`` (32 bytes).

    ``origin`` names the log; ``extensions`` are further lines, which are not interpreted.
    """

    origin: str
    size: int
    root: Hash
    extensions: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The signed text. Raises ``Malformed`` if the origin or an extension is not a single line."""
        for line in (self.origin, *self.extensions):
            if not line or any(sign < " " for sign in line):
                raise Malformed(f"a line of a checkpoint is not empty and has no newline, unlike {line!r}")
        root = base64.b64encode(self.root).decode()
        return "".join(f"{line}\n" for line in (self.origin, self.size, root, *self.extensions))

    @classmethod
    def parse(cls, text: str) -> Self:
        """The checkpoint in the text of a note. Raises ``Malformed``."""
        lines = text.split("\n")
        if lines.pop() or len(lines) < 3 or not all(lines):
            raise Malformed("a checkpoint has three lines or more, none of them empty: origin, size, root")
        origin, size, root, *extensions = lines
        found = unbase64(root, "the root of the checkpoint")
        if len(found) != HASH_BYTES:
            raise Malformed(f"the root of a checkpoint has {HASH_BYTES} bytes, not {len(found)}")
        return cls(origin, number(size, "the size of a checkpoint"), found, tuple(extensions))


class SignedCheckpoint(NamedTuple):
    """A checkpoint with its note, whose signatures are not checked."""

    checkpoint: Checkpoint
    note: Note

    @classmethod
    def parse(cls, data: bytes) -> Self:
        """The checkpoint in these bytes. Raises ``Malformed``."""
        note = parse(data)
        return cls(Checkpoint.parse(note.text), note)


def number(text: str, what: str) -> int:
    """A size or position, up to ``LARGEST_SIZE``. Raises ``Malformed``."""
    if not NUMBER.fullmatch(text) or int(text) > LARGEST_SIZE:
        raise Malformed(f"{what} is a decimal number without leading zeros, not {text[:40]!r}")
    return int(text)


# --- the file --------------------------------------------------------------------------------------


def read(path: Path) -> SignedCheckpoint | None:
    """The checkpoint in a file; None if there is no file. Raises ``Malformed``, ``SealError``."""
    try:
        data = read_file(path, most=LARGEST_BYTES + 1)  # What is longer is refused, and need not be read.
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SealError(f"{path} cannot be read: {error.strerror}") from error
    try:
        return SignedCheckpoint.parse(data)
    except Malformed as error:
        raise Malformed(f"{path}: {error}") from error


def write(path: Path, note: Note) -> None:
    """Replace the checkpoint atomically; it is on disk when this returns.

    Raises ``OSError``; the previous checkpoint is then still there, unless only the last sync failed.
    """
    draft = path.with_name(f".{path.name}.{os.urandom(6).hex()}")
    try:
        with draft.open("xb") as file:
            file.write(note.encode())
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    sync_folder(path)


def sync_folder(path: Path) -> None:
    """Sync the folder, so that the file's name survives a power cut. Raises ``OSError``."""
    sync(path.parent)


def sync_write_ahead_file(log: Path) -> None:
    """Sync the write-ahead file of a log, so that what is signed survives a power cut. Raises ``OSError``.

    A writer that died may have left unsynced entries in it. SQLite holds no locks on that file that closing
    it here could release.
    """
    with suppress(FileNotFoundError):
        sync(Path(f"{database_of(log)}-wal"))

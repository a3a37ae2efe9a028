"""Signs the head of a log as it grows: it reads only the entries since the last checkpoint.

``head_signing.seal`` and ``inspection`` read the whole log. Not here: when a head is signed (``sealed_log``).
"""

from hashlib import sha256
from pathlib import Path

import apsw

from events.log.contract import Damaged
from events.log.database import as_log_error, open_database
from events.model.codec import check_entry
from events.model.upcast import Unreadable
from events.seal import SealError
from events.seal.checkpoint import Checkpoint, SignedCheckpoint, read, write
from events.seal.guard import fetch, verified_prefix
from events.seal.head_signing import may_continue
from events.seal.merkle import Edge
from events.seal.note import Note, SignerKey
from events.seal.paths import checkpoint_of

PAGE_ROWS = 1024

_ROWS = "SELECT position, leaf, data FROM entry WHERE position >= ? ORDER BY position LIMIT ?"


class AnotherKey(SealError):
    """The checkpoint at ``path`` is not signed by the key ``given``, which has the name of the log."""

    def __init__(self, path: Path, *, given: str) -> None:
        super().__init__(
            f"{path} is not signed by {given}; take the key that signed it, or go on with this one by"
            " 'kifuda checkpoint'"
        )
        self.path, self.given = path, given


class Sealer:
    """Signs the log at ``path`` as it grows, and stores the right edge of its tree in memory.

    The log need not exist yet. Raises ``AnotherLog``, ``AnotherKey`` and ``Forged`` for a key that did not
    sign the checkpoint beside it, ``Malformed`` for a checkpoint that cannot be read.
    """

    def __init__(self, path: Path, key: SignerKey) -> None:
        self._path, self._key = path, key
        self._edge = Edge()
        self._last: SignedCheckpoint | None = None
        self._db: apsw.Connection | None = None
        before = read(checkpoint_of(path))
        if before is not None:
            self._require_own(before)

    def seal(self) -> SignedCheckpoint | None:
        """Sign everything that is committed; None if there are no entries since the last checkpoint.

        Those entries are hashed. Raises ``Damaged`` if one is missing or does not fit its hash,
        ``Rolledback`` and ``Forked`` if the log does not continue its checkpoint, as ``__init__`` does, and
        ``OSError``. The previous checkpoint is then still there.
        """
        # A connection of its own sees only what is committed.
        self._db = self._db or open_database(self._path, writing=False)
        before = read(checkpoint_of(self._path))
        if before is not None and before != self._last:
            self._require_own(before)
            self._edge = verified_prefix(self._path, self._db, before.checkpoint)
        self._extend(self._db)
        if before is not None and before.checkpoint.size == self._edge.size:
            self._last = before
            return None
        head = Checkpoint(self._key.name, self._edge.size, self._edge.root())
        note = Note(head.text, ()).signed_by(self._key)
        write(checkpoint_of(self._path), note)
        self._last = SignedCheckpoint(head, note)
        return self._last

    def _require_own(self, before: SignedCheckpoint) -> None:
        """Refuse another key than the one that signed: a person decides to change keys, not a growing log."""
        path = checkpoint_of(self._path)
        may_continue(before, self._key, path)
        own = self._key.verifier
        if (own.name, own.id) not in {made[:2] for made in before.note.signatures}:
            raise AnotherKey(path, given=f"{own.name}+{own.id.hex()}")

    def _extend(self, connection: apsw.Connection) -> None:
        """Hash all further entries and add them to the tree."""
        while True:
            try:
                rows = fetch(connection, _ROWS, self._edge.size, PAGE_ROWS)
            except apsw.Error as error:
                raise as_log_error(error, self._path) from error
            if not rows:
                return
            leaves = []
            for place, (position, leaf, data) in enumerate(rows, start=self._edge.size):
                if position != place:
                    raise Damaged("this entry is missing, so nothing is signed", position=place)
                if sha256(b"\x00" + data).digest() != leaf:
                    raise Damaged(
                        "these bytes do not give the stored hash, so nothing is signed", position=place
                    )
                try:
                    check_entry(data)
                except Unreadable as error:
                    why = f"this is no entry of a log ({error}), so nothing is signed"
                    raise Damaged(why, position=place) from error
                leaves.append(leaf)
            self._edge.extend(leaves)

    def close(self) -> None:
        """Close the log; closing twice is harmless."""
        if self._db is not None:
            self._db.close()
            self._db = None

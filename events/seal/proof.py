"""Proofs as text: that an entry is in a log, and that a log continues an earlier version of itself.

The proof of an entry has the form of C2SP ``tlog-proof``, that of growth the form of a request to a
``tlog-witness``. Each contains its checkpoint and is checked offline. Not here: the hashes (``merkle``).
"""

from collections.abc import Iterable
from typing import NamedTuple, Self

from events.seal import Malformed, SealError
from events.seal.checkpoint import Checkpoint, SignedCheckpoint, number
from events.seal.merkle import HASH_BYTES, Hash, Proof, consistent, included
from events.seal.note import LARGEST_BYTES, Note, VerifierKey, base64_text, check, unbase64

HEADER = "c2sp.org/tlog-proof@v1"
MOST_HASHES = 63
"""No tree of an allowed size has a longer path (``tlog-witness``)."""


class Unproven(SealError):
    """The proof does not show what it claims."""


class EntryProof(NamedTuple):
    """Shows that some entry is at ``position`` of the log whose head is ``note``.

    ``extra`` is data that is not covered by any signature.
    """

    position: int
    proof: Proof
    note: Note
    extra: bytes | None = None

    def encode(self) -> bytes:
        """The proof as a file."""
        extra = [] if self.extra is None else [f"extra {base64_text(self.extra)}"]
        lines = (HEADER, *extra, f"index {self.position}", *map(base64_text, self.proof))
        return _join(lines, self.note)

    @classmethod
    def parse(cls, data: bytes) -> Self:
        """The proof in these bytes, not checked yet. Raises ``Malformed``."""
        lines, signed = _split(data)
        if lines.pop(0) != HEADER:
            raise Malformed(f"a proof begins with the line {HEADER}")
        extra = None
        if lines and lines[0].startswith("extra "):
            extra = unbase64(lines.pop(0).removeprefix("extra "), "the extra data of the proof")
        if not (lines and lines[0].startswith("index ")):
            raise Malformed("a proof says 'index N' in its second line, or behind its extra data")
        position = number(lines.pop(0).removeprefix("index "), "the index of a proof")
        return cls(position, _hashes(lines), signed.note, extra)

    def check(self, leaf: Hash, known: Iterable[VerifierKey]) -> Checkpoint:
        """The checkpoint under which the entry with this leaf hash is in the log.

        Raises ``Unproven``, and as ``note.check`` does if the checkpoint is not signed.
        """
        check(self.note, known)
        head = Checkpoint.parse(self.note.text)
        if not included(leaf, self.position, size=head.size, root=head.root, proof=self.proof):
            raise Unproven(
                f"the proof does not show this entry at position {self.position}"
                f" of the {head.size} of {head.origin}"
            )
        return head


class GrowthProof(NamedTuple):
    """Shows that the log whose head is ``note`` begins with the ``old`` entries that it had before."""

    old: int
    proof: Proof
    note: Note

    def encode(self) -> bytes:
        """The proof in the form of a request to a witness."""
        return _join((f"old {self.old}", *map(base64_text, self.proof)), self.note)

    @classmethod
    def parse(cls, data: bytes) -> Self:
        """The proof in these bytes, not checked yet. Raises ``Malformed``."""
        lines, signed = _split(data)
        if not lines[0].startswith("old "):
            raise Malformed("a proof of growth begins with the line 'old N'")
        old = number(lines.pop(0).removeprefix("old "), "the old size of a proof")
        return cls(old, _hashes(lines), signed.note)

    def check(self, old: Checkpoint, known: Iterable[VerifierKey]) -> Checkpoint:
        """The checkpoint of a log that begins as ``old`` says.

        Raises ``Unproven``, and as ``note.check`` does if the checkpoint is not signed.
        """
        check(self.note, known)
        head = Checkpoint.parse(self.note.text)
        if head.origin != old.origin or self.old != old.size:
            raise Unproven(
                f"the proof is about {head.origin} and its first {self.old} entries,"
                f" not about {old.origin} and its first {old.size}"
            )
        if not consistent(old.size, old.root, size=head.size, root=head.root, proof=self.proof):
            raise Unproven(
                f"the proof does not show that the {head.size} entries of {head.origin}"
                f" begin with the {old.size} that were signed before"
            )
        return head


# --- lines -----------------------------------------------------------------------------------------


def _join(lines: Iterable[str], note: Note) -> bytes:
    return "".join(f"{line}\n" for line in (*lines, "")).encode() + note.encode()


def _split(data: bytes) -> tuple[list[str], SignedCheckpoint]:
    """The lines (one or more) before the first empty one, and the checkpoint behind it."""
    if len(data) > 2 * LARGEST_BYTES:
        raise Malformed(f"a proof has at most {2 * LARGEST_BYTES} bytes, not {len(data)}")
    above, empty, signed = data.partition(b"\n\n")
    if not empty:
        raise Malformed("a proof has an empty line before its checkpoint; this one has none")
    try:
        return above.decode("ascii").split("\n"), SignedCheckpoint.parse(signed)
    except UnicodeDecodeError as error:
        raise Malformed("the lines of a proof are ASCII") from error


def _hashes(lines: list[str]) -> Proof:
    if len(lines) > MOST_HASHES:
        raise Malformed(f"a proof has at most {MOST_HASHES} hashes, not {len(lines)}")
    found = tuple(unbase64(line, "a hash of the proof") for line in lines)
    if any(len(step) != HASH_BYTES for step in found):
        raise Malformed(f"a hash of a proof has {HASH_BYTES} bytes")
    return found

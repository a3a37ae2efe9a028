"""Countersignatures (C2SP ``tlog-cosignature``, v1): they state that somebody saw a head, and when.

The time is signed together with the text. Not here: whose key it is (``verifiers``), and what is
countersigned (``slip``).
"""

from hashlib import sha256
from typing import NamedTuple, Self

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from events.seal import Malformed
from events.seal.note import (
    ID_BYTES,
    VERIFIER_FORM,
    Note,
    Signature,
    SignerKey,
    VerifierKey,
    base64_text,
    key_parts,
    refuse_private,
)

COSIGNER = b"\x04"
"""The type of a key that signs a time and the text."""
TIME_BYTES = 8
SIGNATURE_BYTES = 64
VALUE_BYTES = TIME_BYTES + SIGNATURE_BYTES
"""Length of what follows the id in a signature line; a signature without a time is shorter."""
LATEST = 2**63 - 1


class CosignerKey(NamedTuple):
    """The public half of a key that countersigns. Its id differs from that of the same key as a signer."""

    name: str
    public: bytes
    """32 bytes (RFC 8032)."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """The key in ``NAME+ID+KEY``. Raises ``Malformed``."""
        refuse_private(text)
        name, key_id, material = key_parts(text, VERIFIER_FORM, COSIGNER)
        key = cls(name, material)
        if key.id.hex() != key_id:
            raise Malformed(f"verifier key {name}: the id {key_id} does not fit it, {key.id.hex()} does")
        return key

    @classmethod
    def of(cls, key: VerifierKey) -> Self:
        """The cosigner key of the owner of ``key``."""
        return cls(key.name, key.public)

    @property
    def id(self) -> bytes:
        """Four bytes by which a countersignature names this key, beside its name."""
        return sha256(self.name.encode() + b"\n" + COSIGNER + self.public).digest()[:ID_BYTES]

    def made(self, value: bytes, text: str) -> bool:
        """Whether ``value`` (72 bytes, without the id) is a countersignature of ``text`` by this key."""
        time = time_of(value)
        if time is None:
            return False
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(value[TIME_BYTES:], _message(time, text))
        except InvalidSignature:
            return False
        return True

    def __str__(self) -> str:
        return f"{self.name}+{self.id.hex()}+{base64_text(COSIGNER + self.public)}"


def cosigned(note: Note, key: SignerKey, *, at: int) -> Note:
    """The note countersigned by ``key``, ``at`` seconds after 1970 (UTC).

    A valid countersignature by this key is kept; an invalid one under its name is removed.
    """
    own = CosignerKey.of(key.verifier)
    seeming = [made for made in note.signatures if made[:2] == (own.name, own.id)]
    if any(own.made(made.value, note.text) for made in seeming):
        return note
    value = Ed25519PrivateKey.from_private_bytes(key.seed).sign(_message(at, note.text))
    made = Signature(own.name, own.id, at.to_bytes(TIME_BYTES, "big") + value)
    others = (known for known in note.signatures if known not in seeming)
    return note._replace(signatures=(*others, made))


def time_of(value: bytes) -> int | None:
    """The time in a countersignature (seconds since 1970); None if the value is not one."""
    time = int.from_bytes(value[:TIME_BYTES], "big")
    return time if len(value) == VALUE_BYTES and time <= LATEST else None


def _message(time: int, text: str) -> bytes:
    return f"cosignature/v1\ntime {time}\n{text}".encode()

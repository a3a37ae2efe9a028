"""Verifier keys of both kinds that sign heads: a log's own, and those that countersign with a time.

The first kind signs the text of a note as it is (type 01), the second a time and the text (type 04, C2SP
``tlog-cosignature``). Not here: private keys, and which signature is asked for.
"""

import base64
from hashlib import sha256
from typing import NamedTuple, Self

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from events.seal import Malformed
from events.seal.note import ID_BYTES, KEY_BYTES, Signature, unbase64

SIGNS, COSIGNS = 1, 4
TIME_BYTES, VALUE_BYTES = 8, 64


class Vouched(NamedTuple):
    """What a signature line comes to: ``holds`` (by a key that was asked for), ``claimed`` (by one that the
    bundle brings), ``forged`` or ``unknown``; ``time`` in seconds since 1970 where it says one."""

    state: str
    kind: int = 0
    time: int | None = None


class Signer(NamedTuple):
    """A verifier key: its name, its type and 32 bytes."""

    name: str
    kind: int
    public: bytes

    @classmethod
    def parse(cls, text: str) -> Self:
        """The key in ``NAME+ID+KEY``. Raises ``Malformed``."""
        name, _, rest = text.partition("+")
        key_id, _, encoded = rest.partition("+")
        material = unbase64(encoded, "a verifier key")
        if not name or any(sign.isspace() or sign < " " for sign in name):
            raise Malformed(f"a verifier key has a name without spaces, unlike {name!r}")
        if len(material) != 1 + KEY_BYTES or material[0] not in (SIGNS, COSIGNS):
            raise Malformed("a verifier key is written NAME+ID+KEY, its type is 01 or 04")
        key = cls(name, material[0], material[1:])
        if key.id.hex() != key_id:
            raise Malformed(f"verifier key {name}: the id {key_id} does not fit it, {key.id.hex()} does")
        return key

    @property
    def id(self) -> bytes:
        """Four bytes by which a signature names this key, beside its name."""
        return sha256(self.name.encode() + b"\n" + bytes([self.kind]) + self.public).digest()[:ID_BYTES]

    def __str__(self) -> str:
        material = base64.b64encode(bytes([self.kind]) + self.public).decode()
        return f"{self.name}+{self.id.hex()}+{material}"

    def made(self, value: bytes, text: str) -> tuple[bool, int | None]:
        """Whether ``value`` is a signature of ``text`` by this key, and the time that it states."""
        time, signed = None, text
        if self.kind == COSIGNS:
            if len(value) != TIME_BYTES + VALUE_BYTES:
                return False, None
            time = int.from_bytes(value[:TIME_BYTES], "big")
            value, signed = value[TIME_BYTES:], f"cosignature/v1\ntime {time}\n{text}"
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(value, signed.encode())
        except InvalidSignature:
            return False, time
        return True, time


def vouch(made: Signature, text: str, known: list[Signer], claimed: list[Signer]) -> Vouched:
    """What becomes of one signature of ``text``; keys that were asked for count before claimed ones."""
    for keys, good in ((known, "holds"), (claimed, "claimed")):
        same = [key for key in keys if (key.name, key.id) == made[:2]]
        for key in same:
            holds, time = key.made(made.value, text)
            if holds:
                return Vouched(good, key.kind, time)
        if same:
            return Vouched("forged")
    return Vouched("unknown")

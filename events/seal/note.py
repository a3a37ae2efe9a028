"""Signed notes (C2SP ``signed-note``): a text, and lines with signatures of it by named Ed25519 keys.

Keys are written as Go's ``sumdb/note`` writes them, ``NAME+ID+KEY``. Not here: what the text means
(``checkpoint``), and where private keys are kept (``keys``).
"""

import base64
import binascii
import re
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import NamedTuple, Self

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from events.seal import Malformed, SealError

ED25519 = b"\x01"
"""The type of a key that signs the text as it is; the only type supported here."""
KEY_BYTES = 32
ID_BYTES = 4
LARGEST_BYTES = 1_000_000
MOST_SIGNATURES = 100
"""Limits, the same as in ``sumdb``; the format requires at least 16 signatures."""
VERIFIER_FORM = "a verifier key is written NAME+ID+KEY"
PRIVATE = "PRIVATE+KEY+"
"""The line with a private key begins with this."""

_DASH = "— "
_KEY_ID = re.compile(r"[0-9a-f]{8}")


class Unsigned(SealError):
    """The note has no signature by a known key."""


class Forged(SealError):
    """The note has a signature that names a known key, which did not make it over this text."""


# --- keys ------------------------------------------------------------------------------------------


class VerifierKey(NamedTuple):
    """The public half of a key; it checks signatures by the private half."""

    name: str
    public: bytes
    """32 bytes (RFC 8032)."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """The key in ``NAME+ID+KEY``. Raises ``Malformed``."""
        refuse_private(text)
        name, key_id, material = key_parts(text, VERIFIER_FORM)
        key = cls(name, material)
        if key.id.hex() != key_id:
            raise Malformed(f"verifier key {name}: the id {key_id} does not fit it, {key.id.hex()} does")
        return key

    @property
    def id(self) -> bytes:
        """Four bytes by which a signature names this key, beside its name."""
        return sha256(self.name.encode() + b"\n" + ED25519 + self.public).digest()[:ID_BYTES]

    def made(self, signature: bytes, text: str) -> bool:
        """Whether ``signature`` (64 bytes, without the id) is one of ``text`` by this key."""
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, text.encode())
        except InvalidSignature:
            return False
        return True

    def __str__(self) -> str:
        return f"{self.name}+{self.id.hex()}+{base64_text(ED25519 + self.public)}"


class SignerKey(NamedTuple):
    """A private key. Its text form is a secret: ``repr`` and messages leave it out."""

    name: str
    seed: bytes
    """32 bytes (RFC 8032)."""

    @classmethod
    def new(cls, name: str) -> Self:
        """A random key. Raises ``Malformed`` for an invalid name."""
        _check_name(name)
        return cls(name, Ed25519PrivateKey.generate().private_bytes_raw())

    @classmethod
    def parse(cls, text: str) -> Self:
        """The key in ``PRIVATE+KEY+NAME+ID+KEY``. Raises ``Malformed``."""
        form = f"a private key is written {PRIVATE}NAME+ID+KEY"
        if not text.startswith(PRIVATE):
            raise Malformed(form)
        name, key_id, seed = key_parts(text.removeprefix(PRIVATE), form)
        key = cls(name, seed)
        if key.verifier.id.hex() != key_id:
            raise Malformed(f"private key {name}: its id {key_id} does not fit it")
        return key

    @property
    def verifier(self) -> VerifierKey:
        """The public half."""
        public = Ed25519PrivateKey.from_private_bytes(self.seed).public_key()
        return VerifierKey(self.name, public.public_bytes_raw())

    def sign(self, text: str) -> "Signature":
        """The signature of ``text`` by this key."""
        value = Ed25519PrivateKey.from_private_bytes(self.seed).sign(text.encode())
        return Signature(self.name, self.verifier.id, value)

    def reveal(self) -> str:
        """The text form, to be kept where nobody else can read it."""
        return f"{PRIVATE}{self.name}+{self.verifier.id.hex()}+{base64_text(ED25519 + self.seed)}"

    def __repr__(self) -> str:
        return f"SignerKey({self.name!r}, …)"

    def __str__(self) -> str:
        return repr(self)


# --- notes -----------------------------------------------------------------------------------------


class Signature(NamedTuple):
    """A signature line: name and id of a key, and the signature, which is not checked."""

    name: str
    key_id: bytes
    value: bytes

    def line(self) -> str:
        """The line, with its newline."""
        return f"{_DASH}{self.name} {base64_text(self.key_id + self.value)}\n"

    def __str__(self) -> str:
        return f"{self.name}+{self.key_id.hex()}"


class Note(NamedTuple):
    """A text, which ends with a newline, and its signatures, which are not checked."""

    text: str
    signatures: tuple[Signature, ...]

    def encode(self) -> bytes:
        """The note as it is stored. What ``parse`` gives encodes to the same bytes."""
        return "".join([self.text, "\n", *(signature.line() for signature in self.signatures)]).encode()

    def signed_by(self, key: SignerKey) -> "Note":
        """The note with one more signature, which replaces an older one by the same key."""
        made = key.sign(self.text)
        others = (known for known in self.signatures if known[:2] != made[:2])
        return self._replace(signatures=(*others, made))


def parse(data: bytes) -> Note:
    """The note in these bytes, its signatures unchecked. Raises ``Malformed``."""
    if len(data) > LARGEST_BYTES:
        raise Malformed(f"a note has at most {LARGEST_BYTES} bytes, not {len(data)}")
    try:
        whole = data.decode()
    except UnicodeDecodeError as error:
        raise Malformed(f"a note is UTF-8, and byte {error.start} is not") from error
    if (control := _control(whole)) is not None:
        raise Malformed(f"a note has no control characters but newlines, and this one has U+{control:04X}")
    text, blank, block = whole.rpartition("\n\n")
    if not blank:
        raise Malformed("a note has a blank line between its text and its signatures; this one has none")
    if not block:
        raise Malformed("a note has at least one signature behind its last blank line; this one has none")
    if not block.endswith("\n"):
        raise Malformed("a note ends with a newline; this one is cut short")
    lines = block.split("\n")[:-1]
    if len(lines) > MOST_SIGNATURES:
        raise Malformed(f"a note has at most {MOST_SIGNATURES} signatures, not {len(lines)}")
    return Note(text + "\n", tuple(map(_signature, lines)))


def check(note: Note, known: Iterable[VerifierKey]) -> tuple[Signature, ...]:
    """The signatures of the note by known keys, all of which hold; others are ignored.

    Raises ``Forged`` if one by a known key does not hold, ``Unsigned`` if there is none.
    """
    keys: dict[tuple[str, bytes], list[VerifierKey]] = {}
    for key in dict.fromkeys(known):
        keys.setdefault((key.name, key.id), []).append(key)
    found: list[Signature] = []
    for signature in note.signatures:
        same = keys.get(signature[:2], [])
        if same and not any(key.made(signature.value, note.text) for key in same):
            raise Forged(f"the signature of {signature} does not hold: key or text is another one")
        if same:
            found.append(signature)
    if not found:
        raise Unsigned(f"no signature by a known key; signed by {_listed(note.signatures)}")
    return tuple(found)


def _listed(signatures: Sequence[Signature]) -> str:
    return ", ".join(dict.fromkeys(map(str, signatures)))


def _signature(line: str) -> Signature:
    name, space, encoded = line.removeprefix(_DASH).partition(" ")
    if not (line.startswith(_DASH) and space):
        raise Malformed(f"a signature line is written '— NAME SIGNATURE', not {line[:80]!r}")
    _check_name(name)
    value = unbase64(encoded, f"the signature of {name}")
    if len(value) <= ID_BYTES:
        raise Malformed(f"the signature of {name} is cut short: {len(value)} bytes")
    return Signature(name, value[:ID_BYTES], value[ID_BYTES:])


# --- small parts -----------------------------------------------------------------------------------


def _check_name(name: str) -> None:
    if not name or "+" in name or _control(name) is not None or any(sign.isspace() for sign in name):
        raise Malformed(f"the name of a key has no spaces and no '+', and is not empty, unlike {name!r}")
    try:
        name.encode()
    except UnicodeEncodeError:
        raise Malformed(f"the name of a key is Unicode text, unlike {name!r}") from None


def _control(text: str) -> int | None:
    """The first control character other than a newline."""
    return next((ord(sign) for sign in text if sign < " " and sign != "\n"), None)


def refuse_private(text: str) -> None:
    """Raise ``Malformed`` for a private key in the place of a verifier key."""
    if text.startswith(PRIVATE):
        raise Malformed("this is the private key; the verifier key is what 'kifuda key show' prints")


def key_parts(text: str, form: str, kind: bytes = ED25519) -> tuple[str, str, bytes]:
    """Name, id (hex) and 32 bytes of an Ed25519 key, public or private, of the type ``kind``.

    Raises ``Malformed``; ``form`` is how such a key is written.
    """
    # The name has no '+', but base64 may.
    name, _, rest = text.partition("+")
    key_id, plus, encoded = rest.partition("+")
    if not (plus and _KEY_ID.fullmatch(key_id)):
        raise Malformed(form)
    _check_name(name)
    material = unbase64(encoded, f"the key {name}")
    if material[:1] != kind:
        found = material[:1].hex() or "none"
        raise Malformed(f"the key {name} is of type {found}; known is {kind.hex()} (Ed25519)")
    if len(material) != 1 + KEY_BYTES:
        raise Malformed(f"the key {name} should have {KEY_BYTES} bytes, not {len(material) - 1}")
    return name, key_id, material[1:]


def base64_text(data: bytes) -> str:
    """The bytes as notes and proofs write them."""
    return base64.b64encode(data).decode()


def unbase64(text: str, what: str) -> bytes:
    """The bytes of a canonical base64 text. Raises ``Malformed``.

    Another spelling would allow changes that no signature covers.
    """
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise Malformed(f"{what} is not base64") from error
    if base64_text(data) != text:
        raise Malformed(f"{what} is not written as base64 writes it")
    return data

"""Checks the signatures of a note with verifier keys, and reads and writes the list of keys beside a log.

A signing key also checks the countersignatures of its owner; a cosigner key checks nothing else. Not here:
the text of the note.
"""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Literal, NamedTuple

from events.regular_file import read_file
from events.seal import Malformed, SealError
from events.seal.checkpoint import sync_folder
from events.seal.cosignature import COSIGNER, CosignerKey, time_of
from events.seal.note import LARGEST_BYTES, Note, Signature, VerifierKey, unbase64
from events.seal.paths import known_keys_of

AnyKey = VerifierKey | CosignerKey
Role = Literal["signature", "countersignature"]
State = Literal["holds", "forged", "unknown"]


class CheckedSignature(NamedTuple):
    """A signature of a note, and the result of checking it.

    ``time`` (seconds since 1970) stands in the signature itself, so it is as reliable as that; None for one
    without a time. ``unknown``: no key for it was given, so it was not checked.
    """

    signature: Signature
    role: Role
    time: int | None
    state: State


def parse_key(text: str) -> AnyKey:
    """The verifier key in ``NAME+ID+KEY``, of either type. Raises ``Malformed``."""
    encoded = text.partition("+")[2].partition("+")[2]
    try:
        kind = unbase64(encoded, "the key")[:1]
    except Malformed:
        kind = b""
    return CosignerKey.parse(text) if kind == COSIGNER else VerifierKey.parse(text)


def check_signatures(note: Note, known: Iterable[AnyKey]) -> tuple[CheckedSignature, ...]:
    """Check every signature of the note with these keys. The order is that of the note."""
    keys: dict[tuple[str, bytes], list[AnyKey]] = {}
    for key in dict.fromkeys(known):
        for form in forms_of(key):
            keys.setdefault((form.name, form.id), []).append(form)
    return tuple(_check_signature(made, note.text, keys.get(made[:2], [])) for made in note.signatures)


def _check_signature(made: Signature, text: str, keys: list[AnyKey]) -> CheckedSignature:
    time = time_of(made.value)
    role: Role = "signature" if time is None else "countersignature"
    state: State = "unknown"
    if keys:
        state = "holds" if any(key.made(made.value, text) for key in keys) else "forged"
    return CheckedSignature(made, role, time, state)


def silent_keys(known: Iterable[AnyKey], made: Iterable[Signature]) -> list[AnyKey]:
    """The keys that made none of these signatures, be it under the id of a signer or of a cosigner."""
    ids = {signature[:2] for signature in made}
    return [
        key for key in dict.fromkeys(known) if ids.isdisjoint((form.name, form.id) for form in forms_of(key))
    ]


def lacks_signature(name: str, made: Iterable[CheckedSignature], known: Iterable[AnyKey]) -> bool:
    """Whether a note lacks the signature of its log ``name``: nobody has to know a key to see that there is
    none; where its key is known, one must hold."""
    own = [one.state for one in made if one.signature.name == name and one.role == "signature"]
    keys = [key for key in known if type(key) is VerifierKey and key.name == name]
    return not own or (bool(keys) and "holds" not in own)


def forms_of(key: AnyKey) -> tuple[AnyKey, ...]:
    """The key, and for a signing key also the one by which its owner countersigns."""
    return (key, CosignerKey.of(key)) if type(key) is VerifierKey else (key,)


def listed_keys(log: Path) -> tuple[AnyKey, ...]:
    """The keys in the list beside a log, one a line; empty if there is no list.

    Empty lines and lines that begin with ``#`` are skipped. Raises ``Malformed``, which names the line, and
    ``SealError``.
    """
    path = known_keys_of(log)
    try:
        data = read_file(path, most=LARGEST_BYTES + 1)
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise SealError(f"{path} cannot be read: {error.strerror}") from error
    if len(data) > LARGEST_BYTES:
        raise Malformed(f"{path} has more than {LARGEST_BYTES} bytes; it lists verifier keys, one a line")
    found = []
    for number, line in enumerate(data.decode(errors="replace").splitlines(), start=1):
        if (text := line.strip()) and not text.startswith("#"):
            try:
                found.append(parse_key(text))
            except Malformed as error:
                raise Malformed(f"{path}:{number}: {error}") from error
    return tuple(found)


def add_key(log: Path, key: AnyKey) -> Path:
    """Append a key to the list beside a log, unless it is in it. Returns the path of the list.

    Raises ``Malformed``, ``SealError``, ``OSError``.
    """
    path = known_keys_of(log)
    if key not in listed_keys(log):
        with path.open("a+b") as file:
            file.seek(0)
            whole = file.read()
            file.write(b"\n" if whole and not whole.endswith(b"\n") else b"")
            file.write(f"{key}\n".encode())
            file.flush()
            os.fsync(file.fileno())
        sync_folder(path)
    return path

"""Whose signatures a note bears, by the verifier keys that somebody knows.

A key of the type that signs also vouches for countersignatures of its owner; one that only countersigns
vouches for nothing else. Not here: what the note says.
"""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Literal, NamedTuple

from events.seal import Malformed, SealError
from events.seal.checkpoint import sync_folder
from events.seal.cosignature import COSIGNER, CosignerKey, time_of
from events.seal.note import LARGEST_BYTES, Note, Signature, VerifierKey, unbase64
from events.seal.paths import known_keys_of

AnyKey = VerifierKey | CosignerKey
Role = Literal["signature", "countersignature"]
State = Literal["holds", "forged", "unknown"]


class Vouched(NamedTuple):
    """A signature of a note, and what is known of it.

    ``time`` (seconds since 1970) is what the signature itself says, so it counts as far as that does; None
    for one without a time. ``unknown`` is one by a key that was not named: it may hold or not.
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


def vouched(note: Note, known: Iterable[AnyKey]) -> tuple[Vouched, ...]:
    """Every signature of the note with what these keys say of it, in the order in which they stand."""
    keys: dict[tuple[str, bytes], list[AnyKey]] = {}
    for key in dict.fromkeys(known):
        for form in (key, CosignerKey.of(key)) if type(key) is VerifierKey else (key,):
            keys.setdefault((form.name, form.id), []).append(form)
    return tuple(_vouched(made, note.text, keys.get(made[:2], [])) for made in note.signatures)


def _vouched(made: Signature, text: str, keys: list[AnyKey]) -> Vouched:
    time = time_of(made.value)
    role: Role = "signature" if time is None else "countersignature"
    state: State = "unknown"
    if keys:
        state = "holds" if any(key.made(made.value, text) for key in keys) else "forged"
    return Vouched(made, role, time, state)


def listed(log: Path) -> tuple[AnyKey, ...]:
    """The keys in the list beside a log, one a line; none where there is no list.

    Empty lines and those that begin with ``#`` say nothing. Raises ``Malformed``, which names the line, and
    ``SealError``.
    """
    path = known_keys_of(log)
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_BYTES + 1)
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


def enlist(log: Path, key: AnyKey) -> Path:
    """Put a key at the end of the list beside a log, unless it is there; returns where the list is.

    Raises ``Malformed``, ``SealError``, ``OSError``.
    """
    path = known_keys_of(log)
    if key not in listed(log):
        with path.open("a+b") as file:
            file.seek(0)
            whole = file.read()
            file.write(b"\n" if whole and not whole.endswith(b"\n") else b"")
            file.write(f"{key}\n".encode())
            file.flush()
            os.fsync(file.fileno())
        sync_folder(path)
    return path

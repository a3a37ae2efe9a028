"""All forms in which entries were ever stored; a pure function turns each into the next.

Bytes in a log are never rewritten: hashes are those of the stored bytes, and an entry in an older form is
converted when it is read. Not here: what an entry means (``codec``).
"""

from collections.abc import Callable

import msgspec
from msgspec import Raw

FORMAT = 3
"""The form that is written today, in ``v`` of every entry."""


UNDECODED = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What decoding raises for bytes of any other form than the one that was asked for."""


class Unreadable(ValueError):
    """Not canonical: bytes that are no entry, or an entry that has no canonical bytes."""


def upcast(data: bytes) -> bytes:
    """The entry that was stored as ``data`` in today's form. Raises ``Unreadable``."""
    while not data.startswith(_START):
        data = _UPCASTERS[_version(data)](data)
    return data


def _version(data: bytes) -> int:
    """The form of an entry that is not in today's; one that can be turned into it."""
    version: object = None
    try:
        match msgspec.json.decode(data.partition(b"\n")[0]):
            case [version, *_] | {"v": version}:
                pass
    except UNDECODED:
        pass
    if type(version) is not int:
        raise Unreadable(f"no entry: one begins with {_START.decode()}")
    if version not in _UPCASTERS:
        raise Unreadable(f"format {version} cannot be read here, only formats 1 to {FORMAT}")
    return version


def _from_1(data: bytes) -> bytes:
    """In form 1 an entry was one object, with the event among its fields and no field at its default."""
    try:
        old = _read_1(data)
    except UNDECODED as error:
        raise Unreadable(str(error)) from error
    header = [2, old.prev, old.cause, old.seq, old.position, old.match, old.command, old.at]
    return msgspec.json.encode(header) + b"\n" + bytes(old.event)


def _from_2(data: bytes) -> bytes:
    """In form 2 a header said where the entry lies in the log, and held nothing random."""
    header, _, event = data.partition(b"\n")
    try:
        prev, cause, seq, _, *others = _read_2(header)[1:]
    except UNDECODED as error:
        raise Unreadable(str(error)) from error
    return msgspec.json.encode([3, prev, cause, seq, *others, ""]) + b"\n" + event


class _Form1(msgspec.Struct, forbid_unknown_fields=True):
    position: int
    match: str
    seq: int
    at: int
    command: str
    event: Raw
    v: int
    cause: int | None = None
    prev: str = ""


_read_1 = msgspec.json.Decoder(_Form1).decode
_read_2 = msgspec.json.Decoder(tuple[int, str, int | None, int, int, str, str, int]).decode
_START = b"[%d," % FORMAT
_UPCASTERS: dict[int, Callable[[bytes], bytes]] = {1: _from_1, 2: _from_2}

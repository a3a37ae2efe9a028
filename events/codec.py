"""Canonical bytes of an entry, and its leaf hash.

The profile is RFC 8785 (JCS) narrowed so that it needs no number formatting: no floats, integers
that every JSON reader holds exactly, ASCII keys, NFC strings, keys sorted. Hashes are taken over the
stored bytes, never over a re-encoding. Not here: where the bytes are kept (``log``) and how entries
hang together (``chain``).
"""

import unicodedata
from collections.abc import Sequence
from hashlib import sha256

import msgspec

from events.kinds import AnyEvent

FORMAT = 1
"""Version of the stored form; a later version gets an upcaster, stored bytes are never rewritten."""
LARGEST = 2**53 - 1
"""Integers lie between this and its negative (RFC 7493, 2.2)."""
NOT_YET = ""
"""``prev`` of the first entry of a match."""


class Entry(
    msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, tag_field="v", tag=FORMAT
):
    """One stored event with its place in the log and in its match. Stored with ``"v": FORMAT``.

    ``position`` is gapless in the log and equals the Merkle leaf index, ``seq`` is gapless in the
    match; ``at`` is when it was recorded (UTC, microseconds); ``command`` is the id of the act that
    caused it; ``cause`` the seq of the event it follows from; ``prev`` the leaf hash (hex) of the
    match's previous entry.
    """

    position: int
    match: str
    seq: int
    at: int
    command: str
    event: AnyEvent
    cause: int | None = None
    prev: str = NOT_YET


class Link(msgspec.Struct, frozen=True, gc=False):
    """As much of a stored entry as a fold needs: the bytes of its event, the cause, and what ties it to
    the entry before."""

    event: msgspec.Raw
    cause: int | None = None
    prev: str = NOT_YET


class Unreadable(ValueError):
    """Not canonical: bytes that are no entry, or an entry that has no canonical bytes."""


_encoder = msgspec.json.Encoder(order="sorted")
_decoder = msgspec.json.Decoder(Entry)
_event_encoder = msgspec.json.Encoder(order="sorted")
_event_decoder = msgspec.json.Decoder(AnyEvent)

# `v` sorts last, and msgspec lets a lone tagged struct go without its tag: so it is looked for.
_END = b'"v":%d}' % FORMAT
# Where an integer may be too large: every digit becomes a 0, then sixteen in a row are looked for.
_DIGITS = bytes.maketrans(b"123456789", b"000000000")
_LONG = b"0" * len(str(LARGEST))

# Events that were found canonical. Most recur, and to look one up takes a tenth of checking it.
_checked: set[bytes] = set()
_CHECKED_AT_MOST = 8192


def canonical(event: AnyEvent) -> bytes:
    """Canonical bytes of ``event``, which can be read back.

    Raises ``Unreadable``, saying where, for a value of the wrong type (Python does not look at types
    when an event is made), an integer beyond ±``LARGEST``, a key that is not ASCII, and a text that is
    not NFC: two spellings of one name must not hash differently without anybody seeing it.
    """
    try:
        data = _event_encoder.encode(event)
        if data not in _checked:
            _check_event(data)
    except (msgspec.MsgspecError, UnicodeEncodeError, TypeError) as error:
        raise Unreadable(str(error)) from error
    return data


def _check_event(data: bytes) -> None:
    _event_decoder.decode(data)
    # Nearly always nothing else can be wrong; only then is it worth a closer look.
    if not data.isascii() or _LONG in data.translate(_DIGITS):
        _check(msgspec.json.decode(data), "event")
    if len(_checked) >= _CHECKED_AT_MOST:
        _checked.clear()
    _checked.add(data)


def encode(entry: Entry) -> bytes:
    """Canonical bytes of ``entry``, which ``decode`` gives back. Raises ``Unreadable``, see ``canonical``."""
    try:
        for text in (entry.match, entry.command, entry.prev):
            check_text(text)
        canonical(entry.event)
        data = write(entry)
        _decoder.decode(data)
        _check(msgspec.json.decode(data), "entry")
    except (msgspec.DecodeError, Unreadable) as error:
        raise Unreadable(f"{entry.match}#{entry.seq}: {error}") from error
    return data


write = _encoder.encode
"""Bytes of an ``Entry`` whose parts are known to be right; ``event`` may be a ``Raw`` of its bytes."""


def check_text(text: str) -> None:
    """Raise ``Unreadable`` for what may not stand in an entry as a text."""
    if not isinstance(text, str):
        raise Unreadable(f"expected a text, not {text!r}")
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise Unreadable(f"{text!r}: {error}") from error
        _check(text, "text")


def _check(value: object, where: str) -> None:
    """Raise ``Unreadable`` for keys, integers and texts outside the profile, anywhere in ``value``."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if not key.isascii():
                raise Unreadable(f"{where}: key {key!r} must be ASCII")
            _check(inner, f"{where}.{key}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            _check(inner, f"{where}[{index}]")
    elif isinstance(value, str) and not unicodedata.is_normalized("NFC", value):
        raise Unreadable(f"{where}: {value!r} must be in Unicode NFC")
    elif isinstance(value, int) and abs(value) > LARGEST:
        raise Unreadable(f"{where}: {value} must lie within ±{LARGEST}")


def decode(data: bytes) -> Entry:
    """The entry that ``data`` holds. Raises ``Unreadable``."""
    if not data.endswith(_END):
        raise Unreadable(_misfit(data))
    try:
        return _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Unreadable(str(error)) from error


def _misfit(data: bytes) -> str:
    """Why bytes that do not end like an entry of this format are none."""
    try:
        version = msgspec.json.decode(data)["v"]
    except (msgspec.DecodeError, UnicodeDecodeError, LookupError, TypeError):
        return f"no entry: one ends with {_END.decode()}"
    return f"format {version!r} cannot be read here, only format {FORMAT}"


decode_link = msgspec.json.Decoder(Link).decode
"""The ``Link`` in stored bytes. For bytes whose hash is checked: raises ``msgspec.DecodeError``."""

# Events are immutable and most recur, in one match and in others: equal bytes give the same object, which
# is faster than decoding them again and keeps a log of many matches small in memory.
_known: dict[bytes, AnyEvent] = {}
_KNOWN_AT_MOST = 16384


def forget() -> None:
    """Let go of the events that were kept to be shared."""
    _known.clear()


def events_of(links: Sequence[Link]) -> list[AnyEvent]:
    """The events of stored entries. Raises ``msgspec.DecodeError``."""
    stored = [bytes(link.event) for link in links]
    if len(_known) > _KNOWN_AT_MOST:
        forget()
    for data in set(stored).difference(_known):
        _known[data] = _event_decoder.decode(data)
    return [_known[data] for data in stored]


def encode_event(event: AnyEvent) -> bytes:
    """Canonical bytes of one event, by which two events are compared."""
    return _event_encoder.encode(event)


def leaf_hash(data: bytes) -> str:
    """RFC 6962 leaf hash of stored bytes, as hex: SHA-256(0x00 ‖ data)."""
    return sha256(b"\x00" + data).hexdigest()

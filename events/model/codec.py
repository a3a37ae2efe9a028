"""Canonical bytes of an entry, and its leaf hash.

An entry is two lines of JSON: an array, where the event stands, and an object, the event. The profile is
RFC 8785 (JCS) narrowed so that it needs no number formatting: no floats, integers that every JSON reader
holds exactly, ASCII keys, NFC strings, keys sorted. Hashes are taken over the stored bytes, never over a
re-encoding. Not here: older stored forms (``upcast``), where the bytes are stored (``sqlite_log``) and how
entries are linked (``hash_chain``).
"""

import unicodedata
from binascii import b2a_base64
from collections.abc import Sequence
from hashlib import sha256

import msgspec

from events.model.kinds import AnyEvent
from events.model.upcast import FORMAT, UNDECODED, Unreadable, upcast

LARGEST = 2**53 - 1
"""Integers lie between this and its negative (RFC 7493, 2.2)."""
NOT_YET = ""
"""``prev`` of the first entry of a match."""
SALT_BYTES = 16
LINE = b"\n"
"""Between the two lines of an entry; inside of them JSON writes it as an escape."""


class Header(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    gc=False,
    array_like=True,
    forbid_unknown_fields=True,
    tag=FORMAT,
):
    """The place of an event in its match. Stored as an array: ``FORMAT``, then these fields.

    ``prev`` is the leaf hash (hex) of the match's previous entry; ``cause`` the seq of the event that it
    follows from; ``seq`` is gapless in the match; ``command`` is the id of the act that caused it; ``at`` is
    when it was recorded (UTC, microseconds). ``salt`` is random (``SALT_BYTES``, in base64), so that nobody
    who is shown a hash can find what was hashed by trying; entries of older formats have none. The place in a
    log is not part of an entry, which can be taken over into another log as it is.
    """

    prev: str = NOT_YET
    cause: int | None = None
    seq: int
    match: str
    command: str
    at: int
    salt: bytes


class Entry(Header, frozen=True, kw_only=True, gc=False):
    """One stored event with its place."""

    event: AnyEvent
    salt: bytes = b""


class Link(msgspec.Struct, frozen=True, gc=False, array_like=True, tag=FORMAT):
    """As much of a stored header as a fold needs: its first fields."""

    prev: str
    cause: int | None
    seq: int


_encoder = msgspec.json.Encoder(order="sorted")
_event_encoder = msgspec.json.Encoder(order="sorted")
_event_decoder = msgspec.json.Decoder(AnyEvent)

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


def check_entry(data: bytes) -> None:
    """Raise ``Unreadable`` for the bytes of an entry, in whichever form it was stored, with an event that
    ``canonical`` would not have written."""
    check_stored(upcast(data).partition(LINE)[2])


def check_stored(data: bytes) -> None:
    """The same for the bytes of an event."""
    if data in _checked:
        return
    try:
        event = _event_decoder.decode(data)
    except UNDECODED as error:
        raise Unreadable(str(error)) from error
    if canonical(event) != data:
        raise Unreadable("its bytes are not canonical")


def encode(entry: Entry) -> bytes:
    """Canonical bytes of ``entry``, which ``decode`` gives back. Raises ``Unreadable``, see ``canonical``."""
    try:
        for text in (entry.match, entry.command, entry.prev):
            check_text(text)
        event_data = canonical(entry.event)
        header = Header(**{name: getattr(entry, name) for name in Header.__struct_fields__})
        header_data = write(header)
        decode_header(header_data)
        _check(msgspec.structs.asdict(header), "entry")
    except (msgspec.DecodeError, Unreadable) as error:
        raise Unreadable(f"{entry.match}#{entry.seq}: {error}") from error
    return header_data + LINE + event_data


write = _encoder.encode
"""Bytes of a ``Header`` whose parts are known to be right."""


def first_line(prev: str, cause: int | None, *, seq: int, act: str, salt: str) -> bytes:
    """The same bytes from parts, with the line break behind them: ``act`` is what all entries of an act have
    in common (``act_part``), ``salt`` the first 22 characters in base64; 16 bytes have always the same two
    behind them."""
    said = "null" if cause is None else cause
    return f'[{FORMAT},"{prev}",{said},{seq}{act}{salt}=="]\n'.encode()


def act_part(match: str, command: str, *, at: int) -> str:
    """The part of a first line between ``seq`` and ``salt``."""
    match_id, command_id = (_encoder.encode(text).decode() for text in (match, command))
    return f',{match_id},{command_id},{at},"'


def plain_act(match: str, command: str, *, at: int) -> str:
    """The same for ids that JSON writes as they are."""
    return f',"{match}","{command}",{at},"'


def salt_part(salt: bytes) -> str:
    """A salt of ``SALT_BYTES`` as ``first_line`` takes it."""
    return b2a_base64(salt, newline=False)[:-2].decode()


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
    """The entry that ``data`` holds, in whichever form it was stored. Raises ``Unreadable``."""
    header_data, _, event_data = upcast(data).partition(LINE)
    try:
        header = decode_header(header_data)
        event = _event_decoder.decode(event_data)
    except UNDECODED as error:
        raise Unreadable(str(error)) from error
    place = {name: getattr(header, name) for name in Header.__struct_fields__}
    return Entry(event=event, **place)


decode_header = msgspec.json.Decoder(Header).decode
"""The ``Header`` in the first line of an entry of today's form. Raises ``msgspec.DecodeError``."""
decode_link = msgspec.json.Decoder(Link).decode
"""The ``Link`` in such a line, where its hash is checked. Raises ``msgspec.DecodeError``."""


class _Events(dict[bytes, AnyEvent]):
    """Events by their stored bytes. They are immutable and most recur, in one match and in others: equal
    bytes give the same object, which is faster than decoding them again and keeps many matches small.

    Events that were not used since the last ``_KNOWN_AT_MOST`` new ones are dropped.
    """

    def __init__(self) -> None:
        self._older: dict[bytes, AnyEvent] = {}

    def __missing__(self, data: bytes) -> AnyEvent:
        event = self._older.get(data)
        if event is None:
            event = _event_decoder.decode(data)
        if len(self) >= _KNOWN_AT_MOST:
            self._older = dict(self)
            super().clear()
        self[data] = event
        return event

    def clear(self) -> None:
        super().clear()
        self._older.clear()


_KNOWN_AT_MOST = 32768
_known = _Events()


def forget() -> None:
    """Empty the cache of shared events."""
    _known.clear()


def events_of(stored: Sequence[bytes]) -> list[AnyEvent]:
    """Events from their stored bytes. Raises ``msgspec.DecodeError``."""
    known = _known
    return [known[data] for data in stored]


def encode_event(event: AnyEvent) -> bytes:
    """Canonical bytes of one event, by which two events are compared."""
    return _event_encoder.encode(event)


def leaf_hash(data: bytes) -> str:
    """RFC 6962 leaf hash of stored bytes, as hex: SHA-256(0x00 ‖ data)."""
    return sha256(b"\x00" + data).hexdigest()

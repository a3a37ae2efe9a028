"""The hash chain of a match: links new entries, and checks that stored entries are those that were linked.

Both halves are here so that every backend writes and checks the same. Not here: finding the rows (the
backend), and proofs about the whole log.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from events.log.contract import CommandReused, Damaged, Pending, Receipt, Record, Refused
from events.model.codec import (
    LARGEST,
    LINE,
    NOT_YET,
    SALT_BYTES,
    Entry,
    act_part,
    canonical,
    check_text,
    decode,
    decode_header,
    decode_link,
    encode,
    encode_event,
    events_of,
    first_line,
    leaf_hash,
    plain_act,
    salt_part,
)
from events.model.kinds import AnyEvent
from events.model.upcast import UNDECODED, Unreadable, upcast

NO_POSITION = "no log has this position, since entries are counted from 0: it was put in from outside"

# A leaf hash that has only its prefix yet; a copy is made faster than a new one.
_begin_leaf = sha256(b"\x00").copy


class Row(NamedTuple):
    """The stored form of an entry: its bytes and the columns that find them. ``leaf`` has 32 bytes."""

    position: int
    match: str
    seq: int
    command: str
    leaf: bytes
    data: bytes


Fields = tuple[int, str, int, str, bytes, bytes, int | None, int, str | None, bytes]
"""A row on its way into the log, and behind it parts of its bytes: cause, time, salt (``codec.salt_part``),
event. The salt is None for bytes that ``codec.first_line`` would not write with ``plain_act``.

It needs no names there, which would cost a tenth of an append.
"""

Head = tuple[int, str]
"""Where a match stands: the seq its next entry gets, and the leaf hash (hex) that one links to."""

START: Head = (0, NOT_YET)

LAST_POSITION = 2**63 - 2
"""The last position that an entry can have: the size of its log is then the largest number of SQLite."""


# --- writing ---------------------------------------------------------------------------------------


def admit(match: str, events: Sequence[Pending], *, command: str, at: int) -> None:
    """Raise ``Refused`` for an act that is invalid whatever its events are."""
    if not (match and command and events):
        raise Refused("an act needs the id of its match, a command id and at least one event")
    if type(at) is not int or not 0 <= at <= LARGEST:
        raise Refused(f"an act was recorded at 0 to {LARGEST} microseconds since 1970, not {at!r}")
    try:
        check_text(match)
        check_text(command)
    except Unreadable as error:
        raise Refused(f"an id: {error}") from error


def link(
    match: str,
    events: Sequence[Pending],
    *,
    position: int,
    head: Head,
    command: str,
    at: int,
    random: bytes,
) -> list[Fields]:
    """Rows for an admitted act that follows ``head``, the first at ``position``. Raises ``Refused``.

    ``random``: fresh random bytes. Every entry gets a salt of its own from them, so that whoever is shown one
    entry of an act learns nothing about the hashes of the others.
    """
    rows: list[Fields] = []
    seq, prev = head
    act = act_part(match, command, at=at)
    plain = act == plain_act(match, command, at=at)
    for event, cause in events:
        if cause is not None and (type(cause) is not int or not 0 <= cause < seq):
            raise Refused(f"{match}#{seq}: its cause must be an earlier event, not {cause!r}")
        try:
            said = canonical(event)
        except Unreadable as error:
            raise Refused(f"{match}#{seq}: {error}") from error
        salt = salt_part(sha256(random + b"%d" % seq).digest()[:SALT_BYTES])
        data = first_line(prev, cause, seq=seq, act=act, salt=salt) + said
        leaf = _begin_leaf()
        leaf.update(data)
        row = (position, match, seq, command, leaf.digest(), data, cause, at, salt if plain else None, said)
        rows.append(row)
        position, seq, prev = position + 1, seq + 1, leaf.hexdigest()
    return rows


def relink(match: str, stored: Sequence[bytes], *, position: int, head: Head) -> list[Fields]:
    """Rows for entries as another log stored them, which follow ``head``, the first at ``position``.

    The bytes stay as they are. Raises ``Refused`` for what this log would never have written in that place:
    another match, number or link, or bytes that are not canonical.
    """
    rows: list[Fields] = []
    seq, prev = head
    for data in stored:
        try:
            entry = decode(data)
            own = encode(entry)
        except Unreadable as error:
            raise Refused(f"{match}#{seq}: {error}") from error
        if (entry.match, entry.seq, entry.prev) != (match, seq, prev):
            raise Refused(f"{match}#{seq}: entry {entry.match}#{entry.seq} does not continue the match here")
        if entry.cause is not None and not 0 <= entry.cause < seq:
            raise Refused(f"{match}#{seq}: its cause must be an earlier event, not {entry.cause!r}")
        if own != upcast(data):
            raise Refused(f"{match}#{seq}: its bytes are not canonical")
        leaf = sha256(b"\x00" + data)
        rows.append((position, match, seq, entry.command, leaf.digest(), data, *parts_of(entry, data)))
        position, seq, prev = position + 1, seq + 1, leaf.hexdigest()
    return rows


def parts_of(entry: Entry, data: bytes) -> tuple[int | None, int, str | None, bytes]:
    """The parts of ``data``, which hold ``entry``, as in ``Fields``."""
    said = data.partition(LINE)[2]
    salt = salt_part(entry.salt) if len(entry.salt) == SALT_BYTES else ""
    act = plain_act(entry.match, entry.command, at=entry.at)
    line = first_line(entry.prev, entry.cause, seq=entry.seq, act=act, salt=salt)
    return entry.cause, entry.at, salt if line + said == data else None, said


def same_act(stored: Sequence[Record], events: Sequence[Pending]) -> bool:
    """Whether ``events`` are what was stored, byte for byte, with the same causes."""
    try:
        offered = [(encode_event(event), cause) for event, cause in events]
    except (UnicodeEncodeError, TypeError):
        return False
    return offered == [(encode_event(record.entry.event), record.entry.cause) for record in stored]


def repeated(stored: Sequence[Row], match: str, events: Sequence[Pending], command: str) -> Receipt:
    """The first receipt of a command that is appended again. Raises ``CommandReused``."""
    receipt = receipt_of(stored)
    if match != receipt.match or not same_act([check(row, prev=None) for row in stored], events):
        raise CommandReused(command, match=match, first=receipt)
    return receipt._replace(repeated=True)


def receipt_of(stored: Sequence[Row]) -> Receipt:
    """The receipt of the act in these rows. Raises ``Damaged``."""
    first, last = check(stored[0], prev=None), check(stored[-1], prev=None)
    return Receipt(first.entry.match, first.entry.seq, last.entry.seq + 1, first.position, last.leaf)


# --- reading ---------------------------------------------------------------------------------------


def check(row: Row, *, prev: str | None) -> Record:
    """The record in ``row``, if it is what was written. Raises ``Damaged``.

    ``prev`` is the leaf hash (hex) of the match's previous entry, ``None`` where the link is not
    looked at. Whether rows are missing is for the caller to see.
    """
    if not 0 <= row.position <= LAST_POSITION:
        raise _damaged(row, NO_POSITION)
    try:
        leaf, stored = leaf_hash(row.data), row.leaf.hex()
    except (TypeError, AttributeError) as error:
        raise _damaged(row, "it holds other types of values than an entry does") from error
    if leaf != stored:
        raise _damaged(row, "its bytes do not hash to its leaf")
    try:
        entry = decode(row.data)
    except Unreadable as error:
        raise _damaged(row, f"its bytes cannot be read: {error}") from error
    if (entry.match, entry.seq, entry.command) != row[1:4]:
        raise _damaged(row, f"its bytes say match {entry.match}, seq {entry.seq}, command {entry.command}")
    if prev is not None and entry.prev != prev:
        raise _damaged(row, "it does not link to the entry before it")
    return Record(entry, leaf, row.data, row.position)


def check_match(
    match: str, stored: Sequence[bytes], *, leaves: Sequence[bytes]
) -> tuple[list[AnyEvent], list[int | None]] | None:
    """The events of all of ``match`` and their causes, from the bytes of its entries, if they are what was
    written.

    ``leaves`` are their stored leaf hashes. Faster than ``check`` of one row after the other, and silent
    about what is wrong, or stored in an older form (``None``). Every byte is hashed, every hash, link and
    number compared. What the entries between the first and the last say of their match is not looked at:
    the links bind it, and ``scan`` compares it.
    """
    try:
        hashes = [sha256(b"\x00" + data).digest() for data in stored]
        lines = [data.partition(LINE) for data in stored]
        first, last = decode_header(lines[0][0]), decode_header(lines[-1][0])
        links = [decode_link(header) for header, _, _ in lines]
        events = events_of([said for _, _, said in lines])
    except (*UNDECODED, TypeError):
        return None
    if (first.match, last.match, hashes) != (match, match, leaves):
        return None
    before = [NOT_YET, *(leaf.hex() for leaf in hashes[:-1])]
    if [link.prev for link in links] != before or [link.seq for link in links] != list(range(len(links))):
        return None
    return events, [link.cause for link in links]


def _damaged(row: Row, what: str) -> Damaged:
    return Damaged(what, match=row.match, seq=row.seq, position=row.position)

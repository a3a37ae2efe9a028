"""The append-only log of all matches: its contract, its values and its errors.

One writer at a time, gapless positions, a mandatory expected version, idempotent commands. Not here: how
entries are stored (``sqlite_log``), how they are linked and checked (``hash_chain``), and what the events
mean.
"""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple, Protocol, Self

import msgspec

from events.model.codec import Entry
from events.model.kinds import AnyEvent, Derived


class Pending(NamedTuple):
    """An event that is to be appended. ``cause`` is the seq of the earlier event it follows from."""

    event: AnyEvent
    cause: int | None = None


class Record(NamedTuple):
    """A stored entry: decoded, its leaf hash (hex), the stored bytes that were hashed, and its position in
    the log, which is also its leaf index in the Merkle tree."""

    entry: Entry
    leaf: str
    data: bytes
    position: int


class Receipt(NamedTuple):
    """Where an act was stored: entries ``first_seq`` to ``next_seq - 1`` of ``match``.

    ``first_position`` is the position of the first one; the positions of one act are consecutive.
    ``leaf`` is the leaf hash (hex) of the last one. ``repeated``: the command had been appended
    before, this is its first receipt, and nothing was written now.
    """

    match: str
    first_seq: int
    next_seq: int
    first_position: int
    leaf: str
    repeated: bool = False


class MatchInfo(NamedTuple):
    """One match of the log: how many entries, where the first one lies, leaf hash (hex) of the last."""

    match: str
    entries: int
    first_position: int
    leaf: str


class Log(Protocol):
    """The interface of every backend. All reads check hash, chain and gaps (``Damaged``)."""

    @property
    def name(self) -> str:
        """The name of this log in messages, such as its path."""
        ...

    @property
    def size(self) -> int:
        """Number of entries; the next one gets this position."""
        ...

    def append(
        self, match: str, events: Sequence[Pending], *, expected: int, command: str, at: int
    ) -> Receipt:
        """Store one act with all its consequences, or nothing.

        ``expected``: how many entries ``match`` has (0 begins a match) · ``command``: the id of the
        act, which counts once in the life of the log · ``at``: now (UTC, microseconds since 1970).
        When it returns the act is on disk; inside ``batch``, when that block ends.

        Appending a command again with the same match, events and causes writes nothing and gives
        the first receipt, whatever ``expected`` and ``at`` say.

        Raises ``CommandReused``, ``Conflict``, ``Refused``, ``Busy``, ``Unwritable``.
        """
        ...

    def batch(self) -> AbstractContextManager[None]:
        """Commit many acts at once: on disk when the block ends, none of them if it raises.

        An act that is refused inside leaves no trace; whoever catches its error may go on.
        """
        ...

    def count(self, match: str) -> int:
        """How many entries ``match`` has: what ``append`` expects. 0 for an unknown match."""
        ...

    def read(self, match: str, since: int = 0) -> Iterator[Record]:
        """The records of ``match`` from seq ``since`` on.

        ``since`` may equal the number of entries (nothing yet), not exceed it. That the *last* entries
        of a match are missing shows only where the whole log is looked at: ``follow``, ``matches``.
        Raises ``UnknownMatch``, ``OutOfRange``, ``Damaged``.
        """
        ...

    def entry(self, match: str, seq: int) -> Record:
        """One record. Raises ``UnknownMatch``, ``OutOfRange``, ``Damaged``."""
        ...

    def history(self, match: str) -> list[Derived]:
        """The events of ``match`` from the first on, each with its cause: checked like ``read``, faster."""
        ...

    def events(self, match: str) -> list[AnyEvent]:
        """The events of ``match`` alone."""
        ...

    def follow(self, position: int = 0, limit: int | None = None) -> Iterator[Record]:
        """The records of all matches from ``position`` on, up to the present end, at most ``limit``.

        A reader that keeps the position after the last record it has dealt with, and comes back with
        it, sees every record once and in order. Raises ``OutOfRange`` where the log ends before
        ``position``, ``Damaged``.
        """
        ...

    def leaves(self, position: int = 0) -> Iterator[bytes]:
        """The leaf hashes from ``position`` on, as they are stored: what a Merkle root is made of.

        Whether the bytes give them is seen by whoever reads the entries. Raises ``OutOfRange``, ``Damaged``.
        """
        ...

    def beginnings(self) -> Iterator[Record]:
        """The first record of every match, in the order of the log, each checked. Raises ``Damaged``, also if
        an entry is missing anywhere."""
        ...

    def matches(self) -> list[MatchInfo]:
        """All matches, in the order in which they began. Raises ``Damaged`` if an entry is missing."""
        ...

    def close(self) -> None:
        """Close the log; closing twice is harmless."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *raised: object) -> None: ...


class LogError(Exception):
    """A log refuses or cannot do something. The message is meant for people."""


class Refused(LogError):
    """An append that no log may take: no events, no id, or an event without canonical bytes."""


class Conflict(LogError):
    """``match`` does not have the ``expected`` entries: it has ``actual``, and ``missed`` came since.

    ``missed`` is empty where ``expected`` lies beyond the end.
    """

    def __init__(self, match: str, *, expected: int, actual: int, missed: Sequence[Record]) -> None:
        since = ", ".join(f"#{seen.entry.seq} {type(seen.entry.event).__name__}" for seen in missed[:5])
        more = f" and {len(missed) - 5} more" if len(missed) > 5 else ""
        super().__init__(
            f"match {match!r} was expected to have {_entries(expected)}, but has {actual}"
            + (f" (since then: {since}{more})" if missed else "")
            + f": read on from #{min(expected, actual)} and append with expected={actual}"
        )
        self.match, self.expected, self.actual, self.missed = match, expected, actual, tuple(missed)


class CommandReused(LogError):
    """``command`` is already in the log for another act; ``first`` is its place."""

    def __init__(self, command: str, *, match: str, first: Receipt) -> None:
        here = "with other events" if match == first.match else f"and not for match {match!r}"
        super().__init__(
            f"command {command!r} was already used for match {first.match!r}"
            f" #{first.first_seq} to #{first.next_seq - 1}, {here}: a new act needs a new command id"
        )
        self.command, self.match, self.first = command, match, first


class UnknownMatch(LogError):
    """The log has no entry of ``match``; ``known`` are the ids that look most like it."""

    def __init__(self, match: str, *, log: str, known: Sequence[str]) -> None:
        nearest = f"; the nearest: {', '.join(map(repr, known))}" if known else ""
        super().__init__(f"{log} has no match {match!r}{nearest}")
        self.match, self.known = match, tuple(known)


class OutOfRange(LogError):
    """A seq or position that lies outside: ``asked`` is not in 0 to ``last``."""

    def __init__(self, what: str, *, asked: int, last: int) -> None:
        accepted = f"0 to {last}" if last >= 0 else "none yet"
        super().__init__(f"{what} {asked} does not exist: accepted are {accepted}")
        self.asked, self.last = asked, last


class Damaged(LogError):
    """The stored bytes are not what was appended. ``match``, ``seq`` and ``position`` if they are known;
    ``log``: the path of the log, once whoever opened it has put it there."""

    log: Path | None = None

    def __init__(
        self, what: str, *, match: str | None = None, seq: int | None = None, position: int | None = None
    ) -> None:
        named = (("position", position), ("match", match), ("seq", seq))
        where = ", ".join(f"{name} {value}" for name, value in named if value is not None)
        super().__init__(f"damaged log ({where}): {what}" if where else f"damaged log: {what}")
        self.match, self.seq, self.position = match, seq, position


class NotALog(LogError):
    """The file is missing, or is no kifuda log of a version that can be read here."""


class Holder(msgspec.Struct, frozen=True):
    """Who has a log open for writing, by what it says of itself; ``since`` is UTC, as ISO 8601 writes it.

    What is not known is 0 or empty.
    """

    pid: int
    program: str
    host: str
    since: str

    def __str__(self) -> str:
        if not self.pid:
            return "an unknown process"
        return f"{self.program} (process {self.pid} on {self.host}, since {self.since})"


class Busy(LogError):
    """Another process is writing and did not finish in time; nothing was written.

    ``holder`` is who has the log open for writing, where that is known.
    """

    def __init__(self, message: str, *, holder: Holder | None = None) -> None:
        super().__init__(message)
        self.holder = holder


class Unwritable(LogError):
    """The log was opened for reading, or the disk refused; nothing of the act was acknowledged."""


class Poisoned(Unwritable):
    """The disk failed under this writer, which appends nothing any more; the log must be opened again.

    What was acknowledged is there. What was not may be there or not: the same command id tells.
    """


class LockLost(Unwritable):
    """This writer is no longer known to be the only one, and appends nothing any more."""


def _entries(number: int) -> str:
    return f"{number} entry" if number == 1 else f"{number} entries"

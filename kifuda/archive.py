"""Putting a written record into a log: whole or not at all, and once.

The bytes of the file decide: the same file again changes nothing, another file that claims the same
match is a conflict. Not here: reading records (``engine.notation``), nor what the rules say of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Literal

from engine.match import Match
from engine.notation.problem import Problem
from engine.notation.read import read_file
from engine.timeline import by_act
from events.log import Log, LogError
from kifuda.clock import now

Status = Literal["imported", "already there", "disputed", "read"]


@dataclass(frozen=True)
class Record:
    """A written record that was read, ready to be deposited.

    ``digest`` is the SHA-256 (hex) of the file; ``problem`` is where reading ended, None if it was read
    to its end.
    """

    path: Path
    digest: str
    match: Match
    problem: Problem | None


@dataclass(frozen=True)
class Deposit:
    """What became of a record: ``disputed`` ones are in the log as well, ``read`` ones are not. ``events`` of
    its match there."""

    record: Record
    status: Status
    events: int


class Changed(LogError):
    """The log has ``match`` from another file; ``stored`` and ``given`` are the digests of the two, and
    ``stored`` is ``""`` for a match that came from no file."""

    def __init__(self, match: str, path: Path, *, stored: str, given: str) -> None:
        was = f"from a file with the SHA-256 {stored}" if stored else "but not from a file"
        super().__init__(
            f"{path}: the log has match {match!r} already, {was}; this file has {given}."
            " Give it another match id"
        )
        self.match, self.path, self.stored, self.given = match, path, stored, given


def prepare(path: Path) -> Record:
    """Read the record at ``path``. Raises ``engine.notation.problem.Unreadable``, ``OSError``."""
    digest = sha256(path.read_bytes()).hexdigest()
    reading = read_file(path)
    return Record(path, digest, Match(reading.events, id=reading.match), reading.refusal)


def deposit(log: Log, record: Record) -> Deposit:
    """Append ``record`` to ``log``, unless it is there.

    Raises ``Changed`` if another file was deposited for this match, and what ``Log.append`` raises;
    then nothing was written.
    """
    match = record.match
    status: Status = "disputed" if match.verdict.divergence else "imported"
    with log.batch():
        there = log.count(match.id)
        if there:
            stored = _digest(log.entry(match.id, 0).entry.command)
            if stored != record.digest:
                raise Changed(match.id, record.path, stored=stored, given=record.digest)
            return Deposit(record, "already there", there)
        at, seq = now(), 0
        for index, act in enumerate(by_act(match.derived)):
            log.append(match.id, act, expected=seq, command=f"{record.digest}:{index}", at=at)
            seq += len(act)
    return Deposit(record, status, seq)


def _digest(command: str) -> str:
    """The digest in a command id of a deposited act; ``""`` for other commands."""
    digest, _, index = command.partition(":")
    return digest if len(digest) == 64 and index.isdecimal() else ""

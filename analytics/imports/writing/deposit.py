"""Depositing what was read into a log: whole or not at all, and once.

The bytes of a file decide: the same file again changes nothing, another file with the same match is a
conflict. Not here: reading (``reading``), and the events of a tournament (``tournament_writer``).
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from analytics.imports.prepared import Record, Results
from analytics.imports.writing.stored_files import store
from analytics.imports.writing.tournament_writer import Written, write
from engine.record.live_recording import keeper_of
from engine.record.timeline import by_act
from events.log.clock import now
from events.log.contract import Log, LogError

Outcome = Literal["imported", "already there", "read"]
Status = Outcome | Literal["disputed"]


class MatchExists(LogError):
    """The log has ``match`` from another file than ``name``; ``stored`` and ``given`` are the digests of the
    two, and ``stored`` is ``""`` for a match that came from no file."""

    def __init__(self, match: str, name: str, *, stored: str, given: str) -> None:
        was = f"from a file with the SHA-256 {stored}" if stored else "but not from a file"
        super().__init__(
            f"{name}: the log has match {match!r} already, {was}; this file has {given}."
            " Give it another match id"
        )
        self.match, self.name, self.stored, self.given = match, name, stored, given


@dataclass(frozen=True)
class Deposit:
    """What became of a record, and the number of ``events`` of its match. One that was only ``read`` is not
    in the log."""

    record: Record
    outcome: Outcome
    events: int

    @property
    def status(self) -> Status:
        """The outcome, but ``disputed`` for an imported record with an event that the rules do not give."""
        disputed = self.outcome == "imported" and self.record.match.verdict.divergence
        return "disputed" if disputed else self.outcome


def deposit(log: Log, record: Record, *, at: int | None = None, keeper: str = "") -> Deposit:
    """Append ``record`` to ``log``, unless it is there. ``at``: UTC in microseconds, now if None; ``keeper``:
    who imports it, where that is to stand with it.

    Raises ``MatchExists`` if the log has this match from another file, and what ``Log.append`` raises; then
    nothing was written.
    """
    at = now() if at is None else at
    prefix = f"{keeper}/{record.digest}/" if keeper else f"{record.digest}:"
    with log.batch():
        if entries := events_in_log(log, record):
            return Deposit(record, "already there", entries)
        seq = 0
        for index, act in enumerate(by_act(record.derived)):
            log.append(record.id, act, expected=seq, command=f"{prefix}{index}", at=at)
            seq += len(act)
    return Deposit(record, "imported", seq)


def events_in_log(log: Log, record: Record) -> int:
    """How many events the log has of this match from this file; 0 for none.

    Raises ``MatchExists`` if it has the match from another file.
    """
    entries = log.count(record.id)
    if entries:
        stored = _digest(log.entry(record.id, 0).entry.command)
        if stored != record.digest:
            raise MatchExists(record.id, record.name, stored=stored, given=record.digest)
    return entries


def _digest(command: str) -> str:
    """The digest in a command id of a deposited act; ``""`` for other commands."""
    keeper = keeper_of(command)
    parts = command.removeprefix(f"{keeper}/").split("/") if keeper else command.split(":")
    if len(parts) != 2:
        return ""
    digest, index = parts
    return digest if len(digest) == 64 and index.isdecimal() else ""


def deposit_tournament(
    log: Log, path: Path, results: Results, *, at: int | None = None, keeper: str = "", replace: bool = False
) -> Written:
    """Write a tournament into the log at ``path`` and store its files beside it; ``at`` and ``keeper`` as for
    ``deposit``. ``replace`` allows to correct what another file said.

    Raises ``TournamentExists`` for another file without ``replace``, and what ``Log.append`` and storing a
    file raise; then nothing was written.
    """

    def store_files() -> None:
        for data in results.stored:
            store(path, data)

    return write(
        log,
        results.tournament,
        results.imported,
        at=now() if at is None else at,
        keeper=keeper,
        replace=replace,
        store_files=store_files,
    )

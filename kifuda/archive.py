"""Putting a written record into a log, with the file that it stands in and the time that it is.

Not here: how it gets in (``analytics.imports.files``), nor what the rules say of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from analytics.imports.files.deposit import deposit_match
from analytics.imports.files.prepared import Record
from analytics.imports.files.read import read_record
from analytics.imports.tournament import Source
from events.log.clock import now
from events.log.contract import Log

Status = Literal["imported", "already there", "disputed", "read"]


@dataclass(frozen=True)
class Deposit:
    """What became of a record: ``disputed`` ones are in the log as well, ``read`` ones are not. ``events`` of
    its match there."""

    record: Record
    status: Status
    events: int


def prepare(path: Path) -> Record:
    """Read the record at ``path``. Raises ``engine.record.notation.problem.Unreadable``, ``OSError``."""
    return read_record(Source(str(path), path.read_bytes()))


def deposit(log: Log, record: Record) -> Deposit:
    """Append ``record`` to ``log``, unless it is there.

    Raises ``analytics.imports.files.deposit.Changed`` if another file was deposited for this match, and what
    ``Log.append`` raises; then nothing was written.
    """
    match = record.match
    status: Status = "disputed" if match.verdict.divergence else "imported"
    done = deposit_match(log, match.id, match.derived, name=record.name, digest=record.digest, at=now())
    return Deposit(record, "already there" if done.before else status, done.events)

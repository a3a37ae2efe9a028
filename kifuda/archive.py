"""Putting a written record into a log, with the file that it stands in and the time that it is.

Not here: how it gets in (``analytics.intake``), nor what the rules say of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from analytics.imports.form import Source
from analytics.intake.deposit import deposit_match
from analytics.intake.form import Record
from analytics.intake.reading import read_record
from events.clock import now
from events.log import Log

Status = Literal["imported", "already there", "disputed", "read"]


@dataclass(frozen=True)
class Deposit:
    """What became of a record: ``disputed`` ones are in the log as well, ``read`` ones are not. ``events`` of
    its match there."""

    record: Record
    status: Status
    events: int


def prepare(path: Path) -> Record:
    """Read the record at ``path``. Raises ``engine.notation.problem.Unreadable``, ``OSError``."""
    return read_record(Source(str(path), path.read_bytes()))


def deposit(log: Log, record: Record) -> Deposit:
    """Append ``record`` to ``log``, unless it is there.

    Raises ``analytics.intake.deposit.Changed`` if another file was deposited for this match, and what
    ``Log.append`` raises; then nothing was written.
    """
    match = record.match
    status: Status = "disputed" if match.verdict.divergence else "imported"
    done = deposit_match(log, match.id, match.derived, name=record.name, digest=record.digest, at=now())
    return Deposit(record, "already there" if done.before else status, done.events)

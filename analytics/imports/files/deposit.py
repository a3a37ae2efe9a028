"""Putting what was read into a log: whole or not at all, and once.

The bytes of a file decide: the same file again changes nothing, another file that claims the same match is a
conflict. Not here: reading (``reading``), and the events of a tournament
(``analytics.imports.tournament_writer``).
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from analytics.imports.files.prepared import Results
from analytics.imports.stored_files import keep
from analytics.imports.tournament_writer import Written, write
from engine.record.live_recording import keeper_of
from engine.record.timeline import by_act
from events.log.contract import Log, LogError
from events.model.kinds import Derived


class Changed(LogError):
    """The log has ``match`` from another file than ``name``; ``stored`` and ``given`` are the digests of the
    two, and ``stored`` is ``""`` for a match that came from no file."""

    def __init__(self, match: str, name: str, *, stored: str, given: str) -> None:
        was = f"from a file with the SHA-256 {stored}" if stored else "but not from a file"
        super().__init__(
            f"{name}: the log has match {match!r} already, {was}; this file has {given}."
            " Give it another match id"
        )
        self.match, self.name, self.stored, self.given = match, name, stored, given


class Deposited(NamedTuple):
    """A match in the log: its number of ``events``, and whether they were there ``before``."""

    events: int
    before: bool


def there(log: Log, match: str, name: str, digest: str) -> int:
    """How many events the log has of this match from this file; 0 for none.

    Raises ``Changed`` if it has the match from elsewhere.
    """
    entries = log.count(match)
    if entries:
        stored = _digest(log.entry(match, 0).entry.command)
        if stored != digest:
            raise Changed(match, name, stored=stored, given=digest)
    return entries


def deposit_match(
    log: Log, match: str, derived: Sequence[Derived], *, name: str, digest: str, at: int, keeper: str = ""
) -> Deposited:
    """Append a match from the file ``name``, unless it is there. ``at``: now (UTC, microseconds); ``keeper``:
    who imports it, where that is to stand with it.

    Raises ``Changed`` and what ``Log.append`` raises; then nothing was written.
    """
    prefix = f"{keeper}/{digest}/" if keeper else f"{digest}:"
    with log.batch():
        if entries := there(log, match, name, digest):
            return Deposited(entries, before=True)
        seq = 0
        for index, act in enumerate(by_act(derived)):
            log.append(match, act, expected=seq, command=f"{prefix}{index}", at=at)
            seq += len(act)
    return Deposited(seq, before=False)


def _digest(command: str) -> str:
    """The digest in a command id of a deposited act; ``""`` for other commands."""
    keeper = keeper_of(command)
    parts = command.removeprefix(f"{keeper}/").split("/") if keeper else command.split(":")
    if len(parts) != 2:
        return ""
    digest, index = parts
    return digest if len(digest) == 64 and index.isdecimal() else ""


def deposit_results(
    log: Log, path: Path, results: Results, *, at: int, keeper: str = "", replace: bool = False
) -> Written:
    """Write a tournament into the log at ``path`` and keep its files beside it; arguments as those of
    ``deposit_match``. ``replace`` allows to correct what another file said.

    Raises ``analytics.imports.tournament_writer.Taken`` and what ``Log.append`` and keeping a file raise.
    """

    def keep_all() -> None:
        for data in results.kept:
            keep(path, data)

    return write(
        log, results.tournament, results.imported, at=at, keeper=keeper, replace=replace, keep=keep_all
    )

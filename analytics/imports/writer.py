"""Putting a tournament into a log: whole or not at all, once, and corrected by what is written behind.

The same file again changes nothing. A file that corrects an earlier one takes back what it no longer says:
a match that stays as it is gets no entry, one that came out otherwise gets a retraction and the new result,
one that is gone is withdrawn. Not here: keeping the bytes of the file (``kept``).
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Literal

from analytics.imports.form import Tournament
from analytics.imports.recall import is_tournament, last_import, results_of
from analytics.imports.record import Import, Result, about, composed, opened, results
from engine.timeline import standing, withdrawn
from events.codec import encode_event
from events.kinds import AnyEvent, Derived, Noted, Opened, Retracted
from events.log import Log, LogError, Pending

Status = Literal["imported", "already there", "corrected", "read"]
SOURCE = "source"
"""Topic of the note that names the file a result comes from, by its SHA-256."""


class Taken(LogError):
    """The log has ``tournament`` from another file, with the SHA-256 ``stored``; this one has ``given``.

    ``stored`` is ``""`` where the name belongs to a match that is no tournament.
    """

    def __init__(self, tournament: str, *, stored: str, given: str) -> None:
        was = f"from a file with the SHA-256 {stored}" if stored else "as the name of a match"
        super().__init__(f"the log has {tournament!r} already, {was}; this file has {given}")
        self.tournament, self.stored, self.given = tournament, stored, given


@dataclass(frozen=True)
class Written:
    """What an import did: so many matches were ``added``, ``changed``, ``withdrawn``, and ``kept`` as they
    were."""

    status: Status
    added: int = 0
    changed: int = 0
    withdrawn: int = 0
    kept: int = 0


def write(
    log: Log,
    tournament: Tournament,
    imported: Import,
    *,
    at: int,
    keeper: str = "",
    replace: bool = False,
    keep: Callable[[], object] = lambda: None,
) -> Written:
    """Append ``tournament`` to ``log``, unless this very import is its last one.

    ``at``: now (UTC, microseconds). ``keeper``: who imports it, where that is to stand with every entry.
    ``replace`` allows to correct what another file said. ``keep`` keeps the
    files, before anything names them. Raises ``Taken`` for another file without ``replace``, and what
    ``keep`` and ``Log.append`` raise; then nothing was written.
    """
    tournament, imported = composed(tournament), composed(imported)
    with log.batch():
        entries = log.count(tournament.id)
        if entries:
            before = last_import(log, tournament.id)
            if before is not None and before.sha256 == imported.sha256:
                keep()
                return Written("already there")
            if not is_tournament(log, tournament.id) or (before is not None and not replace):
                stored = before.sha256 if before else ""
                raise Taken(tournament.id, stored=stored, given=imported.sha256)
        keep()
        return _Writing(log, tournament, imported, at, keeper).run(entries)


def withdraw(log: Log, tournament: str, *, why: str, at: int) -> int:
    """Take an imported tournament back, with all of its matches; how many. The trace stays, and it may be
    imported again. Raises ``events.log.UnknownMatch`` and what ``Log.append`` raises."""
    with log.batch():
        streams = {tournament: log.history(tournament), **results_of(log, tournament)}
        there = {name: derived for name, derived in streams.items() if not withdrawn(derived)}
        entries = len(streams[tournament])
        for number, (name, derived) in enumerate(there.items()):
            command = f"withdraw:{tournament}:{entries}:{number}"
            log.append(name, [Pending(Retracted(0, why))], expected=len(derived), command=command, at=at)
    return sum(name != tournament for name in there)


class _Writing:
    """One import. Its commands are numbered behind what the tournament had, so that a file may come back."""

    def __init__(self, log: Log, tournament: Tournament, imported: Import, at: int, keeper: str) -> None:
        self.log, self.tournament, self.imported, self.at = log, tournament, imported, at
        entries = log.count(tournament.id)
        start = f"{keeper}/{imported.sha256}:{entries}/" if keeper else f"{imported.sha256}:{entries}:"
        self.commands = (f"{start}{number}" for number in count())
        self.source = Noted(SOURCE, imported.sha256, by=imported.format)
        self.why = f"{imported.format} {imported.sha256}"

    def run(self, entries: int) -> Written:
        """Append everything; ``entries``: those that the tournament has already."""
        there = results_of(self.log, self.tournament.id) if entries else {}
        same: defaultdict[bytes, list[str]] = defaultdict(list)
        for match, derived in reversed(there.items()):
            same[encode_event(derived[0][0])].append(match)
        added = changed = kept = 0
        self._head(entries)
        for result in results(self.tournament):
            if candidates := same[encode_event(result.opened)]:
                match = candidates.pop()
                if self._correct(match, there.pop(match), result):
                    changed += 1
                else:
                    kept += 1
            else:
                self._open(result)
                added += 1
        gone = [match for match, derived in there.items() if not withdrawn(derived)]
        for match in gone:
            self._append(match, [Retracted(0, self.why)], len(there[match]))
        return Written("corrected" if entries else "imported", added, changed, len(gone), kept)

    def _head(self, entries: int) -> None:
        begin: list[AnyEvent] = [Retracted(1, self.why)] if entries else [opened(self.tournament)]
        self._append(self.tournament.id, [*begin, *about(self.tournament, self.imported)], entries)

    def _open(self, result: Result) -> None:
        names = (f"{result.name}{'' if number == 1 else f'.{number}'}" for number in count(1))
        name = next(name for name in names if not self.log.count(name))
        self._append(name, [result.opened, self.source, *result.rest], 0)

    def _correct(self, match: str, derived: Sequence[Derived], result: Result) -> bool:
        """Write the result behind another one of the same match; whether there was a need to."""
        told = tuple(event for _, event, _ in standing(derived) if type(event) not in _FRAME)
        if told == result.rest and not withdrawn(derived):
            return False
        back = [Retracted(1, self.why)] if told else []
        self._append(match, [*back, self.source, *result.rest], len(derived))
        return True

    def _append(self, match: str, events: Sequence[AnyEvent], expected: int) -> None:
        pending = [Pending(event) for event in events]
        self.log.append(match, pending, expected=expected, command=next(self.commands), at=self.at)


_FRAME = (Opened, Noted, Retracted)

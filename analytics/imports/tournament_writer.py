"""Putting a tournament into a log: whole or not at all, once, and corrected by what is written behind.

The same file again changes nothing. A file that corrects an earlier one takes back what it no longer says:
a match that stays as it is gets no entry, one that came out otherwise gets a retraction and the new result,
one that is gone is withdrawn. Not here: keeping the bytes of the file (``kept``).
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Literal, NamedTuple

from analytics.imports.tournament import Tournament
from analytics.imports.tournament_events import Import, Result, about, composed, opened, results
from analytics.imports.tournament_recall import is_tournament, last_import, results_of
from engine.record.timeline import standing, withdrawn
from events.log.contract import Log, LogError, Pending
from events.model.codec import encode_event
from events.model.kinds import AnyEvent, Derived, Noted, Opened, Retracted

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
        before = _before(log, tournament.id, imported)
        if before is not None and before.sha256 == imported.sha256:
            keep()
            return Written("already there")
        if before is not None and not replace:
            raise Taken(tournament.id, stored=before.sha256, given=imported.sha256)
        keep()
        return _Writing(log, tournament, imported, at, keeper).run(_planned(log, tournament))


class Foreseen(NamedTuple):
    """What ``write`` would do; ``replaces``: only where it may correct what another file said."""

    written: Written
    replaces: bool


def foreseen(log: Log, tournament: Tournament, imported: Import) -> Foreseen:
    """What would become of a tournament; writes nothing. Raises ``Taken`` for the name of a match."""
    tournament, imported = composed(tournament), composed(imported)
    before = _before(log, tournament.id, imported)
    if before is not None and before.sha256 == imported.sha256:
        return Foreseen(Written("already there"), replaces=False)
    return Foreseen(_planned(log, tournament).written, replaces=before is not None)


def _before(log: Log, tournament: str, imported: Import) -> Import | None:
    """The import that stands for a tournament of this id. Raises ``Taken`` for the name of a match."""
    if not log.count(tournament):
        return None
    if not is_tournament(log, tournament):
        raise Taken(tournament, stored="", given=imported.sha256)
    return last_import(log, tournament)


def withdraw(log: Log, tournament: str, *, why: str, at: int) -> int:
    """Take an imported tournament back, with all of its matches; how many. The trace stays, and it may be
    imported again. Raises ``events.log.contract.UnknownMatch`` and what ``Log.append`` raises."""
    with log.batch():
        streams = {tournament: log.history(tournament), **results_of(log, tournament)}
        there = {name: derived for name, derived in streams.items() if not withdrawn(derived)}
        entries = len(streams[tournament])
        for number, (name, derived) in enumerate(there.items()):
            command = f"withdraw:{tournament}:{entries}:{number}"
            log.append(name, [Pending(Retracted(0, why))], expected=len(derived), command=command, at=at)
    return sum(name != tournament for name in there)


class _Correction(NamedTuple):
    """A match of the log and its events, of which ``result`` is what is so now; ``told``: whether it said
    anything that has to be taken back."""

    match: str
    derived: list[Derived]
    result: Result
    told: bool


class _Plan(NamedTuple):
    """What has to be written: ``entries`` that the tournament has already, matches to be ``opened``,
    ``corrected``, withdrawn as they are ``gone``; so many are ``kept``."""

    entries: int
    opened: list[Result]
    corrected: list[_Correction]
    gone: list[tuple[str, list[Derived]]]
    kept: int

    @property
    def written(self) -> Written:
        """What that comes to."""
        status: Status = "corrected" if self.entries else "imported"
        return Written(status, len(self.opened), len(self.corrected), len(self.gone), self.kept)


def _planned(log: Log, tournament: Tournament) -> _Plan:
    """What has to be written so that the log says what the tournament does."""
    entries = log.count(tournament.id)
    there = results_of(log, tournament.id) if entries else {}
    same: defaultdict[bytes, list[str]] = defaultdict(list)
    for match, derived in reversed(there.items()):
        same[encode_event(derived[0][0])].append(match)
    plan = _Plan(entries, [], [], [], 0)
    kept = 0
    for result in results(tournament):
        if candidates := same[encode_event(result.opened)]:
            match = candidates.pop()
            derived = there.pop(match)
            told = tuple(event for _, event, _ in standing(derived) if type(event) not in _FRAME)
            if told == result.rest and not withdrawn(derived):
                kept += 1
            else:
                plan.corrected.append(_Correction(match, derived, result, bool(told)))
        else:
            plan.opened.append(result)
    plan.gone.extend((match, derived) for match, derived in there.items() if not withdrawn(derived))
    return plan._replace(kept=kept)


_FRAME = (Opened, Noted, Retracted)


class _Writing:
    """One import. Its commands are numbered behind what the tournament had, so that a file may come back."""

    def __init__(self, log: Log, tournament: Tournament, imported: Import, at: int, keeper: str) -> None:
        self.log, self.tournament, self.imported, self.at = log, tournament, imported, at
        entries = log.count(tournament.id)
        start = f"{keeper}/{imported.sha256}:{entries}/" if keeper else f"{imported.sha256}:{entries}:"
        self.commands = (f"{start}{number}" for number in count())
        self.source = Noted(SOURCE, imported.sha256, by=imported.format)
        self.why = f"{imported.format} {imported.sha256}"

    def run(self, plan: _Plan) -> Written:
        """Append everything that is planned."""
        self._head(plan.entries)
        for correction in plan.corrected:
            self._correct(correction)
        for result in plan.opened:
            self._open(result)
        for match, derived in plan.gone:
            self._append(match, [Retracted(0, self.why)], len(derived))
        return plan.written

    def _head(self, entries: int) -> None:
        begin: list[AnyEvent] = [Retracted(1, self.why)] if entries else [opened(self.tournament)]
        self._append(self.tournament.id, [*begin, *about(self.tournament, self.imported)], entries)

    def _open(self, result: Result) -> None:
        names = (f"{result.name}{'' if number == 1 else f'.{number}'}" for number in count(1))
        name = next(name for name in names if not self.log.count(name))
        self._append(name, [result.opened, self.source, *result.rest], 0)

    def _correct(self, correction: _Correction) -> None:
        """Write the result behind another one of the same match."""
        match, derived, result, told = correction
        back = [Retracted(1, self.why)] if told else []
        self._append(match, [*back, self.source, *result.rest], len(derived))

    def _append(self, match: str, events: Sequence[AnyEvent], expected: int) -> None:
        pending = [Pending(event) for event in events]
        self.log.append(match, pending, expected=expected, command=next(self.commands), at=self.at)

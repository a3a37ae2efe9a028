"""Writing a tournament into a log: whole or not at all, and once; corrections are appended.

The same file again changes nothing. A file that corrects an earlier one takes back what it no longer says: an
unchanged match gets no entry, a changed one a retraction and the new result, and one that is missing is
withdrawn. Not here: storing the bytes of the file (``stored_files``).
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Literal, NamedTuple

from analytics.imports.tournament import Tournament
from analytics.imports.writing.tournament_events import (
    Import,
    ResultEvents,
    normalised,
    notes,
    opening,
    result_events,
)
from analytics.imports.writing.tournament_recall import is_tournament, last_import, results_of
from engine.record.timeline import withdrawn, without_retracted
from events.log.contract import Log, LogError, Pending
from events.model.codec import encode_event
from events.model.kinds import AnyEvent, Derived, Noted, Opened, Retracted

Status = Literal["imported", "already there", "corrected", "read"]
SOURCE = "source"
"""Topic of the note that names the file of a result by its SHA-256."""


class TournamentExists(LogError):
    """The log has ``tournament`` from another file, with the SHA-256 ``stored``; this one has ``given``.

    ``stored`` is ``""`` where the name belongs to a match that is no tournament.
    """

    def __init__(self, tournament: str, *, stored: str, given: str) -> None:
        was = f"from a file with the SHA-256 {stored}" if stored else "as the name of a match"
        super().__init__(f"the log has {tournament!r} already, {was}; this file has {given}")
        self.tournament, self.stored, self.given = tournament, stored, given


@dataclass(frozen=True)
class Written:
    """What an import did, in matches: ``added``, ``changed``, ``withdrawn``, and ``kept`` unchanged."""

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
    store_files: Callable[[], object] = lambda: None,
) -> Written:
    """Append ``tournament`` to ``log``, unless this very import is its last one.

    ``at``: now (UTC, microseconds). ``keeper``: who imports it, where that is to stand with every entry.
    ``replace`` allows to correct what another file said. ``store_files`` is called before
    anything names the files. Raises ``TournamentExists`` for another file without ``replace``, and what
    ``store_files`` and ``Log.append`` raise; then nothing was written.
    """
    tournament, imported = normalised(tournament), normalised(imported)
    with log.batch():
        before = _before(log, tournament.id, imported, replace=replace)
        if before is not None and before.sha256 == imported.sha256:
            store_files()
            return Written("already there")
        store_files()
        return _Writer(log, tournament, imported, at, keeper).run(_plan(log, tournament))


class PlannedImport(NamedTuple):
    """What ``write`` would do; ``replaces``: it would correct what another file said."""

    written: Written
    replaces: bool


def plan_import(log: Log, tournament: Tournament, imported: Import, *, replace: bool = True) -> PlannedImport:
    """What importing a tournament would change; writes nothing. Raises ``TournamentExists`` where ``write``
    does."""
    tournament, imported = normalised(tournament), normalised(imported)
    before = _before(log, tournament.id, imported, replace=replace)
    if before is not None and before.sha256 == imported.sha256:
        return PlannedImport(Written("already there"), replaces=False)
    return PlannedImport(_plan(log, tournament).written, replaces=before is not None)


def _before(log: Log, tournament: str, imported: Import, *, replace: bool) -> Import | None:
    """The import in force under this id. Raises ``TournamentExists`` for the name of a match, and for another
    file without ``replace``."""
    if not log.count(tournament):
        return None
    if not is_tournament(log, tournament):
        raise TournamentExists(tournament, stored="", given=imported.sha256)
    before = last_import(log, tournament)
    if before is not None and before.sha256 != imported.sha256 and not replace:
        raise TournamentExists(tournament, stored=before.sha256, given=imported.sha256)
    return before


def withdraw(log: Log, tournament: str, *, why: str, at: int) -> int:
    """Take an imported tournament back, with all of its matches; returns how many. The entries stay, and it
    may be imported again. Raises ``events.log.contract.UnknownMatch`` and what ``Log.append`` raises."""
    with log.batch():
        streams = {tournament: log.history(tournament), **results_of(log, tournament)}
        there = {name: derived for name, derived in streams.items() if not withdrawn(derived)}
        entries = len(streams[tournament])
        for number, (name, derived) in enumerate(there.items()):
            command = f"withdraw:{tournament}:{entries}:{number}"
            log.append(name, [Pending(Retracted(0, why))], expected=len(derived), command=command, at=at)
    return sum(name != tournament for name in there)


class _Correction(NamedTuple):
    """A match of the log with its events, and its new ``result``; ``retract``: an old result has to be taken
    back."""

    match: str
    derived: list[Derived]
    result: ResultEvents
    retract: bool


class _Plan(NamedTuple):
    """What has to be written. ``entries``: number of entries that the tournament has already · matches to be
    ``opened``, to be ``corrected``, and to be withdrawn (``gone``) · ``kept``: unchanged matches."""

    entries: int
    opened: list[ResultEvents]
    corrected: list[_Correction]
    gone: list[tuple[str, list[Derived]]]
    kept: int

    @property
    def written(self) -> Written:
        """The same as numbers. A match with another opening, as of a player with another deck, is withdrawn
        and opened anew: it counts as changed."""
        status: Status = "corrected" if self.entries else "imported"
        meetings = Counter(_meeting(result.opened) for result in self.opened)
        before = Counter(_meeting(derived[0][0]) for _, derived in self.gone)
        anew = (meetings & before).total()
        return Written(
            status, len(self.opened) - anew, len(self.corrected) + anew, len(self.gone) - anew, self.kept
        )


def _plan(log: Log, tournament: Tournament) -> _Plan:
    """What has to be written so that the log says what the tournament says."""
    entries = log.count(tournament.id)
    there = results_of(log, tournament.id) if entries else {}
    same: defaultdict[bytes, list[str]] = defaultdict(list)
    for match, derived in reversed(there.items()):
        same[encode_event(derived[0][0])].append(match)
    plan = _Plan(entries, [], [], [], 0)
    kept = 0
    for result in result_events(tournament):
        if candidates := same[encode_event(result.opened)]:
            match = candidates.pop()
            derived = there.pop(match)
            before = tuple(event for _, event, _ in without_retracted(derived) if type(event) not in _FRAME)
            if before == result.rest and not withdrawn(derived):
                kept += 1
            else:
                plan.corrected.append(_Correction(match, derived, result, bool(before)))
        else:
            plan.opened.append(result)
    plan.gone.extend((match, derived) for match, derived in there.items() if not withdrawn(derived))
    return plan._replace(kept=kept)


def _meeting(opened: AnyEvent) -> tuple[object, ...]:
    """Who meets whom in which round: what two openings of one match have in common."""
    assert type(opened) is Opened  # every result begins so
    players = sorted(text for key, text in opened.head.items() if key.startswith("player."))
    return opened.head.get("tournament.round"), opened.head.get("tournament.pod"), *players


_FRAME = (Opened, Noted, Retracted)


class _Writer:
    """One import. Its commands continue the number of entries, so that the same file may come again later,
    and name the tournament, so that it may come as another one."""

    def __init__(self, log: Log, tournament: Tournament, imported: Import, at: int, keeper: str) -> None:
        self.log, self.tournament, self.imported, self.at = log, tournament, imported, at
        entries = log.count(tournament.id)
        about = f"{imported.sha256}:{entries}:{tournament.id}"
        start = f"{keeper}/{about}/" if keeper else f"{about}:"
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
        begin: list[AnyEvent] = [Retracted(1, self.why)] if entries else [opening(self.tournament)]
        self._append(self.tournament.id, [*begin, *notes(self.tournament, self.imported)], entries)

    def _open(self, result: ResultEvents) -> None:
        names = (f"{result.name}{'' if number == 1 else f'.{number}'}" for number in count(1))
        name = next(name for name in names if not self.log.count(name))
        self._append(name, [result.opened, self.source, *result.rest], 0)

    def _correct(self, correction: _Correction) -> None:
        """Append the new result of a match."""
        match, derived, result, retract = correction
        back = [Retracted(1, self.why)] if retract else []
        self._append(match, [*back, self.source, *result.rest], len(derived))

    def _append(self, match: str, events: Sequence[AnyEvent], expected: int) -> None:
        pending = [Pending(event) for event in events]
        self.log.append(match, pending, expected=expected, command=next(self.commands), at=self.at)

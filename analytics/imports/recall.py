"""What a log holds of imported tournaments, read back from its events.

Not here: writing them (``record``, ``writer``), and joining them with written records
(``analytics.standings``).
"""

from collections.abc import Iterator
from typing import TypeVar

import msgspec

from analytics.imports.record import RESULT, TOURNAMENT, Import, Sheet, said
from engine.timeline import standing
from events.kinds import Derived, Noted, Opened
from events.log import Log

Told = TypeVar("Told", Import, Sheet)


def openings(log: Log) -> Iterator[tuple[str, Opened]]:
    """Every match of the log with its first event; entries that open nothing are passed over."""
    for info in log.matches():
        event = log.entry(info.match, 0).entry.event
        if type(event) is Opened:
            yield info.match, event


def last_import(log: Log, tournament: str) -> Import | None:
    """The import that stands for a tournament; None where the name belongs to something else."""
    derived = log.history(tournament)
    event = derived[0][0]
    if type(event) is not Opened or event.granularity != TOURNAMENT:
        return None
    return told(derived, "import", Import)


def told(derived: list[Derived], topic: str, kind: type[Told]) -> Told | None:
    """What the note of this topic that stands says; None where there is none."""
    for _, event, _ in standing(derived):
        if type(event) is Noted and event.topic == topic:
            return msgspec.json.decode(event.text, type=kind)
    return None


def results_of(log: Log, tournament: str) -> dict[str, list[Derived]]:
    """The imported matches of a tournament with their events, in the order of the log, withdrawn ones
    included."""
    return {
        match: log.history(match)
        for match, opened in openings(log)
        if opened.granularity == RESULT and said(opened.head, "tournament.id") == tournament
    }

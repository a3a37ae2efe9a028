"""What a log holds of imported tournaments, read back from its events.

Not here: writing them (``tournament_writer``), and joining them with written records
(``analytics.tournaments.gather``).
"""

from collections.abc import Iterator, Sequence
from typing import TypeVar, get_args

import msgspec

from analytics.imports.tournament import SEATS, Outcome, Pairing, Score
from analytics.imports.writing.tournament_events import (
    DRAWN,
    GAMES,
    RESULT,
    TOURNAMENT,
    Import,
    Sheet,
    head_text,
)
from engine.record.timeline import withdrawn, without_retracted
from events.log.contract import Log
from events.model.changes import Set
from events.model.kinds import Began, Derived, Ended, Noted, Opened

OUTCOMES: dict[str, Outcome] = {outcome: outcome for outcome in get_args(Outcome)}
NoteContent = TypeVar("NoteContent", Import, Sheet)


def openings(log: Log) -> Iterator[tuple[str, Opened]]:
    """Every match of the log with its first event; entries that open nothing are skipped."""
    for record in log.beginnings():
        event = record.entry.event
        if type(event) is Opened:
            yield record.entry.match, event


def is_tournament(log: Log, name: str) -> bool:
    """Whether the entries of this name are those of a tournament, and no match. Raises ``UnknownMatch``."""
    event = log.entry(name, 0).entry.event
    return type(event) is Opened and event.granularity == TOURNAMENT


def last_import(log: Log, tournament: str) -> Import | None:
    """The import of a tournament that is in force; None where it was withdrawn, and for a match."""
    return last_note(log.history(tournament), "import", Import) if is_tournament(log, tournament) else None


def stored_digests(log: Log) -> set[str]:
    """The SHA-256 (hex) of every stored file of an import, withdrawn and corrected ones included."""
    notes = (
        event
        for name, opened in openings(log)
        if opened.granularity == TOURNAMENT
        for event in log.events(name)
        if type(event) is Noted and event.topic == "import"
    )
    imports = (msgspec.json.decode(note.text, type=Import) for note in notes)
    return {file.kept for imported in imports for file in imported.files}


def last_note(derived: Sequence[Derived], topic: str, kind: type[NoteContent]) -> NoteContent | None:
    """The content of the note on this topic that was not taken back; None where there is none."""
    for _, event, _ in without_retracted(derived):
        if type(event) is Noted and event.topic == topic:
            return msgspec.json.decode(event.text, type=kind)
    return None


def results_of(log: Log, tournament: str) -> dict[str, list[Derived]]:
    """The imported matches of a tournament with their events, in the order of the log, withdrawn ones
    included."""
    return {
        match: log.history(match)
        for match, opened in openings(log)
        if opened.granularity == RESULT and head_text(opened.head, "tournament.id") == tournament
    }


def pairing(derived: Sequence[Derived], players: Sequence[str]) -> Pairing | None:
    """The result of a match with ``players`` by seat; None if it was withdrawn.

    A written record has who won, and who went first.
    """
    if withdrawn(derived):
        return None
    opened = derived[0][0]
    assert type(opened) is Opened  # or it would not be listed
    outcome: Outcome = "unfinished"
    winner: int | None = None
    first: int | None = None
    score: Score | None = None
    games: list[int] = []
    for _, event, _ in without_retracted(derived):
        if type(event) is Began and event.number == 1 and event.span in ("game", "turn"):
            first = _seat(event.seat) if first is None else first
        elif type(event) is Ended and event.span == "game":
            games.append(-1 if (won := _seat(event.winner)) is None else won)
        elif type(event) is Ended and event.span == "match":
            winner = _seat(event.winner)
            outcome = _outcome(event, opened)
            score = _score(event, len(players))
    table = head_text(opened.head, "tournament.table")
    return Pairing(tuple(players), outcome, winner, score, tuple(games), first, table)


def _seat(seat: str) -> int | None:
    return SEATS.find(seat) if seat and seat in SEATS else None


def _outcome(ended: Ended, opened: Opened) -> Outcome:
    if opened.granularity == RESULT and ended.reason in OUTCOMES:
        return OUTCOMES[ended.reason]
    return "win" if ended.winner else "tie"


def _score(ended: Ended, players: int) -> Score | None:
    tracks = {(change.track, change.of): change.value for change in ended.changes if type(change) is Set}
    if (GAMES, SEATS[0]) not in tracks:
        return None
    won = tuple(tracks.get((GAMES, seat), 0) for seat in SEATS[:players])
    return Score(won, tracks.get((DRAWN, "table"), 0))

"""A match for the table in the browser: its events in words, and how the table changes from each to the next.

It is made of the match as the viewer may see it, so nothing hidden is in it; only the numbers of open cards,
as the rules have them at that moment, come from the whole match. Not here: drawing (``board/web``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from dashboard.app.language import say
from dashboard.board.layout import seats_from
from dashboard.match.card_names import plain_word
from dashboard.match.dispute_text import dispute_text
from dashboard.match.finding_markers import FindingMarker
from dashboard.match.replay.board_differences import differences_by_event
from dashboard.match.replay.stepping import first_position
from dashboard.match.table_writer import Op, TableWriter
from engine.kernel.game import Game
from engine.kernel.legality import Refused
from engine.record.match import Match
from engine.text.label import Labels
from engine.text.sentence import sentence, trail, trail_line
from events.model.changes import (
    AnyChange,
    Expire,
    Grant,
)
from events.model.kinds import (
    ACTS,
    DECISIONS,
    AnyEvent,
    Declared,
    Determined,
    Ended,
    Fouled,
    Noted,
    Retracted,
    Ruled,
    Shuffled,
)

STATED = (*DECISIONS, Noted, Fouled, Ruled, Retracted)
"""What people say: between two of these the game runs by itself."""


def frames(
    match: Match,
    whole: Match,
    markers: Sequence[FindingMarker],
    *,
    language: str,
    near: str,
    sees_all: bool,
) -> dict[str, Any]:
    """The match as plain data. ``whole`` is the same match with everything in it; ``sees_all``: the viewer
    may read what the findings say."""
    writer = _Writer(match, whole, language)
    writer.wrong = {marker.seq for marker in markers}
    events = list(writer.events())
    rules = match.rules
    return {
        **writer.layout(seats_from(rules, match.opened.players, near)),
        "curve": rules.curve if rules is not None else "",
        "curve_name": writer.curve_name(),
        "clauses": writer.clauses,
        "events": events,
        "start": first_position(match),
        "end": _end(match),
        "marks": [_mark(match, marker, language, writer=writer, sees_all=sees_all) for marker in markers],
        "compared": _compared(match, language) if sees_all and rules is not None else [],
    }


class _Writer(TableWriter):
    """Writes the events one after the other, with the table as it is before each."""

    def __init__(self, match: Match, whole: Match, language: str) -> None:
        super().__init__(match, language)
        self.whole = whole
        self.clauses: dict[str, str] = {}
        self.wrong: set[int] = set()
        """Where something was found."""

    def events(self) -> Iterator[dict[str, Any]]:
        """All events. The numbers of seats come from the table, and stand with each event; those of open
        cards come from the game, and stand with the last event before something is ``STATED``."""
        chain, players, turn = _roots(self.match), self.match.opened.players, 0
        game, on_table = self._game(), self._game()
        waiting: dict[str, Any] | None = None
        for seq, (event, cause) in enumerate(self.match.derived):
            if waiting is not None and isinstance(event, STATED):
                waiting["ops"] += self.card_numbers(game)
            if waiting is not None:
                yield waiting
            text = sentence(event, self.table, self.rules, self.language, players=players)
            waiting = {"t": self.names.translated(text)}
            if isinstance(event, (*ACTS, Shuffled)):
                waiting["d"] = 1
            if chain[seq] is not None:
                waiting["r"] = chain[seq]
            if cause is not None:
                waiting["c"] = cause
            if isinstance(event, Noted) and event.topic == "claim" and self.rules and seq not in self.wrong:
                waiting["ok"] = 1
            if isinstance(event, Determined) and event.trail:
                line = trail_line(event, self.table, self.rules, self.language)
                steps = trail(event, self.table, self.rules, self.language)
                waiting["n"] = [self.names.translated(one) for one in (line, *steps)]
            if cited := self._cited(event):
                waiting["l"] = cited
            self._apply(seq, event)
            waiting["ops"] = list(self._ops(event))
            if on_table is not None:
                on_table.table = self.table
                waiting["ops"] += self.seat_numbers(on_table)
            if self.table.turn != turn:
                turn = self.table.turn
                waiting["turn"] = [turn, self.table.seat]
            game = self._play(game, seq)
        if waiting is not None:
            waiting["ops"] += self.card_numbers(game)
            yield waiting

    def curve_name(self) -> str:
        """What the curve of the match shows: a track, or how many cards a zone has."""
        curve = self.rules.curve if self.rules is not None else ""
        zones = self.rules.zones if self.rules is not None else ()
        zone = next((zone.name[self.language] for zone in zones if zone.id == curve), "")
        if zone:
            return say(self.language, "table.cards-of", zone=zone)
        return plain_word(self.labels.quantity(curve), self.language) if curve else ""

    def _cited(self, event: AnyEvent) -> list[str]:
        own = getattr(event, "clauses", None) or (getattr(event, "clause", ""),)
        ids = (*own, *(step.clause for step in getattr(event, "trail", ())))
        cited = list(dict.fromkeys(filter(None, ids)))
        for id in cited:
            self.cite(id)
        return cited

    def cite(self, id: str) -> None:
        """Have the text of a clause ready."""
        if id not in self.clauses:
            self.clauses[id] = self.match.clause_text(id, self.language)

    # --- the table ---------------------------------------------------------------------------------------

    def _apply(self, seq: int, event: AnyEvent) -> None:
        if isinstance(event, Retracted):
            self.table = self.match.table(seq)
        else:
            self.table.apply(event)

    def _ops(self, event: AnyEvent) -> Iterator[Op]:
        if isinstance(event, Retracted):
            self.numbers, self.effects = {}, dict(self._effects())
            yield ["back", max(event.since, 1) - 1]
            return
        changes: Sequence[AnyChange] = getattr(event, "changes", ())
        granted = False
        for change in changes:
            if isinstance(change, Grant | Expire):
                granted = True
            else:
                yield self.op(change)
        if granted:
            yield from self.current_effects()

    # --- numbers as they are now -----------------------------------------------------------------------

    def _game(self) -> Game | None:
        if self.whole is not self.match or self.whole.rules is None or not self.whole.verdict.judged:
            return None  # what a number is now can tell of what is hidden
        game = Game(self.whole.rules, self.whole.opened)
        game.begin()
        return game

    def _play(self, game: Game | None, seq: int) -> Game | None:
        """The game after event ``seq``; None from where the rules do not follow the record."""
        event = self.whole.events[seq]
        with suppress(Refused):
            if game is not None and isinstance(event, DECISIONS):
                game.table.seq = seq
                game.act(event)
            elif game is not None and isinstance(event, Ruled):
                game.table.seq = seq
                game.remark(event)
            elif game is not None and isinstance(event, Retracted):
                game = self.whole.game(seq)
            return game
        return None


def _end(match: Match) -> int:
    """The event that ended the match, unless that was taken back; -1: none."""
    for seq in reversed(range(len(match))):
        match match.events[seq]:
            case Ended(span="match"):
                return seq
            case Retracted():
                break
    return -1


def _mark(
    match: Match, marker: FindingMarker, language: str, *, writer: _Writer, sees_all: bool
) -> dict[str, Any]:
    """A finding: where, what kind, and for who may read it what each side says and why."""
    found: dict[str, Any] = {
        "seq": marker.seq,
        "index": marker.index,
        "kind": marker.kind(match, language),
        "sort": "dispute"
        if marker.colour == "red"
        else "follows"
        if marker.finding.follows
        else marker.finding.kind,
    }
    if not sees_all:
        return found
    translated = writer.names.translated
    found["what"] = translated(marker.finding.what[language])
    cited = list(dict.fromkeys(filter(None, (marker.finding.clause, *marker.finding.clauses))))
    for id in cited:
        writer.cite(id)
    found["clauses"] = cited
    dispute, plain = dispute_text(match, marker.finding, language), match.dispute(marker.finding)
    if dispute is not None and plain is not None:
        found["dispute"] = {
            "about": dispute.about,
            "key": list(plain.about),
            "recorded": dispute.recorded,
            "ruled": dispute.ruled,
            "reasons": [[one.seq, one.text, one.change, one.cause] for one in dispute.reasons],
        }
    return found


def _compared(match: Match, language: str) -> list[list[Any]]:
    """From which event on record and rules differ in what, right after which event that both have."""
    labels = Labels(match.rules, language, table=match.table(len(match) - 1), players=match.opened.players)
    return [
        [seq, common, [list(row) for row in rows]]
        for seq, common, rows in differences_by_event(match, labels)
    ]


def _roots(match: Match) -> list[int | None]:
    """For each event the outermost declared action that caused it, or the event itself if it is one; else
    None."""
    found: list[int | None] = []
    for seq, (event, cause) in enumerate(match.derived):
        root = None if cause is None else found[cause]
        found.append(seq if root is None and isinstance(event, Declared) else root)
    return found

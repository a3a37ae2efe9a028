"""A match for the table in the browser: its events in words, and how the table changes from each to the next.

It is made of the match as the viewer may see it, so nothing hidden is in it; only the numbers of open cards,
as the rules have them at that moment, come from the whole match. Not here: drawing (``board/web``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from dashboard.app.language import LANGUAGES
from dashboard.board.layout import lasting_effects, printed_card, seats_from, zone_list
from dashboard.match.card_names import CardNames
from dashboard.match.dispute_text import dispute_text
from dashboard.match.finding_markers import FindingMarker
from dashboard.match.replay.board_differences import differences_by_event
from dashboard.match.replay.chain_tree import roots
from dashboard.match.replay.stepping import first_position
from engine.kernel.game import Game
from engine.kernel.legality import Refused
from engine.kernel.table import Table
from engine.record.match import Match
from engine.text.label import Labels
from engine.text.sentence import clause_text, sentence, trail, trail_line
from events.model.changes import (
    AnyChange,
    Attach,
    Create,
    Expire,
    Flip,
    Grant,
    Know,
    Move,
    Set,
    Turn,
)
from events.model.kinds import ACTS, DECISIONS, AnyEvent, Determined, Noted, Retracted, Ruled, Shuffled

Op = list[Any]
"""A change of the table as the browser reads it: a letter, then what changes (``board/web/table.js``)."""


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
        "id": match.id,
        "language": language,
        "seats": seats_from(rules, match.opened.players, near),
        "names": {seat: writer.labels.seat(seat) for seat in match.opened.players},
        "zones": writer.zones(),
        "tracks": writer.tracks(),
        "curve": rules.curve if rules is not None else "",
        "kinds": writer.kinds,
        "colours": {kind: COLOURS.index(name) for kind, name in rules.kind_colours.items()} if rules else {},
        "faces": writer.faces,
        "clauses": writer.clauses,
        "events": events,
        "start": first_position(match),
        "marks": [_mark(match, marker, language, writer=writer, sees_all=sees_all) for marker in markers],
        "compared": _compared(match, language) if sees_all and rules is not None else [],
    }


COLOURS = ("blue", "red", "green", "purple", "orange", "sky", "yellow", "grey")
"""The colours of kinds, as the style sheet numbers them (``Ruleset.kind_colours``)."""


class _Writer:
    """Writes the events one after the other, with the table as it is before each."""

    def __init__(self, match: Match, whole: Match, language: str) -> None:
        self.match, self.whole, self.language = match, whole, language
        self.rules, self.table = match.rules, Table()
        self.names = CardNames(match.rules, language)
        self.labels = Labels(match.rules, language, players=match.opened.players)
        self.faces: dict[str, dict[str, Any]] = {}
        self.kinds: dict[str, str] = {}
        self.clauses: dict[str, list[str]] = {}
        self.numbers: dict[str, dict[str, int]] = {}
        sets = match.rules.sets.values() if match.rules else ()
        self.priced = any(card.cost != 0 for one in sets for card in one.cards.values())
        """Whether cards of the game cost anything."""
        self.wrong: set[int] = set()
        """Where something was found."""

    def events(self) -> Iterator[dict[str, Any]]:
        """All events; the numbers of open cards stand with the last event before the next decision."""
        chain, players, turn = roots(self.match), self.match.opened.players, 0
        game = self._game()
        waiting: dict[str, Any] | None = None
        for seq, (event, cause) in enumerate(self.match.derived):
            if waiting is not None and isinstance(event, (*DECISIONS, Ruled, Retracted)):
                waiting["ops"] += self._numbers(game)
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
            if self.table.turn != turn:
                turn = self.table.turn
                waiting["turn"] = [turn, self.table.seat]
            game = self._play(game, seq)
        if waiting is not None:
            waiting["ops"] += self._numbers(game)
            yield waiting

    def _cited(self, event: AnyEvent) -> list[str]:
        own = getattr(event, "clauses", None) or (getattr(event, "clause", ""),)
        ids = (*own, *(step.clause for step in getattr(event, "trail", ())))
        cited = list(dict.fromkeys(filter(None, ids)))
        for id in cited:
            self.cite(id)
        return cited

    def cite(self, id: str) -> None:
        """Have a clause ready: in the language of the page first."""
        if id not in self.clauses:
            order = sorted(LANGUAGES, key=lambda one: one != self.language)
            self.clauses[id] = list(dict.fromkeys(clause_text(self.rules, id, one) for one in order))

    # --- the table ---------------------------------------------------------------------------------------

    def _apply(self, seq: int, event: AnyEvent) -> None:
        if isinstance(event, Retracted):
            self.table = self.match.table(seq)
        else:
            self.table.apply(event)

    def _ops(self, event: AnyEvent) -> Iterator[Op]:
        if isinstance(event, Retracted):
            self.numbers = {}
            yield ["back", max(event.since, 1) - 1]
            return
        changes: Sequence[AnyChange] = getattr(event, "changes", ())
        granted = False
        for change in changes:
            if isinstance(change, Grant | Expire):
                granted = True
            else:
                yield self._op(change)
        if granted:
            yield from self._effects()

    def _op(self, change: AnyChange) -> Op:
        match change:
            case Create(card, face, place):
                return ["new", card, self._face(face), place]
            case Move(card, _, place, under):
                return ["move", card, place, int(under)]
            case Know(card, face):
                return ["face", card, self._face(face)]
            case Flip(card, down):
                return ["down", card, int(down)]
            case Turn(card, quarter):
                return ["turn", card, quarter]
            case Attach(card, to, role):
                return ["on", card, to, self._role(role)]
            case Set(track, of, value):
                return ["set", track, of, value]
        raise TypeError(change)

    def _effects(self) -> Iterator[Op]:
        """Counters of cards, and what lasts on each seat."""
        labels = Labels(self.rules, self.language, table=self.table, players=self.match.opened.players)
        seats = list(self.match.opened.players)
        if self.rules is not None:
            for card in self.table.place:
                counters = [
                    [labels.quantity(quantity), sum(grant.amount for grant in grants)]
                    for quantity in self.rules.counters
                    if (grants := self.table.effects(card, quantity))
                ]
                yield ["count", card, counters]
        for seat in seats:
            lasting = lasting_effects(self.table, labels, seat)
            yield ["last", seat, [self.names.translated(text) for text in lasting]]

    def _role(self, role: str) -> str:
        return self.names.translated(self.labels.role(role)) if role else ""

    def _face(self, face: str) -> str:
        """The id of a face, with everything printed on it in ``faces``."""
        if face and face not in self.faces:
            card = printed_card(self.rules, face)
            if card is None:
                self.faces[face] = {"name": face}
            else:
                self.kinds.setdefault(card.kind, self.labels.term("symbol", card.kind))
                self.faces[face] = {
                    "name": card.name[self.language],
                    "other": card.name.ja if self.language != "ja" else card.name.en,
                    "kind": card.kind,
                    **({"cost": "X" if card.cost is None else card.cost} if self.priced else {}),
                    "text": card.text[self.language],
                    "stats": [
                        [self.labels.quantity(name), value, name] for name, value in card.stats.items()
                    ],
                }
        return face

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

    def _numbers(self, game: Game | None) -> Iterator[Op]:
        """What has changed of the numbers of seats, and of cards that lie open to all. A card stands where it
        stands in the whole match: a view may have other names for cards, never other places."""
        if game is None or self.rules is None:
            return
        for seat in self.rules.seats:
            yield from self._changed(seat, self.rules.numbers(game, seat))
        for place, cards in self.table.zones.items():
            zone, there = self.rules.zone(place), game.table.at(place)
            if zone.seen_by != "all" or zone.look == "pile" or len(there) != len(cards):
                continue
            for card, same in zip(cards, there, strict=True):
                if self.table.face[card] == game.table.face[same] != "" and card not in self.table.down:
                    yield from self._changed(card, self.rules.numbers(game, same))

    def _changed(self, of: str, numbers: Mapping[str, int]) -> Iterator[Op]:
        if self.numbers.get(of, {}) != numbers:
            self.numbers[of] = dict(numbers)
            yield ["now", of, {name: [self.labels.quantity(name), value] for name, value in numbers.items()}]

    # --- the layout ----------------------------------------------------------------------------------------

    def zones(self) -> list[dict[str, Any]]:
        """The zones that are used in this match, as the game lays them out."""
        return [
            {
                "id": zone.id,
                "name": zone.name[self.language],
                "look": zone.look,
                "row": zone.row,
                "shared": zone.shared,
                "places": zone.places,
                "square": zone.square,
            }
            for zone in zone_list(self.match, self.labels)
        ]

    def tracks(self) -> list[dict[str, Any]]:
        """The tracks that are shown; without rules all that the record sets."""
        if self.rules is not None:
            return [
                {"id": one.id, "name": one.name[self.language], "shared": one.shared}
                for one in self.rules.tracks
                if one.shown
            ]
        seats = self.match.opened.players
        used = dict.fromkeys(track for track, of in self.table.tracks if of in seats)
        return [{"id": track, "name": self.labels.quantity(track), "shared": False} for track in used]


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
            "recorded": translated(dispute.recorded),
            "ruled": translated(dispute.ruled),
            "reasons": [[one.seq, translated(one.text), one.change, one.cause] for one in dispute.reasons],
        }
    return found


def _compared(match: Match, language: str) -> list[list[Any]]:
    """From which event on record and rules differ in what, right after which event that both have."""
    labels = Labels(match.rules, language, table=match.table(len(match) - 1), players=match.opened.players)
    return [
        [seq, common, [list(row) for row in rows]]
        for seq, common, rows in differences_by_event(match, labels)
    ]

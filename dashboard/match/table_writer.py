"""The table of a match as plain data for the script that draws it: zones, tracks, faces, and changes.

What it is given is what it sends: whoever may not know everything gives it the match as they may see it. Not
here: drawing (``board/web``), the events of a replay (``replay.frames``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from dashboard.board.layout import lasting_effects, printed_card, zone_list
from dashboard.match.card_names import CardNames, plain_word
from engine.kernel.game import Game
from engine.kernel.table import Table
from engine.record.match import Match
from engine.text.label import Labels
from events.model.changes import AnyChange, Attach, Create, Flip, Know, Move, Set, Turn

Op = list[Any]
"""A change of the table as the browser reads it: a word, then what changes (``board/web/table.js``)."""
COLOURS = ("blue", "red", "green", "purple", "orange", "sky", "yellow", "grey")
"""The colours of kinds, as the style sheet numbers them (``Ruleset.kind_colours``)."""


class TableWriter:
    """Writes the table of ``match``. ``faces`` grow with what was written; ``kinds`` are all of the game, so
    that a card has the same colour in every match."""

    def __init__(self, match: Match, language: str) -> None:
        self.match, self.language = match, language
        self.rules, self.table = match.rules, Table()
        self.names = CardNames(match.rules, language)
        self.labels = Labels(match.rules, language, players=match.opened.players)
        self.faces: dict[str, dict[str, Any]] = {}
        self.numbers: dict[str, dict[str, int]] = {}
        self.effects: dict[tuple[str, str], list[Any]] = {}
        """What is on cards and seats, as the browser has it; those with nothing are left out."""
        sets = match.rules.sets.values() if match.rules else ()
        cards = [card for one in sets for card in one.cards.values()]
        self.kinds = {kind: self._word("symbol", kind) for kind in dict.fromkeys(card.kind for card in cards)}
        self.priced = any(card.cost != 0 for card in cards)
        """Whether cards of the game cost anything."""

    # --- the layout --------------------------------------------------------------------------------------

    def layout(self, seats: list[str]) -> dict[str, Any]:
        """What stays the same from event to event, with the faces that were written so far; the first of the
        ``seats`` sits near."""
        rules = self.rules
        return {
            "id": self.match.id,
            "language": self.language,
            "seats": seats,
            "names": {seat: self.labels.seat(seat) for seat in self.match.opened.players},
            "zones": self.zones(),
            "tracks": self.tracks(),
            "kinds": self.kinds,
            "colours": {kind: COLOURS.index(name) for kind, name in rules.kind_colours.items()}
            if rules
            else {},
            "faces": self.faces,
        }

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
                {"id": one.id, "name": one.name[self.language], "shared": one.shared, "start": one.start}
                for one in self.rules.tracks
                if one.shown
            ]
        seats = self.match.opened.players
        used = dict.fromkeys(track for track, of in self.table.tracks if of in seats)
        return [
            {"id": track, "name": self.labels.quantity(track), "shared": False, "start": 0} for track in used
        ]

    # --- the state ---------------------------------------------------------------------------------------

    def snapshot(self, game: Game) -> Iterator[Op]:
        """The changes that make the table of ``game`` of an empty one."""
        self.table, self.numbers, self.effects = game.table, {}, {}
        for place, cards in self.table.zones.items():
            for card in cards:
                yield ["new", card, self.face(self.table.face[card]), place]
        for card in self.table.down:
            yield ["down", card, 1]
        for card, quarter in self.table.quarter.items():
            yield ["turn", card, quarter]
        for card, (host, role) in self.table.host.items():
            yield ["on", card, host, self._role(role)]
        for (track, of), value in self.table.tracks.items():
            yield ["set", track, of, value]
        yield from self.current_effects()
        yield from self.seat_numbers(game)
        yield from self.card_numbers(game)

    def op(self, change: AnyChange) -> Op:
        match change:
            case Create(card, face, place):
                return ["new", card, self.face(face), place]
            case Move(card, _, place, under):
                return ["move", card, place, int(under)]
            case Know(card, face):
                return ["face", card, self.face(face)]
            case Flip(card, down):
                return ["down", card, int(down)]
            case Turn(card, quarter):
                return ["turn", card, quarter]
            case Attach(card, to, role):
                return ["on", card, to, self._role(role)]
            case Set(track, of, value):
                return ["set", track, of, value]
        raise TypeError(change)

    def current_effects(self) -> Iterator[Op]:
        """What has changed of the counters of cards, and of what lasts on each seat."""
        known, self.effects = self.effects, dict(self._effects())
        for about in known | self.effects:
            now = self.effects.get(about, [])
            if now != known.get(about, []):
                yield [*about, now]

    def _effects(self) -> Iterator[tuple[tuple[str, str], list[Any]]]:
        """What is on any card, and on any seat, by the word of the change and whom it is on."""
        labels = Labels(self.rules, self.language, table=self.table, players=self.match.opened.players)
        affected = {on for (on, _), grants in self.table.granted.items() if grants}
        for card in self.table.place if self.rules is not None and affected else ():
            if card in affected and (counters := self._counters(card, labels)):
                yield ("count", card), counters
        for seat in self.match.opened.players:
            if lasting := lasting_effects(self.table, labels, seat):
                yield ("last", seat), [self.names.translated(text) for text in lasting]

    def _counters(self, card: str, labels: Labels) -> list[tuple[str, int]]:
        assert self.rules is not None  # without rules there is no counter
        return [
            (labels.quantity(quantity), sum(grant.amount for grant in grants))
            for quantity in self.rules.counters
            if (grants := self.table.effects(card, quantity))
        ]

    def _word(self, group: str, word: str) -> str:
        return plain_word(self.labels.term(group, word), self.language)

    def _role(self, role: str) -> str:
        return self.names.translated(self.labels.role(role)) if role else ""

    def face(self, face: str) -> str:
        """The id of a face, with everything printed on it in ``faces``."""
        if face and face not in self.faces:
            card = printed_card(self.rules, face)
            if card is None:
                self.faces[face] = {"name": face}
            else:
                self.faces[face] = {
                    "name": card.name[self.language],
                    **({"other": card.name.ja} if self.language != "ja" else {}),
                    "kind": card.kind,
                    **({"cost": "X" if card.cost is None else card.cost} if self.priced else {}),
                    "text": card.text[self.language],
                    "stats": [
                        [plain_word(self.labels.quantity(name), self.language), value, name]
                        for name, value in card.stats.items()
                    ],
                }
        return face

    def seat_numbers(self, game: Game) -> Iterator[Op]:
        """What has changed of the numbers of seats."""
        for seat in game.rules.seats:
            yield from self._changed(seat, game.rules.numbers(game, seat))

    def card_numbers(self, game: Game | None) -> Iterator[Op]:
        """What has changed of the numbers of cards that lie open to all. A card stands where it stands in the
        whole match: a view may have other names for cards, never other places."""
        if game is None or self.rules is None:
            return
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

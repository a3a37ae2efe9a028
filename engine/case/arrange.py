"""The table on which a case begins, and the procedure that plays on from it.

A track that the case does not give is at its start, a zone is empty. Not here: the acts of the case
(``run``).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine.case.card_spec import CardSpec, read_card_spec
from engine.case.course import ARRANGED
from engine.case.file import Case
from engine.case.in_force import Effects, TextInForce
from engine.case.placed import Placed, is_host
from engine.case.possible import check_table
from engine.case.problem import Place
from engine.case.shape import by_holder, by_place, by_seat, list_of
from engine.effect.context import Context
from engine.effect.interpret import carry_out
from engine.kernel.ask import TABLE
from engine.kernel.card import CardSet
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from engine.kernel.ruleset import Ruleset, Track
from engine.kernel.table_limit import Unplayable
from engine.record.notation.glossary import Glossary, glossary
from engine.text.messages import impossible
from events.model.changes import AnyChange, Attach, CardRef, Create, FaceId, Flip, Grant, Holder, Set, Turn
from events.model.kinds import Happened

OPENING = "opening"
"""The value of ``at`` for a case that plays the set-up of the match as well."""

OTHER_FIELDS = ("at", "turn", "seat", "decks", "shuffle", "effects", "anyway")
"""The fields of ``given`` beside tracks and zones."""


@dataclass
class Arrangement:
    """What ``given`` means: where play begins, the changes that set up the table, the texts in force, the
    decks, and the cards that chance gives, by part of the deal (``""``: of whatever is dealt).

    ``places`` is where each card stands in the file; ``given`` where the table stands, None if it may be one
    that cannot be; ``begins`` where it says from where play goes on."""

    at: str
    turn: int
    seat: str
    decks: dict[str, dict[FaceId, int]] = field(default_factory=dict)
    shuffles: dict[str, tuple[FaceId, ...]] = field(default_factory=dict)
    changes: list[AnyChange] = field(default_factory=list)
    in_force: list[TextInForce] = field(default_factory=list)
    places: dict[CardRef, Place] = field(default_factory=dict)
    given: Place | None = None
    begins: Place | None = None

    def play(self, game: Game) -> Procedure:
        """Play the match on from the arranged table."""
        if self.at == OPENING:
            yield from game.rules.play(game)
            return
        clause = game.rules.frame_clause
        yield Happened(ARRANGED, TABLE, (clause,), changes=tuple(self.changes))
        if self.given is not None:
            check_table(game, self.given, self.places)
        for text in self.in_force:
            context = Context(text.seat, text.card, (clause,), bearer=text.bearer)
            yield from carry_out(game, text.effects, context)
        try:
            yield from game.rules.resume[self.at](game, self.turn, self.seat)
        except Unplayable as found:
            assert self.begins is not None, "only a case says where play begins"
            what = impossible(game, found.limit.why, {})
            raise self.begins.wrong("impossible", what=what, clause=found.limit.clause) from None


def arrange(case: Case) -> Arrangement:
    """Return what the ``given`` of a case means. Raises ``CaseErrors`` naming the field and what is
    accepted."""
    return _Arranger(case).arranged()


class _Arranger:
    """Goes through ``given`` field by field."""

    def __init__(self, case: Case) -> None:
        self.given = case.given
        self.place = case.at / "given"
        self.rules: Ruleset = case.rules
        self.cards: CardSet = case.rules.sets[case.cards]
        self.words: Glossary = glossary(case.rules, self.cards)
        self.numbers = dict.fromkeys(self.rules.seats, 0)
        self.placed: list[Placed] = []
        self.named: set[CardRef] = set()
        self.noted = 0

    def arranged(self) -> Arrangement:
        for name in self.given:
            known = [*OTHER_FIELDS, *(t.id for t in self.rules.tracks), *(z.id for z in self.rules.zones)]
            if name not in known:
                raise (self.place / name).unknown(name, "given", known, of_key=True)
        found = Arrangement(
            at=self._one_of("at", (*self.rules.resume, OPENING), self._usual_beginning()),
            turn=self._turn(),
            seat=self._one_of("seat", self.rules.seats, self.rules.seats[0]),
            decks=self._decks(),
            shuffles=self._shuffles(),
            begins=self.place / "at",
        )
        if found.at == OPENING:
            return self._opening(found)
        zones = self._zones()
        found.changes += [*self._tracks(), *zones]
        for placed in self.placed:
            found.changes += self._lies(placed)
        effects = Effects(self.given, self.place, self.rules, self.cards, self.words, self.placed)
        found.changes += effects.lasting()
        found.in_force += [*effects.while_here(), *effects.carried_out()]
        found.places = {placed.card: placed.at for placed in self.placed}
        found.given = None if self._anyway() else self.place
        return found

    def _anyway(self) -> bool:
        """Whether the table may be one that cannot come about."""
        anyway = self.given.get("anyway", False)
        if not isinstance(anyway, bool):
            raise (self.place / "anyway").wrong("shape", field="anyway", accepts="true, false")
        return anyway

    def _opening(self, found: Arrangement) -> Arrangement:
        """Check a case that begins with the set-up: it gives no table."""
        for name in self.given:
            if name not in ("at", "decks", "shuffle"):
                raise (self.place / name).wrong("not-at-opening", of_key=True, field=name)
        return found

    # --- single fields -----------------------------------------------------------------------------

    def _usual_beginning(self) -> str:
        """The main part of a turn; in a game without one the first part that it names."""
        parts = self.rules.resume
        return "main" if "main" in parts else next(iter(parts), OPENING)

    def _one_of(self, name: str, known: tuple[str, ...], default: str) -> str:
        value = self.given.get(name, default)
        if value not in known:
            raise (self.place / name).unknown(str(value), name, known)
        return str(value)

    def _turn(self) -> int:
        turn = self.given.get("turn", 1)
        if type(turn) is not int or turn < 1:
            raise (self.place / "turn").wrong("shape", field="turn", accepts="1, 2, 3 …")
        return turn

    def _decks(self) -> dict[str, dict[FaceId, int]]:
        """Return the deck of each seat, given by its id or card by card; by default the first of the card
        set."""
        at, brings = self.place / "decks", self.rules.check_deck is not None
        given = {seat: deck for seat, deck, _ in by_seat(self.rules, self.given.get("decks", {}), at)}
        if given and not brings:
            raise at.wrong("no-decks", of_key=True)
        known = self.cards.decks
        return {
            seat: self._deck(given.get(seat, next(iter(known), "")), at / seat)
            for seat in (self.rules.seats if brings else ())
        }

    def _deck(self, value: Any, at: Place) -> dict[FaceId, int]:
        if isinstance(value, dict) and all(type(copies) is int and copies > 0 for copies in value.values()):
            return {
                read_card_spec(name, self.words, self.cards, at / name, made=True).face: copies
                for name, copies in value.items()
            }
        if value not in self.cards.decks:
            raise at.unknown(str(value), "deck", self.cards.decks)
        return dict(self.cards.decks[value].cards)

    def _shuffles(self) -> dict[str, tuple[FaceId, ...]]:
        """Return the cards that chance gives first, by part of the deal (``""``: of whatever is dealt)."""
        given, at = self.given.get("shuffle", []), self.place / "shuffle"
        if not isinstance(given, dict):
            return {"": self._faces(given, at)}
        for part in given:
            if part not in self.rules.deals:
                raise (at / part).unknown(part, "part", self.rules.deals, of_key=True)
        return {part: self._faces(value, at / part) for part, value in given.items()}

    def _faces(self, value: Any, at: Place) -> tuple[FaceId, ...]:
        listed = enumerate(list_of(value, at))
        read = (read_card_spec(text, self.words, self.cards, at / index, made=True) for index, text in listed)
        return tuple(spec.face for spec in read)

    # --- tracks and zones --------------------------------------------------------------------------

    def _tracks(self) -> list[AnyChange]:
        changes: list[AnyChange] = []
        for track in self.rules.tracks:
            at = self.place / track.id
            said = by_holder(self.rules, track.id, self.given[track.id], at) if track.id in self.given else ()
            given = {of: (value, where) for of, value, where in said}
            for seat in self.rules.holders(track):
                value, where = given.get(seat) or (self._start(track, seat), at / seat)
                if type(value) is not int or not track.least <= value <= track.most:
                    raise where.wrong("shape", field=track.id, accepts=f"{track.least} … {track.most}")
                changes.append(Set(track.id, seat, value))
        return changes

    def _start(self, track: Track, seat: str) -> int:
        """The value of a track that the case does not give: its start, less what the case says of others."""
        value = track.start
        for name in track.less:
            given = self.given.get(name, {})
            if isinstance(given, dict) and type(given.get(seat, 0)) is int:
                value -= given.get(seat, 0)
            own = (placed for placed in self.placed if placed.card.startswith(f"{seat}."))
            value -= sum(placed.spec.marked.get(name, 0) for placed in own)
        return max(value, track.least)

    def _zones(self) -> list[AnyChange]:
        """The cards in each zone, numbered in the order of the zones; those that the case names itself keep
        their names."""
        written: list[tuple[str, str, CardSpec, Place]] = []
        for zone in self.rules.zones:
            value = self.given.get(zone.id)
            if value is None:
                continue
            for place, seat, texts, at in by_place(self.rules, zone.id, value, self.place / zone.id):
                for index, text in enumerate(list_of(texts, at)):
                    spec = read_card_spec(text, self.words, self.cards, at / index, made=True)
                    written.append((place, seat, spec, at / index))
        self.named = {spec.copy for _, _, spec, _ in written if spec.copy}
        return [self._created(*one) for one in written]

    def _created(self, place: str, seat: str, spec: CardSpec, at: Place) -> AnyChange:
        owner = spec.owner or (spec.copy.partition(".")[0] or seat or self.rules.seats[0])
        if spec.copy and not spec.copy.startswith(f"{owner}."):
            raise at.wrong("copy-of-another", copy=spec.copy, seat=owner)
        if any(placed.card == spec.copy for placed in self.placed):
            raise at.wrong("copy-twice", copy=spec.copy)
        card = spec.copy or self._numbered(owner)
        self.placed.append(Placed(card, spec, seat, place, at))
        return Create(card, spec.face, place)

    def _numbered(self, owner: str) -> CardRef:
        """The next name of a card of a player that no card has in the file."""
        while True:
            self.numbers[owner] += 1
            if (card := f"{owner}.{self.numbers[owner]}") not in self.named:
                return card

    def _lies(self, placed: Placed) -> list[AnyChange]:
        """Return the changes for how a card lies: attached, face down, turned, and the marks on it."""
        changes: list[AnyChange] = []
        card, spec = placed.card, placed.spec
        if spec.role:
            changes.append(Attach(card, self._host(placed), spec.role))
        if spec.down:
            changes.append(Flip(card, down=True))
        if spec.quarter:
            changes.append(Turn(card, spec.quarter))
        for name, number in spec.marked.items():
            if number:
                self.noted += 1
                lasts, clause = self.rules.marks[name], self.rules.frame_clause
                changes.append(
                    Grant(f"given-{self.noted}", card, name, "add", number, "", lasts, card, clause)
                )
        return changes

    def _host(self, placed: Placed) -> Holder:
        """Return what a card with a role is attached to: the player in whose zone it lies, or another card:
        one that lies in the same place, if there is one."""
        spec = placed.spec
        if not spec.host and not spec.host_copy:
            return placed.seat
        fitting = [other for other in self.placed if other.card != placed.card and is_host(other, spec)]
        beside = [other for other in fitting if other.place == placed.place]
        hosts = beside or fitting
        name = spec.host_copy or self.cards.cards[spec.host].name.ja
        if not hosts:
            raise placed.at.wrong("no-host", card=name)
        if len(hosts) > 1:
            copies = ", ".join(f"{other.card} ({other.place.replace('.', ' ')})" for other in hosts)
            raise placed.at.wrong("which-host", card=name, copies=copies, copy=hosts[0].card)
        return hosts[0].card

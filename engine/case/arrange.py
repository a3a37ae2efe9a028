"""The table on which a case begins, and the procedure that plays on from it.

A track that the case does not give is at its start, a zone is empty. Not here: the acts of the case
(``run``).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine.case.card_spec import CardSpec, read_card_spec
from engine.case.file import Case
from engine.case.problem import Place
from engine.effect.context import Context
from engine.effect.grammar import TextError, parse
from engine.effect.interpret import carry_out
from engine.effect.tree import Effect
from engine.effect.usage import Text, misuses
from engine.effect.word import Moment
from engine.kernel.ask import TABLE
from engine.kernel.card import CardSet
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from engine.kernel.ruleset import Ruleset
from engine.record.notation.glossary import Glossary, glossary
from events.model.changes import AnyChange, Attach, CardRef, Create, FaceId, Flip, Grant, Holder, Set, Turn
from events.model.kinds import Happened

OPENING = "opening"
"""The value of ``at`` for a case that plays the set-up of the match as well."""

WHILE_HERE = "while-here"
"""The moment of card text that holds as long as a card lies attached."""

OTHER_FIELDS = ("at", "turn", "seat", "decks", "shuffle", "effects")
"""The fields of ``given`` beside tracks and zones."""


class TextInForce(NamedTuple):
    """Card text that is in force from the start: its seat, its card, and the card or seat that it is on."""

    seat: str
    card: CardRef
    bearer: str
    effects: tuple[Effect, ...]


@dataclass
class Arrangement:
    """What ``given`` means: where play begins, the changes that set up the table, the texts in force, the
    decks, and the cards that chance gives, by part of the deal (``""``: of whatever is dealt)."""

    at: str
    turn: int
    seat: str
    decks: dict[str, dict[FaceId, int]] = field(default_factory=dict)
    shuffles: dict[str, tuple[FaceId, ...]] = field(default_factory=dict)
    changes: list[AnyChange] = field(default_factory=list)
    in_force: list[TextInForce] = field(default_factory=list)

    def play(self, game: Game) -> Procedure:
        """Play the match on from the arranged table."""
        if self.at == OPENING:
            yield from game.rules.play(game)
            return
        clause = game.rules.frame_clause
        yield Happened("arranged", TABLE, (clause,), changes=tuple(self.changes))
        for text in self.in_force:
            context = Context(text.seat, text.card, (clause,), bearer=text.bearer)
            yield from carry_out(game, text.effects, context)
        yield from game.rules.resume[self.at](game, self.turn, self.seat)


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
        self.words: Glossary = glossary(case.rules, self.cards.cards)
        self.numbers = dict.fromkeys(self.rules.seats, 0)
        self.placed: list[tuple[CardRef, CardSpec, str, Place]] = []
        self.noted = 0

    def arranged(self) -> Arrangement:
        for name in self.given:
            known = [*OTHER_FIELDS, *(t.id for t in self.rules.tracks), *(z.id for z in self.rules.zones)]
            if name not in known:
                raise (self.place / name).unknown(name, "given", known, of_key=True)
        found = Arrangement(
            at=self._one_of("at", (*self.rules.resume, OPENING), "main"),
            turn=self._turn(),
            seat=self._one_of("seat", self.rules.seats, self.rules.seats[0]),
            decks=self._decks(),
            shuffles=self._shuffles(),
        )
        if found.at == OPENING:
            return self._opening(found)
        found.changes += [*self._tracks(), *self._zones()]
        for card, spec, seat, place in self.placed:
            found.changes += self._lies(card, spec, seat, place)
        found.in_force += [*self._while_here(), *self._effects()]
        return found

    def _opening(self, found: Arrangement) -> Arrangement:
        """Check a case that begins with the set-up: it gives no table."""
        for name in self.given:
            if name not in ("at", "decks", "shuffle"):
                raise (self.place / name).wrong("not-at-opening", of_key=True, field=name)
        return found

    # --- single fields -----------------------------------------------------------------------------

    def _one_of(self, name: str, known: tuple[str, ...], default: str) -> str:
        value = self.given.get(name, default)
        if value not in known:
            raise (self.place / name).unknown(str(value), "given", known)
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
        given = dict(self._by_seat(self.given.get("decks", {}), at))
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
                read_card_spec(name, self.words, self.cards, at / name).face: copies
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
        listed = enumerate(self._list(value, at))
        return tuple(read_card_spec(text, self.words, self.cards, at / index).face for index, text in listed)

    def _list(self, value: Any, at: Place) -> list[Any]:
        if not isinstance(value, list):
            raise at.wrong("shape", field=str(at.path[-1]), accepts='["…"]')
        return value

    def _by_seat(self, value: Any, at: Place) -> list[tuple[str, Any]]:
        if not isinstance(value, dict):
            accepts = "{ " + ", ".join(f"{seat} = …" for seat in self.rules.seats) + " }"
            raise at.wrong("shape", field=str(at.path[-1]), accepts=accepts)
        for seat in value:
            if seat not in self.rules.seats:
                raise (at / seat).unknown(seat, "seat", self.rules.seats, of_key=True)
        return list(value.items())

    # --- tracks and zones --------------------------------------------------------------------------

    def _tracks(self) -> list[AnyChange]:
        changes: list[AnyChange] = []
        for track in self.rules.tracks:
            at = self.place / track.id
            given = dict(self._by_seat(self.given.get(track.id, {}), at))
            for seat in self.rules.seats:
                value = given.get(seat, track.start)
                if type(value) is not int or not track.least <= value <= track.most:
                    raise (at / seat).wrong("shape", field=track.id, accepts=f"{track.least} … {track.most}")
                changes.append(Set(track.id, seat, value))
        return changes

    def _zones(self) -> list[AnyChange]:
        changes: list[AnyChange] = []
        for zone in self.rules.zones:
            at, value = self.place / zone.id, self.given.get(zone.id)
            if value is None:
                continue
            if zone.shared:
                changes += self._zone(zone.id, "", value, at)
            else:
                for seat, cards in self._by_seat(value, at):
                    changes += self._zone(f"{zone.id}.{seat}", seat, cards, at / seat)
        return changes

    def _zone(self, place: str, seat: str, value: Any, at: Place) -> list[AnyChange]:
        changes: list[AnyChange] = []
        for index, text in enumerate(self._list(value, at)):
            spec = read_card_spec(text, self.words, self.cards, at / index)
            owner = spec.owner or seat or self.rules.seats[0]
            self.numbers[owner] += 1
            card = f"{owner}.{self.numbers[owner]}"
            self.placed.append((card, spec, seat, at / index))
            changes.append(Create(card, spec.face, place))
        return changes

    def _lies(self, card: CardRef, spec: CardSpec, seat: str, at: Place) -> list[AnyChange]:
        """Return the changes for how a card lies: attached, face down, turned, and the marks on it."""
        changes: list[AnyChange] = []
        if spec.role:
            changes.append(Attach(card, self._host(spec, seat, at), spec.role))
        if spec.down:
            changes.append(Flip(card, down=True))
        if spec.quarter:
            changes.append(Turn(card, spec.quarter))
        for name, number in spec.marks:
            self.noted += 1
            lasts, clause = self.rules.marks[name], self.rules.frame_clause
            changes.append(Grant(f"given-{self.noted}", card, name, "add", number, "", lasts, card, clause))
        return changes

    def _host(self, spec: CardSpec, seat: str, at: Place) -> Holder:
        """Return what a card with a role is attached to: the player in whose zone it lies, or another
        card."""
        if not spec.host:
            return seat
        for card, other, _, _ in self.placed:
            if other.face == spec.host:
                return card
        raise at.wrong("no-host", card=self.cards.cards[spec.host].name.ja)

    # --- texts in force ----------------------------------------------------------------------------

    def _while_here(self) -> list[TextInForce]:
        """Return the texts of cards that lie attached to a player."""
        texts = []
        for card, spec, seat, _ in self.placed:
            effects = self.cards.roles[spec.role].on(WHILE_HERE) if spec.role and not spec.host else ()
            if effects:
                texts.append(TextInForce(card.partition(".")[0], card, seat, effects))
        return texts

    def _effects(self) -> list[TextInForce]:
        """Return the texts of the lines ``SEAT: card text``, which were carried out before."""
        texts = []
        lines = self._list(self.given.get("effects", []), self.place / "effects")
        for index, line in enumerate(lines):
            at = self.place / "effects" / index
            seat, colon, text = str(line).partition(": ")
            if not colon or seat not in self.rules.seats:
                raise at.wrong("shape", field=str(line), accepts="SEAT: CARD TEXT")
            texts.append(TextInForce(seat, "", "", (self._effect(text, at),)))
        return texts

    def _effect(self, text: str, at: Place) -> Effect:
        try:
            effect = parse(text)
        except TextError as error:
            raise at.wrong("card-text", text=text, wrong=error.message) from None
        tags = tuple(tag for card in self.cards.cards.values() for tag in card.tags)
        made = {"roles": tuple(self.cards.roles), "tags": tags}
        roles = {role.id: role.kind for role in self.cards.roles.values()}
        context = Text("given", Moment(kinds=()), frozenset(), made=made, roles=roles)
        for misuse in misuses(effect, context, self.rules.vocabulary):
            raise at.wrong("card-text", text=text, wrong=misuse.message)
        if "self" in text.split():
            raise at.wrong("no-self", text=text)
        return effect

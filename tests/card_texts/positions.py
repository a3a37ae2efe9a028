"""Positions in which texts come up: characters with what lies on them, full hands, means to pay.

A match by chance from its first turn on seldom gets there. Not here: playing on from them (``play``), or
which texts the cards have (``world``).
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engine.case.arrange import Arrangement
from engine.case.in_force import WHILE_HERE, TextInForce
from engine.games.fertcg.board import CHIP
from engine.kernel.card import Card
from engine.kernel.ruleset import Ruleset
from events.model.changes import AnyChange, Attach, CardRef, Create, Flip, Grant, Holder, Set, Turn

SWORDS = ("physical", "magic", "support", "special", "response")


class Side:
    """What lies before one player: its cards are taken from a deck, mixed, and laid somewhere by kind."""

    def __init__(self, rules: Ruleset, seat: str, chance: Random, *, deck: list[str]) -> None:
        self.rules = rules
        self.seat = seat
        self.chance = chance
        self.cards = rules.sets["tried"]
        self.left = chance.sample(deck, len(deck))
        self.changes: list[AnyChange] = []
        self.in_force: list[TextInForce] = []
        self.roles: tuple[str, ...] = ()
        self.number = 0

    def face(self, *kinds: str, where: Callable[[Card], bool] = lambda card: True) -> str | None:
        """The next card of one of these kinds, or of any, taken from the deck."""
        for face in self.left:
            card = self.cards.cards[face]
            if (not kinds or card.kind in kinds) and where(card):
                self.left.remove(face)
                return face
        return None

    def lay(self, zone: str, *kinds: str, where: Callable[[Card], bool] = lambda card: True) -> CardRef:
        """Lay one card there; ``""`` where there is none left of these kinds."""
        face = self.face(*kinds, where=where)
        return self.create(face, zone) if face is not None else ""

    def create(self, face: str, zone: str) -> CardRef:
        self.number += 1
        card = f"{self.seat}.{self.number}"
        self.changes.append(Create(card, face, f"{zone}.{self.seat}"))
        return card

    def lay_some(self, zone: str, number: int, *kinds: str) -> list[CardRef]:
        return [card for _ in range(number) if (card := self.lay(zone, *kinds))]

    def on(self, card: CardRef, host: Holder, role: str) -> None:
        if card:
            self.changes.append(Attach(card, host, role))

    def mark(self, card: CardRef, what: str, amount: int = 1) -> None:
        id, until = f"given-{self.seat}-{len(self.changes)}", self.rules.marks[what]
        clause = self.rules.frame_clause
        self.changes.append(Grant(id, card, what, "add", amount, "", until, card, clause))

    def acts(self, card: CardRef, role: str) -> None:
        """What the role says while it is here is in force."""
        effects = self.cards.roles[role].on(WHILE_HERE)
        if card and effects:
            self.in_force.append(TextInForce(self.seat, card, self.seat, effects))

    def tracks(self, **given: int) -> None:
        for track in self.rules.tracks:
            self.changes.append(Set(track.id, self.seat, given.get(track.id, track.start)))

    def rest(self, zone: str) -> None:
        for face in self.left:
            self.create(face, zone)
        self.left = []


# --- the games -----------------------------------------------------------------------------------------


def _aquarian_age(side: Side) -> None:
    """Characters of both areas with power cards, some broken, some with permanents; a lasting card."""
    chance = side.chance
    for zone, number in (("control", 3), ("faction", 2)):
        for _ in range(number):
            character = side.lay(zone, "character")
            if not character:
                continue
            if chance.random() < 0.6:
                side.on(side.lay(zone, "break"), character, "break")
            if zone == "control":
                if chance.random() < 0.4:
                    side.on(side.lay(zone, "permanent"), character, "permanent")
                for card in side.lay_some(zone, chance.choice((1, 2, 3))):
                    side.on(card, character, "power")
                    side.changes.append(Flip(card, down=True))
    side.lay("lasting", "fast", "project", where=lambda card: "lasting" in card.keywords)
    side.lay_some("hand", 2, "fast")
    side.lay_some("hand", 2, "project")
    side.lay_some("hand", 2, "break", "permanent")
    side.lay_some("discard", 3)
    side.lay_some("damage", 2)
    side.tracks()
    side.rest("deck")


def _genesis_garden(side: Side) -> None:
    """Units in both rows, a pair, an underworld that can pay, spell units on top of the headquarters."""
    chance = side.chance
    front = side.lay_some("front", chance.choice((3, 4)), "unit", "hero")
    side.lay_some("rear", chance.choice((2, 3)), "unit", "hero")
    if front and chance.random() < 0.6:
        side.on(side.lay("union", "unit", "hero"), front[0], "union")
    if front and chance.random() < 0.3:
        side.changes.append(Turn(front[-1], 1))
    side.lay_some("hand", 4)
    for card in side.lay_some("underworld", 6):
        if chance.random() < 0.2:
            side.changes.append(Flip(card, down=True))
    side.tracks()
    side.left = chance.sample(side.left, len(side.left))
    side.rest("hq")


def _chronocard(side: Side) -> None:
    """A heroine, characters with items, a BG and a BGM; EP to spend; a hand of events."""
    chance = side.chance
    heroine = side.lay("field", "heroine")
    people = [card for card in (heroine, *side.lay_some("field", 3, "character")) if card]
    for _ in range(chance.choice((0, 1, 2))):
        side.on(side.lay("field", "item"), chance.choice(people), "worn")
    side.lay_some("field", 1, "bg")
    for card in side.lay_some("field", 1, "bgm"):
        side.mark(card, "token")
        side.mark(card, "token")
    if chance.random() < 0.4:
        side.changes.append(Flip(people[-1], down=True))
    if chance.random() < 0.4:
        side.changes.append(Turn(people[0], 1))
    side.lay_some("hand", 4, "event", "item")
    side.lay_some("hand", 2)
    side.lay_some("discard", 4)
    side.tracks(taken=chance.choice((0, 5, 10)))
    side.rest("deck")


def _fertcg(side: Side) -> None:
    """Units that face each other, with chips and equipment; a hand of surprise cards and weapons."""
    chance = side.chance
    squares = {"A": ("b2", "a2", "c2", "b1"), "B": ("b3", "a3", "c3", "b4")}[side.seat]
    used = 0
    for square in squares[: chance.choice((2, 3, 4))]:
        face = side.face("unit")
        if face is None:
            break
        unit = side.create(face, square)
        chips = min(chance.choice((2, 3, 4)), side.cards.cards[face].stats["stamina"])
        side.mark(unit, CHIP, chips)
        used += chips
        if chance.random() < 0.4:
            gear = side.lay("attached", "weapon", "magic")
            side.on(gear, unit, "carried")
    side.lay_some("hand", 4, "surprise")
    side.lay_some("hand", 2, "weapon", "magic")
    side.lay_some("hand", 2, "unit")
    side.lay_some("out", 4)
    spent = chance.choice((0, 1, 2))
    side.tracks(unused=20 - used - spent, used=spent, deployed=1)
    side.rest("deck")


def _blade_rondo(side: Side) -> None:
    """Swords in hand, others in the set area in a role, a response laid face down, a voltage that pays."""
    chance = side.chance
    roles = [side.cards.roles[id] for id in side.roles or side.cards.roles]
    kept = 7
    for _ in range(chance.choice((0, 1, 1, 2))):
        role = chance.choice(roles)
        if role.kind in ("attached", "follower"):
            card = side.lay("set", *SWORDS)
            side.on(card, side.seat, role.id)
            side.acts(card, role.id)
            kept -= bool(card)
    response = side.lay("play", "response")
    if response:
        side.changes.append(Flip(response, down=True))
        kept -= 1
    kept -= len(side.lay_some("hand", min(kept, 4), *SWORDS[:4]))
    kept -= len(side.lay_some("hand", min(kept, 2), *SWORDS))
    side.lay_some("discard", kept, *SWORDS)
    side.lay_some("aside", 8, *SWORDS)
    breath = [id for id, card in side.cards.cards.items() if card.kind == "breath"]
    for face in breath[: 2 if side.seat == "A" else 3]:
        side.create(face, "breath")
    side.tracks(
        life=chance.choice((3, 8, 15)),
        ATK=chance.choice((0, 1, 2)),
        DEF=chance.choice((0, 0, 1)),
        V=chance.choice((3, 5, 7, 9)),
    )


LAYOUTS: dict[str, Callable[[Side], None]] = {
    "aquarian-age": _aquarian_age,
    "blade-rondo": _blade_rondo,
    "chronocard": _chronocard,
    "fertcg": _fertcg,
    "genesis-garden": _genesis_garden,
}


FIGHTS = ("preparation",)
"""Parts of a turn that need a fight on the table: matches come to them from the parts before."""


def position(
    rules: Ruleset, chance: Random, *, decks: dict[str, list[str]], roles: tuple[str, ...] = ()
) -> Arrangement:
    """A table by chance, and where play goes on: ``decks`` are the cards of each player, ``roles`` those that
    should come up."""
    found = Arrangement(
        at=chance.choice([at for at in rules.resume if at not in FIGHTS]),
        turn=chance.choice((1, 3, 4)),
        seat="A",
    )
    for seat in rules.seats:
        side = Side(rules, seat, chance, deck=decks[seat])
        side.roles = roles
        LAYOUTS[rules.game](side)
        found.changes += side.changes
        found.in_force += side.in_force
    return found

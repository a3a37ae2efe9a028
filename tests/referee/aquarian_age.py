"""A referee of Aquarian Age: a second reading of the rules, which shares no code with the engine.

It folds the changes of a match itself, reads the card file itself, and looks at:

* where each card is, the order of turns and phases, what draws, judgements and charges take from the deck;
* how many cards are drawn, charged, judged and kept in hand; who comes under control; ▼ in the faction phase;
* factors at the declaration and at the resolution, costs and from whom they are paid, X, icons and names of
  breaks, names in a territory, limits of power and permanents, who may attack, guard and use an effect;
* chains: who is asked first, that both passed in succession, the newest first, one attack and one guard;
* attack, mind and endurance worked out from the cards, permanents, lasting cards and effects in force; who
  fights, who strikes first, whom a hit discards, Penetrate, damage that is not received, where cards go;
* on-entry abilities that are due, what ends with a turn, the loser, and that nobody goes on who has lost.

It does not check: what texts do other than to modify numbers, and what they may be aimed at; how much less a
declared card costs by a text in response; the order of what happens at once; what is offered outside of
chains; when Bind applies; what the X of an effect is; who a guard by a text is; names of cards that became
another character; mulligans; settings other than the defaults.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from events.model.changes import Attach, Create, Expire, Grant, Move
from events.model.kinds import (
    Act,
    Began,
    Chose,
    Declared,
    Derived,
    Determined,
    Ended,
    Event,
    Failed,
    Happened,
    Paid,
    Passed,
    Resolved,
    Triggered,
)

PHASES = ["draw", "faction", "main", "power", "discard"]
FACTIONS = ["ego", "arayashiki", "wizdom", "darklore", "kyokusei", "eraser", ""]
CHAINED = {"set", "use", "effect", "attack", "guard"}
SET = Path(__file__).parents[2] / "engine/games/aquarian_age/cards/starter.toml"
FILE = tomllib.loads(SET.read_text(encoding="utf-8"))
CARDS: dict[str, dict[str, Any]] = {card["id"]: card for card in FILE["card"]}
ROLES: dict[str, dict[str, Any]] = {role["id"]: role for role in FILE["role"]}
SET_ON = {"break", "power", "permanent"}
HELP = {"AA-070", "AA-071"}
"""Fast cards that bring factors, or lower a cost, before what they answer resolves."""
LINE = re.compile(r"modify (\S+) of (.+?) add (minus )?(.+?) until")


TEXTS = {
    face: [
        (ability["on"], *told.groups())
        for ability in card.get("ability", ())
        for line in ability["do"]
        if (told := LINE.match(line))
    ]
    for face, card in CARDS.items()
}
"""What texts modify: when, which number, of whom, downwards, by how much."""
MODIFY = {(quantity, when) for lines in TEXTS.values() for when, quantity, *_ in lines}


class Difference(NamedTuple):
    """What the match says otherwise than the rules, and where."""

    seq: int
    clause: str
    what: str


@dataclass
class Link:
    """A declaration in the chain."""

    seq: int
    seat: str
    verb: str
    card: str
    base: str = ""
    targets: tuple[str, ...] = ()
    x: int = 0
    due: int = 0
    paid: int = 0
    met: bool | None = None
    strike: int | None = None
    judged: dict[str, int] = field(default_factory=dict)
    owed: dict[str, int] = field(default_factory=dict)
    fates: dict[str, tuple[bool, str]] = field(default_factory=dict)
    """Whom a hit discards, and by which clause."""
    struck: list[str] = field(default_factory=list)
    fighting: tuple[str, ...] = ()


def name_of(face: str) -> str:
    """The name (ネーム) of a card of name level."""
    found = re.search("“(.+?)”", CARDS[face]["name"]["ja"])
    return found[1] if found else ""


def other(seat: str) -> str:
    return "B" if seat == "A" else "A"


class Referee:
    """Reads one match, event by event."""

    def __init__(self) -> None:
        self.found: list[Difference] = []
        self.places: dict[str, list[str]] = {}
        self.where: dict[str, str] = {}
        self.faces: dict[str, str] = {}
        self.on: dict[str, tuple[str, str]] = {}
        """What a card is set on, and as what."""
        self.grants: dict[str, Grant] = {}
        self.holds: dict[str, list[tuple[str, str]]] = {}
        self.known: dict[tuple[str, str], int] = {}
        """Numbers that were worked out since the table last changed."""
        self.stood = False
        self.turn = ""
        self.number = 0
        self.phase = ""
        self.passed: list[str] = []
        self.chain: list[Link] = []
        self.closed: list[Link] = []
        self.first = ""
        self.drawn = 0
        self.charge = 0
        self.charged = 0
        self.taken: set[str] = set()
        self.take: set[str] | None = None
        self.party = -1
        self.windows = 0
        self.look = False
        self.entered: list[str] = []
        self.lost: set[str] = set()
        self.seq = 0

    def check(self, holds: bool, clause: str, what: str) -> None:
        """Note a difference at the event that is being read."""
        if not holds:
            self.found.append(Difference(self.seq, clause, what))

    # --- the table -----------------------------------------------------------------------------------

    def pile(self, zone: str, seat: str) -> list[str]:
        return self.places.get(f"{zone}.{seat}", [])

    def printed(self, card: str) -> dict[str, Any]:
        role = self.on.get(card, ("", ""))[1]
        return CARDS[self.faces[card]] if role not in ROLES or role in SET_ON else ROLES[role]

    def base(self, card: str) -> str:
        """The card at the bottom of the character that a card belongs to."""
        on, role = self.on.get(card, ("", ""))
        return on if role in SET_ON else card

    def set_on(self, base: str, role: str) -> list[str]:
        return [card for card, as_ in self.holds.get(base, ()) if as_ == role]

    def top(self, base: str) -> str:
        return ([base, *self.set_on(base, "break")])[-1]

    def live(self, base: str) -> dict[str, Any]:
        return self.printed(self.top(base))

    def characters(self, zone: str, seat: str) -> list[str]:
        return [card for card in self.pile(zone, seat) if self.base(card) == card]

    def field(self) -> Iterator[str]:
        for seat in "AB":
            for zone in ("faction", "control"):
                yield from self.characters(zone, seat)

    def controlled(self, base: str, seat: str = "") -> bool:
        return self.where.get(base, "") in ([f"control.{seat}"] if seat else ["control.A", "control.B"])

    def seat(self, base: str) -> str:
        return self.where.get(base, " ")[-1]

    def power(self, base: str) -> int:
        return len(self.set_on(base, "power"))

    def factions(self, base: str) -> list[str]:
        return [tag for tag in self.live(base)["tags"] if tag in FACTIONS]

    def name(self, base: str) -> str:
        """Its live name; a card that an effect made has none."""
        if self.on.get(base, ("", ""))[1] not in ("", "break"):
            return ""
        return name_of(self.faces[self.top(base)])

    def broken(self, base: str) -> bool:
        """A character card that is used for breaking leaves it unbroken (AA-8-1-b-e)."""
        return self.live(base).get("kind") == "break"

    def parties(self, seat: str) -> dict[int, str]:
        """The active character of each party."""
        found: dict[int, str] = {}
        for card in self.characters("faction", seat):
            found[FACTIONS.index(next(iter(self.factions(card)), ""))] = card
        return found

    def skill(self, base: str, word: str) -> bool:
        if self.value("no-skills", base):
            return False
        return word in self.live(base).get("keywords", ()) or bool(self.value(word, base))

    # --- numbers -------------------------------------------------------------------------------------

    def lines(self, card: str, on: str) -> Iterator[tuple[str, str, int]]:
        """What the texts of a card modify: the number, of whom, by how much."""
        if self.on.get(card, ("", ""))[1] in ROLES.keys() - SET_ON:
            return
        for when, quantity, whom, minus, number in TEXTS[self.faces[card]]:
            if when == on:
                amount = sum(g.amount for g in self.granted(card, "x")) if number == "x" else 0
                amount = int(number) if number.isdigit() else amount
                yield quantity, whom, -amount if minus else amount

    def granted(self, on: str, quantity: str) -> list[Grant]:
        return [one for one in self.grants.values() if (one.on, one.quantity) == (on, quantity)]

    def reaches(self, whom: str, base: str, card: str) -> bool:
        """Whether a text of ``card`` reaches a character."""
        if whom == "bearer":
            return self.base(card) == base
        if whom == "target":
            return base in {one.source for one in self.granted(card, "aim")}
        if whom.endswith(" cards in control of you"):
            seat = card[0] if self.where[card].startswith("lasting") else self.seat(self.base(card))
            return self.controlled(base, seat) and (whom.startswith("character") or self.broken(base))
        return False

    def value(self, quantity: str, base: str) -> int:
        """A number of a character: printed, and what is in force."""
        if (quantity, base) not in self.known:
            self.known[quantity, base] = self.worked_out(quantity, base)
        return self.known[quantity, base]

    def worked_out(self, quantity: str, base: str) -> int:
        total = int(self.live(base).get("stats", {}).get(quantity, 0))
        if quantity in ("draw", "charge", "capacity", "resist", "permanents") and self.value(
            "no-skills", base
        ):
            total = 0
        total += sum(one.amount for one in self.granted(base, quantity) if one.operation == "add")
        tops = [self.top(one) for one in self.field()] if (quantity, "always") in MODIFY else []
        for card in [*tops, *self.set_on(base, "permanent")]:
            for what, whom, amount in self.lines(card, "always"):
                if what == quantity and self.reaches(whom, base, card):
                    total += amount
        for card in [*self.pile("lasting", "A"), *self.pile("lasting", "B")]:
            unaffected = self.faces[card] in ("AA-059", "AA-064") and self.unaffected(base)
            for what, whom, amount in self.lines(card, "in-force"):
                if what == quantity and not unaffected and self.reaches(whom, base, card):
                    total += amount
        return total

    def unaffected(self, base: str) -> bool:
        return self.faces.get(self.top(base)) == "AA-048"

    def mental(self, base: str) -> bool:
        return "mental" in self.live(base).get("stats", {})

    def strike_value(self, base: str) -> int:
        """The attack: own attack and what is added to it, never below 0 (AA-15-2a)."""
        if self.mental(base):
            return max(0, self.value("mental", base))
        return max(0, self.value("attack", base) + self.value("own-attack", base))

    def factors(self, seat: str, faction: str) -> int:
        """One for each controlled character of a faction (AA-base-5-1), and what lasting cards add."""
        number = sum(faction in self.factions(base) for base in self.characters("control", seat))
        return number + sum(self.faces[card] == "AA-070" for card in self.pile("lasting", seat))

    def enough(self, card: str, seat: str) -> bool:
        stats = CARDS[self.faces[card]].get("stats", {})
        needs = {name[6:]: number for name, number in stats.items() if name.startswith("needs-")}
        return all(self.factors(seat, faction) >= number for faction, number in needs.items())

    # --- folding -------------------------------------------------------------------------------------

    def fold(self, event: Event) -> None:
        """Apply what the event changes."""
        if getattr(event, "changes", ()):
            self.known, self.stood = {}, False
        for change in getattr(event, "changes", ()):
            if isinstance(change, Create):
                self.places.setdefault(change.place, []).append(change.card)
                self.where[change.card] = change.place
                self.faces[change.card] = change.face
            elif isinstance(change, Move):
                self.move(change, event)
            elif isinstance(change, Attach):
                on, role = self.on.pop(change.card, ("", ""))
                if on:
                    self.holds[on].remove((change.card, role))
                if change.to:
                    self.on[change.card] = (change.to, change.role)
                    self.holds.setdefault(change.to, []).append((change.card, change.role))
                    if change.role == "break":
                        self.enters(change.card)
                    elif change.card in self.entered:
                        self.entered.remove(change.card)
            elif isinstance(change, Grant):
                self.grants[change.id] = change
            elif isinstance(change, Expire):
                self.grants.pop(change.id, None)

    def move(self, change: Move, event: Event) -> None:
        card, zone = change.card, change.place.split(".")[0]
        if self.where.get(card) != change.origin:
            self.check(False, "AA-base-3-1", f"{card} is not in {change.origin}")
            return
        if change.origin.startswith("deck.") and not change.place.startswith("deck."):
            top = self.places[change.origin][-1] == card
            self.check(top, "AA-21-1", f"{card} was not on top of {change.origin}")
        self.places[change.origin].remove(card)
        pile = self.places.setdefault(change.place, [])
        pile.insert(0 if change.under else len(pile), card)
        self.where[card] = change.place
        came = change.origin.split(".")[0] not in ("faction", "control")
        as_character = zone == "faction" and self.printed(card).get("kind") == "character"
        stolen = isinstance(event, Happened) and event.what == "stolen"
        if came and (as_character or stolen):
            self.enters(card)
        if zone not in ("faction", "control") and card in self.entered:
            self.entered.remove(card)

    def enters(self, card: str) -> None:
        """Note an on-entry ability that is now due (AA-1-1a)."""
        if any(ability["on"] == "entry" for ability in CARDS[self.faces[card]].get("ability", ())):
            self.entered.append(card)

    # --- turns and phases ----------------------------------------------------------------------------

    def began(self, event: Began) -> None:
        if event.span == "turn":
            follows = not self.turn or (event.seat != self.turn and event.number == self.number + 1)
            self.check(
                follows, "AA-base-6-1", f"turn {event.number} of {event.seat} after one of {self.turn}"
            )
            self.turn, self.number, self.phase = event.seat, event.number, ""
            ended = [one for one in self.grants.values() if one.until == "end of turn"]
            self.check(not ended, "AA-OP-12", "what lasts until the end of a turn outlives it")
            lasting = [*self.pile("lasting", "A"), *self.pile("lasting", "B")]
            self.check(not lasting, "AA-OP-12", f"{' '.join(lasting)} outlive the turn")
        elif event.span == "phase" and event.name in PHASES:
            place = PHASES.index(event.name)
            right = (PHASES[place - 1] if place else "") == self.phase
            self.check(right, "AA-base-6-1", f"phase {event.name} follows {self.phase or 'the start'}")
            self.phase = event.name
            self.drawn = self.charged = 0
            self.take, self.taken = None, set()
            self.party, self.windows = -1, 0
            if event.name == "power":
                bases = self.characters("control", self.turn)
                self.charge = sum(self.value("charge", base) for base in bases)
            elif event.name == "draw":
                bases = self.characters("control", self.turn)
                self.charge = max(0, 1 + sum(self.value("draw", base) for base in bases))
        if event.span in {"turn", "phase"}:
            self.chain, self.passed = [], []

    def ended(self, event: Ended) -> None:
        if event.span == "match":
            self.match_ended(event)
        elif event.span == "phase" and event.name == "draw":
            self.check(self.drawn == self.charge, "AA-base-6-2", f"{self.drawn} cards drawn of {self.charge}")
        elif event.span == "phase" and event.name == "power":
            take = self.due_control() if self.take is None else self.take
            told = " ".join(sorted(take ^ self.taken))
            self.check(take == self.taken, "AA-base-6-6", f"{told}: power equals mind, or not")
        elif event.span == "phase" and event.name == "discard":
            most = 7 + sum(self.value("capacity", base) for base in self.characters("control", self.turn))
            held = len(self.pile("hand", self.turn))
            self.check(held <= most, "AA-base-6-7", f"{self.turn} keeps {held} cards of {most}")

    def match_ended(self, event: Ended) -> None:
        """Whoever has ten damage cards, or drew from an empty deck, has lost."""
        if event.winner not in {"A", "B"}:
            return
        loser = other(event.winner)
        if event.reason == "deck":
            self.check(not self.pile("deck", loser), "AA-base-1-2", f"the deck of {loser} is not empty")
        else:
            few = len(self.pile("damage", loser)) < 10
            self.check(not few, "AA-base-1-1", f"{loser} has fewer than ten damage cards")
        won = len(self.pile("damage", event.winner)) < 10 and event.winner not in self.lost
        self.check(won, "AA-base-1-3", f"{event.winner} has lost as well")

    def due_control(self) -> set[str]:
        """Active characters whose power equals their mind (AA-base-6-6)."""
        actives = self.parties(self.turn).values()
        return {base for base in actives if self.power(base) == self.value("mind", base)}

    def aggressive(self, event: Happened) -> None:
        """▼ attacks as its party is looked at, in the order of the parties (AA-3-9)."""
        party = next((at for at, base in self.due_parties() if base == self.base(event.card)), -1)
        self.check(party >= 0, "AA-3-9", f"{event.card} attacks its owner")
        left = [self.top(base) for at, base in self.due_parties() if at < party]
        self.check(not left, "AA-base-6-3", f"{' '.join(left)} would attack before {event.card}")
        self.party = max(party, self.party)
        base = self.base(event.card)
        self.chain = [Link(self.seq, self.seat(base), "attack", event.card, base, (self.turn,))]
        self.passed, self.first = [], self.turn

    def due_parties(self) -> list[tuple[int, str]]:
        return [
            (at, base)
            for at, base in sorted(self.parties(self.turn).items())
            if at > self.party and self.skill(base, "aggressive")
        ]

    # --- declarations --------------------------------------------------------------------------------

    def declared(self, event: Declared) -> None:
        if event.verb in ("power", "charge"):
            self.charging(event)
        if event.verb not in CHAINED:
            return
        card = event.cards[0]
        link = Link(self.seq, event.seat, event.verb, card, self.base(card), event.targets, event.number or 0)
        if self.chain:
            self.check(event.verb not in ("set", "attack"), "AA-3-7", f"{event.verb} within a chain")
            if self.first and not self.passed:
                self.check(event.seat == self.first, "AA-OP-13", f"{event.seat} answers before {self.first}")
        getattr(self, f"declare_{event.verb}")(link)
        self.chain.append(link)
        self.passed = []
        self.first = other(event.seat)

    def in_main(self, link: Link) -> bool:
        return (link.seat, self.phase) == (self.turn, "main")

    def declare_set(self, link: Link) -> None:
        self.check(self.in_main(link), "AA-base-6-4", f"{link.card} is set outside of the own main phase")
        right = self.where.get(link.card) == f"hand.{link.seat}"
        right = right and CARDS[self.faces[link.card]]["kind"] == "character"
        self.check(right, "AA-base-6-4", f"{link.card} is no character in hand")
        name = name_of(self.faces[link.card])
        self.check(not name or name not in self.names(link.seat), "AA-OP-6", f"a second {name}")

    def names(self, seat: str) -> set[str]:
        bases = [*self.characters("faction", seat), *self.characters("control", seat)]
        return {self.name(base) for base in bases}

    def declare_use(self, link: Link) -> None:
        seat, card = link.seat, link.card
        printed = CARDS[self.faces[card]]
        kind = printed["kind"]
        self.check(self.where.get(card) == f"hand.{seat}", "AA-base-7-2", f"{card} is not in hand")
        if kind != "fast":
            self.check(self.in_main(link) and not self.chain, "AA-base-7-2", f"{card} is no fast card")
        targets = [self.base(target) for target in link.targets if target in self.where]
        if kind in ("break", "character"):
            self.breaking(link, targets)
        elif kind == "permanent":
            own = bool(targets) and self.controlled(targets[0], seat)
            self.check(own, "AA-base-9-1", f"{card} is set on {link.targets}")
        hand = {self.faces[one] for one in self.pile("hand", seat)} - {self.faces[card]}
        helped = hand & HELP or any(self.faces[self.top(base)] == "AA-025" for base in self.field())
        self.check(self.enough(card, seat) or bool(helped), "AA-19-1c", f"{card} lacks factors")
        link.due = self.cost(link, targets)

    def cost(self, link: Link, targets: list[str]) -> int:
        printed = CARDS[self.faces[link.card]]
        if self.faces[link.card] == "AA-065":
            return max(0, int(printed["cost"]) - len(self.pile("damage", link.seat)))
        if printed["cost"] != "X":
            return int(printed["cost"])
        if "x-limit" in printed["keywords"]:
            most = sum("ego" in self.factions(base) for base in self.characters("control", link.seat))
            self.check(link.x <= most, "AA-20-5-d1", f"X is {link.x}, at most {most}")
        elif "x-set" in printed["keywords"]:
            return self.value("mind", targets[0]) if targets else 0
        return link.x

    def breaking(self, link: Link, targets: list[str]) -> None:
        """Icons, names and whose character it is (AA-base-8-1)."""
        self.check(bool(targets), "AA-base-8-1", f"{link.card} breaks {link.targets}")
        for target in targets:
            icons = [
                {tag for tag in tags if tag.startswith("icon-")}
                for tags in (CARDS[self.faces[link.card]]["tags"], self.live(target)["tags"])
            ]
            self.check(bool(icons[0] & icons[1]), "AA-base-8-1", f"{link.card} and {target} share no icon")
            name, mine = self.name(target), name_of(self.faces[link.card])
            self.check(name in ("", mine), "AA-base-8-1", f"{link.card} breaks a {name}")
            if self.seat(target) != link.seat:
                self.check(not self.power(target), "AA-base-8-1", f"{target} has power and is stolen")
            if mine and not (name == mine and self.seat(target) == link.seat):
                self.check(mine not in self.names(link.seat), "AA-OP-6", f"a second {mine}")

    def declare_effect(self, link: Link) -> None:
        own = self.controlled(link.base, link.seat)
        self.check(own, "AA-OP-24", f"{link.card} is not controlled by {link.seat}")
        sources = [self.top(link.base), *self.set_on(link.base, "permanent")]
        costs = [
            link.x if "x-free" in ability.get("keywords", ()) else int(ability.get("cost", 0))
            for card in sources
            for ability in self.printed(card).get("ability", ())
            if ability["on"] == "effect"
        ]
        self.check(bool(costs), "AA-7-1", f"{link.card} has no effect")
        link.due = costs[0] if len(costs) == 1 else -1

    def declare_attack(self, link: Link) -> None:
        self.check(self.in_main(link), "AA-3-1a", f"{link.seat} attacks in phase {self.phase}")
        self.check(self.controlled(link.base, link.seat), "AA-3-1b", f"{link.card} is not controlled")
        for target in link.targets:
            own = self.base(target) in self.parties(link.seat).values()
            self.check(target == other(link.seat) or own, "AA-3-1c", f"{target} is attacked")
        link.due = 1

    def declare_guard(self, link: Link) -> None:
        attack = self.chain[-1] if self.chain else None
        direct = attack is not None and attack.verb == "attack" and not self.passed
        self.check(direct, "AA-4-1a", f"{link.card} guards, but not in direct response to an attack")
        self.check(self.controlled(link.base, link.seat), "AA-4-1b", f"{link.card} is not controlled")
        if attack is not None:
            self.check(attack.targets == (link.seat,), "AA-4-1c", f"{link.seat} is not attacked")
            if self.skill(attack.base, "stealth"):
                shared = set(self.factions(attack.base)) & set(self.factions(link.base))
                self.check(bool(shared), "AA-18-1b", f"{link.card} guards against Stealth")
            if self.skill(attack.base, "breakthrough"):
                self.check(self.broken(link.base), "AA-base-12-10", f"{link.card} is not broken")
        link.due = 0 if self.skill(link.base, "intercept") else 1

    def charging(self, event: Declared) -> None:
        """Power cards go to controlled and to active characters, up to their mind (AA-base-6-5)."""
        self.check((event.seat, self.phase) == (self.turn, "power"), "AA-base-6-5", "power at another time")
        base = self.base(event.targets[0])
        active = base in self.parties(event.seat).values()
        right = self.controlled(base, event.seat) or active
        self.check(right, "AA-base-6-5", f"{base} is neither controlled nor active")
        number = event.number or max(1, len(event.cards))
        room = self.value("mind", base) - self.power(base)
        self.check(number <= room, "AA-base-6-5", f"{number} power cards for {base} with room for {room}")
        if event.verb == "charge":
            self.charged += number
            self.check(self.charged <= self.charge, "AA-6-3", f"{self.charged} charged of {self.charge}")
        else:
            held = all(self.where.get(card) == f"hand.{event.seat}" for card in event.cards)
            self.check(held, "AA-base-6-5", f"{event.cards} are not in hand")

    def paid(self, event: Paid) -> None:
        """Power cards of controlled characters are paid to the owner's discard pile."""
        if event.resource != "power":
            return
        self.check(
            event.amount == len(event.cards), "AA-20-2", f"{len(event.cards)} cards for {event.amount}"
        )
        moved = {change.card: change.place for change in event.changes if isinstance(change, Move)}
        link = next((one for one in reversed(self.chain) if one.card == event.for_), None)
        for card in event.cards:
            base, role = self.on.get(card, ("", ""))
            right = role == "power" and self.controlled(base, event.seat)
            self.check(right, "AA-base-5-2", f"{card} is no power card of a controlled character")
            if link and link.verb != "use":
                self.check(base == link.base, "AA-base-5-2", f"{card} does not lie on {link.card}")
            self.check(moved.get(card) == f"discard.{card[0]}", "AA-20-1a", f"{card} is not discarded")
        if link:
            link.paid += event.amount

    def settle(self) -> None:
        """By the next act of anybody a declaration has been paid for."""
        for link in self.chain[-1:]:
            if link.due >= 0:
                self.check(
                    link.paid <= link.due, "AA-20-2", f"{link.paid} paid for {link.card}, not {link.due}"
                )
                hand = {self.faces[card] for card in self.pile("hand", link.seat)}
                cheaper = link.verb == "use" and "AA-071" in hand
                short = link.paid < link.due and not cheaper
                self.check(not short, "AA-20-3", f"{link.paid} paid for {link.card}, not {link.due}")
                link.due = -1

    # --- chains --------------------------------------------------------------------------------------

    def passes(self, event: Passed) -> None:
        if self.chain and len(set(self.passed)) == 2:
            return  # not of the chain any more: a Bind that is not paid for, for one
        if self.chain and not self.passed and self.first:
            self.check(event.seat == self.first, "AA-OP-13", f"{event.seat} answers before {self.first}")
        if self.passed[-1:] == [event.seat] and self.chain:
            self.check(False, "AA-base-7-3", f"{event.seat} passes twice")
        self.passed.append(event.seat)
        if not self.chain and self.phase == "faction" and len(self.passed) == 2 and not self.windows:
            self.windows, self.look = 1, True

    def resolving(self, cause: int | None) -> Link | None:
        """The declaration that an outcome follows from."""
        link = next((one for one in [*self.chain, *self.closed] if one.seq == cause), None)
        if link and link.met is None and link in self.chain and len(set(self.passed)) == 2:
            link.met = link.verb != "use" or self.enough(link.card, link.seat)
        return link

    def came_out(self, event: Resolved | Failed, cause: int | None) -> None:
        whole = ("use", "effect", "attack", "guard", "set", "break", "fast", "project", "permanent")
        if not self.chain or event.what not in whole:
            return
        link = next((one for one in self.chain if one.seq == cause), self.chain[-1])
        if isinstance(event, Failed) and event.what == "attack" and event.why == "nothing to guard":
            return
        if link.met is None:
            link.met = link.verb != "use" or self.enough(link.card, link.seat)
        silent = len(set(self.passed)) == 2
        self.check(silent, "AA-base-7-3", f"{link.card} resolves before both passed")
        newest = link is self.chain[-1]
        # The battle comes last of all (AA-base-7-3): a guard that was declared waits for its attack.
        self.check(newest or link.verb == "attack", "AA-base-7-3", f"{link.card} before the newest")
        if isinstance(event, Failed) and event.why == "factors":
            self.check(not link.met, "AA-19-1b", f"{link.card} has its factors")
        elif isinstance(event, Resolved) and link.verb == "use":
            self.check(bool(link.met), "AA-19-1a", f"{link.card} lacks factors")
        if isinstance(event, Resolved):
            self.outcome(link)
        self.chain.remove(link)
        self.closed.append(link)
        if not self.chain:
            self.closed = []
            self.look = self.phase == "faction" and link.verb == "attack"

    def outcome(self, link: Link) -> None:
        """What a resolution had to bring."""
        for base, (falls, clause) in link.fates.items():
            stays = self.where.get(base, "").split(".")[0] in ("faction", "control")
            self.check(stays != falls, clause, f"{base} {'stays' if stays else 'is discarded'}")
        for seat, owed in link.owed.items():
            due = link.judged.get(seat, 0)
            short = len(self.pile("damage", seat)) >= 10 or not self.pile("deck", seat)
            right = due == owed or (due < owed and short)
            self.check(right, "AA-base-11-1", f"{due} judged of {seat}, not {owed}")
        left = " ".join(self.entered)
        self.check(not self.entered or bool(self.lost), "AA-8-1-a-1a", f"{left} entered without its ability")
        self.entered = []

    # --- attacks -------------------------------------------------------------------------------------

    def computed(self, event: Determined, link: Link | None) -> None:
        if {step.operation for step in event.trail} <= {"base", "add"}:
            total = sum(step.number for step in event.trail)
            right = event.value == max(0, total)
            self.check(right, "AA-15-2a", f"{event.quantity} of {event.of} is {total}, not {event.value}")
        if event.quantity == "draw" or event.quantity == "charge":
            clause = "AA-base-6-2" if event.quantity == "draw" else "AA-6-3"
            self.check(
                event.value == self.charge, clause, f"{event.quantity} {event.value}, not {self.charge}"
            )
        elif event.quantity == "strike":
            base = self.base(event.of)
            value = self.strike_value(base)
            self.check(event.value == value, "AA-base-10-4", f"{event.of} strikes {event.value}, not {value}")
            if link and not link.fighting:
                link.strike = value
                for target in link.targets:
                    if target in "AB":
                        link.owed[target] = value
            elif link:
                self.strikes(link, base)

    def strikes(self, link: Link, base: str) -> None:
        """Initiative of one side alone strikes first; who falls to it does not strike (AA-base-10-4)."""
        self.check(base in link.fighting, "AA-base-10-4", f"{base} strikes and does not fight")
        swift = [one for one in link.fighting if self.skill(one, "initiative")]
        if len(swift) == 1 and not link.struck:
            self.check(base == swift[0], "AA-base-12-2", f"{base} strikes before Initiative")
        link.struck.append(base)

    def battle(self, event: Happened, link: Link | None) -> None:
        """The attacker, and the guard or the active character of the own party."""
        if link is None:
            return
        fighters = tuple(one.on for one in event.changes if isinstance(one, Grant))
        link.fighting = fighters
        self.check(link.base in fighters, "AA-base-10-3", f"{link.card} attacks and does not fight")
        guards = [one.base for one in self.closed if one.verb == "guard"]
        guards += [self.base(target) for target in link.targets if target in self.where]
        ordered = any(self.faces[one.card] == "AA-073" for one in self.closed if one.verb == "use")
        right = ordered or any(guard in fighters for guard in guards)
        self.check(right, "AA-base-10-3", f"{' '.join(fighters)} fight without a guard")

    def hit(self, event: Happened, link: Link | None) -> None:
        """Whom a hit discards: attack against endurance, mental attack against power or mind."""
        target = self.base(event.of)
        if link is None or target not in self.where:
            return
        falls, clause = event.amount >= self.value("endurance", target), "AA-base-10-4"
        if event.what == "mental damage":
            against = self.power(target) if self.controlled(target) else self.value("mind", target)
            falls, clause = event.amount > 0 and event.amount >= against, "AA-OP-19"
        elif event.what == "damage dealt":
            clause = "AA-base-11-2"
            falls = falls and event.amount > 0 and not self.skill(target, "shield")
        if event.what != "mental damage" and event.amount <= self.value("resist", target):
            falls = False
        if event.what != "mental damage" and event.amount <= 0:
            falls = False
        already = link.fates.get(target, (False, ""))[0]
        link.fates[target] = (falls or already, clause)
        if event.what == "battle damage" and self.base(event.card) == link.base:
            excess = event.amount - self.value("endurance", target)
            if self.skill(link.base, "penetrate") and excess > 0:
                for seat in link.targets:
                    if seat in "AB":
                        link.owed[seat] = excess

    # --- what happens --------------------------------------------------------------------------------

    def happened(self, event: Happened, cause: int | None) -> None:
        link = self.resolving(cause)
        if event.what == "aggressive":
            self.aggressive(event)
        elif event.what == "drawn" and self.phase == "draw" and "AA-base-6-2" in event.clauses:
            self.drawn += event.amount
            self.check(event.of == self.turn, "AA-base-6-2", f"{event.of} draws in the turn of {self.turn}")
        elif event.what == "nothing to draw":
            self.check(not self.pile("deck", event.of), "AA-base-1-2", f"{event.of} has a deck")
            self.lost.add(event.of)
        elif event.what == "controlled":
            self.take = self.due_control() if self.take is None else self.take
            self.taken.add(self.base(event.card))
        elif event.what == "judged":
            self.judged(event, link)
        elif event.what == "battle":
            self.battle(event, link)
        elif event.what in ("battle damage", "mental damage", "damage dealt"):
            self.hit(event, link)
        elif event.what == "discarded":
            self.discarded(event)
        elif event.what == "bound" and link:
            link.fates.pop(self.base(event.card), None)

    def judged(self, event: Happened, link: Link | None) -> None:
        """Characters come to the field unless their name is there; all else is damage (AA-base-11-1)."""
        if link:
            link.judged[event.of] = link.judged.get(event.of, 0) + 1
        for change in event.changes:
            if not isinstance(change, Move):
                continue
            face = self.faces[change.card]
            name = name_of(face)
            character = CARDS[face]["kind"] == "character"
            known = bool(name) and (name in self.names(event.of) or "AA-16-1b" in event.clauses)
            zone = "faction" if character and not known else "damage"
            right = change.place == f"{zone}.{change.card[0]}"
            self.check(right, "AA-base-11-1", f"{change.card} was judged into {change.place}")

    def discarded(self, event: Happened) -> None:
        """A character's cards that bear a name go to the damage pile, all others do not (AA-OP-21)."""
        moves = [one for one in event.changes if isinstance(one, Move)]
        gone = {one.card for one in moves}
        for move in moves:
            on, role = self.on.get(move.card, ("", ""))
            whole = role in ("", "break") and (role == "" or on in gone)
            named = bool(name_of(self.faces[move.card])) and whole
            if role in ROLES.keys() - SET_ON:
                continue  # whether a card that became another character still bears its name is open
            zone = "damage" if named else "discard"
            right = move.place == f"{zone}.{move.card[0]}"
            self.check(right, "AA-OP-21", f"{move.card} goes to {move.place}")

    def standing(self) -> None:
        """What holds whenever somebody acts."""
        if self.stood:
            return
        self.stood = True
        for seat in "AB":
            dead = len(self.pile("damage", seat)) >= 10 or seat in self.lost
            self.check(not dead, "AA-base-1-1", f"{seat} has lost, and the match goes on")
        for base in self.field():
            mind, power = self.value("mind", base), self.power(base)
            self.check(power <= max(0, mind), "AA-OP-15", f"{base} has {power} power and mind {mind}")
            most = 1 + self.value("permanents", base)
            worn = len(self.set_on(base, "permanent"))
            self.check(worn <= max(0, most), "AA-11-3", f"{base} has {worn} permanents")
            self.check(self.value("endurance", base) > 0, "AA-base-7-5", f"{base} has no endurance and stays")

    # --- reading -------------------------------------------------------------------------------------

    def read(self, seq: int, event: Event, cause: int | None) -> None:
        """One event: looked at as the table was before it, then folded."""
        self.seq = seq
        if self.look and not (isinstance(event, Happened) and event.what == "aggressive"):
            due = [self.top(base) for _, base in self.due_parties()]
            over = isinstance(event, Ended) and event.span == "match"
            self.check(not due or over, "AA-3-9", f"{' '.join(due)} does not attack its owner")
        self.look = False
        if isinstance(event, Declared | Passed):
            self.settle()
            self.standing()
        if isinstance(event, Began):
            self.began(event)
        elif isinstance(event, Declared):
            self.declared(event)
        elif isinstance(event, Passed):
            if event.verb == "pass":
                self.passes(event)
        elif isinstance(event, Paid):
            self.paid(event)
        elif isinstance(event, Determined):
            self.computed(event, self.resolving(cause))
        elif isinstance(event, Happened):
            self.happened(event, cause)
        elif isinstance(event, Triggered) and event.ability == "entry" and event.card in self.entered:
            self.entered.remove(event.card)
        elif isinstance(event, Resolved | Failed):
            self.came_out(event, cause)
        elif isinstance(event, Ended):
            self.ended(event)
        if not isinstance(event, Act | Chose):
            self.fold(event)


def differences(derived: Iterable[Derived]) -> list[Difference]:
    """What the referee finds in the events of a match, given with their causes."""
    referee = Referee()
    for seq, (event, cause) in enumerate(derived):
        referee.read(seq, event, cause)
    return referee.found

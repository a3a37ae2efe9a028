"""A referee of Genesis Garden: it reads the events of a match and says what does not follow from the rules.

It was written from the rulebook's clauses and shares no code with the engine: it folds the changes itself,
reads the card file itself and works out anew what a match must show. The defaults of all settings are taken
for granted, and so is the card language as far as the set ``starter`` uses it.

Not checked: what is random, and whose cards are hidden; which cards a text lets a player choose from; in what
order answers come that are due together, and which of two answers one pass was meant for; answers that become
possible only after the event, and what a unit answers that came after it (the documents leave it open);
places within a row; texts of cards outside ``starter``; fouls, rulings, retractions, concessions; whether the
clauses that an outcome names are the right ones.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from events.model.changes import Attach, Create, Expire, Flip, Grant, Know, Move, Set, Turn
from events.model.kinds import (
    AnyEvent,
    Began,
    Chose,
    Declared,
    Determined,
    Ended,
    Happened,
    Opened,
    Paid,
    Passed,
    Revealed,
    Shuffled,
)

CARDS = Path(__file__).parents[2] / "engine/games/genesis_garden/cards/starter.toml"
TURN_PHASES = ("standby", "draw", "main", "end")
BATTLE_PHASES = ("union", "spell", "battle", "leave")
BETWEEN_SENDS = ("cycle", "shuffled", "cut")
SENDS = {
    "upkeep": "GG-STBY-2",
    "summon cost": "GG-SUM-8",
    "return price": "GG-END-3",
    "battle damage": "GG-ATK-11",
    "effect damage": "GG-OP-14",
    "penalty": "GG-ATK-12",
    "drew": "GG-DRAW-1",
}
DIVIDED = "answers twice to one damage that a cycle divides"
DAMAGE = ("battle damage", "effect damage")


class Difference(NamedTuple):
    """What event ``seq`` shows, or lacks, against ``clause``."""

    seq: int
    clause: str
    what: str


def other(seat: str) -> str:
    return "B" if seat == "A" else "A"


def owner(card: str) -> str:
    return card.partition(".")[0]


class Referee:
    def __init__(self) -> None:
        with CARDS.open("rb") as file:
            self.cards: dict[str, dict[str, Any]] = {card["id"]: card for card in tomllib.load(file)["card"]}
        self.found: list[Difference] = []
        self.seq = 0
        # the table
        self.zones: dict[str, list[str]] = {
            f"{zone}.{seat}": []
            for zone in ("hq", "hand", "underworld", "front", "rear", "union")
            for seat in "AB"
        }
        self.faces: dict[str, str] = {}
        self.down: set[str] = set()
        self.turned: dict[str, int] = {}
        self.rider: dict[str, str] = {}  # front card: the rear card that lies on it
        self.grants: dict[str, Grant] = {}
        self.cycles = {"A": 0, "B": 0}
        self.summons = {"A": 0, "B": 0}
        # the course of the match
        self.first = ""
        self.begun = self.over = False
        self.setup: list[tuple[str, str]] = []
        self.mulligans: set[str] = set()
        self.revealed: dict[str, str] = {}
        self.number = 0
        self.turn = ""  # whose turn it is; "" in the battle turn
        self.phase = ""
        self.ended_by = ""
        self.upkeep_paid = False
        self.union_done: list[str] = []
        # what is owed
        self.due: tuple[str, str, int] | None = None  # what, whose cards, how many
        self.rebirth: tuple[str, int] | None = None
        self.expected: list[tuple[str, str, str, int]] = []  # what, of, card, amount
        # spell and battle phase
        self.done: set[str] = set()
        self.fought: set[str] = set()
        self.called: set[str] = set()
        self.attacker = self.blocker = ""
        self.attack = 0
        # answers since the last act that answers nothing
        self.entitled: Counter[str] = Counter()
        self.owed: set[str] = set()
        self.used: Counter[str] = Counter()
        self.divided: Counter[str] = Counter()
        self.arrived: set[str] = set()
        self.passed: set[str] = set()
        self.wakened: list[str] = []
        self.owed_spells: set[str] = set()

    def differ(self, clause: str, what: str) -> None:
        self.found.append(Difference(self.seq, clause, what))

    def want(self, right: bool, clause: str, what: str) -> None:
        if not right:
            self.differ(clause, what)

    # --- cards and units ---------------------------------------------------------------------------

    def card(self, card: str) -> dict[str, Any]:
        return self.cards[self.faces[card]]

    def stat(self, card: str, name: str) -> int:
        return int(self.card(card)["stats"].get(name, 0))

    def ability(self, card: str) -> dict[str, Any]:
        found = self.card(card).get("ability", [])
        return found[0] if found else {}

    def zone_of(self, card: str) -> str:
        return next((zone.partition(".")[0] for zone, lying in self.zones.items() if card in lying), "")

    def units(self, seat: str, *rows: str) -> list[str]:
        """Front and rear cards that are not destroyed: a pair is its front card."""
        return [card for row in rows for card in self.zones[f"{row}.{seat}"] if self.turned.get(card, 0) != 2]

    def in_union(self, card: str) -> bool:
        return card in self.rider or card in self.rider.values()

    def pair(self, card: str) -> set[str]:
        return {card, self.rider[card]} if card in self.rider else {card}

    def met(self, seat: str, needs: str) -> bool:
        if not needs:
            return True
        count = re.fullmatch(r"count\(unit (?:(\w+) )?cards in field of you\) >= (\d+)", needs)
        assert count, needs
        units = self.units(seat, "front", "rear")
        if count[1]:
            units = [unit for unit in units if count[1] in self.card(unit)["tags"]]
        return len(units) >= int(count[2])

    def value(self, unit: str, name: str) -> int:
        """Attack or defence of a unit: GG-UNION-7, GG-ACC-3, GG-DEST-3, GG-SPELL-3."""
        cards = self.pair(unit)
        total = sum(self.stat(card, name) for card in cards)
        for grant in self.grants.values():
            if grant.on in cards and grant.quantity == name:
                total += grant.amount
            if grant.on in cards and grant.quantity == "damage" and name == "defence":
                total -= grant.amount
        seat = owner(unit)
        for source in self.units(seat, "front", "rear"):
            ability = self.ability(source)
            if ability.get("on") != "continuous" or self.in_union(source):
                continue
            if not self.stands_right(source, ability) or not self.met(seat, ability.get("needs", "")):
                continue
            text = re.fullmatch(
                r"modify (\w+) of (\w+) cards in front of you add (\d+) until while here", ability["do"][0]
            )
            if text and text[1] == name and self.zone_of(unit) == "front":
                total += int(text[3]) if text[2] in self.card(unit)["tags"] else 0
        return total

    def stands_right(self, card: str, ability: dict[str, Any]) -> bool:
        row = ability.get("zone", "field")
        return self.zone_of(card) in (("front", "rear") if row == "field" else (row,))

    def face_up(self, seat: str) -> list[str]:
        return [card for card in self.zones[f"underworld.{seat}"] if card not in self.down]

    def why_not(self, card: str, moments: tuple[str, ...]) -> tuple[str, str]:
        """The clause that keeps a card from using its effect now, and what is wrong."""
        seat, ability = owner(card), self.ability(card)
        fights = ability.get("on") == "battle" and card in (self.attacker, self.blocker)
        if ability.get("on") not in moments:
            return "GG-SPELL-2" if "activated" in moments else "GG-SPELL-5", "has no effect for this moment"
        if self.in_union(card):
            return "GG-UNION-6", "is in union"
        if not self.stands_right(card, ability):
            return "GG-ACT-4", "is not in its row"
        if self.turned.get(card, 0) == 2:
            return "GG-OP-7", "is destroyed"
        if self.turned.get(card, 0) and not fights:
            return "GG-ACT-15", "is tired"
        if not self.met(seat, ability.get("needs", "")):
            return "GG-ACT-1", "does not meet its condition"
        if len(self.face_up(seat)) < ability.get("cost", 0):
            return "GG-ACT-5", "cannot be paid for"
        return "", ""

    def can_answer(self, card: str) -> bool:
        return not self.why_not(card, (self.ability(card).get("on", "?"),))[0]

    # --- who comes next ----------------------------------------------------------------------------

    def candidates(self) -> list[str]:
        found = []
        for seat in "AB":
            for card in self.units(seat, "front", "rear"):
                if card in self.done:
                    continue
                if self.phase == "spell":
                    if not self.why_not(card, ("activated",))[0]:
                        found.append(card)
                elif not self.turned.get(card, 0) and card not in self.fought and card not in self.called:
                    rear = "rear-attack" in self.card(card).get("keywords", [])
                    if self.zone_of(card) == "front" or rear:
                        found.append(card)
        return found

    def next_units(self) -> list[str]:
        """The units whose chance it is: GG-ACT-10 to 12, GG-BATTLE-2 to 4."""
        found = self.candidates()
        if not found:
            return []
        speed = max(self.stat(card, "speed") for card in found)
        found = [card for card in found if self.stat(card, "speed") == speed]
        return [card for card in found if owner(card) == self.first] or found

    def order_clause(self) -> str:
        return "GG-ACT-10" if self.phase == "spell" else "GG-BATTLE-2"

    # --- the fold ----------------------------------------------------------------------------------

    def fold(self, event: AnyEvent) -> None:
        for change in getattr(event, "changes", ()):
            if isinstance(change, Create):
                self.zones[change.place].append(change.card)
                self.faces[change.card] = change.face
            elif isinstance(change, Move):
                self.move(change)
            elif isinstance(change, Know):
                self.faces[change.card] = change.face
            elif isinstance(change, Flip):
                (self.down.add if change.down else self.down.discard)(change.card)
            elif isinstance(change, Turn):
                self.turned[change.card] = change.quarter
            elif isinstance(change, Attach):
                self.rider = {front: rear for front, rear in self.rider.items() if rear != change.card}
                if change.to:
                    self.rider[change.to] = change.card
            elif isinstance(change, Grant):
                self.grants[change.id] = change
            elif isinstance(change, Expire):
                self.want(
                    self.grants.pop(change.id, None) is not None, "GG-base-2", "an effect ends that is not"
                )
            elif isinstance(change, Set) and change.track == "summons":
                self.want(change.value == self.summons[change.of], "GG-QUICK-3", "summons are miscounted")
            elif isinstance(change, Set) and change.track == "cycles":
                self.want(change.value == self.cycles[change.of], "GG-CYCLE-3", "cycles are miscounted")
        for seat in "AB":
            for row in ("front", "rear"):
                self.want(len(self.zones[f"{row}.{seat}"]) <= 5, "GG-SUM-5", f"more than five in {row}")
        if self.begun:
            lying = sorted(card for cards in self.zones.values() for card in cards)
            self.want(lying == sorted(self.faces), "GG-SETUP-1", "cards are lost or doubled")

    def move(self, change: Move) -> None:
        origin, place = self.zones[change.origin], self.zones[change.place]
        if change.card not in origin:
            self.differ("GG-SUM-3", f"{change.card} is not in {change.origin}")
            for cards in self.zones.values():
                if change.card in cards:
                    cards.remove(change.card)
        else:
            if change.origin.startswith("hq.") and origin[0] != change.card:
                self.differ("GG-SETUP-5", f"{change.card} is not the top card")
            origin.remove(change.card)
            if change.origin.startswith("underworld."):
                self.owed_spells.discard(change.card)  # a cycle took it back (GG-OP-15)
                self.wakened = [spell for spell in self.wakened if spell != change.card]
        self.want(change.place.endswith(owner(change.card)), "GG-SUM-3", f"{change.card} changes sides")
        place.append(change.card)

    # --- events ------------------------------------------------------------------------------------

    def see(self, seq: int, event: AnyEvent, cause: int | None) -> None:
        self.seq = seq
        if self.over:
            self.differ("GG-CYCLE-7", "something happens after the end")
        what = event.what if isinstance(event, Happened) else ""
        if self.begun and not isinstance(event, Shuffled) and what not in BETWEEN_SENDS:
            self.pending(event)
        if isinstance(event, Declared | Began) or (isinstance(event, Passed) and cause is None):
            self.settled()
        if isinstance(event, Opened):
            for seat, deck in event.decks.items():
                self.want(sum(deck.values()) == 40, "GG-SETUP-1", f"the deck of {seat} has not 40 cards")
        elif isinstance(event, Began):
            self.began(event)
        elif isinstance(event, Declared):
            self.declared(event)
        elif isinstance(event, Chose):
            self.chose(event)
        elif isinstance(event, Passed):
            self.passes(event, cause)
        elif isinstance(event, Paid):
            self.paid(event)
        elif isinstance(event, Happened):
            self.happened(event)
        elif isinstance(event, Determined):
            self.determined(event)
        elif isinstance(event, Revealed):
            self.revealed = {owner(card): card for card in event.cards}
            self.want(set(self.revealed) == {"A", "B"}, "GG-SETUP-12", "the cards are not shown together")
        elif isinstance(event, Ended):
            self.ended(event)
        self.fold(event)
        self.owed = {card for card in self.owed if self.can_answer(card)}
        if isinstance(event, Happened):
            self.after(event)

    def pending(self, event: AnyEvent) -> None:
        """What the event before this one made compulsory."""
        end = isinstance(event, Ended) and event.span == "match"
        for seat in "AB":
            if not self.zones[f"hq.{seat}"] and not end:
                self.differ("GG-CYCLE-6", f"{seat} plays on without a headquarters")
        what = event.what if isinstance(event, Happened) else ""
        if isinstance(event, Paid):
            what = event.resource
        if self.due and what != self.due[0] and not end:
            self.differ(SENDS[self.due[0]], f"{self.due[0]}: {self.due[2]} cards too few")
            self.due = None
        if self.rebirth and not end:
            if what != "rebirth":
                self.differ("GG-ACT-5", f"the effect of {self.rebirth[0]} is not paid for")
            self.rebirth = None if what != "rebirth" else self.rebirth
        if self.expected and not end and not (self.due and what == self.due[0]):
            wanted = self.expected.pop(0)
            found = ("", "", "", 0)
            if isinstance(event, Happened):
                found = (event.what, event.of, event.card, wanted[3] if what in SENDS else event.amount)
            clause = {"combat won": "GG-ATK-7", "combat drawn": "GG-ATK-9", "destroyed": "GG-ATK-10"}
            clause |= {"unit damaged": "GG-COMBAT-2"} | SENDS
            if found != wanted:
                self.differ(clause[wanted[0]], f"expected {wanted}, found {found}")
                self.expected.clear()
            elif wanted[0] in SENDS:
                self.due = (wanted[0], wanted[1], wanted[3])

    def settled(self) -> None:
        """Nobody acts anew before what happened is followed up: GG-DEST-1, GG-OP-12, GG-JUT-1."""
        for seat in "AB":
            for unit in self.units(seat, "front", "rear"):
                self.want(self.value(unit, "defence") > 0, "GG-DEST-1", f"{unit} stands without defence")
        for card in self.owed:
            if not self.used[card] and self.can_answer(card) and owner(card) not in self.passed:
                self.differ("GG-OP-12", f"{card} was not asked for its answer")
        for card in self.owed_spells:
            ready = card in self.face_up(owner(card)) and self.met(
                owner(card), self.ability(card).get("needs", "")
            )
            if ready and owner(card) not in self.passed:
                self.differ("GG-JUT-1", f"spell unit {card} was not offered")
        for answers in (self.entitled, self.used, self.divided):
            answers.clear()
        for cards in (self.owed, self.passed, self.arrived, self.owed_spells):
            cards.clear()
        self.wakened.clear()
        self.attacker = self.blocker = ""

    def began(self, event: Began) -> None:
        if event.span == "turn":
            self.want(self.begun, "GG-SETUP-17", "a turn before the breakout")
            self.number += 1
            turn = (self.first, other(self.first), "")[(self.number - 1) % 3]
            right = (event.seat, event.number) == (turn, self.number)
            self.want(right, "GG-TURN-1", "another turn is due")
            self.turn, self.phase, self.ended_by, self.upkeep_paid = turn, "", "", False
            self.union_done.clear()
            self.summons = {"A": 0, "B": 0}
            for grant in self.grants.values():
                self.want(not grant.until.startswith("end of"), "GG-base-2", f"effect {grant.id} did not end")
            return
        phases = TURN_PHASES if self.turn else BATTLE_PHASES
        due = phases[phases.index(self.phase) + 1] if self.phase in phases[:-1] else phases[0]
        self.want(event.name == due, "GG-TURN-3" if self.turn else "GG-BTURN-1", f"phase {due} is due")
        if self.phase in ("spell", "battle"):
            for card in self.candidates():
                self.differ(self.order_clause(), f"{card} had no chance to act")
        if self.phase == "standby":
            cards = sum(len(self.zones[f"{row}.{self.turn}"]) for row in ("front", "rear", "union"))
            self.want(self.upkeep_paid or not cards, "GG-STBY-3", "no upkeep was paid")
            for row in ("front", "rear"):
                for card in self.zones[f"{row}.{self.turn}"]:
                    self.want(self.turned.get(card, 0) != 1, "GG-STBY-1", f"{card} did not recover")
            for grant in self.grants.values():
                healed = grant.quantity != "damage" or owner(grant.on) != self.turn
                self.want(healed, "GG-ACC-5", f"the damage of {grant.on} is not healed")
        if self.phase == "draw":
            self.want(self.due is None, "GG-DRAW-2", "no card was drawn")
        if self.phase == "union":
            for seat in self.rearrangers():
                self.differ("GG-OP-8", f"{seat} had no chance to rearrange")
        self.phase = event.name
        if event.name == "draw":
            self.due = ("drew", self.turn, 1)
        self.done, self.fought, self.called = set(), set(), set()

    def declared(self, event: Declared) -> None:
        seat, verb = event.seat, event.verb
        card = event.cards[0] if event.cards else ""
        if verb == "summon":
            row = event.words[0]
            self.want((self.turn, self.phase) == (seat, "main"), "GG-SUM-2", "not the own main phase")
            self.want(card in self.zones[f"hand.{seat}"], "GG-SETUP-6", f"{card} is not in hand")
            self.want(self.summons[seat] < 4, "GG-SUM-1", "a fifth summon")
            self.want(len(self.zones[f"{row}.{seat}"]) < 5, "GG-SUM-5", f"the {row} row is full")
            self.rank(card, "GG-SUM-11")
            if self.card(card)["cost"]:
                self.due = ("summon cost", seat, self.card(card)["cost"])
        elif verb in ("move", "swap", "union", "release"):
            self.want(self.phase == "union", "GG-UPHASE-3", f"{verb} outside the union phase")
            self.want(seat in self.rearrangers()[:1], "GG-OP-8", "the other player rearranges now")
            if verb == "union":
                self.unites(seat, card, event.targets[0])
            elif verb == "release":
                self.want(self.in_union(card), "GG-UNION-10", f"{card} is not in union")
                self.want(len(self.zones[f"rear.{seat}"]) < 5, "GG-UNION-11", "the rear row is full")
            elif verb == "move":
                self.want(card not in self.rider, "GG-OP-19", "a pair goes to the rear row")
        elif verb == "activate":
            clause, why = self.why_not(card, ("activated",))
            self.want(self.phase == "spell", "GG-ACT-9", "activated outside the spell phase")
            self.want(not clause, clause, f"{card} {why}")
            self.want(card in self.next_units(), "GG-ACT-10", f"it is not the turn of {card}")
            self.pays(card)
            self.done.add(card)
        elif verb == "attack":
            self.want(self.phase == "battle", "GG-BATTLE-1", "an attack outside the battle phase")
            self.want(not self.turned.get(card, 0), "GG-ATK-1", f"{card} is not active")
            self.want(card not in self.fought, "GG-ATK-19", f"{card} has fought")
            self.want(card not in self.called, "GG-SICK-1", f"{card} was called in this phase")
            rear = "rear-attack" in self.card(card).get("keywords", [])
            self.want(self.zone_of(card) == "front" or rear, "GG-BATTLE-5", f"{card} is not in front")
            self.want(card in self.next_units(), "GG-BATTLE-2", f"it is not the turn of {card}")
            self.attacker = card
            self.fought.add(card)
        elif verb in ("end", "leave"):
            self.ended_by = verb

    def rearrangers(self) -> list[str]:
        """The players who have units and have not yet finished rearranging them, in their order."""
        return [
            seat
            for seat in (self.first, other(self.first))
            if seat not in self.union_done and self.zones[f"front.{seat}"] + self.zones[f"rear.{seat}"]
        ]

    def rank(self, card: str, clause: str) -> None:
        race = self.card(card)["tags"][0]
        same = [unit for unit in self.units(owner(card), "front", "rear") if race in self.card(unit)["tags"]]
        self.want(len(same) >= self.stat(card, "rank"), clause, f"the rank of {card} is not met")

    def unites(self, seat: str, rear: str, front: str) -> None:
        self.want(rear in self.zones[f"rear.{seat}"], "GG-UNION-2", f"{rear} is not in the rear row")
        self.want(front in self.zones[f"front.{seat}"], "GG-UNION-3", f"{front} is not in the front row")
        self.want(self.card(rear)["tags"] == self.card(front)["tags"], "GG-UNION-3", "two races")
        self.want(self.stat(front, "speed") < self.stat(rear, "speed"), "GG-UNION-3", "not slower")
        self.want(not self.in_union(front), "GG-UNION-9", f"{front} is in union")
        for card in (rear, front):
            self.want(not self.turned.get(card, 0), "GG-OP-6", f"{card} is not active")

    def pays(self, card: str) -> None:
        cost = self.ability(card).get("cost", 0)
        self.rebirth = (card, cost) if cost else None

    def chose(self, event: Chose) -> None:
        seat, verb = event.seat, event.verb
        card = event.cards[0] if event.cards else ""
        if verb == "mulligan":
            self.want(seat not in self.mulligans, "GG-SETUP-9", "a second mulligan")
            self.mulligans.add(seat)
        elif verb == "block":
            self.blocker = card
            self.want(owner(self.attacker or card) == other(seat), "GG-ATK-3", "a block of the own attack")
            self.want(card in self.zones[f"front.{seat}"], "GG-ATK-4", f"{card} is not in front")
            self.want(not self.turned.get(card, 0), "GG-ATK-4", f"{card} is not active")
            self.want(card not in self.fought, "GG-ATK-20", f"{card} has fought")
            self.fought.add(card)
        elif verb == "use":
            moment = self.ability(card).get("on", "")
            free = ("activated", "continuous", "spell", "")
            clause, why = self.why_not(card, () if moment in free else (moment,))
            self.want(not clause, clause, f"{card} {why}")
            self.used[card] += 1
            allowed = self.entitled[card]
            if moment == "battle":
                allowed = int(card in (self.attacker, self.blocker))
            if card not in self.arrived and self.used[card] > allowed:
                divided = self.used[card] <= allowed + self.divided[card]
                what = DIVIDED if divided else "answers to nothing, or twice"
                self.differ("GG-OP-12", f"{card} {what}")
            self.pays(card)
        elif verb == "invoke":
            self.want(card in self.wakened, "GG-JUT-3", f"{card} was not sent by damage")
            self.want(card in self.face_up(seat), "GG-JUT-3", f"{card} does not lie face up")
            self.want(
                self.met(seat, self.ability(card).get("needs", "")), "GG-JUT-4", f"{card}: too few units"
            )
        elif verb in ("retrieve", "bury"):
            self.want(self.turned.get(card, 0) == 2, "GG-END-2", f"{card} is not destroyed")
            if verb == "retrieve":
                self.due = ("return price", seat, len(self.pair(card)))

    def passes(self, event: Passed, cause: int | None) -> None:
        if cause is not None:
            self.passed.add(event.seat)
        elif self.phase == "union":
            self.union_done.append(event.seat)
        elif self.phase in ("spell", "battle"):
            units = self.next_units()
            right = bool(units) and owner(units[0]) == event.seat
            self.want(right, self.order_clause(), f"it is not the chance of {event.seat}")
            self.done.update(units)
        else:
            self.passed.add(event.seat)

    def paid(self, event: Paid) -> None:
        if event.resource == "rebirth":
            card, cost = self.rebirth or (event.for_, 0)
            self.want((event.for_, event.amount) == (card, cost), "GG-ACT-5", f"{card} costs {cost}")
            lowest = tuple(self.face_up(event.seat)[: event.amount])
            self.want(event.cards == lowest, "GG-ACT-8", f"the lowest face-up cards are {lowest}")
            flipped = {c.card for c in event.changes if isinstance(c, Flip) and c.down}
            self.want(flipped == set(lowest), "GG-ACT-6", "other cards are turned face down")
            self.rebirth = None
            return
        if event.resource == "upkeep" and not self.due:
            self.want(not self.upkeep_paid, "GG-STBY-2", "upkeep is paid twice")
            cards = sum(len(self.zones[f"{row}.{event.seat}"]) for row in ("front", "rear", "union"))
            self.due = ("upkeep", event.seat, cards)
            self.upkeep_paid = True
            now = (self.turn, self.phase)
            self.want(now == (event.seat, "standby"), "GG-STBY-2", "upkeep at a wrong time")
        self.sent(event.resource, event.seat, event.amount, event)

    def sent(self, what: str, seat: str, amount: int, event: Paid | Happened) -> None:
        """Cards leave a headquarters: as many as are due, or all it has."""
        moves = [change for change in event.changes if isinstance(change, Move)]
        place = f"hand.{seat}" if what == "drew" else f"underworld.{seat}"
        right = all((change.origin, change.place) == (f"hq.{seat}", place) for change in moves)
        self.want(right and len(moves) == amount, SENDS[what], f"{what}: {amount} said, {len(moves)} moved")
        if not self.due or self.due[:2] != (what, seat):
            self.differ(SENDS[what], f"{what} of {seat} is not due")
            return
        wanted = min(self.due[2], len(self.zones[f"hq.{seat}"]))
        self.want(amount == wanted, SENDS[what], f"{what}: {wanted} cards are due, not {amount}")
        left = self.due[2] - amount
        self.due = (what, seat, left) if left > 0 else None

    def happened(self, event: Happened) -> None:
        what, of, card = event.what, event.of, event.card
        text = "; ".join(self.ability(card).get("do", [])) if card in self.faces else ""
        if not self.begun:
            self.setting_up(event)
        if what in SENDS:
            first_part = self.due is None
            number = re.search(r"(?:damage opponent by|draw) (\d+)", text)
            if first_part and number and what in ("effect damage", "drew"):
                self.due = (what, of, int(number[1]))
            elif first_part and not self.begun and what == "drew":
                self.due = (what, of, 5)
            if what in DAMAGE:
                self.wakened.extend(
                    change.card
                    for change in event.changes
                    if isinstance(change, Move) and self.card(change.card)["kind"] == "spell"
                )
            self.sent(what, of, event.amount, event)
        elif what in ("summoned", "quick summoned"):
            self.summons[of] += 1
            self.want(self.summons[of] <= 4, "GG-QUICK-3", "a fifth summon in one turn")
            if what == "quick summoned":
                self.arrived.add(card)
                self.rank(card, "GG-OP-23")
            if self.phase == "battle":
                self.called.add(card)
        elif what == "cycle":
            self.cycles[of] += 1
            moved = [change.card for change in event.changes if isinstance(change, Move)]
            self.want(not self.zones[f"hq.{of}"], "GG-CYCLE-1", "a cycle with cards left")
            self.want(self.cycles[of] <= 2, "GG-CYCLE-6", "a third cycle")
            self.want(sorted(moved) == sorted(self.face_up(of)), "GG-CYCLE-1", "not the face-up cards")
        elif what in ("recovered", "healed"):
            right = not self.upkeep_paid and self.phase == "standby"
            self.want(right, "GG-STBY-4", f"{what} at a wrong time")
        elif what == "modified":
            number = re.search(r"add (minus )?(\d+)", text)
            value = (-1 if number[1] else 1) * int(number[2]) if number else 0
            self.want(event.amount == value, "GG-DEST-3", f"the text of {card} says {value}")
        elif what == "unit damaged" and "GG-COMBAT-2" not in event.clauses:
            source = next((change.source for change in event.changes if isinstance(change, Grant)), "")
            lines = "; ".join(self.ability(source).get("do", []))
            number = re.search(r"damage (?:target|action) by (\d+)", lines)
            value = int(number[1]) if number else 0
            self.want(event.amount == value, "GG-ACC-2", f"the text of {source} says {value}")
            immune = self.ability(card).get("do", [""])[0].startswith("modify damage-taken of self")
            self.want(not immune or self.in_union(card), "GG-DEST-5", f"{card} takes no damage from effects")
        elif what == "destroyed":
            clauses = event.clauses
            if "GG-DEST-1" in clauses:
                self.want(self.value(card, "defence") <= 0, "GG-DEST-1", f"{card} has defence left")
            turned = {c.card for c in event.changes if isinstance(c, Turn) and c.quarter == 2}
            self.want(turned == self.pair(card), "GG-UNION-13", "not the whole unit is destroyed")
        elif what in ("retrieved", "buried"):
            moved = [change.card for change in event.changes if isinstance(change, Move)]
            self.want(set(moved) == self.pair(card), "GG-UNION-13", "not the whole unit leaves")

    def setting_up(self, event: Happened) -> None:
        self.setup.append((event.what, event.of))
        if event.what == "greeting":
            for step in (("shuffled", other(event.of)), ("cut", event.of)):
                self.want(step in self.setup, "GG-SETUP-2", f"{step} is missing")
        elif event.what == "drew":
            self.want(event.amount == 5, "GG-SETUP-5", "the opening hand is not five cards")
        elif event.what in ("first player", "tie"):
            cards = self.revealed
            keys = {seat: self.order_key(card) for seat, card in cards.items()}
            tied = keys["A"] == keys["B"]
            winner = max("AB", key=lambda seat: keys[seat])
            if event.what == "tie":
                self.want(tied, "GG-SETUP-15", "the cards shown are not equal")
                return
            self.want(not tied and event.of == winner, "GG-SETUP-13", f"{winner} goes first")
            self.first = event.of
            moved = {change.card for change in event.changes if isinstance(change, Move)}
            self.want(moved == set(cards.values()), "GG-SETUP-16", "the cards shown do not go to the bottom")
        elif event.what == "breakout":
            for seat in "AB":
                self.want(("greeting", seat) in self.setup, "GG-SETUP-4", f"{seat} did not greet")
                self.want(len(self.zones[f"hand.{seat}"]) == 5, "GG-SETUP-5", "a hand is not five cards")
            self.begun = True

    def order_key(self, card: str) -> tuple[int, int]:
        return self.card(card)["cost"] + self.stat(card, "rank"), self.stat(card, "speed")

    def after(self, event: Happened) -> None:
        """Who may answer to what has just happened: GG-SPELL-4, GG-SPELL-5."""
        what, of, card = event.what, event.of, event.card
        if not self.begun:
            return
        if what in DAMAGE:
            for spell in self.wakened:
                seat = owner(spell)
                if spell in self.face_up(seat) and self.met(seat, self.ability(spell).get("needs", "")):
                    self.owed_spells.add(spell)
        moments: dict[str, tuple[str, str]] = {  # what: to the own side, to the other
            "summoned": ("ally-summoned", "enemy-summoned"),
            "quick summoned": ("ally-summoned", "enemy-summoned"),
            "destroyed": ("ally-destroyed", "enemy-destroyed"),
            "attacks": ("ally-attacks", "attacked"),
            "blocks": ("ally-blocks", "enemy-blocks"),
            "combat won": ("ally-wins", ""),
            "battle damage": ("hq-damaged", "enemy-hq-damaged"),
            "effect damage": ("hq-damaged", "enemy-hq-damaged"),
        }
        own = {"summoned": "summoned", "quick summoned": "summoned", "unit damaged": "damaged"}.get(what, "?")
        for seat in "AB":
            moment = moments.get(what, ("?", "?"))[seat != of]
            for unit in self.units(seat, "front", "rear"):
                on = self.ability(unit).get("on")
                itself = unit == card and what not in DAMAGE
                if (itself and on == own) or (not itself and on == moment):
                    if what in DAMAGE and self.due:  # the rest of the same damage follows
                        self.divided[unit] += 1
                        continue
                    self.entitled[unit] += 1
                    if self.can_answer(unit):
                        self.owed.add(unit)

    def determined(self, event: Determined) -> None:
        trail = sum(step.number for step in event.trail if step.operation in ("base", "add"))
        if event.quantity == "order value":
            self.want(event.value == self.order_key(event.of)[0], "GG-SETUP-11", "a wrong order value")
            return
        value = self.value(event.of, event.quantity)
        clause = "GG-ATK-17" if "GG-ATK-17" in event.clauses else "GG-ATK-6"
        self.want(event.value == value == trail, clause, f"{event.quantity} is {value}, not {event.value}")
        seat = owner(event.of)
        if clause == "GG-ATK-17":
            self.want(not self.blocker, "GG-ATK-16", "a blocked attack becomes direct")
            able = [
                unit
                for unit in self.units(other(seat), "front")
                if not self.turned.get(unit, 0) and unit not in self.fought
            ]
            asked = not able or other(seat) in self.passed
            self.want(asked, "GG-ATK-3", f"{other(seat)} was not asked for a block")
            if value > 0:
                self.expected = [("battle damage", other(seat), event.of, value)]
        elif event.quantity == "attack":
            self.want(event.of == self.attacker, "GG-ATK-6", f"{event.of} does not attack")
            self.attack = value
        else:
            self.want(event.of == self.blocker, "GG-ATK-6", f"{event.of} does not block")
            self.compare(value)

    def compare(self, defence: int) -> None:
        a, d, attack = self.attacker, self.blocker, self.attack
        mine, yours = owner(a), owner(d)
        if attack > defence:
            self.expected = [
                ("combat won", mine, a, 0),
                ("destroyed", yours, d, 0),
                ("battle damage", yours, a, attack - defence),
            ]
        elif attack == defence:
            self.expected = [
                ("combat drawn", mine, a, 0),
                ("destroyed", yours, d, 0),
                ("penalty", mine, a, 2),
            ]
        else:
            kept = [("unit damaged", yours, d, attack)] if attack > 0 else []
            self.expected = [("combat won", yours, d, 0), *kept, ("penalty", mine, a, 2)]

    def ended(self, event: Ended) -> None:
        if event.span == "match":
            self.over = True
            loser = other(event.winner)
            empty = not self.zones[f"hq.{loser}"]
            self.want(empty, "GG-CYCLE-7", f"the headquarters of {loser} is not empty")
            out = self.cycles[loser] == 2 or not self.face_up(loser)
            self.want(out, "GG-CYCLE-6", f"{loser} could have cycled")
        elif event.span == "turn":
            verb = "end" if self.turn else "leave"
            self.want(self.ended_by == verb, "GG-END-1", "the end is not declared")
            for seat in self.turn or "AB":
                for row in ("front", "rear"):
                    for card in self.zones[f"{row}.{seat}"]:
                        clause = "GG-END-2" if self.turn else "GG-LEAVE-2"
                        self.want(self.turned.get(card, 0) != 2, clause, f"{card} stays destroyed")


def differences(match: Iterable[tuple[AnyEvent, int | None]]) -> list[Difference]:
    """What the events of a match show against the rules, in their order."""
    referee = Referee()
    for seq, (event, cause) in enumerate(match):
        referee.see(seq, event, cause)
    return referee.found

"""A referee of Aquarian Age: a second reading of the rules, which shares no code with the engine.

It folds the changes of a match itself and looks at: where each card is, the order of turns and phases, draws
and damage judgements from the top of the deck, what came up going where it must, payments, who may attack and
guard and when, whether an attacked player who has power was asked, sums of computations, and the loser.

It does not check: factors, how much a cost is, the numbers behind a computation, how often a player draws or
is judged, texts and skills of cards, effects in force, targets of cards, results of battles, mind as a limit
of power, hand limits, names, Bind, answers other than to an attack on a player, and what follows a mulligan.
"""

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from events.model.changes import Attach, Create, Flip, Move
from events.model.kinds import (
    Began,
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
)

PHASES = ["draw", "faction", "main", "power", "discard"]
CHAINED = {"set", "use", "effect", "attack", "guard"}
SET = Path(__file__).parents[2] / "engine/games/aquarian_age/cards/starter.toml"


def kinds_of_cards() -> dict[str, str]:
    """The printed kind of each card of the set."""
    return {card["id"]: card["kind"] for card in tomllib.loads(SET.read_text(encoding="utf-8"))["card"]}


class Difference(NamedTuple):
    """What the match says otherwise than the rules, and where."""

    seq: int
    clause: str
    what: str


class Referee:
    """Reads one match, event by event."""

    def __init__(self) -> None:
        self.kinds = kinds_of_cards()
        self.found: list[Difference] = []
        self.places: dict[str, list[str]] = {}
        self.where: dict[str, str] = {}
        self.faces: dict[str, str] = {}
        self.role: dict[str, str] = {}
        self.down: set[str] = set()
        self.turn = ""
        self.number = 0
        self.phase = ""
        self.passed: list[str] = []
        self.chain: list[str] = []
        self.asked = ""
        self.seq = 0

    def tell(self, clause: str, what: str) -> None:
        """Note a difference at the event that is being read."""
        self.found.append(Difference(self.seq, clause, what))

    def fold(self, event: Event) -> None:
        """Apply what the event changes."""
        for change in getattr(event, "changes", ()):
            if isinstance(change, Create):
                self.places.setdefault(change.place, []).append(change.card)
                self.where[change.card] = change.place
                self.faces[change.card] = change.face
            elif isinstance(change, Move):
                if self.where.get(change.card) != change.origin:
                    self.tell("AA-base-3-1", f"{change.card} is not in {change.origin}")
                    continue
                self.places[change.origin].remove(change.card)
                pile = self.places.setdefault(change.place, [])
                pile.insert(0 if change.under else len(pile), change.card)
                self.where[change.card] = change.place
            elif isinstance(change, Attach):
                self.role[change.card] = change.role if change.to else ""
            elif isinstance(change, Flip):
                (self.down.add if change.down else self.down.discard)(change.card)

    def from_top(self, event: Happened, clause: str) -> None:
        """Cards that are drawn or judged are taken from the top of the deck."""
        for change in event.changes:
            if isinstance(change, Move) and change.origin.startswith("deck."):
                if self.places.get(change.origin, [""])[-1:] != [change.card]:
                    self.tell(clause, f"{change.card} was not on top of {change.origin}")
                if event.what == "judged":
                    character = self.kinds.get(self.faces.get(change.card, "")) == "character"
                    seat = change.origin[-1]
                    allowed = {f"damage.{seat}", f"faction.{seat}"} if character else {f"damage.{seat}"}
                    if change.place not in allowed:
                        self.tell("AA-base-11-1", f"{change.card} was judged into {change.place}")

    def began(self, event: Began) -> None:
        """Turns alternate, and phases come in their order."""
        if event.span == "turn":
            if self.turn and (event.seat == self.turn or event.number != self.number + 1):
                self.tell("AA-base-6-1", f"turn {event.number} of {event.seat} follows one of {self.turn}")
            self.turn, self.number, self.phase = event.seat, event.number, ""
        elif event.span == "phase" and event.name in PHASES:
            place = PHASES.index(event.name)
            if (PHASES[place - 1] if place else "") != self.phase:
                self.tell(
                    "AA-base-6-1", f"phase {event.name} follows {self.phase or 'the start of the turn'}"
                )
            self.phase = event.name

    def declared(self, event: Declared) -> None:
        """Attacks and guards: when, with what, at whom, and how often in a chain."""
        if event.verb not in CHAINED:
            return
        card = event.cards[0] if event.cards else ""
        if event.verb == "attack":
            if (event.seat, self.phase) != (self.turn, "main"):
                self.tell("AA-3-1a", f"{event.seat} attacks in phase {self.phase} of {self.turn}")
            if self.where.get(card) != f"control.{event.seat}":
                self.tell("AA-3-1b", f"{card} attacks from {self.where.get(card)}")
            for target in event.targets:
                if target == event.seat or (
                    target not in {"A", "B"} and self.where.get(target) != f"faction.{event.seat}"
                ):
                    self.tell("AA-3-1c", f"{target} is attacked")
            if self.chain:
                self.tell("AA-3-7", "an attack within a chain")
        elif event.verb == "guard":
            if self.chain[-1:] != ["attack"] or self.passed:
                self.tell("AA-4-1a", f"{card} guards, but not in direct response to an attack")
            if self.where.get(card) != f"control.{event.seat}":
                self.tell("AA-4-1b", f"{card} guards from {self.where.get(card)}")
        elif event.verb == "set" and (event.seat, self.phase) != (self.turn, "main"):
            self.tell("AA-base-6-4", f"{event.seat} sets {card} outside of the own main phase")
        self.chain.append(event.verb)
        self.passed = []
        if event.seat == self.asked:
            self.asked = ""
        if event.verb == "attack" and event.targets and event.targets[0] in {"A", "B"}:
            owed = event.targets[0]
            power = (one for one in self.places.get(f"control.{owed}", []) if self.role.get(one) == "power")
            self.asked = owed if any(power) else ""

    def paid(self, event: Paid) -> None:
        """Power cards of controlled characters are paid to the owner's discard pile."""
        if event.resource != "power":
            return
        if event.amount != len(event.cards):
            self.tell("AA-20-2", f"{len(event.cards)} cards pay {event.amount}")
        moved = {change.card: change.place for change in event.changes if isinstance(change, Move)}
        for card in event.cards:
            if self.where.get(card) != f"control.{event.seat}" or self.role.get(card) != "power":
                self.tell("AA-base-5-2", f"{card} is no power card of a controlled character of {event.seat}")
            if moved.get(card) != f"discard.{card[0]}":
                self.tell("AA-20-1a", f"{card} was paid and is not in the discard pile")

    def computed(self, event: Determined) -> None:
        """The steps of a computation give its value, where they only add."""
        if {step.operation for step in event.trail} <= {"base", "add"}:
            total = sum(step.number for step in event.trail)
            if event.value != max(0, total):
                self.tell("AA-15-2a", f"{event.quantity} of {event.of} is {total}, not {event.value}")

    def ended(self, event: Ended) -> None:
        """Whoever has ten damage cards, or drew from an empty deck, has lost."""
        if event.span != "match" or event.winner not in {"A", "B"}:
            return
        loser = "B" if event.winner == "A" else "A"
        if event.reason == "deck" and self.places.get(f"deck.{loser}"):
            self.tell("AA-base-1-2", f"the deck of {loser} is not empty")
        if event.reason != "deck" and len(self.places.get(f"damage.{loser}", [])) < 10:
            self.tell("AA-base-1-1", f"{loser} has fewer than ten damage cards")
        if len(self.places.get(f"damage.{event.winner}", [])) >= 10:
            self.tell("AA-base-1-3", f"{event.winner} has ten damage cards and wins")

    def read(self, seq: int, event: Event) -> None:
        """One event: looked at as the table was before it, then folded."""
        self.seq = seq
        if isinstance(event, Began):
            self.began(event)
            if event.span in {"turn", "phase"}:
                self.chain, self.passed, self.asked = [], [], ""
        elif isinstance(event, Declared):
            self.declared(event)
        elif isinstance(event, Passed):
            self.passed.append(event.seat)
            if event.seat == self.asked:
                self.asked = ""
        elif isinstance(event, Paid):
            self.paid(event)
        elif isinstance(event, Determined):
            self.computed(event)
        elif isinstance(event, Happened):
            if event.what in {"drawn", "judged"}:
                self.from_top(event, "AA-21-1" if event.what == "drawn" else "AA-base-11-1")
            if event.what == "aggressive":
                self.chain, self.passed = ["attack"], []
        elif isinstance(event, Resolved | Failed) and self.chain:
            if self.asked:
                self.tell("AA-base-7-3", f"{self.asked} could guard and was not asked")
                self.asked = ""
            self.chain.pop()
        elif isinstance(event, Ended):
            self.ended(event)
        self.fold(event)


def differences(derived: Iterable[Derived]) -> list[Difference]:
    """What the referee finds in the events of a match, given with their causes."""
    referee = Referee()
    for seq, (event, _) in enumerate(derived):
        referee.read(seq, event)
    return referee.found

"""A referee of FERTCG that shares no code with the engine.

Written from the clauses and the base rules, it folds the changes of a match's events by itself and checks:

* cards stay with their owner and leave piles from the top; twenty chips a player; one unit a square;
* order of turns and phases, recovery, draws, effects that end with a fight or a turn;
* sorties, supports, attached cards, moves, attacks, staffs and abilities: who may, where, how often;
* equipment that is chosen and must reach; roles and limits of abilities; timings of surprise cards; chains;
* strikes, chip cost and damage recomputed from printed numbers and the effects in force, and what follows;
* that a counter, a preparation second and the windows outside of fights were offered;
* effects on numbers, and cards drawn, against the text of the card that made them;
* how a match was won, and that it was not won before.

It does not check: effects of texts other than `modify` and `draw`, what staffs and texts choose, when 召集
comes due, mulligans, results by time or agreement, where a unit is pushed to, and settings other than the
defaults.
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from events.model.changes import Attach, Change, Create, Expire, Grant, Move, Set, Turn
from events.model.kinds import (
    Act,
    AnyEvent,
    Began,
    Declared,
    Derived,
    Determined,
    Ended,
    Failed,
    Happened,
    Paid,
    Passed,
    Resolved,
    Shuffled,
)

FILE = Path(__file__).parents[2] / "engine/games/fertcg/cards/starter.toml"
CARDS: dict[str, dict[str, Any]] = {
    card["id"]: card for card in tomllib.loads(FILE.read_text("utf-8"))["card"]
}
SQUARES = {column + row for column in "abc" for row in "1234"}
HOME = {"A": "1", "B": "4"}
ORTHOGONAL = [".#.", "#@#", ".#."]
MOVES = {"foot": ORTHOGONAL, "mounted": ["###", "#@#", ".#."], "flying": ["###", "#@#", "###"]}
FAMILIES = {
    "direct": ORTHOGONAL,
    "indirect": ["..#..", ".#.#.", "#.@.#", ".#.#.", "..#.."],
    "magic": ["..#..", ".###.", "##@##", ".###.", "..#.."],
}
BEATS = {
    "sword": "axe",
    "axe": "lance",
    "lance": "sword",
    "fire": "wind",
    "wind": "thunder",
    "thunder": "fire",
}
MAGICS = {"fire", "thunder", "wind", "light", "dark"}
KINDS = {"sword", "axe", "lance", "bow", "staff"} | MAGICS
STEPS = {"deploy", "support", "attach", "move", "staff", "perform", "again"}
"""Acts outside of fights after which the other player may use surprise cards."""


@dataclass(frozen=True)
class Difference:
    """What the referee holds against event ``seq``."""

    seq: int
    clause: str
    what: str


@dataclass
class Strike:
    """An attack or a counter that is under way."""

    act: int
    seat: str
    striker: str
    target: str
    counter: bool
    gear: str = ""
    shield: str = ""
    answers: list[tuple[str, bool]] = field(default_factory=list)
    crests: set[str] = field(default_factory=set)
    gone: bool = False
    open: bool = False
    strikes: int = 1
    damage: int = 0
    cost: int = 0
    dealt: bool = False
    additions: set[str] = field(default_factory=set)
    pushes: bool = False
    """Whether it pushed its target back: asked at the damage, since units without chips withdraw only after
    the additional effects, and stand in the way until then."""


def other(seat: str) -> str:
    return "B" if seat == "A" else "A"


def owner(card: str) -> str:
    return card[0]


def squares(pattern: Sequence[str], origin: str, seat: str) -> set[str]:
    """The squares of a pattern around a square, as its player looks at the board."""
    up = next(index for index, line in enumerate(pattern) if "@" in line)
    left = pattern[up].index("@")
    sign = 1 if seat == "A" else -1
    found = set()
    for index, line in enumerate(pattern):
        for at, mark in enumerate(line):
            if mark == "#":
                column = "abc".find(origin[0]) + sign * (at - left)
                row = int(origin[1]) + sign * (up - index)
                if 0 <= column < 3 and 1 <= row <= 4:
                    found.add("abc"[column] + str(row))
    return found


class Referee:
    """Reads one match from its first event to its last."""

    def __init__(self) -> None:
        self.found: list[Difference] = []
        self.seq = 0
        self.face: dict[str, str] = {}
        self.place: dict[str, str] = {}
        self.zones: dict[str, list[str]] = {}
        self.tracks: dict[tuple[str, str], int] = {}
        self.grants: dict[str, Grant] = {}
        self.attached: dict[str, str] = {}
        self.acted: set[str] = set()
        self.turn = ""
        self.number = 0
        self.phase = ""
        self.sorties = 0
        self.support = 0
        self.mover = ""
        self.drew = False
        self.deployed: set[str] = set()
        self.strike: Strike | None = None
        self.last: Strike | None = None
        self.fighter = ""
        self.modifiers: set[str] = set()
        self.chain: list[str] = []
        self.asked = ""
        self.crest = ""
        self.window = -1
        self.instead = False
        self.counter_due = ""
        self.after_fight = ""
        self.must_end: tuple[str, str] | None = None
        self.bills: dict[int, dict[str, int]] = {}

    def check(self, holds: bool, clause: str, what: str) -> None:
        if not holds:
            self.found.append(Difference(self.seq, clause, what))

    # --- the table -----------------------------------------------------------------------------------

    def card(self, ref: str) -> dict[str, Any]:
        return CARDS[self.face[ref]]

    def stat(self, ref: str, name: str) -> int:
        return int(self.card(ref).get("stats", {}).get(name, 0))

    def words(self, ref: str) -> list[str]:
        return list(self.card(ref).get("keywords", []))

    def square(self, ref: str) -> str:
        """The square of a unit, or nothing if it is not on the field."""
        name = self.place.get(ref, "").split(".")[0]
        return name if name in SQUARES else ""

    def units(self, seat: str) -> list[str]:
        return [ref for square in sorted(SQUARES) for ref in self.zones.get(f"{square}.{seat}", [])]

    def chips(self, ref: str) -> int:
        return self.total(ref, "chips")

    def total(self, on: str, quantity: str) -> int:
        return sum(
            grant.amount
            for grant in self.grants.values()
            if (grant.on, grant.quantity, grant.operation) == (on, quantity, "add")
        )

    def hand(self, seat: str) -> list[str]:
        return self.zones.get(f"hand.{seat}", [])

    def gears(self, ref: str) -> list[str]:
        return [card for card, bearer in self.attached.items() if bearer == ref]

    def kind(self, gear: str) -> str:
        return next((word for word in self.words(gear) if word in KINDS), "")

    def free(self, square: str) -> bool:
        return not any(self.zones.get(f"{square}.{seat}") for seat in "AB")

    def reach(self, unit: str, gear: str, attacking: bool) -> set[str]:
        """The squares that a unit reaches with its initial equipment or an attached card."""
        diagrams = self.card(gear).get("diagrams", {})
        patterns: list[list[str]] = []
        if gear == unit:
            if not self.stat(unit, "attack" if attacking else "counter"):
                return set()
            patterns += [diagrams[name] for name in ("attack", "charge") if name in diagrams]
            if not attacking:
                patterns = [diagrams["attack"]] if "attack" in diagrams else []
        elif "attack" in diagrams:
            patterns.append(diagrams["attack"])
        else:
            kind = self.kind(gear)
            plain = "magic" if kind in MAGICS else "indirect" if kind == "bow" else "direct"
            patterns.append(FAMILIES[next((word for word in self.words(gear) if word in FAMILIES), plain)])
        found: set[str] = set()
        for pattern in patterns:
            found |= squares(pattern, self.square(unit), owner(unit))
        return found

    def apply(self, changes: Sequence[Change]) -> None:
        for change in changes:
            if isinstance(change, Create):
                self.face[change.card] = change.face
                self.place[change.card] = change.place
                self.zones.setdefault(change.place, []).append(change.card)
            elif isinstance(change, Move):
                self.move(change)
            elif isinstance(change, Attach):
                self.attached.pop(change.card, None)
                if change.to:
                    self.attached[change.card] = change.to
            elif isinstance(change, Turn):
                (self.acted.add if change.quarter else self.acted.discard)(change.card)
            elif isinstance(change, Set):
                self.tracks[change.track, change.of] = change.value
            elif isinstance(change, Grant):
                self.grants[change.id] = change
            elif isinstance(change, Expire):
                self.check(
                    self.grants.pop(change.id, None) is not None, "FE-base-5-11", "an effect ends twice"
                )

    def move(self, change: Move) -> None:
        ref, origin, place = change.card, change.origin, change.place
        zone = self.zones.get(origin, [])
        self.check(ref in zone, "FE-base-2-1", f"{ref} is not in {origin}")
        self.check(place.endswith("." + owner(ref)), "FE-base-2-1", f"{ref} goes to {place}")
        if ref not in zone:
            return
        if origin.startswith("deck."):
            self.check(zone[-1] == ref, "FE-K-4", f"{ref} is not the top card of the deck")
        if origin.startswith("out.") and place.startswith("abroad."):
            self.check(zone[-1] == ref, "FE-K-5", f"{ref} is not the top card out of battle")
        zone.remove(ref)
        target = self.zones.setdefault(place, [])
        target.insert(0 if change.under else len(target), ref)
        self.place[ref] = place

    def standing(self) -> None:
        """What holds after every event."""
        if not self.face:
            return
        for seat in "AB":
            held = sum(self.chips(ref) for ref in self.units(seat))
            sum_ = self.tracks.get(("unused", seat), 0) + self.tracks.get(("used", seat), 0) + held
            self.check(sum_ == 20, "FE-base-1-3", f"{seat} has {sum_} chips")
            for ref in self.units(seat):
                most = self.stat(ref, "stamina")
                self.check(self.chips(ref) <= most, "FE-base-3-1", f"{ref} has more than {most} chips")
        for square in SQUARES:
            number = sum(len(self.zones.get(f"{square}.{seat}", [])) for seat in "AB")
            self.check(number < 2, "FE-base-1-2", f"{number} units on {square}")

    # --- reading -------------------------------------------------------------------------------------

    def read(self, derived: Sequence[Derived]) -> list[Difference]:
        for seq, (event, cause) in enumerate(derived):
            self.seq = seq
            if self.must_end and not (
                isinstance(event, Act) or (isinstance(event, Ended) and event.span == "match")
            ):
                self.check(False, self.must_end[1], f"{self.must_end[0]} has won, and the match goes on")
            if self.must_end and not isinstance(event, Act):
                self.must_end = None
            if isinstance(event, Act):
                self.act(event, cause)
            self.before(event, cause)
            self.apply(getattr(event, "changes", ()))
            self.after(event)
            if getattr(event, "changes", ()):
                self.standing()
        for seat in "AB":
            number = sum(owner(ref) == seat for ref in self.place)
            self.check(number == 60, "FE-base-2-1", f"{seat} has {number} cards")
        return self.found

    def before(self, event: AnyEvent, cause: int | None) -> None:
        if isinstance(event, Shuffled):
            return
        if isinstance(event, Began):
            self.began(event)
        elif isinstance(event, Ended):
            self.ended(event)
        elif isinstance(event, Determined):
            self.determined(event)
        elif isinstance(event, Paid):
            self.paid(event, cause)
        elif isinstance(event, Failed | Resolved):
            self.came_out(event, cause)
        elif isinstance(event, Happened):
            self.happened(event)

    def after(self, event: AnyEvent) -> None:
        if isinstance(event, Happened) and event.what == "fight ends":
            for grant in self.grants.values():
                self.check(grant.until != "end of action", "FE-A-R-7", f"{grant.quantity} outlives the fight")
        if isinstance(event, Began) and event.span in ("turn", "phase"):
            for seat in "AB":
                for ref in self.units(seat):
                    late = " until the processing step" if event.name == "processing" else ""
                    self.check(self.chips(ref) > 0, "FE-base-6-3", f"{ref} has no chips and stays{late}")
        if isinstance(event, Began) and event.span == "turn":
            for ref in self.units(event.seat):
                self.check(
                    ref not in self.acted, "FE-base-5-8", f"{ref} starts the turn as one that has acted"
                )
        if isinstance(event, Ended) and event.span == "turn":
            for grant in self.grants.values():
                stays = grant.until in ("it leaves", "end of turn") and grant.quantity in ("chips", "asleep")
                self.check(stays, "FE-base-5-11", f"{grant.quantity} outlives the turn")

    # --- spans ---------------------------------------------------------------------------------------

    def began(self, event: Began) -> None:
        if event.span == "turn" or (event.span == "phase" and not (event.name == "action" and self.instead)):
            self.closed_window()
        if event.span == "turn":
            self.check(
                event.number == self.number + 1, "FE-base-5-1", f"turn {event.number} after {self.number}"
            )
            self.check(event.seat != self.turn, "FE-base-5-11", f"{event.seat} has two turns in a row")
            self.turn, self.number, self.phase = event.seat, event.number, "turn"
            self.sorties = self.support = 0
            self.drew = False
            self.mover = ""
        elif event.span == "phase":
            before = {
                "start": ("turn",),
                "draw": ("start",),
                "unit": ("draw",),
                "move": ("unit", "processing"),
                "action": ("move",),
                "processing": ("action",),
            }[event.name]
            self.check(self.phase in before, "FE-base-5-1", f"{event.name} after {self.phase}")
            self.check(event.seat == self.turn, "FE-base-5-1", f"{event.seat} has no phase now")
            if event.name == "draw":
                self.check(not self.tracks["used", self.turn], "FE-OP-1", "used chips did not recover")
            if event.name == "unit":
                self.check(
                    self.drew == (self.number > 1), "FE-base-5-3", f"drawn: {self.drew}, turn {self.number}"
                )
            if event.name == "processing":
                self.check(
                    not self.counter_due, "FE-A-R-3", f"{self.counter_due} was not asked for a counter"
                )
                if self.after_fight and self.hand(other(self.turn)):
                    self.check(False, "FE-OP-26", "nobody was asked after the fight")
                self.counter_due = self.after_fight = ""
            if event.name == "move":
                self.mover = self.fighter = ""
            self.phase = event.name
        elif event.span == "preparation":
            self.prepared(event)

    def prepared(self, event: Began) -> None:
        marks = {grant.quantity: grant for grant in event.changes if isinstance(grant, Grant)}
        strike = self.strike
        if strike is None or "striking" not in marks or "hit" not in marks:
            self.check(False, "FE-A-5", "a preparation second without an attack")
            return
        units = (marks["striking"].on, marks["hit"].on)
        self.check(units == (strike.striker, strike.target), "FE-A-2", f"{units} fight")
        for ref, chosen in ((strike.striker, strike.gear), (strike.target, strike.shield)):
            must = bool(self.gears(ref)) and not strike.counter
            self.check(
                bool(chosen) >= must, "FE-A-3" if ref == strike.striker else "FE-A-4", f"{ref} chose nothing"
            )
        strike.gear = strike.gear or strike.striker
        strike.shield = strike.shield or strike.target
        used = (marks["striking"].source, marks["hit"].source)
        clause = "FE-A-R-4" if strike.counter else "FE-A-0"
        self.check(used == (strike.gear, strike.shield), clause, f"equipment {used}")
        if not strike.counter:
            reached = self.square(strike.target) in self.reach(strike.striker, strike.gear, attacking=True)
            self.check(reached, "FE-base-7-2", f"{strike.gear} does not reach {strike.target}")
        strike.open = True

    def ended(self, event: Ended) -> None:
        if event.span == "preparation" and self.strike:
            strike = self.strike
            strike.open = False
            strike.gone = not (self.square(strike.striker) and self.square(strike.target))
            turns = [seat for seat, _ in strike.answers]
            due = [strike.seat if index % 2 == 0 else other(strike.seat) for index in range(len(turns))]
            self.check(turns == due, "FE-OP-10", f"asked in the preparation second: {turns}")
            passes = [passed for _, passed in strike.answers]
            if not strike.gone:
                self.check(passes[-2:] == [True, True], "FE-OP-10", "it closed before both had passed")
            early = any(passes[index : index + 2] == [True, True] for index in range(len(passes) - 2))
            self.check(not early, "FE-OP-10", "it went on after both had passed")
        elif event.span == "turn":
            self.closed_window()
        elif event.span == "match":
            self.won(event)

    def won(self, event: Ended) -> None:
        if event.reason == "seized":
            self.check(
                event.winner == self.turn and self.seizes(self.turn), "FE-OP-3", f"{event.winner} seized"
            )
        elif event.reason == "wiped out":
            loser = other(event.winner)
            right = self.turn == loser and loser in self.deployed and not self.units(loser)
            self.check(right and self.phase == "unit", "FE-OP-4", f"{loser} was wiped out")

    def seizes(self, seat: str) -> bool:
        inside = [ref for ref in self.units(seat) if self.square(ref)[1] == HOME[other(seat)]]
        alone = any("seize" in self.words(ref) for ref in inside) or not self.units(other(seat))
        return len(inside) >= 2 or (bool(inside) and alone)

    # --- acts ----------------------------------------------------------------------------------------

    def closed_window(self) -> None:
        """A step of a player is left: the other player must have been asked, if that player has a hand."""
        if self.window >= 0:
            self.check(not self.hand(other(self.turn)), "FE-OP-26", f"nobody was asked after #{self.window}")
        self.window = -1

    def act(self, event: Act, cause: int | None) -> None:
        seat, verb = event.seat, event.verb
        if (
            self.strike
            and self.strike.open
            and cause == self.strike.act
            and verb in ("use", "apply", "play", "pass")
        ):
            self.strike.answers.append((seat, isinstance(event, Passed)))
        if self.chain and verb in ("play", "pass"):
            self.check(seat != owner(self.chain[-1]), "FE-S-6", f"{seat} answers the own surprise card")
            self.asked = self.chain[-1]
        if self.window >= 0 and seat != self.turn:
            self.window = -1
        elif seat == self.turn and isinstance(event, Declared) and verb != "play" and cause is None:
            self.closed_window()
        if (
            self.after_fight
            and verb in ("pass", "counter", "play")
            and seat != self.turn
            and self.strike is None
        ):
            if self.counter_due:
                self.counter_due = ""
            else:
                self.after_fight = ""
        handler = getattr(self, "act_" + verb, None)
        if handler is not None:
            handler(event)
        if verb in STEPS:
            self.window = self.seq
            self.instead = verb in ("staff", "perform")

    def own(self, event: Act, clause: str, phases: tuple[str, ...]) -> str:
        """The unit of an act, which its player may use now."""
        ref = event.cards[0]
        self.check(event.seat == self.turn and owner(ref) == event.seat, clause, f"{event.seat} uses {ref}")
        self.check(self.phase in phases, clause, f"{event.verb} in the phase {self.phase}")
        self.check(bool(self.square(ref)), clause, f"{ref} is not on the field")
        return ref

    def acts(self, event: Act, clause: str) -> str:
        ref = self.own(event, clause, ("move", "action"))
        self.check(ref not in self.acted, "FE-base-5-8", f"{ref} has acted already")
        self.check(not self.total(ref, "asleep"), "FE-base-9-4", f"{ref} sleeps")
        self.check(self.mover in ("", ref), "FE-base-5-8", f"{ref} acts, but {self.mover} moved")
        return ref

    def act_deploy(self, event: Act) -> None:
        ref, number, square = event.cards[0], event.number or 0, event.words[0]
        seat, card = event.seat, self.card(event.cards[0])
        self.check(
            self.phase == "unit" and seat == self.turn, "FE-base-5-4", "a sortie outside of the unit step"
        )
        self.check(
            ref in self.hand(seat) and card["kind"] == "unit", "FE-base-5-4", f"{ref} is no unit in hand"
        )
        self.check(
            square[1] == HOME[seat] and self.free(square), "FE-base-5-4", f"{square} is no free sortie square"
        )
        self.check(1 <= number <= self.tracks["unused", seat], "FE-base-5-4", f"{number} chips")
        self.check(number <= self.stat(ref, "stamina"), "FE-base-3-1", f"{number} chips")
        self.check(not self.sorties, "FE-base-5-4", "a second sortie")
        twin = any(self.card(unit)["name"] == card["name"] for unit in self.units(seat))
        self.check("generic" in self.words(ref) or not twin, "FE-base-5-4", f"{ref} is on the field already")
        self.sorties += 1
        self.deployed.add(seat)
        self.bills[self.seq] = {"out": self.stat(ref, "veteran")}

    def act_support(self, event: Act) -> None:
        self.own(event, "FE-base-5-5", ("unit",))
        number = event.number or 0
        self.support += number
        self.check(number >= 1 and self.support <= 3, "FE-base-5-5", f"{self.support} chips in this turn")
        self.check(number <= self.tracks["unused", event.seat], "FE-base-5-5", f"{number} chips")

    def act_attach(self, event: Act) -> None:
        ref, unit = event.cards[0], event.targets[0]
        self.check(self.phase == "unit" and event.seat == self.turn, "FE-OP-17", "not in the own unit step")
        self.check(ref in self.hand(event.seat) and bool(self.square(unit)), "FE-OP-17", f"{ref} to {unit}")
        self.check(owner(unit) == event.seat, "FE-OP-17", f"{unit} is an enemy")
        level = self.stat(unit, self.kind(ref))
        self.check(level >= self.stat(ref, "level"), "FE-OP-17", f"{unit} cannot use {ref}")
        same = [gear for gear in self.gears(unit) if self.card(gear)["kind"] == self.card(ref)["kind"]]
        self.check(not same, "FE-OP-17", f"{unit} has {same} already")
        self.check(self.card(ref)["cost"] <= self.tracks["unused", event.seat], "FE-OP-20", "too few chips")

    def act_invade(self, event: Act) -> None:
        self.check(self.phase == "unit" and event.seat == self.turn, "FE-base-5-1", "not in the unit step")
        if event.seat in self.deployed and not self.units(event.seat):
            self.must_end = (other(event.seat), "FE-OP-4")

    def act_end(self, event: Act) -> None:
        self.check(self.phase == "move" and event.seat == self.turn, "FE-base-5-11", "not between two units")
        if self.seizes(event.seat):
            self.must_end = (event.seat, "FE-OP-3")

    def step_to(self, ref: str, square: str, clause: str) -> None:
        diagram = self.card(ref).get("diagrams", {}).get("move")
        pattern = diagram or next(MOVES[word] for word in self.words(ref) if word in MOVES)
        if self.square(ref):
            legal = squares(pattern, self.square(ref), owner(ref))
            self.check(square in legal and self.free(square), clause, f"{ref} cannot go to {square}")

    def act_move(self, event: Act) -> None:
        ref = self.acts(event, "FE-base-5-8")
        self.check(self.phase == "move" and not self.mover, "FE-base-5-8", "a second move")
        self.step_to(ref, event.words[0], "FE-base-5-8")
        self.mover = ref

    def act_again(self, event: Act) -> None:
        ref = self.own(event, "FE-C-9", ("processing",))
        fought = self.fighter == ref and "再移動" in [
            a.get("symbol") for a in self.card(ref).get("ability", ())
        ]
        self.check(fought and self.chips(ref) >= 1, "FE-C-9", f"{ref} cannot move again")
        self.step_to(ref, event.words[0], "FE-C-9")
        self.bills[self.seq] = {"stamina": 1}

    def act_attack(self, event: Act) -> None:
        ref = self.acts(event, "FE-0-1")
        enemies = [target for target in event.targets if owner(target) != event.seat and self.square(target)]
        self.check(len(event.targets) == 1 == len(enemies), "FE-A-2", f"{ref} attacks {event.targets}")
        gears = [ref, *self.gears(ref)]
        reached = any(self.square(t) in self.reach(ref, gear, True) for t in enemies for gear in gears)
        self.check(reached, "FE-base-7-1", f"{ref} does not reach {event.targets}")
        self.strike = Strike(self.seq, event.seat, ref, event.targets[0], counter=False)

    def act_wield(self, event: Act) -> None:
        strike = self.strike
        if strike is None:
            self.check(False, "FE-A-3", "no attack to choose equipment for")
            return
        mine = event.seat == strike.seat
        ref = strike.striker if mine else strike.target
        gear = event.cards[0] if event.cards else ref
        self.check(
            gear == ref or self.attached.get(gear) == ref, "FE-A-0a", f"{gear} is not attached to {ref}"
        )
        if mine:
            self.check(not strike.shield, "FE-A-3", "the defender chose first")
            strike.gear = gear
        else:
            asked = bool(strike.gear) or not self.gears(strike.striker)
            self.check(asked, "FE-A-3", "the defender chose first")
            strike.shield = gear

    def act_counter(self, event: Act) -> None:
        first = self.last
        if first is None or first.counter or not first.dealt:
            self.check(False, "FE-A-R-9", "there is nothing to counter")
            return
        self.check(event.seat == owner(first.target), "FE-A-R-6", f"{event.seat} counters")
        self.check(self.may_counter(first), "FE-A-R-1", f"{first.target} cannot counter")
        self.strike = Strike(
            self.seq, event.seat, first.target, first.striker, True, first.shield, first.gear
        )

    def may_counter(self, first: Strike) -> bool:
        unit = first.target
        if not (self.square(unit) and self.square(first.striker)) or self.total(unit, "asleep"):
            return False
        return self.square(first.striker) in self.reach(unit, first.shield, attacking=False)

    def bill(self, ref: str, seat: str, ability: dict[str, Any]) -> dict[str, int]:
        """What an ability costs, by kind of cost."""
        bill: dict[str, int] = {}
        for line in ability.get("price", ()):
            number, zone = int(line.split()[1]), line.split()[4]
            cut = self.total(seat, "pile-cost") if zone in ("deck", "out") else 0
            bill[zone] = max(0, number + cut)
        return bill

    def act_use(self, event: Act) -> None:
        strike, ref, name = self.strike, event.cards[0], event.words[0]
        if strike is None or not strike.open or ref not in (strike.striker, strike.target):
            self.check(False, "FE-C-8", f"{ref} is not in a fight that is being prepared")
            return
        ability = next((a for a in self.card(ref).get("ability", ()) if a.get("symbol") == name), None)
        self.check(ability is not None and owner(ref) == event.seat, "FE-C-7", f"{ref} has no {name}")
        if ability is None:
            return
        striking = ref == strike.striker
        if ability["on"] == "crest":
            self.check(ref not in strike.crests, "FE-C-6", f"{ref} uses a second crest ability")
            strike.crests.add(ref)
            if name in "力技":
                self.check(striking, "FE-C-3", f"{name} of a unit that is struck")
            elif name == "運":
                answered = self.crest not in ("", ref) and owner(self.crest) != event.seat
                self.check(answered, "FE-C-5", "no crest ability was used")
            else:
                self.check(not striking, "FE-C-4", f"{name} of a unit that strikes")
            self.crest = ref
        else:
            self.check(ability["on"] == "special", "FE-C-9", f"{name} in a preparation second")
            for word, right in (("striking", striking), ("hit", not striking)):
                self.check(
                    word not in ability.get("keywords", ()) or right, "FE-C-8", f"{name} of the wrong unit"
                )
            self.crest = ""
        bill = self.bill(ref, event.seat, ability)
        gear = strike.gear if striking else strike.shield
        needed = (
            self.card(gear)["cost"] if "as-needed" in ability.get("keywords", ()) else ability.get("cost", 0)
        )
        self.check(needed <= self.chips(ref), "FE-K-2", f"{ref} has too few chips")
        self.bills[self.seq] = {**bill, "stamina": needed}

    def act_apply(self, event: Act) -> None:
        strike, ref = self.strike, event.cards[0]
        right = (
            strike is not None
            and strike.open
            and ref == (strike.gear if event.seat == strike.seat else strike.shield)
        )
        self.check(right, "FE-A-P-5", f"{ref} is not in use")
        ability = next((a for a in self.card(ref).get("ability", ()) if a["on"] == "option"), None)
        self.check(ability is not None, "FE-A-P-5", f"{ref} has no optional effect")
        if ability:
            self.bills[self.seq] = {
                **self.bill(ref, event.seat, ability),
                "unused chips": ability.get("cost", 0),
            }

    def act_play(self, event: Act) -> None:
        ref, seat = event.cards[0], event.seat
        self.check(
            ref in self.hand(seat) and self.card(ref)["kind"] == "surprise", "FE-A-P-2", f"{ref} not in hand"
        )
        ability = self.card(ref)["ability"][0]
        fight = self.strike if self.strike and self.strike.open else None
        fits = {
            "any-time": True,
            "unit-step": self.phase == "unit" and seat == self.turn,
            "on-attack": fight is not None and fight.seat == seat,
            "when-hit": fight is not None and fight.seat != seat,
            "on-surprise": bool(self.chain),
        }[ability["on"]]
        self.check(fits, "FE-A-P-2", f"{ref} has the timing {ability['on']}")
        cost = self.card(ref)["cost"]
        self.check(cost <= self.tracks["unused", seat], "FE-base-6-2", f"{ref} costs {cost} chips")
        self.bills[self.seq] = {**self.bill(ref, seat, ability), "unused chips": cost}

    def act_staff(self, event: Act) -> None:
        ref = self.acts(event, "FE-B-1")
        cost = self.stat(ref, "staff-cost")
        self.check(0 < cost <= self.chips(ref), "FE-B-2", f"{ref} cannot pay its staff")
        self.bills[self.seq] = {"staff": cost}

    def act_perform(self, event: Act) -> None:
        ref = self.acts(event, "FE-B-1")
        abilities = [a for a in self.card(ref).get("ability", ()) if a["on"] == "instead"]
        right = [a for a in abilities if a.get("symbol") in event.words]
        self.check(bool(right), "FE-B-3", f"{ref} has no such ability")
        if right:
            self.bills[self.seq] = {
                **self.bill(ref, event.seat, right[0]),
                "stamina": right[0].get("cost", 0),
            }

    # --- outcomes ------------------------------------------------------------------------------------

    def paid(self, event: Paid, cause: int | None) -> None:
        moved = [change for change in event.changes if isinstance(change, Move)]
        if event.resource in ("deck", "out", "hand"):
            self.check(len(moved) == event.amount, "FE-K-1", f"{len(moved)} cards for {event.amount}")
            to = "out." if event.resource == "hand" else "abroad."
            right = all(
                move.place.startswith(to) and move.origin.startswith(event.resource) for move in moved
            )
            self.check(
                right, {"hand": "FE-K-3", "deck": "FE-K-4", "out": "FE-K-5"}[event.resource], "cards go wrong"
            )
        if event.resource == "attack chips" and self.strike:
            self.check(
                event.amount == self.strike.cost, "FE-A-6", f"{event.amount} chips for {self.strike.cost}"
            )
            self.strike.cost = 0
        bill = self.bills.get(cause if cause is not None else -1)
        if bill is not None and event.resource in bill:
            due = bill.pop(event.resource)
            self.check(due == event.amount, "FE-K-1", f"{event.amount} {event.resource} paid, {due} are due")
        if event.resource in ("stamina", "staff", "attack chips"):
            left = {change.id for change in event.changes if isinstance(change, Expire)}
            was = sum(
                self.grants[i].amount for i in left if i in self.grants and self.grants[i].on == event.for_
            )
            now = sum(change.amount for change in event.changes if isinstance(change, Grant))
            self.check(was - now == event.amount, "FE-K-2", f"{was - now} chips leave {event.for_}")

    def settle(self, cause: int | None) -> None:
        """A bill has been paid by the time that what it was for comes out."""
        bill = self.bills.pop(cause if cause is not None else -1, {})
        for resource, number in bill.items():
            self.check(not number, "FE-K-1", f"{number} {resource} were not paid")

    def came_out(self, event: Resolved | Failed, cause: int | None) -> None:
        self.settle(cause)
        if isinstance(event, Resolved) and event.what in ("ability", "surprise"):
            self.carried_out(event)
        if event.what == "surprise":
            top = self.chain.pop() if self.chain else ""
            self.check(event.card == top, "FE-S-1", f"{event.card} comes out before {top}")
            if isinstance(event, Resolved) and self.asked != top and self.hand(other(owner(event.card))):
                self.check(False, "FE-S-5", f"nobody was asked about {event.card}")
            self.asked = ""
        if event.what in ("attack", "counter") and self.strike:
            strike = self.strike
            if isinstance(event, Failed):
                if event.why == "no stamina":
                    short = strike.cost > self.chips(strike.striker)
                    self.check(short, "FE-A-C-3", f"{strike.cost} chips could be paid")
                elif event.why == "gone":
                    self.check(strike.gone, "FE-base-7-5", "both units are there")
            else:
                strike.dealt = True
                self.check(not strike.cost, "FE-A-6", f"{strike.cost} chips were not paid")
                if strike.damage and self.square(strike.target) and self.face[strike.gear] == "FE-SLP":
                    self.check("asleep" in strike.additions, "FE-A-D-10", f"{strike.target} stays awake")
                if strike.pushes and self.square(strike.target):
                    self.check(
                        "pushed" in strike.additions, "FE-A-D-11", f"{strike.target} is not pushed back"
                    )

    def texts(self, ref: str) -> list[str]:
        return [line for ability in self.card(ref).get("ability", ()) for line in ability["do"]]

    def modified(self, event: Happened) -> None:
        """The effects of a text are those that the card has, and on the unit that it speaks of."""
        self.modifiers.add(event.card)
        for grant in event.changes:
            if not isinstance(grant, Grant):
                continue
            amount = f"minus {-grant.amount}" if grant.amount < 0 else str(grant.amount)
            tail = f" {grant.operation} {amount} until {grant.until}"
            lines = [
                line.split("modify ")[1].removesuffix(tail)
                for line in self.texts(event.card)
                if f"modify {grant.quantity} of " in line and line.endswith(tail)
            ]
            self.check(bool(lines), "FE-A-D-3", f"{event.card} has no {grant.quantity}{tail}")
            strike = self.strike
            if lines and strike and strike.open:
                units = {"self": event.card, "bearer": strike.striker, "action": strike.striker}
                of = lines[0].split(" of ", 1)[1]
                self.check(
                    units.get(of, grant.on) == grant.on, "FE-A-D-3", f"{event.card} changes {grant.on}"
                )

    def carried_out(self, event: Resolved) -> None:
        """A text that changes a number has done so, if the unit that strikes is still there."""
        plain = any(line.startswith("modify damage of action") for line in self.texts(event.card))
        alone = len(self.texts(event.card)) == 1 and plain
        if alone and self.strike and self.square(self.strike.striker):
            self.check(event.card in self.modifiers, "FE-A-P-1", f"{event.card} did nothing")
        self.modifiers.discard(event.card)

    def sleeps(self, event: Happened) -> bool:
        return any(isinstance(change, Grant) and change.quantity == "asleep" for change in event.changes)

    def effects(self, on: str, quantity: str) -> list[Grant]:
        return [grant for grant in self.grants.values() if grant.on == on and grant.quantity == quantity]

    def determined(self, event: Determined) -> None:
        strike = self.strike
        if strike is None or strike.open:
            self.check(False, "FE-A-6", f"{event.quantity} outside of a fight")
            return
        unit, target, gear = strike.striker, strike.target, strike.gear
        free = strike.counter and gear == unit
        base = self.stat(gear, "counter" if free else "attack")
        if event.quantity == "strikes":
            strike.strikes = max(0, 1 + self.total(unit, "strikes"))
            self.equipped(strike)
            self.check(
                event.value == strike.strikes, "FE-A-D-6", f"{event.value} strikes, not {strike.strikes}"
            )
        elif event.quantity == "chip cost":
            cost = base * strike.strikes
            for grant in self.effects(unit, "chip-cost"):
                cost = grant.amount if grant.operation == "become" else cost
            cost = 0 if free else max(0, cost + self.total(unit, "chip-cost"))
            strike.cost = cost
            self.check(
                event.value == cost, "FE-A-R-5" if free else "FE-A-C-5", f"cost {event.value}, not {cost}"
            )
        elif event.quantity == "damage":
            self.check(not strike.cost, "FE-A-6", "damage before the chips were spent")
            times = divide = 1
            for grant in self.effects(unit, "damage"):
                times *= grant.amount if grant.operation == "times" else 1
                divide *= grant.amount if grant.operation == "divide" else 1
            triangle = BEATS.get(self.kind(gear)) == self.kind(strike.shield) and bool(self.kind(gear))
            inside = base * times // divide + self.total(unit, "damage") + triangle
            damage = max(0, inside * strike.strikes)
            for grant in self.effects(target, "damage-taken"):
                damage = grant.amount
            strike.damage = damage
            self.check(event.value == damage, "FE-A-D-1", f"damage {event.value}, not {damage}")

    def pushes(self, strike: Strike) -> bool:
        """Whether the strike pushes its target back, and the square behind is free."""
        promised = any(g.text.startswith("push action") for g in self.effects(strike.seat, "at addition"))
        behind = squares(["@", "#"], self.square(strike.target), owner(strike.target))
        return (promised or self.face[strike.gear] == "FT-M03") and any(map(self.free, behind))

    def equipped(self, strike: Strike) -> None:
        """Equipment that acts by itself as it strikes."""
        gear, face = strike.gear, self.face[strike.gear]
        bonus = [
            g for g in self.effects(strike.striker, "damage") if g.source == gear and g.operation == "add"
        ]
        if face == "FT-W03":
            mounted = "mounted" in self.words(strike.target)
            self.check(sum(g.amount for g in bonus) == 2 * mounted, "FE-C-10", f"the bonus of {gear}")
        orb = [
            g
            for g in self.effects(strike.striker, "chip-cost")
            if g.operation == "become" and g.source == gear
        ]
        if face == "RA-018" and not strike.counter:
            self.check(bool(orb), "FE-A-C-12", f"{gear} strikes with 星のオーブ")

    def happened(self, event: Happened) -> None:
        what, seat = event.what, event.of
        if what == "modified":
            self.modified(event)
        if what == "drawn" and event.card:
            sizes = [
                int(line.split("draw ")[1].split()[0]) for line in self.texts(event.card) if "draw " in line
            ]
            self.check(event.amount in range(1, max(sizes, default=0) + 1), "FE-S-2", f"{event.amount} drawn")
        if what == "recovered":
            self.check(self.phase == "start" and seat == self.turn, "FE-base-5-2", "recovery at another time")
            self.check(event.amount == self.tracks["used", seat], "FE-OP-1", f"{event.amount} chips recover")
        elif what in ("drawn", "nothing to draw") and self.phase == "draw" and not event.card:
            self.drew = True
            deck = len(self.zones.get(f"deck.{seat}", []))
            self.check(event.amount == min(1, deck), "FE-OP-2", f"{event.amount} cards drawn of {deck}")
        elif what == "surprise":
            self.chain.append(event.card)
            self.asked = ""
        elif what == "damage" and self.strike and not self.strike.open and not self.chain:
            strike = self.strike
            if event.of == strike.target and not strike.dealt:
                due = min(strike.damage, self.chips(strike.target))
                self.check(event.amount == due, "FE-A-6", f"{event.amount} damage, not {due}")
                strike.pushes = self.pushes(strike)
        elif self.strike and not self.strike.open and (what == "pushed" or self.sleeps(event)):
            self.check(self.strike.damage > 0, "FE-A-D-10", "an additional effect without damage")
            self.strike.additions.add("pushed" if what == "pushed" else "asleep")
        elif what == "withdrawn":
            self.check(not event.card or not self.chips(event.card), "FE-base-6-3", f"{event.card} has chips")
        elif what == "fight ends" and self.strike:
            first = self.strike
            self.last, self.strike, self.crest = first, None, ""
            self.after_fight = self.turn
            self.fighter = first.target if first.counter else first.striker
            if not first.counter and first.dealt and self.may_counter(first):
                self.counter_due = owner(first.target)


def differences(derived: Sequence[Derived]) -> list[Difference]:
    """What the referee holds against a match."""
    return Referee().read(derived)

"""A referee of Blade Rondo that shares no code with the engine.

Written from the clauses and the base rules, it plays every match a second time: it takes the acts of the
record, carries each out by its own reading of the rules and of the cards, and compares what the record says
came of it, in this order: cards that move, life, dice, costs paid, numbers computed, who may act next and
what, answers that must be offered, spans that begin and end, the winner. At the first difference it stops, as
everything after it would differ as well.

It reads the settings of the match. It does not check: those that no known card needs; coins and their
exchange (no known card has coins); cards with an unknown face; agreed ends and concessions; how a computation
is explained (its trail); what lasting effects are called (only what comes of them); which of several equal
cards pays for a 燐光; whether a second アゲート in one attack takes the card from beneath the first.
"""

from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from events.model.changes import Attach, Change, Create, Flip, Move, Set
from events.model.kinds import (
    Act,
    AnyEvent,
    Began,
    Derived,
    Determined,
    Ended,
    Happened,
    Opened,
    Paid,
    Revealed,
    Shuffled,
    Triggered,
)

Fact = tuple[str | int | bool, ...]
"""Something that a record says came about, such as ``("life", "A", 12)``."""


@dataclass(frozen=True)
class Difference:
    """What the referee holds against event ``seq``."""

    seq: int
    clause: str
    what: str


class Card(NamedTuple):
    """What is printed on a card: P physical, M magic, S support, R response, Z special, B breath."""

    symbol: str
    cost: int = 0
    limited: bool = False
    answers: str = ""
    words: tuple[str, ...] = ()


CARDS = {
    "BR-B1": Card("B", 1),
    "BR-B2": Card("B"),
    "BR-B3": Card("B", 0, limited=True),
    "BR-001": Card("P", 1),
    "BR-002": Card("P", 2),
    "BR-003": Card("P", 2, words=("unanswerable",)),
    "BR-004": Card("P", 3, limited=True),
    "BR-005": Card("P", 3, limited=True),
    "BR-006": Card("P", 5, words=("ignores defence",)),
    "BR-007": Card("M", 1),
    "BR-008": Card("M", 2),
    "BR-009": Card("M", 4),
    "BR-010": Card("M", 4, limited=True),
    "BR-011": Card("M", 8, limited=True),
    "BR-012": Card("S", 1, limited=True),
    "BR-013": Card("S", 2, limited=True),
    "BR-014": Card("S", 2, limited=True),
    "BR-015": Card("S", 3, limited=True),
    "BR-016": Card("S", 6, limited=True),
    "BR-017": Card("R", 1, limited=True, answers="PM"),
    "BR-018": Card("R", 1, limited=True, answers="PM"),
    "BR-019": Card("R", 1, limited=True, answers="PM"),
    "BR-020": Card("R", 1, limited=True, answers="PM"),
    "BR-021": Card("P", 2),
    "BR-026": Card("M", 3, limited=True),
    "BR-027": Card("M", 4),
    "BR-028": Card("M", 5, limited=True),
    "BR-031": Card("S", 3),
    "BR-032": Card("S", 4, limited=True, words=("alchemy",)),
    "BR-034": Card("S", 2, limited=True, words=("doll",)),
    "BR-037": Card("R", 1, limited=True, answers="PMS"),
    "BR-040": Card("R", 1, limited=True, answers="PS"),
    "BR-043": Card("P", 2),
    "BR-044": Card("P", 3),
    "BR-045": Card("P", 3),
    "BR-051": Card("Z", 4, limited=True),
    "BR-057": Card("R", 1, limited=True, answers="PMS"),
    "BR-061": Card("P", 1, words=("freeze",)),
    "BR-076": Card("S", 6, limited=True, words=("unanswerable",)),
    "BR-080": Card("R", 1, limited=True, answers="PMS"),
}
FOLLOWERS = {"BR-016": ("bull-man", "P"), "BR-034": ("doll-extra", "PP"), "BR-076": ("doriana", "S")}
"""Cards that summon: as what, and the symbols of what the follower does at the start of a turn."""
MAGIC = {"BR-007": 1, "BR-008": 3, "BR-026": 3, "BR-027": 4, "BR-028": 5, "BR-044": 3}
"""The X of magic attacks that have a fixed one."""
DEFENCE = {"doriana": 5}
VARIED: tuple[tuple[str, bool | int | str], ...] = (
    ("turn_start_order", "voltage coins followers attached"),
    ("responses_leave", "owner_turn_end"),
    ("nullify_at_step_4_skips_rest", False),
    ("reveal_after_nullified", True),
    ("life_zero_judged", "at_once"),
    ("attacker_life_judged", "after_step_14"),
    ("glow_adjust", "attacker_up_defender_down"),
    ("ward_least", 1),
    ("ward_most", 99),
    ("shatter_with_fewer", "nothing"),
    ("lend_defence_against_magic", False),
    ("lament_cost", 5),
    ("base_damage_floor", True),
    ("first_action_bars_symbol", True),
    ("barred_name_triggers", True),
    ("life_set_is_gain", True),
    ("triggered_original_cost", "none"),
    ("second_agate", "nothing"),
    ("added_action_answerable", False),
    ("both_at_zero", "turn_player_loses"),
    ("both_at_zero", "turn_player_wins"),
)
"""Settings that make a difference here, with what is not their default."""
SYMBOLS = {"physical": "P", "magic": "M", "support": "S"}
PLACES = ("hand", "breath", "play", "set", "under", "discard")


class Differs(Exception):
    """The record and the rules part here."""


class Over(Exception):
    """The match has come to its end."""


@dataclass
class Action:
    """What is being carried out: a use, a frozen card that is triggered, or an action of a follower."""

    seat: str
    card: str
    symbol: str
    cost: int
    """The original cost, for オパール: a follower acts at 0."""
    follower: str = ""
    added: bool = False
    """An attack that a card adds to its own, as ダズル of 魔導剣."""
    revealed: list[str] = field(default_factory=list)
    nullified: bool = False


def other(seat: str) -> str:
    return "B" if seat == "A" else "A"


class Referee:
    """Plays one match from its first event to its last."""

    def __init__(self, derived: Sequence[Derived]) -> None:
        self.events = [event for event, _ in derived]
        self.next = 0
        self.seq = 0
        self.pending: deque[tuple[Fact, int]] = deque()
        self.said: dict[tuple[str, str], int] = {}
        """Tracks as the record has them."""
        self.face: dict[str, str] = {}
        self.place: dict[str, str] = {}
        self.roles: dict[str, tuple[str, str]] = {}
        """What a card in a set area is, and of whom or what."""
        self.tracks: dict[tuple[str, str], int] = {}
        self.down: set[str] = set()
        self.turn = ""
        self.settings: dict[str, bool | int | str] = {}
        self.fresh()

    def fresh(self) -> None:
        """What ends with a turn."""
        self.more: Counter[tuple[str, str]] = Counter()
        """Modifiers until the end of the turn."""
        self.swapped = False
        self.symbols: list[str] = []
        self.shut: set[str] = set()
        self.promises = 0
        self.freezing: set[str] = set()
        self.triggered: set[str] = set()
        self.turned_up: list[str] = []

    # --- the record ----------------------------------------------------------------------------------

    def differs(self, clause: str, what: str) -> Differs:
        return Differs(clause, what)

    def require(self, holds: bool, clause: str, what: str) -> None:
        if not holds:
            raise self.differs(clause, what)

    def facts(self, event: AnyEvent) -> list[Fact]:
        """What an event says came about; what changes nothing is left out."""
        found: list[Fact] = []
        if isinstance(event, Began | Ended):
            who = event.winner if event.span == "match" and isinstance(event, Ended) else event.seat
            found.append((type(event).__name__, event.span, event.number, who))
        elif isinstance(event, Paid):
            found.append(("paid", event.seat, event.amount, event.for_))
        elif isinstance(event, Determined):
            found.append(("number", event.quantity, event.of, event.value))
        elif isinstance(event, Triggered):
            found.append(("acts", event.card))
        elif isinstance(event, Happened) and event.what == "damage":
            found.append(("damage", event.of, event.amount))
        elif isinstance(event, Revealed):
            found += [("shown", card, face) for card, face in zip(event.cards, event.faces, strict=True)]
        for change in getattr(event, "changes", ()):
            found += self.fact(change)
        return found

    def fact(self, change: Change) -> list[Fact]:
        if isinstance(change, Create):
            return [("created", change.card, change.face, change.place)]
        if isinstance(change, Move):
            return [("moved", change.card, change.origin, change.place)]
        if isinstance(change, Flip):
            return [("down" if change.down else "up", change.card)]
        if isinstance(change, Attach):
            return [("is", change.card, change.to, change.role)] if change.to else []
        if isinstance(change, Set):
            was = self.said.get((change.track, change.of))
            self.said[change.track, change.of] = change.value
            return [(change.track, change.of, change.value)] if was != change.value else []
        return []

    def advance(self) -> bool:
        """Read one event into ``pending``; false if the next one is an act, or none is left."""
        if self.next == len(self.events) or isinstance(self.events[self.next], Act):
            return False
        event = self.events[self.next]
        self.pending.extend((fact, self.next) for fact in self.facts(event))
        self.next += 1
        return True

    def peek(self) -> Fact | None:
        """What the record says next, up to the next act."""
        while not self.pending and self.advance():
            pass
        return self.pending[0][0] if self.pending else None

    def expect(self, clause: str, *facts: Fact) -> None:
        """The record says this next: all of it, in any order."""
        need = Counter(facts)
        while need:
            fact = self.peek()
            missing = ", ".join(" ".join(map(str, one)) for one in need)
            self.seq = self.pending[0][1] if self.pending else min(self.next, len(self.events) - 1)
            self.require(fact is not None, clause, f"missing: {missing}")
            assert fact is not None
            self.require(fact in need, clause, f"{' '.join(map(str, fact))}, not {missing}")
            need -= Counter([fact])
            self.pending.popleft()

    def coming(self) -> Act | None:
        """The act that comes next, if nothing is said before it."""
        if self.peek() is not None or self.next == len(self.events):
            return None
        event = self.events[self.next]
        assert isinstance(event, Act)
        return event

    def ask(self, seat: str, verbs: str, clause: str) -> Act:
        """The act with which ``seat`` answers, which must be one of these."""
        fact = self.peek()
        self.seq = self.pending[0][1] if self.pending else min(self.next, len(self.events) - 1)
        said = " ".join(map(str, fact or ()))
        self.require(fact is None, clause, f"{seat} is to {verbs}, and was not asked: {said}")
        act = self.coming()
        self.require(act is not None, clause, f"{seat} is to {verbs}, and the record ends")
        assert act is not None
        right = act.seat == seat and act.verb in verbs.split(" or ")
        self.require(right, clause, f"{act.seat} {act.verb}, but {seat} is to {verbs}")
        self.next += 1
        return act

    def forced(self, seat: str, verb: str) -> None:
        """An answer to which there is no other may be in the record."""
        act = self.coming()
        if act is not None and (act.seat, act.verb) == (seat, verb):
            self.next += 1

    def pick(self, seat: str, verb: str, cards: Sequence[str], number: int, clause: str) -> list[str]:
        """Cards that ``seat`` picks; where there is no choice nobody need be asked."""
        if len(cards) <= number:
            act = self.coming()
            if act is None or act.verb != verb:
                return list(cards)
        act = self.ask(seat, verb, clause)
        chosen = list(act.cards)
        right = set(chosen) <= set(cards) and len(set(chosen)) == len(chosen) == min(number, len(cards))
        self.require(right, clause, f"{seat} picks {' '.join(chosen)} of {' '.join(cards)}")
        return chosen

    # --- the table -----------------------------------------------------------------------------------

    def printed(self, card: str) -> Card:
        return CARDS[self.face[card]]

    def lying(self, place: str) -> list[str]:
        return [card for card, at in self.place.items() if at == place]

    def at(self, card: str, place: str) -> bool:
        return self.place.get(card) == place

    def having(self, role: str, of: str) -> list[str]:
        return [card for card, is_ in self.roles.items() if is_ == (role, of)]

    def followers(self, seat: str) -> list[str]:
        names = {name for name, _ in FOLLOWERS.values()}
        return [card for card, (role, of) in self.roles.items() if role in names and of == seat]

    def dolls(self, place: str) -> list[str]:
        return [card for card in self.lying(place) if "doll" in self.printed(card).words]

    def left(self, seat: str) -> int:
        """What is left of the budget."""
        pulse = self.more["budget", seat]
        return self.tracks["V", seat] + pulse - self.tracks["spent", seat]

    def night(self) -> bool:
        return (self.tracks["V", "A"] + self.tracks["V", "B"] >= 12) != self.swapped

    def barred(self, seat: str) -> set[str]:
        """Names that lie under an アゲート of the other player."""
        sealed = {card for card, (role, _) in self.roles.items() if role == "beneath"}
        return {self.face[card] for card in sealed if self.at(card, f"under.{other(seat)}")}

    def moving(self, card: str, place: str) -> Fact:
        origin, self.place[card] = self.place[card], place
        self.roles.pop(card, None)
        return ("moved", card, origin, place)

    def becoming(self, card: str, to: str, role: str) -> Fact:
        self.roles[card] = (role, to)
        return ("is", card, to, role)

    def setting(self, track: str, of: str, value: int) -> list[Fact]:
        was, self.tracks[track, of] = self.tracks.get((track, of)), value
        return [(track, of, value)] if was != value else []

    def raising(self, track: str, of: str, by: int) -> list[Fact]:
        """Dice go from 0 to 9 (BR-base-4-2), life from 0 to 15 (BR-base-4-1)."""
        most = 15 if track == "life" else 9
        return self.setting(track, of, max(0, min(most, self.tracks[track, of] + by)))

    def gain(self, seat: str, amount: int, clause: str) -> None:
        """Nobody with a 刻印 gains life (BR-base-11-13)."""
        if not self.having("stigma", seat):
            self.expect(clause, *self.raising("life", seat, amount))

    def attach(self, card: str, seat: str, role: str, clause: str) -> None:
        self.expect(clause, self.moving(card, f"set.{seat}"), self.becoming(card, seat, role))

    def judge(self, *seats: str) -> None:
        """Whoever has no life left has lost (BR-base-10-1)."""
        dead = [seat for seat in seats if not self.tracks["life", seat]]
        if len(dead) == 1:
            self.win(other(dead[0]), "BR-base-10-1")
        elif dead:
            both = {"turn_player_loses": other(self.turn), "turn_player_wins": self.turn}
            self.win(both.get(str(self.settings["both_at_zero"]), ""), "BR-base-10-6")

    def win(self, winner: str, clause: str) -> None:
        self.expect(clause, ("Ended", "match", 0, winner))
        raise Over

    # --- set-up --------------------------------------------------------------------------------------

    def set_up(self) -> None:
        opened = self.events[0]
        assert isinstance(opened, Opened)
        self.settings = opened.settings
        self.next = 1
        facts: list[Fact] = []
        for seat in "AB":
            for track, value in (("life", 15), ("ATK", 0), ("DEF", 0), ("V", 0), ("spent", 0)):
                facts += self.setting(track, seat, value)
            for number, face in ((16, "BR-B1"), (17, "BR-B2")):
                facts.append(self.creating(f"{seat}.{number}", face, f"breath.{seat}"))
        self.expect("BR-base-5-1", *facts)
        while not isinstance(self.events[self.next], Shuffled):
            self.next += 1
        shuffled = self.events[self.next]
        assert isinstance(shuffled, Shuffled)
        self.next += 1
        pool = Counter(shuffled.order)
        self.require(sum(pool.values()) == 40, "BR-base-5-7", f"{len(shuffled.order)} swords are shuffled")
        for face, number in pool.items():
            self.require(number == 2 and face in CARDS, "BR-base-3-1", f"{number} of {face}")
        dealt = [
            self.creating(f"{seat}.{number + 1}", shuffled.order[15 * at + number], f"dealt.{seat}")
            for at, seat in enumerate("AB")
            for number in range(15)
        ]
        self.expect("BR-base-5-2", *dealt)
        waiting = ["A", "B"]
        while waiting:
            act = self.coming()
            seat = act.seat if act and act.seat in waiting else waiting[0]
            waiting.remove(seat)
            self.keep(seat)

    def creating(self, card: str, face: str, place: str) -> Fact:
        self.face[card], self.place[card] = face, place
        return ("created", card, face, place)

    def keep(self, seat: str) -> None:
        dealt = self.lying(f"dealt.{seat}")
        kept = self.pick(seat, "keep", dealt, 7, "BR-base-5-3")
        facts = [self.moving(card, f"{'hand' if card in kept else 'aside'}.{seat}") for card in dealt]
        self.expect("BR-base-5-3", *facts)

    def second(self) -> str:
        """Who goes second, which chance decides."""
        fact = self.peek()
        seat = str(fact[1])[0] if fact and fact[0] in ("created", "ATK") else ""
        self.require(seat in ("A", "B"), "BR-base-5-4", f"nobody is the second player: {fact}")
        pulse = self.creating(f"{seat}.18", "BR-B3", f"breath.{seat}")
        self.expect("BR-base-5-5", *self.setting("ATK", seat, 1), pulse)
        return seat

    # --- a turn --------------------------------------------------------------------------------------

    def play(self) -> None:
        self.set_up()
        self.turn = other(self.second())
        number = 0
        while True:
            number += 1
            seat = self.turn
            self.fresh()
            began: Fact = ("Began", "turn", number, seat)
            self.expect("BR-base-5-6", began, *self.setting("spent", seat, 0))
            self.start(seat)
            while self.main(seat):
                pass
            self.end(seat, number)
            self.turn = other(seat)

    def start(self, seat: str) -> None:
        if self.tracks["V", seat] < 9:
            self.expect("BR-base-6.1-1", *self.raising("V", seat, 1))
        else:
            self.expect("BR-base-6.1-2", *self.raising("life", seat, -1))
            self.judge(seat)
        order = str(self.settings["turn_start_order"]).split()
        for part in sorted(("attached", "followers"), key=order.index):
            (self.poison if part == "attached" else self.act)(seat)

    def poison(self, seat: str) -> None:
        for _ in self.having("poison", seat):
            self.expect("BR-base-11-4", *self.raising("life", seat, -1))
            self.judge(seat)

    def act(self, seat: str) -> None:
        waiting = self.followers(seat)
        while waiting:
            card = self.pick(seat, "act", waiting, 1, "BR-base-6.1-7")[0]
            waiting.remove(card)
            name, symbols = FOLLOWERS[self.face[card]]
            for symbol in symbols:
                if card in self.followers(seat):
                    self.expect("BR-base-6.1-6", ("acts", card))
                    self.carry_out(Action(seat, card, symbol, cost=0, follower=name))

    def main(self, seat: str) -> bool:
        """One act of the main part; false if it ends the turn."""
        act = self.ask(seat, "use or set or breath or trigger or end", "BR-base-6.2-1")
        if act.verb == "end":
            return False
        card = act.cards[0]
        getattr(self, act.verb)(act, card)
        return True

    def pay(self, seat: str, amount: int, card: str, clause: str, *also: Fact) -> None:
        left = self.left(seat)
        self.require(amount <= left, "BR-base-4-4", f"{seat} pays {amount} for {card} and has {left}")
        spent = self.setting("spent", seat, self.tracks["spent", seat] + amount)
        self.expect(clause, ("paid", seat, amount, card), *spent, *also)

    def breath(self, act: Act, card: str) -> None:
        seat, face = act.seat, self.face[card]
        self.require(self.at(card, f"breath.{seat}"), "BR-base-3-7", f"{card} is not in the breath row")
        cost = self.printed(card).cost
        if face == "BR-B2":
            cost = -1 if act.number is None else act.number
            least, most = int(self.settings["ward_least"]), int(self.settings["ward_most"])
            self.require(least <= cost <= most, "BR-OP-7", f"{cost} for 加護法")
        self.pay(seat, cost, card, "BR-base-3-7", self.moving(card, f"play.{seat}"))
        if face == "BR-B1":
            self.expect("BR-base-3-3", *self.raising("ATK", seat, 1))
        elif face == "BR-B2":
            self.expect("BR-base-3-4", *self.setting("DEF", seat, min(9, cost)))
        else:
            self.more["budget", seat] += 1

    def set(self, act: Act, card: str) -> None:
        seat = act.seat
        self.require(self.at(card, f"hand.{seat}"), "BR-5.1-1", f"{card} is not in hand")
        self.require(bool(self.printed(card).answers), "BR-4.4-1", f"{card} has no レスポンス(Z)")
        self.require(self.face[card] not in self.barred(seat), "BR-base-7-2", f"{card} is barred")
        self.down.add(card)
        cost = self.printed(card).cost
        self.pay(seat, cost, card, "BR-base-6.2-2", self.moving(card, f"play.{seat}"), ("down", card))

    def use(self, act: Act, card: str) -> None:
        seat, printed = act.seat, self.printed(card)
        self.require(self.at(card, f"hand.{seat}"), "BR-5.1-1", f"{card} is not in hand")
        self.require(printed.symbol in "PMSZ", "BR-base-6.2-2", f"{card} is set, not used")
        self.require(self.face[card] not in self.barred(seat), "BR-base-7-2", f"{card} is barred")
        cost = self.original(card) - (self.more["magic", seat] if printed.symbol == "M" else 0)
        symbol = printed.symbol
        if symbol == "Z":
            word = next((word for word in act.words if word.startswith("as=")), "")
            symbol = SYMBOLS.get(word.removeprefix("as="), "")
            self.require(symbol == "S" and self.option(act) in range(1, 5), "BR-base-11-18", f"{act.words}")
        self.expect("BR-5.1-1", self.moving(card, f"play.{seat}"))
        if "alchemy" in act.words:
            dolls = self.dolls(f"set.{seat}")
            right = "alchemy" in printed.words and bool(dolls)
            self.require(right, "BR-5.2-1", f"{card} has no alchemy, or no doll")
            back = self.pick(seat, "pick", dolls, 1, "BR-base-11-12")[0]
            self.expect("BR-base-11-12", self.moving(back, f"hand.{seat}"))
            cost -= self.original(back)
        self.settle(Action(seat, card, symbol, self.original(card)), max(0, cost), self.option(act))

    def original(self, card: str) -> int:
        """The printed cost; two pages differ on that of ラメント (BR-OP-13)."""
        lament = self.face[card] == "BR-076"
        return int(self.settings["lament_cost"]) if lament else self.printed(card).cost

    def option(self, act: Act) -> int:
        return next((int(word[7:]) for word in act.words if word.startswith("option=")), 0)

    def settle(self, action: Action, cost: int, option: int = 0) -> None:
        """Pay, with the price at the same time (BR-5.2-2b), and go on."""
        seat, face = action.seat, self.face[action.card]
        price = {"BR-008": 3, "BR-031": 2}.get(face, 0)
        facts = self.raising("life", seat, -price) if price else []
        if face == "BR-027" and not self.dolls(f"discard.{seat}"):
            dolls = self.pick(seat, "pick", self.dolls(f"set.{seat}"), 1, "BR-5.2-2b")
            facts += [self.moving(doll, f"discard.{seat}") for doll in dolls]
        self.pay(seat, cost, action.card, "BR-5.2-2b" if facts else "BR-5.2-2a", *facts)
        self.judge(seat)
        self.carry_out(action, option=option)

    def trigger(self, act: Act, card: str) -> None:
        seat = act.seat
        right = card in self.having("frozen", seat) and card not in self.triggered
        self.require(right, "BR-base-11-15", f"{card} is not frozen, or was carried out this turn")
        barred = self.face[card] in self.barred(seat) and not self.settings["barred_name_triggers"]
        self.require(not barred, "BR-OP-19", f"{card} is barred")
        self.triggered.add(card)
        cost = self.original(card) if self.settings["triggered_original_cost"] == "printed" else 0
        self.carry_out(Action(seat, card, self.printed(card).symbol, cost))

    def end(self, seat: str, number: int) -> None:
        foe = other(seat)
        for _ in range(self.promises):
            self.expect("BR-base-6.3-1", *self.raising("V", seat, 1))
        back: list[Fact] = []
        for card in [card for card in self.lying(f"play.{foe}") if card in self.down]:
            self.down.discard(card)
            back += [self.moving(card, f"hand.{foe}"), ("up", card)]
        self.expect("BR-base-6.3-3", *back)
        at_once = self.settings["responses_leave"] == "turn_end"
        up = [card for card in self.lying(f"play.{foe if at_once else seat}") if card not in self.down]
        up = [card for card in up if self.printed(card).answers]
        sealed = {holder for role, holder in self.roles.values() if role == "beneath"}
        up += [card for card in self.having("seal", foe if at_once else seat) if card not in sealed]
        self.expect("BR-base-6.3-4", *(self.leaving(card) for card in up))
        used = [card for card in self.lying(f"play.{seat}") if card not in self.down]
        swords: list[Fact] = []
        breaths: list[Fact] = []
        for card in [*used, *(card for card in self.having("frozen", seat) if card in self.triggered)]:
            if card in self.freezing:
                swords += [self.moving(card, f"set.{seat}"), self.becoming(card, seat, "frozen")]
            elif self.printed(card).symbol == "B" and not self.printed(card).limited:
                breaths.append(self.moving(card, f"breath.{seat}"))
            else:
                swords.append(self.leaving(card))
        self.expect("BR-base-6.3-5", *swords)
        self.expect("BR-base-6.3-8", *breaths, ("Ended", "turn", number, seat))

    def leaving(self, card: str) -> Fact:
        """Limited cards are spent by one use (BR-base-11-9); cards go to their owner."""
        return self.moving(card, f"{'discard' if self.printed(card).limited else 'hand'}.{card[0]}")

    # --- an action -----------------------------------------------------------------------------------

    def carry_out(self, action: Action, option: int = 0) -> None:
        """An action from step 3 on."""
        seat, face, card = action.seat, self.face[action.card], action.card
        repeated = action.symbol in self.symbols
        self.symbols.append(action.symbol)
        if action.symbol in self.shut:
            return
        answerable = self.settings["added_action_answerable"] if action.added else True
        if answerable and ("unanswerable" not in self.printed(card).words or action.follower):
            self.respond(action, repeated)
        if action.nullified:
            self.after_all(action)
            return
        attack = action.symbol in "PM"
        if "freeze" in self.printed(card).words and self.at(card, f"play.{seat}"):
            self.freezing.add(card)
            attack = False
        elif (face == "BR-026" and self.night()) or (face == "BR-028" and not self.night()):
            attack = False  # the other half of the day has no text (BR-base-11-11)
        elif not attack:
            self.support(action, option)
        if attack:
            self.attack(action)
        self.judge("A", "B")

    def respond(self, action: Action, repeated: bool) -> None:
        """Step 4: the other player may turn cards up, one at a time, while there are any that answer."""
        foe = other(action.seat)
        while not action.nullified or self.settings["reveal_after_nullified"]:
            down = [card for card in self.lying(f"play.{foe}") if card in self.down]
            fitting = [card for card in down if action.symbol in self.printed(card).answers]
            if down and not fitting:
                self.forced(foe, "pass")
            if not fitting:
                return
            act = self.ask(foe, "reveal or pass", "BR-5.2-4a")
            if act.verb == "pass":
                return
            card = act.cards[0]
            self.require(card in fitting, "BR-base-8-3", f"{card} does not answer {action.symbol}")
            self.down.discard(card)
            self.expect("BR-4.1-1", ("up", card), ("shown", card, self.face[card]))
            action.revealed.append(card)
            self.answer(action, card, repeated)

    def answer(self, action: Action, card: str, repeated: bool) -> None:
        seat, face, foe = action.seat, self.face[card], other(action.seat)
        if face == "BR-018":
            self.more["DEF", foe] += 3
        elif face == "BR-037":
            self.swapped = not self.swapped
            self.gain(foe, 2, "BR-5.2-4a")
        elif face in ("BR-020", "BR-040") or (face == "BR-080" and action.cost >= 3):
            if self.left(seat) < 1:
                self.forced(seat, "refuse")
                action.nullified = True
            elif self.ask(seat, "pay or refuse", "BR-base-8-7").verb == "pay":
                self.pay(seat, 1, card, "BR-base-8-8")
            else:
                action.nullified = True
        elif face == "BR-057" and (repeated or self.settings["first_action_bars_symbol"]):
            action.nullified = action.nullified or repeated
            self.shut.add(action.symbol)

    def support(self, action: Action, option: int) -> None:
        seat, card, clause = action.seat, action.card, "BR-base-7.1-1"
        face = self.face[card]
        if action.follower:
            if self.tracks["life", seat] > self.tracks["life", other(seat)]:
                self.win(seat, "BR-base-10-2")
        elif face in FOLLOWERS:
            self.attach(card, seat, FOLLOWERS[face][0], "BR-base-11-8")
        elif face == "BR-012":
            self.attach(card, seat, "glow", "BR-base-11-3")
        elif face == "BR-013" or option == 1:
            self.gain(seat, 4 if face == "BR-013" else 5, clause)
        elif face == "BR-014":
            self.more["ATK", seat] += 2
        elif face == "BR-031" or option == 2:
            self.expect(clause, *self.raising("ATK", seat, 1))
        elif option == 3:
            self.expect(clause, *self.raising("DEF", seat, 1))
        else:
            self.promises += 1

    # --- an attack, steps 6 to 15 --------------------------------------------------------------------

    def attack(self, action: Action) -> None:
        seat, foe, card = action.seat, other(action.seat), action.card
        face = self.face[card]
        ignoring = "ignores defence" in self.printed(card).words
        power = 0
        if action.symbol == "P":
            power = self.power(action)
            of = card if action.follower else seat
            self.expect("BR-5.2-6", ("number", "attack power", of, power))
        plain = action.symbol == "P" and not ignoring
        lent = self.lend(foe) if plain or self.settings["lend_defence_against_magic"] else ""
        base = power
        if action.symbol == "M":
            base = self.x(action)
        elif not ignoring:
            from_ = DEFENCE[self.roles[lent][0]] if lent else self.tracks["DEF", foe]
            defence = max(0, from_ + self.more["DEF", foe])
            self.expect("BR-5.2-7", ("number", "defence", foe, defence))
            base = power - defence
        if self.settings["base_damage_floor"]:
            base = max(0, base)
        self.expect("BR-5.2-8", ("number", "base damage", foe, base))
        damage = max(0, base)
        self.expect("BR-5.2-9.1", ("number", "damage", foe, damage))
        damage = self.glow(seat, foe, damage, "BR-5.2-10")
        damage = self.glow(foe, foe, damage, "BR-5.2-11")
        self.expect("BR-5.2-12", ("damage", foe, damage), *self.raising("life", foe, -damage))
        if self.settings["life_zero_judged"] == "at_once":
            self.judge(foe)
        if damage and not action.follower and not action.added:
            self.add_on(face, action, damage)
        if self.settings["attacker_life_judged"] == "at_once":
            self.judge(seat)
        self.after(action)
        self.judge(seat, foe)
        if face == "BR-002" and not action.follower:
            self.again(action)
        if face == "BR-044" and damage and not action.added:  # an add-on (BR-base-11-1)
            self.again(action)

    def after_all(self, action: Action) -> None:
        """What still happens of an attack that step 4 nullified, by the other reading (BR-OP-3)."""
        if action.symbol in "PM" and not self.settings["nullify_at_step_4_skips_rest"]:
            self.after(action)
            self.judge("A", "B")
            if self.face[action.card] == "BR-002" and not action.follower:
                self.again(action)

    def power(self, action: Action) -> int:
        """Step 6: a follower attacks with its own power (BR-base-9-6)."""
        if action.follower == "bull-man":
            return 10
        if action.follower:
            return 5 if self.night() else 1
        return self.tracks["ATK", action.seat] + self.more["ATK", action.seat]

    def lend(self, foe: str) -> str:
        """Step 7.1, in every attack (BR-OP-11)."""
        lenders = [card for card in self.followers(foe) if self.roles[card][0] in DEFENCE]
        if not lenders:
            return ""
        act = self.ask(foe, "lend or pass", "BR-5.2-7.1")
        if act.verb == "pass":
            return ""
        self.require(act.cards[0] in lenders, "BR-base-9-8", f"{act.cards[0]} cannot lend its defence")
        return act.cards[0]

    def x(self, action: Action) -> int:
        """The X of a magic attack, from the table as it is (BR-base-9-4)."""
        seat, face = action.seat, self.face[action.card]
        life = self.tracks["life", other(seat)]
        if face == "BR-009":
            return 3 if self.lying(f"hand.{seat}") else 6
        return {"BR-010": (life + 1) // 2, "BR-011": life}.get(face, MAGIC.get(face, 0))

    def glow(self, seat: str, foe: str, damage: int, clause: str) -> int:
        """Steps 10 and 11: each 燐光 changes the damage by one, never below 0 (BR-OP-6)."""
        while self.having("glow", seat):
            act = self.ask(seat, "glow or pass", clause)
            if act.verb == "pass":
                break
            free = self.settings["glow_adjust"] == "own_choice"
            right = (1, -1) if free else (1,) if seat != foe else (-1,)
            self.require(act.number in right, "BR-OP-6", f"a 燐光 changes the damage by {act.number}")
            fact = self.peek()
            glows = self.having("glow", seat)
            card = str(fact[1]) if fact and fact[0] == "moved" and fact[1] in glows else glows[0]
            damage = max(0, damage + (act.number or 0))
            self.expect("BR-base-11-5", self.moving(card, f"discard.{seat}"))
            self.expect(clause, ("number", "damage", foe, damage))
        return damage

    def add_on(self, face: str, action: Action, damage: int) -> None:
        """Step 13, only if at least 1 damage was dealt (BR-base-11-1)."""
        seat, foe, clause = action.seat, other(action.seat), "BR-5.2-13"
        hand = self.lying(f"hand.{foe}")
        if face in ("BR-004", "BR-026"):
            self.attach(action.card, foe, "poison" if face == "BR-004" else "stigma", clause)
        elif face == "BR-005":
            few = len(hand) < 3 and self.settings["shatter_with_fewer"] == "nothing"
            shown = [] if few else self.pick(foe, "show", hand, 3, clause)
            if shown:
                self.expect(clause, *(("shown", card, self.face[card]) for card in shown))
                lost = self.pick(seat, "pick", shown, 1, clause)[0]
                self.expect(clause, self.moving(lost, f"discard.{foe}"))
        elif face == "BR-021" and self.night():
            self.expect(clause, ("damage", foe, 2), *self.raising("life", foe, -2))
        elif face == "BR-028":
            self.gain(seat, damage, clause)
        elif face == "BR-043":
            self.more["magic", seat] += 1
        elif face == "BR-045":
            for lost in self.pick(foe, "pick", hand, 1, clause):
                self.expect(clause, self.moving(lost, f"discard.{foe}"))

    def after(self, action: Action) -> None:
        """Step 14: the other player orders what was turned up for after the attack (BR-5.2-14b)."""
        foe = other(action.seat)
        waiting = [card for card in action.revealed if self.face[card] in ("BR-017", "BR-019")]
        order: list[str] = []
        while len(waiting) > 1:
            order += self.pick(foe, "order", waiting, 1, "BR-5.2-14b")
            waiting.remove(order[-1])
        for card in [*order, *waiting]:
            self.expect("BR-5.2-14a", ("acts", card))
            if self.face[card] == "BR-017":
                gain = self.settings["life_set_is_gain"] and self.having("stigma", foe)
                if not self.tracks["life", foe] and not gain:
                    self.expect("BR-5.2-14a", *self.setting("life", foe, 2))
            elif not self.at(action.card, f"under.{foe}") or self.settings["second_agate"] == "takes":
                under = self.moving(action.card, f"under.{foe}")
                self.expect("BR-base-11-6", under, self.becoming(action.card, card, "beneath"))
                self.attach(card, foe, "seal", "BR-base-6.3-6")

    def again(self, action: Action) -> None:
        """Step 15: 舞踏剣 may be used again for 1, a use of its own (BR-5.1-ex), and 魔導剣 adds ダズル."""
        seat, card = action.seat, action.card
        if self.face[card] in self.barred(seat) or self.left(seat) < 1:
            return
        act = self.ask(seat, "use or pass", "BR-5.2-15")
        if act.verb == "use":
            right = act.words == ("again",) and act.cards == (card,)
            self.require(right, "BR-5.2-15", f"{seat} uses {act.cards} again")
            added = self.face[card] == "BR-044"
            self.settle(Action(seat, card, "M" if added else "P", self.printed(card).cost, added=added), 1)

    # --- reading -------------------------------------------------------------------------------------

    def read(self) -> list[Difference]:
        try:
            self.play()
        except Differs as told:
            return [Difference(self.seq, *told.args)]
        except Over:
            rest = self.next < len(self.events) or bool(self.pending)
            return [Difference(self.next - 1, "BR-base-10-1", "the match goes on")] if rest else []
        raise AssertionError("a match ends by a difference or a result")


def differences(derived: Sequence[Derived]) -> list[Difference]:
    """What the referee holds against a match, given as events with their causes: at most one."""
    return Referee(derived).read()

"""A referee of ChronoCard TCG: it reads the events of a match and says what does not follow from the rules.

It was written from the clauses alone and shares no code with the engine: it folds the changes itself and
reads the card file itself. The defaults of all settings are taken for granted.

Checked: where each card is, who may declare which card or skill and when, that costs are the printed
numbers, the EP ledger, that the opponent was asked before a chain is processed, the order of processing,
the order of phases and turns, what a start phase does, draws, reshuffles, what ends with a charm or a turn,
the sum of the damage of a charm, and losses by damage or without cards.

Not checked: targets, prices other than EP, and what card texts do; the modifiers in a trail (only its
arithmetic and its printed base); how cards come to lie face down, and recover but in a start phase; the
damage of blockers and support; triggers and added costs; stalemates; fouls, rulings and concessions; hidden
faces; the second interrupt-end that the record implies.
"""

import tomllib
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from events.model.changes import AnyChange, Attach, Create, Expire, Flip, Grant, Move, Set, Turn
from events.model.kinds import (
    AnyEvent,
    Began,
    Declared,
    Determined,
    Ended,
    Failed,
    Happened,
    Paid,
    Passed,
    Resolved,
    Triggered,
)

CARDS = Path(__file__).parents[2] / "engine/games/chronocard/cards/base.toml"
COMPANIONS = ("heroine", "character")
FOLLOWS = {
    "": ("start",),
    "start": ("draw",),
    "draw": ("main",),
    "main": ("charm", "end"),
    "charm": ("end",),
    "end": (),
}


class Difference(NamedTuple):
    """What event ``seq`` shows, or lacks, against ``clause``."""

    seq: int
    clause: str
    what: str


class Link(NamedTuple):
    """A declaration that waits to be processed."""

    seq: int
    seat: str
    verb: str
    card: str


def other(seat: str) -> str:
    return "B" if seat == "A" else "A"


class Referee:
    """Folds one match and notes every difference."""

    def __init__(self) -> None:
        with CARDS.open("rb") as file:
            self.cards: dict[str, dict[str, Any]] = {card["id"]: card for card in tomllib.load(file)["card"]}
        self.found: list[Difference] = []
        self.seq = 0
        self.faces: dict[str, str] = {}
        self.places: dict[str, str] = {}
        self.zones: dict[str, list[str]] = {}
        self.drew: Counter[int | None] = Counter()
        self.music: dict[str, int] = {}
        self.tired: set[str] = set()
        self.down: set[str] = set()
        self.checked: set[str] = set()
        self.wearers: dict[str, str] = {}
        self.tracks: dict[tuple[str, str], int] = {}
        self.grants: dict[str, Grant] = {}
        self.chain: list[Link] = []
        self.asked = False
        self.offers: set[int] = set()
        self.turn = 0
        self.player = ""
        self.phase = ""
        self.charms = 0
        self.skills: Counter[tuple[str, int]] = Counter()
        self.struck: Counter[str] = Counter()

    def note(self, clause: str, what: str) -> None:
        self.found.append(Difference(self.seq, clause, what))

    def need(self, holds: bool, clause: str, what: str) -> None:
        if not holds:
            self.note(clause, what)

    def card(self, name: str) -> dict[str, Any]:
        return self.cards.get(self.faces.get(name, ""), {})

    def kind(self, name: str) -> str:
        return str(self.card(name).get("kind", ""))

    def has(self, name: str, *quantities: str) -> bool:
        return any(grant.on == name and grant.quantity in quantities for grant in self.grants.values())

    def ep(self, seat: str) -> int:
        return self.tracks.get(("EP", seat), 0)

    def at_limit(self, seat: str) -> bool:
        return self.tracks.get(("taken", seat), 0) >= self.tracks.get(("limit", seat), 20)

    def fold(self, change: AnyChange) -> None:
        match change:
            case Create(card=card, face=face, place=place):
                self.need(card not in self.places, "CC-base-1-3", f"{card} exists twice")
                self.faces[card], self.places[card] = face, place
                self.zones.setdefault(place, []).append(card)
            case Move(card=card, origin=origin, place=place):
                stood = self.places.get(card, "nowhere")
                self.need(stood == origin, "CC-base-1-3", f"{card} moves from {origin}, but is in {stood}")
                self.places[card] = place
                if card in self.zones.get(origin, ()):
                    self.zones[origin].remove(card)
                self.zones.setdefault(place, []).append(card)
                if not place.startswith("field"):
                    self.down.discard(card)
                    self.checked.discard(card)
                    self.wearers.pop(card, None)
            case Flip(card=card, down=down):
                (self.down.add if down else self.down.discard)(card)
            case Turn(card=card, quarter=quarter):
                (self.checked.add if quarter else self.checked.discard)(card)
                self.tired.discard(card)
            case Attach(card=card, to=to):
                self.wearers[card] = to
            case Set(track=track, of=of, value=value):
                self.need(
                    value >= 0, "CC-EP-1" if track == "EP" else "CC-base-9-2", f"{track} of {of} is {value}"
                )
                self.tracks[track, of] = value
            case Grant(id=name):
                self.grants[name] = change
            case Expire(id=name):
                self.need(name in self.grants, "CC-base-4-13", f"effect {name} ends, but there is none")
                self.grants.pop(name, None)
            case _:
                pass

    def see(self, seq: int, event: AnyEvent, cause: int | None) -> None:
        self.seq = seq
        before = dict(self.tracks)
        if isinstance(event, Declared):
            self.declared(event, cause)
        elif isinstance(event, Paid):
            self.paid(event)
        elif isinstance(event, Passed):
            if self.chain and event.seat == other(self.chain[-1].seat):
                self.asked = True
        elif isinstance(event, Resolved | Failed):
            self.processed(event, cause)
        elif isinstance(event, Triggered):
            self.offers.add(seq)
        elif isinstance(event, Determined):
            self.determined(event)
        elif isinstance(event, Began):
            self.began(event)
        elif isinstance(event, Happened):
            self.takes(event, cause)
        for change in event.changes:
            self.fold(change)
        if isinstance(event, Happened):
            self.happened(event, before)
        elif isinstance(event, Ended):
            self.ended(event)

    def takes(self, event: Happened, cause: int | None) -> None:
        """Draws come from the top of the deck; a new deck is the whole discard pile, once there is none."""
        seat = event.of
        moved = [change.card for change in event.changes if isinstance(change, Move)]
        if event.what == "drawn":
            self.drew[cause] += len(moved)
            top = self.zones.get(f"deck.{seat}", [])[::-1][: len(moved)]
            self.need(moved == top, "CC-OP-6", f"{seat} draws {moved}, and {top} are on top")
        elif event.what == "new deck":
            self.need(
                not self.zones.get(f"deck.{seat}"), "CC-OP-19", f"{seat} has a deck and makes a new one"
            )
            discard = self.zones.get(f"discard.{seat}", [])
            self.need(sorted(moved) == sorted(discard), "CC-OP-19", f"{seat} does not take the whole discard")

    def tokens(self, card: str) -> int:
        return sum(grant.on == card and grant.quantity == "token" for grant in self.grants.values())

    def started(self) -> None:
        """What a start phase has done by its end (CC-base-4-4 to CC-base-4-7)."""
        for card in self.zones.get(f"field.{self.player}", []):
            self.need(card not in self.tired, "CC-base-4-4", f"{card} stays Checked")
            down = self.kind(card) == "heroine" and card in self.down
            self.need(not down, "CC-base-4-5", f"{card} does not recover")
            self.need(not self.has(card, "first-turn"), "CC-base-4-6", f"{card} stays restricted")
        for card, number in self.music.items():
            if number:
                left = self.tokens(card)
                self.need(left == number - 1, "CC-base-4-7", f"{card} has {left} tokens after {number}")
            else:
                gone = not self.places[card].startswith("field")
                self.need(gone, "CC-base-4-7", f"{card} stays without a token")

    def over(self, until: str, clause: str) -> None:
        left = [grant.quantity for grant in self.grants.values() if grant.until == until]
        self.need(not left, clause, f"{', '.join(left)} last beyond the {until}")

    def declared(self, event: Declared, cause: int | None) -> None:
        seat, verb = event.seat, event.verb
        card = event.cards[0] if event.cards else ""
        if verb == "ep":
            self.produces(seat, card, cause in self.offers)
            return
        if verb == "defend":
            self.defends(event)
            return
        if self.chain:
            self.need(seat == other(self.chain[-1].seat), "CC-OP-11", f"{seat} answers an own declaration")
            self.need(not self.asked, "CC-OP-11", f"{seat} declares while the chain is processed")
        if verb in ("draw", "end", "charm"):
            phase = "draw" if verb == "draw" else "main"
            alone = seat == self.player and self.phase == phase and not self.chain
            self.need(
                alone, "CC-base-4-1", f"{seat} declares {verb} in the phase {self.phase} of {self.player}"
            )
        if verb == "use":
            self.uses(seat, card)
        elif verb == "skill":
            self.skilled(seat, card, event.number)
        elif verb == "charm":
            self.charms += 1
            self.need(self.charms == 1, "CC-base-8-1", "a second charm in one turn")
            for attacker in event.cards:
                fit = self.places.get(attacker) == f"field.{seat}" and self.kind(attacker) in COMPANIONS
                self.need(fit and attacker not in self.checked, "CC-base-8-1", f"{attacker} cannot attack")
                self.need(not self.has(attacker, "first-turn"), "CC-base-8-1", f"{attacker} came this turn")
            for supporter in event.targets:
                fit = self.places.get(supporter) == f"field.{seat}" and supporter not in event.cards
                self.need(fit and supporter not in self.checked, "CC-base-8-1", f"{supporter} cannot support")
        self.chain.append(Link(self.seq, seat, verb, card))
        self.asked = False

    def produces(self, seat: str, card: str, offered: bool) -> None:
        self.need(
            self.places.get(card) == f"field.{seat}", "CC-EP-2", f"{card} is not on the field of {seat}"
        )
        self.need(self.kind(card) in (*COMPANIONS, "bg"), "CC-EP-3", f"{card} is no character and no BG")
        self.need(card not in self.checked, "CC-EP-9", f"{card} is Checked")
        self.need(not self.has(card, "first-turn"), "CC-EP-9", f"{card} is under first-turn restriction")
        self.need(
            offered or self.phase in ("draw", "main", "charm"),
            "CC-OP-8",
            f"EP is produced in the phase {self.phase}",
        )

    def defends(self, event: Declared) -> None:
        self.need(
            event.seat == other(self.player) and self.phase == "charm", "CC-base-8-6", "no time to defend"
        )
        for blocker in event.cards:
            fit = self.places.get(blocker) == f"field.{event.seat}" and self.kind(blocker) in COMPANIONS
            fit = fit and blocker not in self.checked and blocker not in self.down
            self.need(fit, "CC-OP-10", f"{blocker} cannot defend")
        for attacker in event.targets:
            self.need(self.has(attacker, "attacks"), "CC-base-8-6", f"{attacker} does not attack")

    def uses(self, seat: str, card: str) -> None:
        kind = self.kind(card)
        self.need(self.places.get(card) == f"hand.{seat}", "CC-USE-1", f"{card} is not in the hand of {seat}")
        if kind != "event":
            alone = seat == self.player and self.phase == "main" and not self.chain
            self.need(
                alone, "CC-USE-8", f"{card}, a {kind}, is used in the phase {self.phase} of {self.player}"
            )
        self.need(kind != "heroine", "CC-USE-8", f"{card} is a heroine")
        if kind == "character":
            for there, place in self.places.items():
                same = place == f"field.{seat}" and self.card(there)["name"] == self.card(card)["name"]
                self.need(not same, "CC-USE-8", f"{there} has the name of {card}")
        self.need(self.ep(seat) >= self.card(card).get("cost", 0), "CC-USE-2", f"EP for {card} is not there")

    def skill_of(self, card: str, number: int | None) -> dict[str, Any]:
        skills = [ability for ability in self.card(card).get("ability", ()) if ability["on"] == "skill"]
        chosen = (number or 1) - 1
        return skills[chosen] if chosen < len(skills) else {}

    def skilled(self, seat: str, card: str, number: int | None) -> None:
        skill = self.skill_of(card, number)
        holder = self.wearers.get(card) or card
        keywords = skill.get("keywords", ())
        self.need(bool(skill), "CC-AS-1", f"{card} has no such A.Skill")
        self.need(
            self.places.get(card) == f"field.{seat}", "CC-AS-1", f"{card} is not on the field of {seat}"
        )
        self.need(holder not in self.checked, "CC-AS-18", f"{holder} is Checked")
        self.need(not self.has(holder, "first-turn"), "CC-AS-20", f"{holder} is under first-turn restriction")
        taking_part = self.phase == "charm" and self.has(holder, "attacks", "supports", "blocks")
        self.need(not taking_part, "CC-AS-21", f"{holder} takes part in the charm")
        self.need(
            ("face-down" in keywords) == (holder in self.down), "CC-AS-16", f"{holder} lies the wrong way"
        )
        self.need(
            "own-turn" not in keywords or seat == self.player, "CC-AS-17", f"{card} in the other's turn"
        )
        self.need("as-answer" not in keywords or bool(self.chain), "CC-AS-19", f"{card} answers nothing")
        self.skills[card, number or 1] += 1
        often = "once" in keywords and self.skills[card, number or 1] > 1
        self.need(not often, "CC-AS-15", f"{card} a second time in the turn")
        self.need(self.ep(seat) >= skill.get("cost", 0), "CC-AS-4", f"EP for {card} is not there")

    def paid(self, event: Paid) -> None:
        if event.resource != "cost" or not self.chain or self.chain[-1].card != event.for_ or self.asked:
            return
        link = self.chain[-1]
        fell = self.ep(event.seat)
        for change in event.changes:
            if isinstance(change, Set) and change.track == "EP" and change.of == event.seat:
                fell -= change.value
                break
        else:
            fell = 0
        if link.verb == "use":
            owed, clause = self.card(link.card).get("cost", 0), "CC-COST-4"
            shown = any(
                isinstance(change, Move)
                and change.card == link.card
                and change.place == f"pending.{event.seat}"
                for change in event.changes
            )
            self.need(shown, "CC-USE-10", f"{link.card} is not shown")
            self.need(event.amount == owed, clause, f"{link.card} costs {owed}, {event.amount} were paid")
        self.need(fell == event.amount, "CC-COST-3", f"{event.amount} are paid, the EP fell by {fell}")

    def processed(self, event: Resolved | Failed, cause: int | None) -> None:
        if event.what not in ("use", "skill", "draw", "charm", "end"):
            return
        if not self.chain:
            self.note("CC-COST-1", f"{event.what} of {event.seat} was not declared")
            return
        link = self.chain.pop()
        self.need(cause == link.seq, "CC-OP-11", f"#{link.seq} is the last of the chain, not #{cause}")
        self.need(event.what == link.verb, "CC-USE-5", f"#{link.seq} was a {link.verb}")
        self.need(self.asked, "CC-USE-11", f"nobody was asked for an interrupt of #{link.seq}")
        if link.verb == "draw":
            due, drawn = int(isinstance(event, Resolved)), self.drew[link.seq]
            self.need(drawn == due, "CC-OP-6", f"{drawn} cards are drawn, not {due}")
        if link.verb == "use" and event.what == "use":
            event_card = self.kind(link.card) == "event"
            stands = self.places.get(link.card)
            after = {change.card: change.place for change in event.changes if isinstance(change, Move)}
            if isinstance(event, Resolved) and not event_card:
                self.need(stands != f"pending.{link.seat}", "CC-USE-6", f"{link.card} is not placed")
            else:
                clause = "CC-FAIL-5" if isinstance(event, Failed) else "CC-USE-7"
                rid = after.get(link.card, stands) != f"pending.{link.seat}"
                self.need(rid, clause, f"{link.card} is not put away")

    def determined(self, event: Determined) -> None:
        if event.quantity not in ("AP", "DP"):
            return
        value = 0
        for step in event.trail:
            if step.operation == "base":
                value = step.number
                printed = self.card(event.of).get("stats", {}).get(event.quantity, 0)
                self.need(
                    step.number == printed, "CC-base-8-8", f"{event.quantity} of {event.of} is {printed}"
                )
            elif step.operation == "add":
                value += step.number
            else:
                return
        self.need(max(value, 0) == event.value, "CC-base-8-8", f"the trail gives {value}, not {event.value}")
        if event.quantity == "AP" and self.has(event.of, "attacks") and not self.has(event.of, "blocked"):
            self.struck[other(self.player)] += event.value

    def began(self, event: Began) -> None:
        self.need(not self.chain, "CC-USE-5", "a declaration was never processed")
        self.chain.clear()
        if event.span == "turn":
            self.need(event.number == self.turn + 1, "CC-base-4-1", f"turn {event.number} after {self.turn}")
            if self.player:
                self.need(
                    event.seat == other(self.player), "CC-base-4-1", f"{event.seat} has two turns running"
                )
            self.turn, self.player, self.phase, self.charms = event.number, event.seat, "", 0
            self.over("end of turn", "CC-base-4-13")
            self.skills.clear()
        elif event.span == "phase":
            follows = event.name in FOLLOWS.get(self.phase, ())
            self.need(follows, "CC-base-4-1", f"the phase {event.name} after {self.phase or 'nothing'}")
            self.phase = event.name
            if event.name == "start":
                field = self.zones.get(f"field.{self.player}", [])
                self.tired = self.checked & set(field)
                self.music = {card: self.tokens(card) for card in field if self.kind(card) == "bgm"}
            elif event.name == "end":
                self.over("end of charm", "CC-base-4-1")
            self.struck.clear()
            for seat in ("A", "B"):
                self.need(self.ep(seat) == 0, "CC-EP-7", f"{seat} keeps {self.ep(seat)} EP")
                self.need(not self.at_limit(seat), "CC-base-9-4", f"{seat} plays on at the limit")

    def happened(self, event: Happened, before: dict[tuple[str, str], int]) -> None:
        if event.what == "checked for EP":
            produces = self.card(event.card).get("stats", {}).get("EP", 0)
            self.need(
                event.amount == produces, "CC-EP-4", f"{event.card} gives {produces} EP, not {event.amount}"
            )
            self.need(event.card in self.checked, "CC-EP-10", f"{event.card} is not Checked")
        elif event.what == "EP up":
            sum_ = before.get(("EP", event.of), 0) + event.amount
            self.need(
                self.ep(event.of) == sum_, "CC-EP-6", f"{event.of} has {self.ep(event.of)} EP, not {sum_}"
            )
        elif event.what == "charm damage" and event.of in ("A", "B"):
            due = self.struck[event.of]
            self.need(event.amount == due, "CC-base-8-8", f"{event.of} takes {event.amount}, not {due}")
            total = before.get(("taken", event.of), 0) + event.amount
            now = self.tracks.get(("taken", event.of), 0)
            self.need(now == total, "CC-base-9-1", f"{event.of} has taken {now}, not {total}")

    def ended(self, event: Ended) -> None:
        if event.span == "phase":
            self.need(event.name == self.phase, "CC-base-4-1", f"{event.name} ends in the phase {self.phase}")
            if event.name == "start":
                self.started()
        if event.span == "match" and event.reason == "deck" and event.winner:
            loser = other(event.winner)
            left = [*self.zones.get(f"deck.{loser}", []), *self.zones.get(f"discard.{loser}", [])]
            self.need(not left, "CC-base-9-5", f"{loser} has cards to draw")
        if event.span == "match" and event.reason == "damage":
            lost = [
                s for s in ("A", "B") if self.tracks.get(("taken", s), 0) >= self.tracks.get(("limit", s), 20)
            ]
            winner = other(lost[0]) if len(lost) == 1 else ""
            self.need(bool(lost) and event.winner == winner, "CC-base-9-4", f"at the limit: {lost}")


def differences(history: Iterable[tuple[AnyEvent, int | None]]) -> list[Difference]:
    """What the referee finds in the events of one match, given with their causes."""
    referee = Referee()
    for seq, (event, cause) in enumerate(history):
        referee.see(seq, event, cause)
    return referee.found

"""The laws for texts that are played: nothing is lost, and what is announced happens.

Not here: what each game adds to "nothing is lost" (``tests.laws.hooks``).
"""

from __future__ import annotations

import re
from typing import Any

from engine.kernel.game import Game
from engine.kernel.table import Table
from engine.text.phrase import find
from engine.text.sentence import text_key
from events.model.changes import Create, Expire, Flip, Grant, Move, Set, Turn
from events.model.kinds import Began, Ended, Happened, Opened, Paid
from tests.laws.hooks import HOOKS

CARDS = ("card", "character", "unit", "power card")
"""What sentences call cards that they count."""
ELSEWHERE = ("checked for EP", "battle")
"""Events whose sentence prints a number that the next event moves, or a number of opponents."""
AMOUNT = re.compile(r"\{amount(?::(?P<noun>[a-z ]+))?[}:]")
TURNS = {"end of turn": 1, "end of next turn": 2, "end of action": 1, "end of phase": 1}
"""Duration → before so many turns have begun it has ended."""


class Books:
    """Asserts after every event what is true in the game."""

    def __init__(self, game: Game, opened: Opened) -> None:
        self.game = game
        self.balanced = HOOKS[game.rules.game].balanced
        self.zones = {zone.id for zone in game.rules.zones}
        self.table = Table()
        self.table.apply(opened)
        self.turns = 0
        self.lay: set[tuple[str, str]] = set()
        self.open: dict[str, tuple[Grant, int]] = {}

    def note(self, derived: list[Any]) -> None:
        """Check the events that one act has brought."""
        for event, _ in derived:
            self._announced(event)
            self._lasting(event)
            self.table.apply(event)
            if getattr(event, "changes", ()) or type(event) in (Began, Paid):  # else the table is as before
                self.balanced(self.table, event)
            for change in getattr(event, "changes", ()):
                if type(change) in (Move, Create):
                    self.lay.add((self.table.face[change.card], change.place.partition(".")[0]))
                if type(change) is Move:
                    assert change.place.partition(".")[0] in self.zones, f"a card is moved to {change.place}"

    # --- what is announced ---------------------------------------------------------------------------

    def _announced(self, event: Any) -> None:
        """A payment is made, and the number that the sentence prints is the number that moved."""
        if type(event) is Paid:
            assert event.amount >= 0, event
            assert not event.amount or event.changes, f"announced, not paid: {event}"
        noun = self._printed(event) if getattr(event, "changes", ()) else None
        if noun is not None and event.amount and getattr(event, "what", "") not in ELSEWHERE:
            moved = self._cards(event) if noun in CARDS else self._numbers(event)
            assert event.amount in moved, f"another number is printed than moves: {event}: {moved}"

    def _printed(self, event: Any) -> str | None:
        """What the amount of an event is called in its sentence, ``""`` without a noun; None where the
        sentence prints no amount."""
        if type(event) not in (Happened, Paid):
            return None
        rules = self.game.rules
        found = find(rules, text_key(event, rules))
        said = AMOUNT.search(found["en"]) if found is not None else None
        return None if said is None else said["noun"] or ""

    def _cards(self, event: Any) -> set[int]:
        """How many cards an event moves, turns or marks: in all, of one player, to one place; with what lies
        on them, or without it. Or to how many a track is set that counts cards."""
        moves = [change for change in event.changes if type(change) is Move]
        groups = [
            {change.card for change in event.changes if type(change) is kind}
            for kind in (Move, Flip, Turn, Create)
        ]
        groups += [{move.card for move in moves if move.place == place} for place in {m.place for m in moves}]
        groups.append({move.card for move in moves if self._host(move.card) not in groups[0]})
        granted = [change for change in event.changes if type(change) is Grant]
        for quantity in {grant.quantity for grant in granted}:
            groups.append({grant.on for grant in granted if grant.quantity == quantity})
        groups.append({self.table.grants[change.id].on for change in event.changes if type(change) is Expire})
        own = [{card for card in group if card[0] == seat} for group in groups for seat in "AB"]
        return {len(group) for group in (*groups, *own)} | self._set_to(event)

    def _host(self, card: str) -> str:
        host, _ = self.table.host.get(card, ("", ""))
        return host

    def _set_to(self, event: Any) -> set[int]:
        """By how much, or to how much, an event changes tracks; what is cut off at a limit is let pass."""
        found = set()
        for change in event.changes:
            if type(change) is Set:
                limits = self.game.rules.track(change.track)
                found |= {abs(change.value - self.table.track(change.track, change.of)), abs(change.value)}
                if change.value in (limits.least, limits.most):
                    found.add(event.amount)
        return found

    def _numbers(self, event: Any) -> set[int]:
        """Every number by which an event changes something."""
        gone = [self.table.grants[change.id].amount for change in event.changes if type(change) is Expire]
        come = [change.amount for change in event.changes if type(change) is Grant]
        found = {*come, *map(abs, come), sum(gone), abs(sum(gone) - sum(come))}
        return self._cards(event) | found

    # --- what lasts ----------------------------------------------------------------------------------

    def _lasting(self, event: Any) -> None:
        """What lasts until a time has ended by then."""
        for change in getattr(event, "changes", ()):
            if type(change) is Expire:
                self.open.pop(change.id, None)
            elif type(change) is Grant and change.until in TURNS:
                # What was made before the first turn belongs to it, what is made as a turn ends to the next.
                ending = type(event) is Ended or getattr(event, "what", "") == "turn ends"
                self.open[change.id] = (change, max(1, self.turns + ending))
        if type(event) is Began and event.span == "turn":
            self.turns += 1
            for grant, made in self.open.values():
                assert self.turns - made < TURNS[grant.until], f"it still lasts: {grant}"

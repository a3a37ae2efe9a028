"""The laws for texts that are played: nothing is lost, and what is announced happens.

Not here: what each game adds to "nothing is lost" (``tests.laws.hooks``).
"""

from __future__ import annotations

from typing import Any

from engine.kernel.game import Game
from engine.kernel.table import Table
from events.model.changes import Expire, Flip, Grant, Move, Set
from events.model.kinds import Began, Ended, Happened, Opened, Paid
from tests.laws.hooks import HOOKS

COUNTED = ("moved", "cards moved", "drawn", "drew", "cost returned")
"""Events whose amount is a number of cards."""
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
        self.open: dict[str, tuple[Grant, int]] = {}

    def note(self, derived: list[Any]) -> None:
        """Check the events that one act has brought."""
        for event, _ in derived:
            self._announced(event)
            self._lasting(event)
            self.table.apply(event)
            self.balanced(self.table, event)
            for change in getattr(event, "changes", ()):
                if type(change) is Move:
                    assert change.place.partition(".")[0] in self.zones, f"a card is moved to {change.place}"

    # --- what is announced ---------------------------------------------------------------------------

    def _announced(self, event: Any) -> None:
        """A payment is made, and a number of cards or of a track is the number that moves."""
        if type(event) is Paid:
            assert event.amount >= 0, event
            assert not event.amount or event.amount in self._paid(event), f"announced, not paid: {event}"
        elif type(event) is Happened and event.changes:
            moved = {change.card for change in event.changes if type(change) is Move}
            if event.what in COUNTED:
                assert event.amount <= len(moved), f"{event.what} {event.amount}: {moved}"
            if len(event.changes) == 1 and type(event.changes[0]) is Set and event.amount:
                self._number(event, event.changes[0])

    def _paid(self, event: Paid) -> set[int]:
        """The numbers that can be meant by the amount of a payment: of what it changes."""
        kinds = [change for change in event.changes if type(change) in (Move, Flip)]
        numbers = {sum(type(change) is kind for change in kinds) for kind in (Move, Flip)}
        numbers |= {
            abs(change.value - self.table.track(change.track, change.of))
            for change in event.changes
            if type(change) is Set
        }
        gone = [self.table.grants[change.id].amount for change in event.changes if type(change) is Expire]
        come = [change.amount for change in event.changes if type(change) is Grant]
        return numbers | {abs(sum(gone) - sum(come))}

    def _number(self, event: Happened, change: Set) -> None:
        """The amount of an event that changes one track: by so much, to so much, or to its limit."""
        limits = self.game.rules.track(change.track)
        before = self.table.track(change.track, change.of)
        said = (abs(change.value - before), abs(change.value))
        assert event.amount in said or change.value in (limits.least, limits.most), (
            f"{event}: it was {before}"
        )

    # --- what lasts ----------------------------------------------------------------------------------

    def _lasting(self, event: Any) -> None:
        """What lasts until a time has ended by then."""
        for change in getattr(event, "changes", ()):
            if type(change) is Expire:
                self.open.pop(change.id, None)
            elif type(change) is Grant and change.until in TURNS:
                self.open[change.id] = (change, self.turns + (type(event) is Ended))
        if type(event) is Began and event.span == "turn":
            self.turns += 1
            for grant, made in self.open.values():
                assert self.turns - made < TURNS[grant.until], f"it still lasts: {grant}"

"""What a seat could pay with in each of its turns, and what it paid of that.

Not here: which number of which game that is (``roles``), and single payments (``walk``).
"""

from analytics.facts.roles import Fund, Roles
from engine.table import Table
from events.kinds import Paid

ADDS = "add"
"""The operation of a continuous effect that adds to a quantity."""


class Purse:
    """What ``seat`` had of ``resource`` in its ``turn``: ``available`` counts what there was when the turn
    began and all that came to it, ``paid`` what was paid from it. ``left`` is what is there now."""

    __slots__ = ("available", "left", "paid", "resource", "seat", "turn")

    def __init__(self, seat: str, turn: int, resource: str, left: int) -> None:
        self.seat, self.turn, self.resource, self.left = seat, turn, resource, left
        self.available, self.paid = left, 0


class Purses:
    """The purses of one match, in order; those of the last turn are still ``open``."""

    def __init__(self, roles: Roles, table: Table) -> None:
        self.funds, self.table = roles.funds, table
        self.every: list[Purse] = []
        self.open: list[Purse] = []

    def begin(self, seat: str) -> None:
        """A turn of ``seat`` begins."""
        table = self.table
        self.open = [
            Purse(seat, table.turn, resource, self._left(fund, seat)) for resource, fund in self.funds.items()
        ]
        self.every += self.open

    def pay(self, event: Paid) -> None:
        """The table has taken a payment."""
        for purse in self.open:
            if purse.resource == event.resource and purse.seat == event.seat:
                purse.paid += event.amount
                purse.left -= event.amount
        self.look()

    def look(self) -> None:
        """The table has taken something else: what is more than before has come to be there. A turn that is
        over is looked at no more."""
        for purse in self.open:
            if purse.turn != self.table.turn:
                return
            left = self._left(self.funds[purse.resource], purse.seat)
            purse.available += max(left - purse.left, 0)
            purse.left = left

    def _left(self, fund: Fund, seat: str) -> int:
        tracks, effects = self.table.tracks, self.table.effects
        more = (one.amount for what in fund.more for one in effects(seat, what) if one.operation == ADDS)
        return tracks.get((fund.track, seat), 0) - tracks.get((fund.less, seat), 0) + sum(more)

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

    __slots__ = ("available", "left", "less", "more", "paid", "resource", "seat", "track", "turn")

    def __init__(self, seat: str, turn: int, resource: str, fund: Fund) -> None:
        self.seat, self.turn, self.resource = seat, turn, resource
        self.track, self.less = (fund.track, seat), (fund.less, seat)
        self.more = [(seat, what) for what in fund.more]
        self.available = self.paid = self.left = 0

    def look(self, table: Table) -> None:
        """What is more than before has come to be there."""
        left = table.tracks.get(self.track, 0) - table.tracks.get(self.less, 0)
        for quantity in self.more:
            for one in table.granted.get(quantity, ()):
                left += one.amount * (one.operation == ADDS)
        if left > self.left:
            self.available += left - self.left
        self.left = left


class Purses:
    """The purses of one match, in order; those of the last turn are still ``open``."""

    def __init__(self, roles: Roles, table: Table) -> None:
        self.funds, self.table = roles.funds, table
        self.every: list[Purse] = []
        self.open: list[Purse] = []

    def begin(self, seat: str) -> None:
        """A turn of ``seat`` begins."""
        self.open = [Purse(seat, self.table.turn, resource, fund) for resource, fund in self.funds.items()]
        self.every += self.open
        self.look()

    def pay(self, event: Paid) -> None:
        """The table has taken a payment."""
        for purse in self.open:
            if purse.resource == event.resource and purse.seat == event.seat:
                purse.paid += event.amount
                purse.left -= event.amount
                purse.look(self.table)

    def look(self) -> None:
        """The table has taken something else. A turn that is over is looked at no more."""
        for purse in self.open:
            if purse.turn == self.table.turn:
                purse.look(self.table)

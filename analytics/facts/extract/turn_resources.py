"""What a seat could pay with in each of its turns, and what it paid of that.

A turn that belongs to nobody belongs to every seat. Not here: which numbers and cards of which game that are
(``roles``), and single payments (``walk``).
"""

from collections.abc import Callable, Sequence

from analytics.facts.extract.roles import Fund, Roles
from engine.kernel.table import Table
from events.model.kinds import Paid

ADDS = "add"
"""The operation of a continuous effect that adds to a quantity."""
LYING = ("", "")
"""Where a card lies attached that is attached to nothing."""


class Purse:
    """What ``seat`` had of a ``fund`` in its ``turn``: ``available`` counts what there was when the turn
    began and all that came to it, ``paid`` what was paid from it."""

    __slots__ = ("available", "fund", "paid", "seat", "turn")

    def __init__(self, seat: str, turn: int, fund: str) -> None:
        self.seat, self.turn, self.fund = seat, turn, fund
        self.available = self.paid = 0


class Stock:
    """What a seat has of a fund now, ``left``, and its ``purse`` of the turn."""

    __slots__ = ("count", "fund", "late", "left", "pays", "purse", "seat")

    def __init__(self, name: str, fund: Fund, seat: str, *, table: Table) -> None:
        self.seat, self.fund = seat, name
        self.pays, self.late = fund.pays or {name}, fund.late
        self.count = _cards(fund, seat, table) if fund.zone else _number(fund, seat, table)

    def begin(self, turn: int) -> Purse:
        """The purse of a turn that begins: what is there can be paid with."""
        self.purse, self.left = Purse(self.seat, turn, self.fund), 0
        self.look()
        return self.purse

    def look(self, what: str = "") -> None:
        """What is more than before has come to be there, by an event of this word."""
        left = self.count()
        if left > self.left and what not in self.late:
            self.purse.available += left - self.left
        self.left = left

    def pay(self, event: Paid) -> None:
        """This payment was made, and all that it changed."""
        if event.resource in self.pays and event.seat == self.seat:
            self.purse.paid += event.amount
            self.left -= event.amount
        self.look()


def _number(fund: Fund, seat: str, table: Table) -> Callable[[], int]:
    """What a track and the continuous effects on it come to."""
    track, less, more = (fund.track, seat), (fund.less, seat), [(seat, what) for what in fund.more]

    def count() -> int:
        left = table.tracks.get(track, 0) - table.tracks.get(less, 0)
        for quantity in more:
            for one in table.granted.get(quantity, ()):
                left += one.amount * (one.operation == ADDS)
        return left

    return count


def _cards(fund: Fund, seat: str, table: Table) -> Callable[[], int]:
    """How many cards of a zone could pay."""
    place, role, face_up = f"{fund.zone}.{seat}", fund.attached, fund.face_up
    host, down = table.host, table.down

    def count() -> int:
        cards = table.at(place)
        if role:
            cards = [card for card in cards if host.get(card, LYING)[1] == role]
        return len(cards) - len(down.keys() & cards) if face_up else len(cards)

    return count


class Purses:
    """The purses of one match, in order; ``open`` are the stocks of those who are on turn."""

    def __init__(self, roles: Roles, table: Table, *, seats: Sequence[str]) -> None:
        self.table = table
        self.every: list[Purse] = []
        self.open: list[Stock] = []
        self.turn = 0
        self._stocks = {
            seat: [Stock(name, fund, seat, table=table) for name, fund in roles.funds.items()]
            for seat in seats
        }

    def begin(self, seat: str) -> None:
        """A turn of ``seat`` begins, or of all where that is ``""``."""
        self.turn = self.table.turn
        whose = (seat,) if seat else self._stocks
        self.open = [stock for one in whose for stock in self._stocks.get(one, ())]
        self.every += [stock.begin(self.turn) for stock in self.open]

    def pay(self, event: Paid) -> None:
        """The table has taken a payment, which may fill one purse from another."""
        for stock in self.open:
            stock.pay(event)

    def look(self, what: str = "") -> None:
        """The table has taken something else, of this word. A turn that is over is looked at no more."""
        if self.turn == self.table.turn:
            for stock in self.open:
                stock.look(what)

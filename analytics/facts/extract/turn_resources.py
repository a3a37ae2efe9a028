"""How much a seat could pay with in each of its turns, and how much of it was paid.

A turn that belongs to nobody belongs to every seat. Not here: the funds of each game (``roles``), and single
payments (``walk``).
"""

from collections.abc import Callable, Sequence

from analytics.facts.extract.roles import Fund, Roles
from engine.kernel.table import Table
from events.model.kinds import Paid

ADDS = "add"
"""The operation of a continuous effect that adds to a quantity."""
LYING = ("", "")
"""The place of attachment of a card that is attached to nothing."""


class TurnResource:
    """A ``fund`` of ``seat`` in one of its turns: ``available`` counts what was there when the turn began and
    what came to it later, ``paid`` what was paid from it."""

    __slots__ = ("available", "fund", "paid", "seat", "turn")

    def __init__(self, seat: str, turn: int, fund: str) -> None:
        self.seat, self.turn, self.fund = seat, turn, fund
        self.available = self.paid = 0


class FundWatch:
    """Follows a fund of a seat: ``left`` is what is there now, ``turn_resource`` the sums of the turn."""

    __slots__ = ("count", "fund", "late", "left", "pays", "seat", "turn_resource")

    def __init__(self, name: str, fund: Fund, seat: str, *, table: Table) -> None:
        self.seat, self.fund = seat, name
        self.pays, self.late = fund.pays or {name}, fund.late
        self.count = counter(fund, seat, table)

    def begin(self, turn: int) -> TurnResource:
        """A turn begins: what is there is available."""
        self.turn_resource, self.left = TurnResource(self.seat, turn, self.fund), 0
        self.look()
        return self.turn_resource

    def look(self, what: str = "") -> None:
        """Count what has come to the fund, by a ``Happened`` of this word."""
        left = self.count()
        if left > self.left and what not in self.late:
            self.turn_resource.available += left - self.left
        self.left = left

    def pay(self, event: Paid) -> None:
        """A payment was made and applied to the table."""
        if event.resource in self.pays and event.seat == self.seat:
            self.turn_resource.paid += event.amount
            self.left -= event.amount
        self.look()


def counter(fund: Fund, seat: str, table: Table) -> Callable[[], int]:
    """What counts the fund of a seat as the table stands."""
    return _cards(fund, seat, table) if fund.zone else _number(fund, seat, table)


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


class TurnResources:
    """The funds of all turns of one match, in order; ``open`` are those of the seats whose turn it is."""

    def __init__(self, roles: Roles, table: Table, *, seats: Sequence[str]) -> None:
        self.table = table
        self.every: list[TurnResource] = []
        self.open: list[FundWatch] = []
        self.turn = 0
        self._watches = {
            seat: [FundWatch(name, fund, seat, table=table) for name, fund in roles.funds.items()]
            for seat in seats
        }

    def begin(self, seat: str) -> None:
        """A turn of ``seat`` begins, or of all where that is ``""``."""
        self.turn = self.table.turn
        whose = (seat,) if seat else self._watches
        self.open = [watch for one in whose for watch in self._watches.get(one, ())]
        self.every += [watch.begin(self.turn) for watch in self.open]

    def pay(self, event: Paid) -> None:
        """A payment was applied to the table; it may move value from one fund to another."""
        for watch in self.open:
            watch.pay(event)

    def look(self, what: str = "") -> None:
        """Another event, of this word, was applied to the table. A turn that is over counts nothing more."""
        if self.turn == self.table.turn:
            for watch in self.open:
                watch.look(what)

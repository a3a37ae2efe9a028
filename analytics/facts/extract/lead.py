"""Who was ahead in the course of a game, and by how much: in life, prizes, cards, whatever says so.

It is looked at as turns begin, and the mean of two turns counts, one of each seat: within a turn one side
pays or is hit first, and whoever has just had a turn is ahead by it. Not here: what says who is ahead in a
game (``roles``), every change of life (``card_movements``).
"""

from collections.abc import Sequence
from itertools import pairwise

from analytics.facts.extract.roles import Fund, Roles
from analytics.facts.extract.turn_resources import counter
from engine.kernel.table import Table


class LeadWatch:
    """Follows the lead of the first of two seats; nothing where there are other than two, or where the game
    has nothing that says who is ahead."""

    def __init__(self, roles: Roles, table: Table, *, seats: Sequence[str]) -> None:
        lead, funds = roles.lead, []
        if lead.zones or lead.track:
            funds = [Fund(zone=zone) for zone in lead.zones] or [Fund(track=lead.track)]
        elif roles.life:
            funds = [Fund(track=roles.life, less=roles.harm)]
        self._sign = -1 if lead.fewer else 1
        self._seats = tuple(seats)
        two = seats if len(seats) == 2 else ()
        self._counts = [[counter(fund, seat, table) for fund in funds] for seat in two] if funds else []
        self._ahead: list[int] = []

    def look(self) -> None:
        """A turn begins."""
        if self._counts:
            one, other = (sum(count() for count in counts) for counts in self._counts)
            self._ahead.append(self._sign * (one - other))

    def behind(self, seat: str) -> int | None:
        """The most that the seat was behind its opponent, 0 if it never was; None where it is not known."""
        leads = self._leads(seat)
        return max(0, *(-lead for lead in leads)) if leads else None

    def halfway(self, seat: str) -> int | None:
        """By how much the seat was ahead in the middle of the game, below 0 if it was behind."""
        leads = self._leads(seat)
        return leads[len(leads) // 2] if leads else None

    def _leads(self, seat: str) -> list[int]:
        """The lead of the seat, turn by turn; half a point counts as one."""
        sign = 1 if seat == self._seats[0] else -1
        return [sign * _half(one + other) for one, other in pairwise(self._ahead)]


def _half(total: int) -> int:
    """A half, away from 0."""
    return (total + 1) // 2 if total > 0 else -((1 - total) // 2)

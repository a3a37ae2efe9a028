"""Estimators that test whether deals, draws and the choice of who begins look like chance; each is a p-value.

Not here: the laws of chance (``analytics.stats.deal``), and provable shuffles (``engine.shuffle.provable``).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from analytics.metrics.estimators.estimate import NO_ESTIMATE, Draws, Estimate, estimate_of
from analytics.metrics.estimators.estimator import CellByCell
from analytics.metrics.estimators.grouped import OfCounts
from analytics.stats import deal
from analytics.stats.number import Floats, Groups


@dataclass(frozen=True, slots=True)
class _OfCopies(CellByCell):
    """In ``number`` hands or draws of each group ``by``, copies of a card came ``found`` times."""

    law: ClassVar[Callable[..., float]]
    """The p-value of what was ``seen`` in a ``number`` of them."""
    by: tuple[str, ...]
    number: str
    found: str

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        return (self.number, self.found)

    def estimate_cell(self, groups: Groups, draws: Draws) -> Estimate:
        """A p-value; ``n`` counts hands or draws."""
        number, found = groups[self.number], groups[self.found].sum()
        if not number.sum():
            return NO_ESTIMATE
        p = type(self).law(*_columns(groups, self.by), number=number, seen=found)
        return estimate_of(p, number.sum())


class HandTest(_OfCopies):
    """Copies in opening hands against the hypergeometric law; ``by``: copies, cards in the deck, hand."""

    law = staticmethod(deal.hands)


class DrawTest(_OfCopies):
    """Draws of a card against its chance; ``by``: copies left, size of the library."""

    law = staticmethod(deal.draws)


@dataclass(frozen=True, slots=True)
class PositionTest(CellByCell):
    """Whether a card is in every position of a shuffled library equally often; ``by``: position, and cards in
    the library, because only large libraries have late positions. It was ``found`` so often, and ``copies``
    sums how many of it lay in the library each time."""

    by: tuple[str, ...]
    found: str
    copies: str

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        return (self.found, self.copies)

    def estimate_cell(self, groups: Groups, draws: Draws) -> Estimate:
        """A p-value; ``n`` counts cards."""
        found, copies = groups[self.found], groups[self.copies]
        return estimate_of(
            deal.positions(*_columns(groups, self.by), found=found, copies=copies), found.sum()
        )


@dataclass(frozen=True, slots=True)
class CoinTest(OfCounts, CellByCell):
    """Who begins against a fair coin; ``by``: whether this player went first."""

    def estimate_cell(self, groups: Groups, draws: Draws) -> Estimate:
        """A p-value; ``n`` counts games."""
        games = groups[self.counts]
        n = round(games.sum())
        return estimate_of(deal.coin(round(games[groups[self.by[0]] == 1].sum()), n), n)


def _columns(groups: Groups, names: tuple[str, ...]) -> list[Floats]:
    return [groups[name] for name in names]

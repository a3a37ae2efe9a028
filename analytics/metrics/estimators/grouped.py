"""Estimators whose cells have several groups: within strata, over times, over values, by items.

Not here: cells that are single rows of sums (``rates``), models of whole matrices (``model``).
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from analytics.metrics.estimators.cells import Cells
from analytics.metrics.estimators.estimate import (
    NO_ESTIMATE,
    WORTH,
    Draws,
    Estimate,
    EstimateArrays,
    estimate_of,
)
from analytics.metrics.estimators.estimator import AllAtOnce, CellByCell, PerItem
from analytics.metrics.estimators.rates import Sums, WinRate
from analytics.stats.interval import Z95, wilson
from analytics.stats.number import Floats, Groups, Ints
from analytics.stats.quantile import quantile_values, quantiles
from analytics.stats.stratified import COIN, Arm, mantel_haenszel
from analytics.stats.survival import kaplan_meier, median


@dataclass(frozen=True, slots=True)
class Within(AllAtOnce):
    """The win rate of ``one`` minus that of ``other`` within strata ``by``, by Mantel and Haenszel.

    Exact about what the strata hold fixed. The interval takes seat-games as independent; where single
    players give many of them, ``stats.cluster`` resamples players instead.
    """

    by: tuple[str, ...]
    one: WinRate
    other: WinRate

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        return (*self.one.sums, *self.other.sums)

    def estimate(self, cells: Cells, draws: Draws) -> EstimateArrays:
        """The difference in every cell."""
        one, other = (arm(cells.groups, side, draws) for side in (self.one, self.other))
        value, _, low, high, n = mantel_haenszel(one, other, cells.starts)
        # Of very few games that all went one way the ends may both lie short of the value.
        low, high = np.minimum(low, value), np.maximum(high, value)
        return EstimateArrays(value, n, np.maximum(low, -1.0), np.minimum(high, 1.0))


@dataclass(frozen=True, slots=True)
class WithinGames(CellByCell):
    """The win rate of ``one`` minus that of ``other`` within ``strata``, by Mantel and Haenszel, of acts:
    those of one game share its result.

    The first of ``strata`` tells the two seats apart, of which one wins what the other loses; the columns
    ``games`` tell games apart. The interval takes games as independent: each moves the difference by the sum
    of what its acts move it by, and no result varies more than a coin. With
    every act as a game of its own it held in 77 to 95 %.
    """

    strata: tuple[str, ...]
    games: tuple[str, ...]
    one: WinRate
    other: WinRate

    @property
    def by(self) -> tuple[str, ...]:
        """Strata, and games within them."""
        return (*self.strata, *self.games)

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        return (*self.one.sums, *self.other.sums)

    def estimate_cell(self, groups: Groups, draws: Draws) -> Estimate:
        """The difference; ``n`` counts acts in strata that have both."""
        one, other = (arm(groups, side, draws) for side in (self.one, self.other))
        stratum, game = (_numbered(groups, names) for names in (self.strata, self.games))
        n1, n0 = (np.bincount(stratum, side.n)[stratum] for side in (one, other))
        both = (n1 > 0) & (n0 > 0)
        if not both.any():
            return NO_ESTIMATE
        every = np.where(both, n1 + n0, 1)
        share1, share0 = np.where(both, n1 / every, 0), np.where(both, n0 / every, 0)
        whole = float((one.n * share0).sum())
        value = float((one.total * share0 - other.total * share1).sum()) / whole
        moved = one.n * share0 - other.n * share1
        of_game = np.bincount(game, np.where(groups[self.strata[0]] == 1, moved, -moved))
        half = Z95 / 2 * float(np.sqrt((of_game**2).sum() + COIN)) / whole
        n = float((one.n + other.n)[both].sum())
        return estimate_of(value, n, max(value - half, -1.0), min(value + half, 1.0))


def _numbered(groups: Groups, names: tuple[str, ...]) -> Ints:
    """The number of each combination of the keys."""
    found = np.zeros(len(groups[names[0]]), np.int64)
    for name in names:
        _, at = np.unique(groups[name], return_inverse=True)
        found = np.unique(found * (at.max() + 1) + at, return_inverse=True)[1]
    return found


@dataclass(frozen=True, slots=True)
class Different(CellByCell):
    """The win rate over those groups in which the two columns ``by`` differ: of decks, without mirrors.

    The second column may be without a name, which is another one than any name.
    """

    by: tuple[str, str]
    result: WinRate

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        return self.result.sums

    def estimate_cell(self, groups: Groups, draws: Draws) -> Estimate:
        """The win rate with its own interval."""
        one, other = (groups[name] for name in self.by)
        sums = {name: groups[name][one != other].sum() for name in self.sums}
        return estimate_of(*(float(value) for value in self.result.of(sums, draws)))


def arm(groups: Sums, side: WinRate, draws: Draws) -> Arm:
    """One side of every stratum, with draws as the policy says."""
    worth = WORTH[draws]
    wins, losses, ties = (groups[name] for name in (side.wins, side.losses, side.ties))
    if worth is None:
        return Arm(wins + losses, wins, wins)
    return Arm(wins + losses + ties, wins + worth * ties, wins + worth**2 * ties)


@dataclass(frozen=True, slots=True)
class MedianTime(AllAtOnce):
    """The median time until something happens by Kaplan and Meier, over times ``by``.

    ``events`` happened at that time; ``censored`` had not happened when there was no more to see. To leave
    these out would be to look at games only in which it did happen, and happened early.
    """

    by: tuple[str]
    events: str
    censored: str

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        return (self.events, self.censored)

    def estimate(self, cells: Cells, draws: Draws) -> EstimateArrays:
        """The median of every cell."""
        times, events, censored = cells.ordered_by(self.by[0], self.sums)
        curves = kaplan_meier(
            cells.as_rows(times, np.nan), cells.as_rows(events, 0), cells.as_rows(censored, 0)
        )
        value, low, high = median(curves)
        return EstimateArrays(value, np.add.reduceat(events + censored, cells.starts), low, high)


@dataclass(frozen=True, slots=True)
class OfCounts:
    """Something has so many ``counts`` in each group ``by``. ``of_games``: it is the same for both seats of a
    game, which counts once (``analytics.metrics.both_seats``)."""

    by: tuple[str, ...]
    counts: str
    of_games: bool = field(default=False, kw_only=True)

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        return (self.counts,)


@dataclass(frozen=True, slots=True)
class Quantile(OfCounts, AllAtOnce):
    """The value that ``share`` of all do not exceed, over values ``by``, of which there are ``counts``."""

    share: float

    def estimate(self, cells: Cells, draws: Draws) -> EstimateArrays:
        """The quantile of every cell."""
        values, counts = cells.ordered_by(self.by[0], self.sums)
        value, low, high = quantiles(values, counts, cells.starts, self.share)
        return EstimateArrays(value, np.add.reduceat(counts, cells.starts), low, high)

    def values(self, cells: Cells, draws: Draws) -> Floats:
        """The quantile of every cell alone."""
        values, counts = cells.ordered_by(self.by[0], self.sums)
        return quantile_values(values, counts, cells.starts, self.share)


@dataclass(frozen=True, slots=True)
class Of(OfCounts, CellByCell):
    """A function of the counts of all groups ``by``, such as how mixed a field is; no interval."""

    function: Callable[[Floats], float]

    def estimate_cell(self, groups: Groups, draws: Draws) -> Estimate:
        """The value; None where nothing was counted."""
        counts = groups[self.counts]
        return estimate_of(self.function(counts), counts.sum()) if counts.sum() else NO_ESTIMATE


@dataclass(frozen=True, slots=True)
class MeanOf(OfCounts, AllAtOnce):
    """The mean of the values ``by``, of which there are ``counts``, with the interval of a mean.

    ``of_seats``: each seat has its own, and one may get what another one loses (``metrics.both_seats``).
    """

    of_seats: bool = False

    def estimate(self, cells: Cells, draws: Draws) -> EstimateArrays:
        """The mean of every cell."""
        values, counts = cells.ordered_by(self.by[0], self.sums)
        n = np.add.reduceat(counts, cells.starts)
        with np.errstate(divide="ignore", invalid="ignore"):
            mean = np.add.reduceat(values * counts, cells.starts) / n
            away = counts * (values - np.repeat(mean, np.diff(cells.starts, append=len(values)))) ** 2
            error = np.where(n < 2, np.nan, np.sqrt(np.add.reduceat(away, cells.starts) / (n - 1) / n))
        return EstimateArrays(mean, n, mean - Z95 * error, mean + Z95 * error)


@dataclass(frozen=True, slots=True)
class Shares(OfCounts, PerItem):
    """For each item ``by``: its part of the ``counts`` of all, with Wilson's interval."""

    covers_all: ClassVar[bool] = True

    def estimate_items(self, groups: Groups, draws: Draws) -> EstimateArrays:
        """The share of each item; ``n`` is that of all."""
        counts = groups[self.counts]
        n = np.full(len(counts), counts.sum())
        with np.errstate(divide="ignore", invalid="ignore"):
            return EstimateArrays(counts / n, n, *wilson(counts, n), items=list(map(str, groups[self.by[0]])))

"""How a number comes out of the sums of several groups: within strata, over times, over values, by items.

Every way names the columns it wants its sums grouped ``by``. ``rated`` gives the numbers of many cells at
once, ``told`` that of one. Not here: numbers of a single cell (``way``),
models that are fitted to whole matrices (``model``).
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from analytics.metrics.estimators.cells import Cells, alone
from analytics.metrics.estimators.estimate import WORTH, Draws, Estimate, Estimates, rate
from analytics.metrics.estimators.rates import WinRate
from analytics.stats.interval import Z95, wilson
from analytics.stats.number import Floats, Groups
from analytics.stats.quantile import quantiles
from analytics.stats.stratified import Arm, each
from analytics.stats.survival import kaplan_meier, median


@dataclass(frozen=True, slots=True)
class Within:
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

    def told(self, groups: Groups, draws: Draws) -> Estimate:
        """The difference over all strata; ``n`` counts those strata that have both sides."""
        return first(self.rated(alone(groups), draws))

    def rated(self, cells: Cells, draws: Draws) -> Estimates[Floats]:
        """The difference in every cell."""
        one, other = (arm(cells.groups, side, draws) for side in (self.one, self.other))
        value, error, n = each(one, other, cells.starts)
        return Estimates(
            value, n, np.maximum(value - Z95 * error, -1.0), np.minimum(value + Z95 * error, 1.0)
        )


@dataclass(frozen=True, slots=True)
class Different:
    """The win rate over those groups in which the two columns ``by`` differ: of decks, without mirrors.

    The second column may be without a name, which is another one than any name.
    """

    by: tuple[str, str]
    result: WinRate

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        return self.result.sums

    def told(self, groups: Groups, draws: Draws) -> Estimate:
        """The win rate with its own interval."""
        one, other = (groups[name] for name in self.by)
        sums = {name: groups[name][one != other].sum() for name in self.sums}
        with np.errstate(divide="ignore", invalid="ignore"):
            return rate(*(float(value) for value in self.result.estimate(sums, draws)))


def first(found: Estimates[Floats]) -> Estimate:
    """The number of the first cell, which is the only one."""
    return rate(*(ends[0] for ends in found if ends is not None))


def arm(groups: Groups, side: WinRate, draws: Draws) -> Arm:
    """One side of every stratum, with draws as the policy says."""
    worth = WORTH[draws]
    wins, losses, ties = (groups[name] for name in (side.wins, side.losses, side.ties))
    if worth is None:
        return Arm(wins + losses, wins, wins)
    return Arm(wins + losses + ties, wins + worth * ties, wins + worth**2 * ties)


@dataclass(frozen=True, slots=True)
class MedianTime:
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

    def told(self, groups: Groups, draws: Draws) -> Estimate:
        """The median; None where it has not happened to half of them."""
        return first(self.rated(alone(groups), draws))

    def rated(self, cells: Cells, draws: Draws) -> Estimates[Floats]:
        """The median of every cell."""
        times, events, censored = cells.placed(self.by[0], self.sums)
        curves = kaplan_meier(cells.rows(times, np.nan), cells.rows(events, 0), cells.rows(censored, 0))
        value, low, high = median(curves)
        return Estimates(value, np.add.reduceat(events + censored, cells.starts), low, high)


@dataclass(frozen=True, slots=True)
class Quantile:
    """The value that ``share`` of all do not exceed, over values ``by``, of which there are ``counts``."""

    by: tuple[str]
    counts: str
    share: float

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        return (self.counts,)

    def told(self, groups: Groups, draws: Draws) -> Estimate:
        """The quantile, with the interval of order statistics."""
        return first(self.rated(alone(groups), draws))

    def rated(self, cells: Cells, draws: Draws) -> Estimates[Floats]:
        """The quantile of every cell."""
        values, counts = cells.placed(self.by[0], self.sums)
        value, low, high = quantiles(values, counts, cells.starts, self.share)
        return Estimates(value, np.add.reduceat(counts, cells.starts), low, high)


@dataclass(frozen=True, slots=True)
class Of:
    """A function of the counts of all groups ``by``, such as how mixed a field is; no interval."""

    by: tuple[str]
    counts: str
    function: Callable[[Floats], float]

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        return (self.counts,)

    def told(self, groups: Groups, draws: Draws) -> Estimate:
        """The value; None where nothing was counted."""
        counts = groups[self.counts]
        return rate(self.function(counts), counts.sum()) if counts.sum() else Estimate(None, 0)


@dataclass(frozen=True, slots=True)
class MeanOf:
    """The mean of the values ``by``, of which there are ``counts``, with the interval of a mean."""

    by: tuple[str]
    counts: str

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        return (self.counts,)

    def told(self, groups: Groups, draws: Draws) -> Estimate:
        """The mean; without an interval where there are fewer than two."""
        return first(self.rated(alone(groups), draws))

    def rated(self, cells: Cells, draws: Draws) -> Estimates[Floats]:
        """The mean of every cell."""
        values, counts = cells.placed(self.by[0], self.sums)
        n = np.add.reduceat(counts, cells.starts)
        with np.errstate(divide="ignore", invalid="ignore"):
            mean = np.add.reduceat(values * counts, cells.starts) / n
            away = counts * (values - np.repeat(mean, np.diff(cells.starts, append=len(values)))) ** 2
            error = np.where(n < 2, np.nan, np.sqrt(np.add.reduceat(away, cells.starts) / (n - 1) / n))
        return Estimates(mean, n, mean - Z95 * error, mean + Z95 * error)


@dataclass(frozen=True, slots=True)
class Shares:
    """For each item ``by``: its part of the ``counts`` of all, with Wilson's interval."""

    by: tuple[str]
    counts: str

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        return (self.counts,)

    def each(self, groups: Groups, draws: Draws) -> dict[str, Estimate]:
        """Item → its share; ``n`` is that of all."""
        items, counts = groups[self.by[0]], groups[self.counts]
        n = counts.sum()
        if not n:
            return {str(item): Estimate(None, 0) for item in items}
        low, high = wilson(counts, np.full(len(counts), n))
        return {
            str(item): rate(part / n, n, *ends)
            for item, part, *ends in zip(items, counts, low, high, strict=True)
        }

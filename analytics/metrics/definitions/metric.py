"""What a metric is: a number out of additive sums, with everything that one has to say about it.

Not here: the metrics (``registry`` and its families) and how their sums are taken.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, runtime_checkable

import numpy as np

from analytics.metrics.estimators.cells import Cells
from analytics.metrics.estimators.estimate import Draws, Estimate, Estimates, rate
from analytics.metrics.estimators.rates import Way, WinRate
from analytics.stats.number import Floats, Groups
from engine.kernel.bilingual import Bilingual

Unit = Literal[
    "share",
    "difference",
    "per game",
    "per copy",
    "per 1000",
    "turns",
    "seconds",
    "links",
    "decks",
    "index",
    "log-odds",
    "rating",
    "points",
    "p-value",
]
"""``share`` lies in 0 to 1; ``difference`` is one of two shares (0.05 is five percentage points)."""
Weighting = Literal[
    "game-weighted",
    "copy-weighted",
    "per action",
    "per window",
    "per draw",
    "per deck",
    "per player",
    "per match",
    "none",
]
"""What is counted once."""
Tag = Literal["association", "randomised", "descriptive"]
"""``association``: who plays the card, and against whom, is part of the number · ``randomised``: chance
decided who had it · ``descriptive``: what happened, not what it was worth."""

Values = Sequence[int] | Sequence[float] | Sequence[str]


@runtime_checkable
class Grouped(Protocol):
    """A number out of the sums of the groups ``by``."""

    @property
    def by(self) -> tuple[str, ...]: ...

    @property
    def sums(self) -> tuple[str, ...]: ...

    def told(self, groups: Groups, draws: Draws) -> Estimate: ...


@runtime_checkable
class Celled(Grouped, Protocol):
    """One that can be told of many cells at once."""

    def rated(self, cells: Cells, draws: Draws) -> Estimates[Floats]: ...


@runtime_checkable
class Itemised(Protocol):
    """One number for each item, out of the sums of the groups ``by``."""

    @property
    def by(self) -> tuple[str, ...]: ...

    @property
    def sums(self) -> tuple[str, ...]: ...

    def each(self, groups: Groups, draws: Draws) -> dict[str, Estimate]: ...


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example, which is a test as well: these sums give this ``rate`` (to four decimals).

    Where the metric wants groups, every sum has one number for each of them, and the keys of the groups
    stand beside the sums. ``item``: of which one the rate is told.
    """

    sums: Mapping[str, int | Values]
    rate: Estimate
    draws: Draws = "exclude"
    item: str = ""


@dataclass(frozen=True, slots=True)
class Metric:
    """One metric.

    ``way`` makes the number out of sums by name. ``version`` grows when the definition changes.
    """

    id: str
    name: Bilingual
    formula: Bilingual
    unit: Unit
    weighting: Weighting
    tag: Tag
    estimator: Way | Grouped | Itemised
    example: Example
    version: int = 1

    @property
    def sums(self) -> tuple[str, ...]:
        """All sums that are needed, each once."""
        return tuple(dict.fromkeys(self.estimator.sums))

    @property
    def by(self) -> tuple[str, ...]:
        """What the sums of one number are grouped by: nothing where they are single numbers."""
        return self.estimator.by if isinstance(self.estimator, Grouped | Itemised) else ()

    @property
    def counts_games(self) -> bool:
        """Whether it is a win rate, so that an even game is one half."""
        return isinstance(self.estimator, WinRate)

    def of(self, sums: Mapping[str, int | Values], *, draws: Draws = "exclude") -> Estimate:
        """The value for one row of sums, or for one set of groups.

        Raises ``KeyError`` for a sum that is missing, ``TypeError`` for a metric that tells items apart.
        """
        if isinstance(self.estimator, Itemised):
            raise TypeError(f"{self.id} tells items apart: ask for each")
        if isinstance(self.estimator, Grouped):
            groups = _groups(self, sums)
            return self.estimator.told(groups, draws) if len(groups[self.by[0]]) else Estimate(None, 0)
        with np.errstate(divide="ignore", invalid="ignore"):
            found = self.estimator.rated({name: np.float64(sums[name]) for name in self.sums}, draws)  # type: ignore[arg-type]  # a number of NumPy is an array here
        return rate(*(float(value) for value in found if value is not None))

    def each(self, sums: Mapping[str, int | Values], *, draws: Draws = "exclude") -> dict[str, Estimate]:
        """Item → its value, for a metric that tells items apart. Raises ``KeyError``, ``TypeError``."""
        if not isinstance(self.estimator, Itemised):
            raise TypeError(f"{self.id} is one number: ask of")
        groups = _groups(self, sums)
        return self.estimator.each(groups, draws) if len(groups[self.by[0]]) else {}


def _groups(metric: Metric, sums: Mapping[str, int | Values]) -> Groups:
    """Keys as they are, sums as floats. Raises ``KeyError``."""
    keys: Groups = {name: np.asarray(sums[name]) for name in metric.by}
    return keys | {name: np.asarray(sums[name], np.float64) for name in metric.sums}

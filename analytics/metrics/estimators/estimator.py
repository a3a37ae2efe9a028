"""What an estimator is: it makes the numbers of cells out of their sums.

Three kinds share the one method ``estimate``: those that compute all cells at once, those that compute one
cell after the other (``CellByCell``), and those that give a number for each item of a cell (``PerItem``).
Not here: the estimators (``rates``, ``grouped``, ``model``, ``chance_tests``, ``tiebreaks``).
"""

from typing import ClassVar, Protocol

import numpy as np

from analytics.metrics.estimators.cells import Cells, single_cell
from analytics.metrics.estimators.estimate import Draws, Estimate, EstimateArrays
from analytics.stats.number import Floats, Groups


class _Grouped(Protocol):
    @property
    def by(self) -> tuple[str, ...]: ...

    @property
    def sums(self) -> tuple[str, ...]: ...


class Estimator(_Grouped, Protocol):
    """``sums``: the sums that are needed, in groups ``by`` these columns; ``by`` is empty where a cell is one
    row of sums. ``per_item``: whether a cell gives a number for each of its items; ``of_pairs``: whether
    these are pairs, named in both columns ``by``. ``covers_all``: whether groups without a name are one more
    group, so that shares are of all decks, named or not."""

    per_item: ClassVar[bool]
    of_pairs: ClassVar[bool]
    covers_all: ClassVar[bool]

    def estimate(self, cells: Cells, draws: Draws) -> EstimateArrays:
        """The numbers of every cell, with draws as the policy says."""

    def values(self, cells: Cells, draws: Draws) -> Floats:
        """The values alone, of a thousand resamples for instance, whose intervals nobody wants."""


class _Estimating(_Grouped, Protocol):
    def estimate(self, cells: Cells, draws: Draws) -> EstimateArrays: ...


class _WithValues:
    __slots__ = ()
    of_pairs: ClassVar[bool] = False

    def values(self: _Estimating, cells: Cells, draws: Draws) -> Floats:
        """The value of every cell."""
        return self.estimate(cells, draws).value


class RowByRow(_WithValues):
    """For estimators whose cells are single rows of sums."""

    __slots__ = ()
    by: ClassVar[tuple[str, ...]] = ()
    per_item: ClassVar[bool] = False
    covers_all: ClassVar[bool] = False


class AllAtOnce(_WithValues):
    """For estimators that compute the groups of all cells at once."""

    __slots__ = ()
    per_item: ClassVar[bool] = False
    covers_all: ClassVar[bool] = False


class _OfCell(_Grouped, Protocol):
    def estimate_cell(self, groups: Groups, draws: Draws) -> Estimate: ...


class CellByCell(_WithValues):
    """For estimators that compute one cell after the other."""

    __slots__ = ()
    per_item: ClassVar[bool] = False
    covers_all: ClassVar[bool] = False

    def estimate(self: _OfCell, cells: Cells, draws: Draws) -> EstimateArrays:
        """The numbers of every cell."""
        found = [self.estimate_cell(groups, draws) for groups in cells.split((*self.by, *self.sums))]
        value, n, low, high = (np.array(column, np.float64) for column in zip(*found, strict=True))
        return EstimateArrays(value, n, low, high)


class _OfItems(_Grouped, Protocol):
    def estimate_items(self, groups: Groups, draws: Draws) -> EstimateArrays: ...


class PerItem(_WithValues):
    """For estimators that give a number for each item of a cell."""

    __slots__ = ()
    per_item: ClassVar[bool] = True
    covers_all: ClassVar[bool] = False

    def estimate(self: _OfItems, cells: Cells, draws: Draws) -> EstimateArrays:
        """The numbers of every item of every cell."""
        found = [self.estimate_items(groups, draws) for groups in cells.split((*self.by, *self.sums))]
        lengths = [len(one.value) for one in found]
        value, low, high = (
            np.concatenate([_filled(column, length) for column, length in zip(columns, lengths, strict=True)])
            for columns in zip(*((one.value, one.low, one.high) for one in found), strict=True)
        )
        for ends in (low, high):
            ends[np.isnan(value)] = np.nan
        return EstimateArrays(
            value,
            np.concatenate([one.n for one in found]),
            low,
            high,
            [item for one in found for item in one.items or ()],
            np.repeat(np.arange(len(found)), lengths),
        )


def _filled(column: Floats | None, length: int) -> Floats:
    return np.full(length, np.nan) if column is None else np.asarray(column, np.float64)


def estimate_groups(estimator: Estimator, groups: Groups, draws: Draws) -> EstimateArrays:
    """The numbers of one cell of all these groups, of which there is at least one."""
    return estimator.estimate(single_cell(groups), draws)

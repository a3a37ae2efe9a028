"""Cells: what an estimator makes numbers of. Each cell has groups, and each group has keys and sums.

The groups of all cells stand side by side in columns, so that an estimator computes all cells at once: there
are hundreds of cards, and one by one they take longer than counting them. Not here: where the sums come from
(``analytics.metrics.cell_estimates``).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analytics.stats.number import Floats, Groups, Ints


@dataclass(frozen=True, slots=True)
class Cells:
    """``groups``: keys and sums of every group, cell after cell · ``starts``: the first group of each cell,
    none of which is empty · ``number`` of groups."""

    groups: Mapping[str, NDArray[Any]]
    starts: Ints
    number: int

    def split(self, names: Sequence[str]) -> Iterator[Groups]:
        """The columns ``names`` of one cell after the other."""
        columns = {name: self.groups[name] for name in names}
        ends = np.append(self.starts[1:], self.number).tolist()
        for start, end in zip(self.starts.tolist(), ends, strict=True):
            yield {name: column[start:end] for name, column in columns.items()}

    def ordered_by(self, key: str, names: Sequence[str]) -> list[Floats]:
        """The numbers of a key, ascending within each cell, and the sums ``names`` in the same order."""
        order = np.lexsort((self.groups[key], self._cell_numbers()))
        return [self.groups[name][order].astype(np.float64) for name in (key, *names)]

    def as_rows(self, values: Floats, filler: float) -> Floats:
        """One row a cell, as long as the longest one; shorter ones end in ``filler``."""
        cell = self._cell_numbers()
        place = np.arange(len(values)) - self.starts[cell]
        table: Floats = np.full((len(self.starts), place.max() + 1), filler)
        table[cell, place] = values
        return table

    def _cell_numbers(self) -> Ints:
        """For each group the number of its cell."""
        return np.repeat(np.arange(len(self.starts)), np.diff(self.starts, append=self.number))


def single_cell(groups: Groups) -> Cells:
    """A single cell of all these groups, of which there is at least one."""
    return Cells(groups, np.zeros(1, np.int64), len(next(iter(groups.values()))))

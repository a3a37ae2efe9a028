"""The sums of many cells as columns: those of all groups of a cell stand side by side.

A number that is made of the groups of a cell (``group``) is computed for all cells at once: there are
hundreds of cards, and to go through them one by one takes longer than to count them. Not here: where the
sums come from (``measured``).
"""

from dataclasses import dataclass

import numpy as np

from analytics.stats.number import Floats, Groups, Ints


@dataclass(frozen=True, slots=True)
class Cells:
    """``groups``: keys and sums of every group, cell after cell · ``starts``: the first group of each cell,
    of which every one has some."""

    groups: Groups
    starts: Ints

    def placed(self, key: str, names: tuple[str, ...]) -> list[Floats]:
        """The numbers of a key, ascending within each cell, and the sums ``names`` in the same order."""
        order = np.lexsort((self.groups[key], self._cell()))
        return [self.groups[name][order].astype(np.float64) for name in (key, *names)]

    def rows(self, values: Floats, filler: float) -> Floats:
        """One row a cell, as long as the longest one; what the others lack is ``filler``."""
        cell = self._cell()
        place = np.arange(len(values)) - self.starts[cell]
        table: Floats = np.full((len(self.starts), place.max() + 1), filler)
        table[cell, place] = values
        return table

    def _cell(self) -> Ints:
        """For each group the number of its cell."""
        return np.repeat(np.arange(len(self.starts)), np.diff(self.starts, append=self._groups()))

    def _groups(self) -> int:
        return len(next(iter(self.groups.values())))


def alone(groups: Groups) -> Cells:
    """A single cell, of all these groups."""
    return Cells(groups, np.zeros(1, np.int64))

"""Win rates of columns of wins, losses and ties, and the difference of two of them.

Not here: which matches are counted (``deck_set``).
"""

import numpy as np
import polars as pl

from analytics.metrics.estimators.cells import Cells
from analytics.metrics.estimators.estimate import Draws
from analytics.metrics.estimators.rates import WinRate
from analytics.stats.difference import newcombe
from analytics.stats.number import Floats

RATE = WinRate("won", "lost", "tied")
Rate = tuple[Floats, Floats, Floats, Floats]
"""Value, n, and both ends of the interval."""


def rate_of(won: Floats, lost: Floats, tied: Floats, *, draws: Draws) -> Rate:
    """The match win rate of every row."""
    sums = {"won": won, "lost": lost, "tied": tied}
    found = RATE.estimate(Cells(sums, np.arange(len(won)), len(won)), draws)
    assert found.low is not None and found.high is not None
    return found.value, found.n, found.low, found.high


def apart(one: Rate, other: Rate, shared: Floats) -> tuple[Floats, Floats, Floats]:
    """``one`` minus ``other``; ``shared`` counts the matches of one against the other."""
    with np.errstate(divide="ignore", invalid="ignore"):
        part = np.clip(np.nan_to_num(shared / np.sqrt(one[1] * other[1])), 0, 1)
    sides = [(side[0], side[2], side[3]) for side in (one, other)]
    value, low, high = newcombe(sides[0], sides[1], correlation=-part)
    return value, np.maximum(low, -1), np.minimum(high, 1)


def numbers(name: str, column: Floats) -> pl.Series:
    """A column, null where there is no number."""
    return pl.Series(name, column, pl.Float64).fill_nan(None)

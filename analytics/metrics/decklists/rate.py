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

WITHIN, NOTHING = "within", "nothing"
RATE = WinRate("won", "lost", "tied", shared=WITHIN, tied_shared=NOTHING)
Rate = tuple[Floats, Floats, Floats, Floats]
"""Value, n, and both ends of the interval."""


def rate_of(won: Floats, lost: Floats, tied: Floats, *, draws: Draws, within: Floats | float = 0.0) -> Rate:
    """The match win rate of every row. ``within``: how many of its seats played each other, so that what one
    won another lost: they move no rate, and it is the surer."""
    nothing = np.zeros(len(won))
    sums = {"won": won, "lost": lost, "tied": tied, WITHIN: nothing + within, NOTHING: nothing}
    found = RATE.estimate(Cells(sums, np.arange(len(won)), len(won)), draws)
    assert found.low is not None and found.high is not None
    return found.value, found.n, found.low, found.high


def apart(
    one: Rate, other: Rate, shared: Floats, *, within: tuple[Floats, Floats]
) -> tuple[Floats, Floats, Floats]:
    """``one`` minus ``other``; ``shared`` counts the matches of one against the other, ``within`` the seats
    of each that played each other."""
    with np.errstate(divide="ignore", invalid="ignore"):
        moving = (one[1] - within[0]) * (other[1] - within[1])
        part = np.clip(np.nan_to_num(shared / np.sqrt(moving)), 0, 1)
    sides = [(side[0], side[2], side[3]) for side in (one, other)]
    value, low, high = newcombe(sides[0], sides[1], correlation=-part)
    return value, np.maximum(low, -1), np.minimum(high, 1)


def numbers(name: str, column: Floats) -> pl.Series:
    """A column, null where there is no number."""
    return pl.Series(name, column, pl.Float64).fill_nan(None)

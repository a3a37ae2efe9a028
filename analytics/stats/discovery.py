"""Many tests at once: the false discovery rate at which each is notable.

Not here: the tests.
"""

import numpy as np

from analytics.stats.number import Floats

NOTABLE = 0.05
"""The false discovery rate of a list of notable items."""


def adjusted(p: Floats) -> Floats:
    """The smallest false discovery rate at which each is on the list; NaN (no test) stays NaN.

    Y. Benjamini and Y. Hochberg, *Controlling the false discovery rate* (1995).
    """
    found, tested = np.full(len(p), np.nan), ~np.isnan(p)
    upwards = np.argsort(p[tested])
    number = len(upwards)
    rates = p[tested][upwards] * (number / np.arange(1, number + 1))
    least = np.minimum.accumulate(rates[::-1])[::-1]  # a list contains all smaller p-values
    found[np.flatnonzero(tested)[upwards]] = np.minimum(least, 1)
    return found

"""Many tests at once: which of them may be called notable.

Not here: the tests.
"""

import numpy as np

from analytics.stats.number import Bools, Floats

NOTABLE = 0.05
"""The share of false ones that a list of notable items may have, on average."""


def adjusted(p: Floats) -> Floats:
    """The smallest rate of false discoveries at which each would be on the list; NaN (no test) stays NaN.

    Y. Benjamini and Y. Hochberg, *Controlling the false discovery rate* (1995).
    """
    found, tested = np.full(len(p), np.nan), ~np.isnan(p)
    upwards = np.argsort(p[tested])
    number = len(upwards)
    rates = p[tested][upwards] * (number / np.arange(1, number + 1))
    least = np.minimum.accumulate(rates[::-1])[::-1]  # on a list stand all that are surer
    found[np.flatnonzero(tested)[upwards]] = np.minimum(least, 1)
    return found


def notable(p: Floats, *, rate: float = NOTABLE) -> Bools:
    """Which of them stand out although so many were looked at."""
    return np.nan_to_num(adjusted(p), nan=1.0) <= rate

"""Many tests at once: which of them may be called notable.

Not here: the tests.
"""

import numpy as np
from scipy.stats import false_discovery_control

from analytics.stats.number import Bools, Floats

NOTABLE = 0.05
"""The share of false ones that a list of notable items may have, on average."""


def adjusted(p: Floats) -> Floats:
    """The smallest rate of false discoveries at which each would be on the list; NaN (no test) stays NaN.

    Y. Benjamini and Y. Hochberg, *Controlling the false discovery rate* (1995).
    """
    found, tested = np.full(len(p), np.nan), ~np.isnan(p)
    if tested.any():
        found[tested] = false_discovery_control(p[tested])
    return found


def notable(p: Floats, *, rate: float = NOTABLE) -> Bools:
    """Which of them stand out although so many were looked at."""
    return np.nan_to_num(adjusted(p), nan=1.0) <= rate

"""Quantiles of whole numbers of which one has counts.

Not here: what was counted.
"""

import numpy as np
from scipy.stats import binom

from analytics.stats.number import Floats


def quantile(
    values: Floats, counts: Floats, share: float, *, level: float = 0.95
) -> tuple[float, float, float]:
    """The smallest of the ascending ``values`` that ``share`` of all do not exceed, and its interval.

    The interval takes order statistics: how many observations lie below the true quantile is binomial, so
    its ends are observations as well. NaN of nothing.
    """
    n = int(counts.sum())
    if not n:
        return float("nan"), float("nan"), float("nan")
    tail = (1 - level) / 2
    ranks = [np.ceil(share * n), binom.ppf(tail, n, share), binom.ppf(1 - tail, n, share) + 1]
    places = np.searchsorted(counts.cumsum(), np.clip(ranks, 1, n))
    value, low, high = (float(values[place]) for place in places)
    return value, low, high

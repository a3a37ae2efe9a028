"""Quantiles of whole numbers that are given with counts.

Not here: what was counted.
"""

import numpy as np
import scipy

from analytics.stats.number import Floats, Ints


def quantile(
    values: Floats, counts: Floats, share: float, *, level: float = 0.95
) -> tuple[float, float, float]:
    """The smallest of the ascending ``values`` that ``share`` of all do not exceed, and its interval.

    The interval uses order statistics: the number of observations below the true quantile is binomial, so its
    ends are observations as well. NaN without values.
    """
    if not len(values):
        return float("nan"), float("nan"), float("nan")
    value, low, high = (end.item() for end in quantiles(values, counts, np.zeros(1, np.int64), share, level))
    return value, low, high


def quantiles(
    values: Floats, counts: Floats, starts: Ints, share: float, level: float = 0.95
) -> tuple[Floats, Floats, Floats]:
    """The same for many cells, whose values stand side by side; ``starts`` is the first one of each."""
    n = np.add.reduceat(counts, starts)
    some, tail = np.maximum(n, 1), (1 - level) / 2
    sizes, size = np.unique(
        some, return_inverse=True
    )  # of many cells few differ, and this is what takes long
    ends = scipy.stats.binom.ppf([[tail], [1 - tail]], sizes, share)[:, size]
    ranks = [np.ceil(share * n), ends[0], ends[1] + 1]
    upwards = counts.cumsum()
    before = upwards[starts] - counts[starts]
    places = [np.searchsorted(upwards, before + np.clip(rank, 1, some)) for rank in ranks]
    value, low, high = (np.where(n > 0, values[np.minimum(at, len(values) - 1)], np.nan) for at in places)
    return value, low, high

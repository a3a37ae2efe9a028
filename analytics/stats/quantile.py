"""Quantiles of whole numbers that are given with counts.

Not here: what was counted.
"""

from collections.abc import Iterator, Sequence

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
    """The same for many cells, whose values stand side by side; ``starts`` is the first one of each.

    Counts need not be whole: where observations are alike, each is worth a part of an independent one.
    """
    n = np.add.reduceat(counts, starts)
    tail = (1 - level) / 2
    # Of many cells few differ in size, and this is what takes long.
    sizes, size = np.unique(np.fmax(np.floor(n), 1), return_inverse=True)
    ends = _binomial(np.array([[tail], [1 - tail]]), sizes.astype(np.int64), share)[:, size]
    value, low, high = _at(values, counts, starts, n, [np.ceil(share * n), ends[0], ends[1] + 1])
    return value, low, high


def _binomial(level: Floats, trials: Ints, share: float) -> Floats:
    """The smallest number of successes that these trials do not exceed with a probability of ``level``."""
    at_most = np.ceil(scipy.special.bdtrik(level, trials, share))
    less = np.maximum(at_most - 1, 0)  # the inverse may be rounded upwards
    found: Floats = np.where(scipy.special.bdtr(less, trials, share) >= level, less, at_most)
    return found


def quantile_values(values: Floats, counts: Floats, starts: Ints, share: float) -> Floats:
    """The quantiles of ``quantiles`` without their intervals."""
    n = np.add.reduceat(counts, starts)
    (found,) = _at(values, counts, starts, n, [np.ceil(share * n)])
    return found


def _at(values: Floats, counts: Floats, starts: Ints, n: Floats, ranks: Sequence[Floats]) -> Iterator[Floats]:
    """The values of these ranks in each cell, of ``n`` observations; NaN where there are none."""
    least = counts.min(where=counts > 0, initial=1)
    upwards = counts.cumsum()
    before = np.append(0, upwards)[starts]
    last = np.append(starts[1:], len(values)) - 1
    for rank in ranks:
        place = np.searchsorted(upwards, before + np.clip(rank, least, np.maximum(n, least)))
        yield np.where(n > 0, values[np.minimum(place, last)], np.nan)

"""A difference of means within strata: what remains of it once like is compared with like.

Counts in, so strata may come from any set of matches, added up. Not here: which strata a metric needs.
"""

from typing import NamedTuple

import numpy as np

from analytics.stats.number import Floats

COIN = 0.5
"""The mean squared distance of two coins: what one pair of observations is taken to have shown beforehand, or
two games of which both were won would make one certain."""


class Arm(NamedTuple):
    """One side of every stratum: ``n`` observations, the sum of their scores, and of the squares of these."""

    n: Floats
    total: Floats
    squares: Floats


class Difference(NamedTuple):
    """``value`` with its standard error; ``n`` observations in strata that have both sides. NaN of none."""

    value: float
    error: float
    n: int


def mantel_haenszel(one: Arm, other: Arm) -> Difference:
    """``one`` minus ``other`` within strata, weighted by n₁n₀ / (n₁ + n₀).

    The weights are those that are best where the difference is the same everywhere, and a stratum with a
    single observation on a side still tells something. The error takes both sides of a stratum to vary
    alike: half the mean squared distance of a pair, one of each side, is then the variance. For scores
    of 0 and 1 and strata of any size this is the estimator of T. Sato, *On the variance estimator for the
    Mantel–Haenszel risk difference* (1989), without its correction for unequal variances, and with one
    pair of observations more.
    """
    both = (one.n > 0) & (other.n > 0)
    n1, n0 = one.n[both], other.n[both]
    if not len(n1):
        return Difference(np.nan, np.nan, 0)
    mean1, mean0 = one.total[both] / n1, other.total[both] / n0
    weight = n1 * n0 / (n1 + n0)
    whole = weight.sum()
    value = float((weight * (mean1 - mean0)).sum() / whole)
    apart = one.squares[both] / n1 + other.squares[both] / n0 - 2 * mean1 * mean0
    apart = ((weight * (apart - value * value)).sum() + COIN) / (whole + 1)
    return Difference(value, float(np.sqrt(max(apart, 0.0) / 2 / whole)), int(n1.sum() + n0.sum()))

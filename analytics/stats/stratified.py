"""A difference of means within strata, so that like is compared with like.

The input are counts, so strata from any sets of matches can be added up. Not here: which strata a metric
needs.
"""

from typing import NamedTuple

import numpy as np

from analytics.stats.interval import Z95
from analytics.stats.number import Floats, Ints

COIN = 0.5
"""The mean squared distance of two coins: one such pair of observations is added, or two games that were both
won would give an interval of no width."""


class Arm(NamedTuple):
    """One side of every stratum: ``n`` observations, the sum of their scores, and of the squares of these."""

    n: Floats
    total: Floats
    squares: Floats


class Differences(NamedTuple):
    """``value`` of each cell with its standard error and both ends of its 95 % interval; ``n`` observations
    in strata that have both sides. NaN without any."""

    value: Floats
    error: Floats
    low: Floats
    high: Floats
    n: Floats


def mantel_haenszel(one: Arm, other: Arm, starts: Ints) -> Differences:
    """``one`` minus ``other`` within strata, weighted by n₁n₀ / (n₁ + n₀), of cells whose strata stand side
    by side; ``starts`` is the first one of each.

    The weights are optimal if the difference is the same everywhere, and a stratum with a single observation
    on a side still contributes. The error assumes that both sides of a stratum vary alike: half the mean
    squared distance of a pair, one of each side, is then the variance. For scores of 0 and 1 and strata of
    any size this is the estimator of T. Sato, *On the variance estimator for the Mantel–Haenszel risk
    difference* (1989), without its correction for unequal variances, and with one pair of observations more.
    """

    def total(of_strata: Floats) -> Floats:
        found: Floats = np.add.reduceat(of_strata, starts)
        return found

    both = (one.n > 0) & (other.n > 0)
    n1, n0 = np.where(both, one.n, 1), np.where(both, other.n, 1)
    mean1, mean0 = one.total / n1, other.total / n0
    weight = np.where(both, n1 * n0 / (n1 + n0), 0)
    whole = total(weight)
    with np.errstate(divide="ignore", invalid="ignore"):
        value = total(weight * (mean1 - mean0)) / whole
        of_cell = np.repeat(value, np.diff(starts, append=len(weight)))
        apart = one.squares / n1 + other.squares / n0 - 2 * mean1 * mean0
        squared = (total(weight * apart) + COIN) / (whole + 1)
        around = (total(weight * (apart - of_cell * of_cell)) + COIN) / (whole + 1)
        error = np.sqrt(np.maximum(around, 0.0) / 2 / whole)
        low, high = _ends(value, squared, whole)
    return Differences(value, error, low, high, total(np.where(both, one.n + other.n, 0)))


def _ends(value: Floats, squared: Floats, whole: Floats) -> tuple[Floats, Floats]:
    """The differences δ that are not rejected: (value - δ)² = z² (squared - δ²) / 2 whole.

    The mean squared distance of a pair, ``squared``, is twice the variance and δ². Taken around the value
    instead, the variance is too small where the value is far from δ by chance, and of few observations on
    one side the interval would be too narrow: as with Wilson's interval of a rate.
    """
    part = Z95 * Z95 / 2 / whole
    half = np.sqrt(np.maximum(part * squared * (1 + part) - part * value * value, 0.0))
    return (value - half) / (1 + part), (value + half) / (1 + part)

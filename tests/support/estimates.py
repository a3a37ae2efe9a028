"""Plain versions of estimates that the program makes of many cells at once.

Not here: those of whole metrics (``tests/analytics/metrics/reference``).
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from analytics.stats.cluster import resamples
from analytics.stats.number import Floats, Ints
from analytics.stats.stratified import Arm, mantel_haenszel


class Bootstrapped(NamedTuple):
    """The estimate from all rows, and the interval of the estimates from resampled clusters."""

    value: float
    low: float
    high: float


def bootstrap(
    clusters: Ints,
    estimate: Callable[[Floats], float],
    *,
    times: int = 1000,
    seed: int = 0,
    level: float = 0.95,
) -> Bootstrapped:
    """The cluster bootstrap: estimates from resampled clusters, as many as there are.

    ``clusters`` names the cluster (0 … k - 1) of every row; ``estimate`` gets a weight for every row, how
    often its cluster was drawn, and gives a number, or NaN if there is none. Percentiles.
    """
    number = int(clusters.max()) + 1 if len(clusters) else 0
    value = estimate(np.ones(len(clusters)))
    if number < 2:
        return Bootstrapped(value, np.nan, np.nan)
    found = [estimate(weight[clusters]) for weight in resamples(number, times=times, seed=seed)]
    tail = (1 - level) / 2
    low, high = np.nanquantile(found, [tail, 1 - tail])
    return Bootstrapped(value, float(low), float(high))


class Difference(NamedTuple):
    """As ``analytics.stats.stratified.Differences``, of one cell."""

    value: float
    error: float
    low: float
    high: float
    n: int


def stratified_difference(one: Arm, other: Arm) -> Difference:
    """The difference within the strata of one cell."""
    if not len(one.n):
        return Difference(np.nan, np.nan, np.nan, np.nan, 0)
    value, error, low, high, n = (
        column.item() for column in mantel_haenszel(one, other, np.zeros(1, np.int64))
    )
    return Difference(value, error, low, high, int(n))

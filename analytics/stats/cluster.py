"""Observations that come in clusters: games of one player are no independent ones.

Not here: which players there are, and what is estimated.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from analytics.stats.number import Floats, Ints

TOO_MUCH = 0.1
"""From which share of a cell by one player on players are resampled instead of games."""


def effective(n: float, clusters: float, correlation: float) -> float:
    """How many independent observations ``n`` in so many clusters are worth: n / (1 + (m̄ - 1) ρ)."""
    return n / (1 + (n / clusters - 1) * correlation)


def correlation(wins: Floats, games: Floats) -> float:
    """How alike the games within a cluster are, ρ, from wins and games of each; 0 where they are not.

    The estimator of an analysis of variance. It can come out below 0, which only says that there is nothing
    to see. 0 where every cluster has one game.
    """
    wins, games = wins[games > 0], games[games > 0]
    n, clusters = games.sum(), len(games)
    if clusters < 2 or n == clusters:
        return 0.0
    rates, mean = wins / games, wins.sum() / n
    between = (games * (rates - mean) ** 2).sum() / (clusters - 1)
    within = (games * rates * (1 - rates)).sum() / (n - clusters)
    typical = (n - (games**2).sum() / n) / (clusters - 1)
    spread = between + (typical - 1) * within
    return float(max((between - within) / spread, 0.0)) if spread > 0 else 0.0


def dominated(games: Floats) -> bool:
    """Whether one cluster gives more than a tenth of all games."""
    return bool(len(games) and games.max() > TOO_MUCH * games.sum())


def resamples(number: int, *, times: int = 1000, seed: int = 0) -> Floats:
    """How often each of ``number`` clusters was drawn, as many as there are and ``times`` over: (times,
    number)."""
    chance = np.random.default_rng(seed)
    found: Floats = chance.multinomial(number, np.full(number, 1 / number), times).astype(np.float64)
    return found


class Bootstrapped(NamedTuple):
    """The estimate from everything, and the interval of the estimates from resampled clusters."""

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
    """Draw whole clusters again and again, as many as there are, and look how far the estimate moves.

    ``clusters`` names the cluster (0 … k - 1) of every row; ``estimate`` gets a weight for every row, how
    often its cluster was drawn, and gives a number, or NaN where the rows tell nothing. Percentiles.
    """
    number = int(clusters.max()) + 1 if len(clusters) else 0
    value = estimate(np.ones(len(clusters)))
    if number < 2:
        return Bootstrapped(value, np.nan, np.nan)
    found = [estimate(weight[clusters]) for weight in resamples(number, times=times, seed=seed)]
    tail = (1 - level) / 2
    low, high = np.nanquantile(found, [tail, 1 - tail])
    return Bootstrapped(value, float(low), float(high))

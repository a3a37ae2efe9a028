"""Shrinkage of rates of few games towards those of their peers: empirical Bayes, beta-binomial.

Not here: which cells are peers, and priors of pairings, whose means differ (``matchup``).
"""

from typing import NamedTuple

import numpy as np
import scipy

from analytics.stats.number import Bools, Floats

MOST = 10_000.0
"""The largest weight of a prior, in games: a larger one is indistinguishable from no difference at all."""
LEAST = 0.1
CALIBRATED = 20.0
"""The weight of the prediction of a pairing, in games, if there is nothing to fit it to."""
VAGUE = 1.5
"""Deviation of the prior of this weight, in logarithms."""


class Prior(NamedTuple):
    """The distribution of peers: Beta(``mean`` · ``weight``, (1 - ``mean``) · ``weight``).

    ``weight`` is how many games it is worth. ``capped``: the peers differ no more than by
    chance, so they are taken as nearly alike; whoever shows the result should say so.
    """

    mean: float
    weight: float
    capped: bool


class Shrunk(NamedTuple):
    """Posterior mean, its interval, and the chance that the rate is above the base."""

    mean: Floats
    low: Floats
    high: Floats
    above: Floats


def fit(wins: Floats, trials: Floats) -> Prior:
    """The prior of maximum likelihood. Raises ``ValueError`` without games."""
    played: Bools = trials > 0
    wins, trials = wins[played], trials[played]
    if not len(trials):
        raise ValueError("a prior cannot be fitted to no games")
    pooled = (wins.sum() + 0.5) / (trials.sum() + 1)

    def loss(at: Floats) -> float:
        return -likelihood(wins, trials, np.full(len(wins), scipy.special.expit(at[0])), np.exp(at[1]))

    starts = [np.array([scipy.special.logit(pooled), np.log(weight)]) for weight in (3.0, 30.0, 300.0)]
    bounds = [(-12.0, 12.0), (np.log(LEAST), np.log(MOST))]
    best = min(
        (scipy.optimize.minimize(loss, start, bounds=bounds) for start in starts), key=lambda found: found.fun
    )
    weight = float(np.exp(best.x[1]))
    return Prior(float(scipy.special.expit(best.x[0])), weight, bool(weight > 0.99 * MOST))


def fit_weight(wins: Floats, trials: Floats, means: Floats, shares: Floats | float = 0.0) -> float:
    """The most probable weight, in games, of priors with these ``means``, if the means were certain. Its own
    prior is log-normal around 20 with deviation 1.5; many cells outweigh it.

    ``shares`` is the uncertainty of each mean (``worth``). No mean may come from the games of its own cell:
    it would be too close to them, and the weight would be thousands.
    """

    def loss(log_weight: float) -> float:
        away = (log_weight - np.log(CALIBRATED)) / VAGUE
        weights = worth(float(np.exp(log_weight)), shares)
        return float(away**2 / 2 - likelihood(wins, trials, means, weights))

    bounds = (np.log(LEAST), np.log(MOST))
    return float(np.exp(scipy.optimize.minimize_scalar(loss, bounds=bounds, method="bounded").x))


def worth(weight: float, share: Floats | float) -> Floats | float:
    """The weight of a prior, in games, that would have ``weight`` if its mean were certain; ``share`` of the
    variance of a single game comes from the uncertainty of the mean."""
    return np.maximum(1 / ((1 - share) / (weight + 1) + share) - 1, LEAST)


def likelihood(wins: Floats, trials: Floats, means: Floats, weight: Floats | float) -> float:
    """The log-likelihood of beta-binomial counts, up to a term that does not depend on the prior."""
    a, b = means * weight, (1 - means) * weight
    return float((scipy.special.betaln(wins + a, trials - wins + b) - scipy.special.betaln(a, b)).sum())


def shrunk(
    wins: Floats,
    trials: Floats,
    means: Floats | float,
    weight: Floats | float,
    *,
    base: float = 0.5,
    level: float = 0.95,
) -> Shrunk:
    """The posterior of every cell. ``wins`` need not be whole: a draw may be half of one. An interval always
    holds the mean, which of a posterior next to 0 or 1 may lie in a tail."""
    a, b = wins + means * weight, trials - wins + (1 - np.asarray(means)) * weight
    tail, mean = (1 - level) / 2, a / (a + b)
    return Shrunk(
        mean,
        np.minimum(scipy.special.betaincinv(a, b, tail), mean),
        np.maximum(scipy.special.betaincinv(a, b, 1 - tail), mean),
        scipy.special.betaincc(a, b, base),
    )

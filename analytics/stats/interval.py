"""Confidence intervals of a proportion, and of a score in which a draw is worth a part of a win.

Not here: what is counted, and intervals of differences (``difference``).
"""

import numpy as np
import scipy

from analytics.stats.number import Floats, Number

Z95 = 1.959964
"""Standard normal quantile of a 95 % interval."""


def wilson(successes: Number, trials: Number, *, z: float = Z95) -> tuple[Number, Number]:
    """Wilson's score interval for ``successes`` of ``trials``: its lower and upper end.

    The same formula for numbers and for columns. Without trials a column gives
    NaN, a number raises ``ZeroDivisionError``; more successes than trials is the caller's error.
    E. B. Wilson, *Probable inference, the law of succession, and statistical inference* (1927).
    """
    nothing = successes * 0
    return _lower(successes, trials, nothing, z), 1 - _lower(trials - successes, trials, nothing, z)


def score(
    wins: Number, trials: Number, ties: Number, *, worth: float, z: float = Z95
) -> tuple[Number, Number]:
    """The interval of the mean score (wins + ``worth`` · ties) / trials: Wilson's, for three outcomes.

    A score test of a mean μ needs the variance under μ. With a share t of ties it is μ (1 - μ) -
    worth (1 - worth) t, so ties make the interval narrower. The share is taken as ties / (trials + z²),
    so that a few ties alone do not make the interval too narrow. Without ties, or if ties are worth nothing,
    this is Wilson's interval.
    """
    total = wins + worth * ties
    spared = worth * (1 - worth) * ties / (trials + z * z)
    return _lower(total, trials, spared, z), 1 - _lower(trials - total, trials, spared, z)


def _lower(total: Number, trials: Number, spared: Number, z: float) -> Number:
    """The smaller root μ of (total / trials - μ)² = z² (μ (1 - μ) - spared) / trials, out of the larger one.

    Their product is known, and the larger root is a sum of non-negative terms. So nothing cancels out: the
    end is exactly 0 without a success, and 1 without a failure.
    """
    share = total / trials
    room = z * z / 4 + total * (1 - share) - spared * (trials + z * z)
    larger = (total + z * z / 2 + z * room**0.5) / (trials + z * z)
    smaller: Number = (share * total + z * z * spared) / ((trials + z * z) * larger)
    return smaller


def jeffreys(successes: Floats, trials: Floats, *, level: float = 0.95) -> tuple[Floats, Floats]:
    """The interval of Jeffreys' prior: quantiles of Beta(successes + ½, failures + ½).

    The lower end is 0 where nothing succeeded, the upper end 1 where nothing failed; NaN without trials.
    L. D. Brown, T. T. Cai and A. DasGupta, *Interval estimation for a binomial proportion* (2001).
    """
    successes, trials = np.asarray(successes, np.float64), np.asarray(trials, np.float64)
    tail, failures = (1 - level) / 2, trials - successes
    low = np.where(successes == 0, 0.0, scipy.special.betaincinv(successes + 0.5, failures + 0.5, tail))
    high = np.where(failures == 0, 1.0, scipy.special.betaincinv(successes + 0.5, failures + 0.5, 1 - tail))
    return np.where(trials == 0, np.nan, low), np.where(trials == 0, np.nan, high)

"""Observations in clusters: games of one player are not independent.

Not here: which players there are, and what is estimated.
"""

from typing import NamedTuple

import numpy as np

from analytics.stats.interval import Z95
from analytics.stats.number import Floats, Ints
from analytics.stats.student import t95

TOO_MUCH = 0.1
"""Players are resampled instead of games if one contributes more than this share of a cell."""

PRIOR = 20
"""Clusters that the design effect of all ratios counts for in that of each."""
ALIKE = 1e-9
"""Part of a sum of squares that may be left of it by rounding."""


def effective(n: float, clusters: float, correlation: float) -> float:
    """The effective number of ``n`` observations in so many clusters: n / (1 + (m̄ - 1) ρ)."""
    return n / (1 + (n / clusters - 1) * correlation)


def correlation(wins: Floats, games: Floats) -> float:
    """The intraclass correlation ρ of the games of a cluster, from wins and games of each, at least 0.

    The estimator of an analysis of variance. A negative result only says that there is no correlation to see
    and becomes 0. It is 0 as well if every cluster has one game.
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


class Ratios(NamedTuple):
    """Ratios Σk / Σn, an element each: sums over those ``clusters`` that have any n.

    ``w``: of the squares of what single observations add to k, which is k itself where they add 0 or 1 ·
    ``kk``, ``kn``, ``nn``: of the products of what a cluster has.
    """

    k: Floats
    n: Floats
    w: Floats
    kk: Floats
    kn: Floats
    nn: Floats
    clusters: Floats


def design_effects(of: Ratios, alike: Ints) -> Floats:
    """By how much fewer than its n independent observations each ratio is worth; NaN for a single cluster.

    The variance of a ratio r of clusters is that of Σ (k − r n), linearised; divided by that of independent
    observations it is the design effect. That of all ratios of one number ``alike`` counts for ``PRIOR``
    clusters in each of them; where few clusters tell of less than 1, it is held back. Student's t for as many
    clusters is in the result. A ratio without a cluster has what the others lend. L. Kish, *Survey Sampling*
    (1965), chapters 5 and 8; E. L. Korn and B. I. Graubard, *Confidence intervals for proportions with small
    expected number of positive counts* (1998).
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio, free = of.k / of.n, of.clusters - 1
        squares = np.maximum(of.kk - 2 * ratio * of.kn + ratio**2 * of.nn, 0)
        off = squares * of.clusters / np.maximum(free, 1)
        own = of.w - of.k * ratio
        known = (free > 0) & (own > ALIKE * of.w)
        sums = (np.bincount(alike, np.where(known, one, 0))[alike] for one in (off, own, free))
        off_all, own_all, free_all = sums
        of_all = off_all / own_all
        of_all = np.maximum(of_all, np.minimum((free_all * of_all + PRIOR) / (free_all + PRIOR), 1))
        counted, effect = np.where(known, of.clusters, 0), np.where(known, off / own, 0)
        found = (counted * effect + PRIOR * of_all) / (counted + PRIOR)
        # Where all observations are the same, whole clusters may be.
        found = np.where(own_all > 0, found, np.where(free > 0, of.nn / of.n, np.nan))
    free = np.where(own_all > 0, np.minimum(np.where(known, free, 0) + PRIOR, free_all), np.maximum(free, 1))
    effects: Floats = found * (t95(free) / Z95) ** 2
    return effects


def dominated(games: Floats) -> bool:
    """Whether one cluster contributes more than a tenth of all games."""
    return bool(len(games) and games.max() > TOO_MUCH * games.sum())


def resamples(number: int, *, times: int = 1000, seed: int = 0) -> Floats:
    """How often each of ``number`` clusters is drawn in ``times`` resamples of ``number`` draws: (times,
    number)."""
    drawn = np.random.default_rng(seed).integers(number, size=(times, number))
    # Places of the table as one row: to count them takes a fifth of the time of multinomial numbers.
    places = drawn + number * np.arange(times)[:, None]
    counted = np.bincount(places.ravel(), minlength=times * number)
    found: Floats = counted.reshape(times, number).astype(np.float64)
    return found

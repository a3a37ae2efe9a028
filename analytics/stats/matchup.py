"""A matrix of pairings in which every cell leans on what both decks do elsewhere.

The prior of a cell is what Bradley and Terry expect of it by the other cells, worth as many games as these
say: its own games count once. Not here: what a matrix is good for (``field``).
"""

from typing import NamedTuple

import numpy as np
import scipy
from numpy.polynomial.hermite_e import hermegauss

from analytics.stats import bradley_terry
from analytics.stats.number import Floats
from analytics.stats.shrinkage import CALIBRATED, Shrunk, fit_weight, shrunk, worth

RIDGE = 1.0
"""Precision of the prior of every strength: of two decks of which nothing is known one beats the other in 6
to 94 of 100 games, by 95 % of this prior."""
NODES, SHARES = hermegauss(21)
SHARES /= SHARES.sum()
"""Points of a normal law and their parts of it: means over an unsure strength are sums over these."""
ROUNDS = 4
"""Strengths depend on what cells are worth, and that on the strengths: so often it goes back and forth."""


class Matrix(NamedTuple):
    """How often the row beats the column: posterior of every cell, exactly one half on the diagonal.

    ``expected`` is what the strengths say that other cells tell of, ``weight`` how many games that is worth,
    cell by cell: less where the strengths themselves are known from few games.
    """

    posterior: Shrunk
    expected: Floats
    weight: Floats


def matrix(wins: Floats, games: Floats) -> Matrix:
    """``wins`` of ``games`` of row against column, square; draws are half a win.

    Every pairing stands in it from both sides: wins + wins.T == games == games.T. The diagonal is not read.
    """
    number = len(games)
    one, other = upper = np.triu_indices(number, 1)
    won, n = wins[upper], games[upper]
    weight = CALIBRATED
    for _ in range(ROUNDS):
        apart = 1 / (1 + np.maximum(n - 1, 0) / (weight + 1))  # games of a pairing have its quirks in common
        results = bradley_terry.Results(one, other, np.zeros(len(n)), won * apart, n * apart)
        mean, share = _without_itself(bradley_terry.fit(results, number, ridge=RIDGE), results)
        weight = fit_weight(won, n, mean, share)
    weights = worth(weight, share)
    expected, weighed = np.full((2, number, number), 0.5)
    expected[one, other], expected[other, one] = mean, 1 - mean
    weighed[one, other] = weighed[other, one] = weights
    cells = shrunk(wins, games, expected, weighed)
    for part in cells:
        np.fill_diagonal(part, 0.5)
    return Matrix(cells, expected, weighed)


def _without_itself(found: bradley_terry.Strengths, results: bradley_terry.Results) -> tuple[Floats, Floats]:
    """What all other pairings expect of each one, and which share of the variance of a single game comes from
    how little they know.

    One step of Newton's away from the strengths that were fitted to all of them.
    """
    one, other, covariance = results.one, results.other, found.covariance
    unsure = covariance[one, one] + covariance[other, other] - 2 * covariance[one, other]
    odds = found.theta[one] - found.theta[other]
    mean = scipy.special.expit(odds)
    unsure /= 1 - results.games * mean * (1 - mean) * unsure
    odds = odds - unsure * (results.wins - results.games * mean)
    chances = scipy.special.expit(odds[:, None] + np.sqrt(unsure)[:, None] * NODES)
    expected: Floats = chances @ SHARES
    return expected, (chances**2 @ SHARES - expected**2) / (expected * (1 - expected))


def draws(wins: Floats, games: Floats, found: Matrix, *, times: int, seed: int) -> Floats:
    """``times`` matrices from the posterior, each consistent: what the row wins the column loses.

    Shape (times, n, n).
    """
    number = len(games)
    upper = np.triu_indices(number, 1)
    weight = found.weight[upper]
    prior = found.expected[upper] * weight
    drawn = np.random.default_rng(seed).beta(
        wins[upper] + prior, games[upper] - wins[upper] + weight - prior, (times, len(prior))
    )
    matrices = np.full((times, number, number), 0.5)
    matrices[:, upper[0], upper[1]] = drawn
    matrices[:, upper[1], upper[0]] = 1 - drawn
    return matrices

"""A matrix of pairings, in which the results of both decks elsewhere are the prior of every cell.

The mean of the prior is the Bradley–Terry prediction from the other cells, so that a cell's own games count
once; its weight in games is fitted. Not here: what a matrix is used for (``field``).
"""

from functools import cache
from typing import NamedTuple

import numpy as np
import scipy

from analytics.stats import bradley_terry
from analytics.stats.number import Floats
from analytics.stats.shrinkage import CALIBRATED, Shrunk, fit_weight, shrunk, worth

RIDGE = 1.0
"""Precision of the prior of every strength: 95 % of this prior lets one of two unknown decks beat the other
in 6 to 94 of 100 games."""
ROUNDS = 4
"""Iterations: strengths depend on the weight of the priors, and that depends on the strengths."""


class Matrix(NamedTuple):
    """How often the row beats the column: posterior of every cell, exactly one half on the diagonal.

    ``expected`` is the prediction of the strengths from other cells, ``weight`` its worth in games, cell by
    cell: less if the strengths themselves come from few games. ``strengths`` are those of all cells, and
    ``certain`` is the worth of a prediction from strengths that are known.
    """

    posterior: Shrunk
    expected: Floats
    weight: Floats
    strengths: bradley_terry.Strengths
    certain: float


def matrix(wins: Floats, games: Floats) -> Matrix:
    """``wins`` of ``games`` of row against column, square; draws are half a win.

    Every pairing stands in it from both sides: wins + wins.T == games == games.T. The diagonal is not read.
    """
    number = len(games)
    one, other = upper = np.triu_indices(number, 1)
    won, n = wins[upper], games[upper]
    weight = CALIBRATED
    for _ in range(ROUNDS):
        apart = 1 / (1 + np.maximum(n - 1, 0) / (weight + 1))  # games of one pairing are correlated
        results = bradley_terry.Results(one, other, np.zeros(len(n)), won * apart, n * apart)
        strengths = bradley_terry.fit(results, number, ridge=RIDGE)
        mean, share = _without_itself(strengths, results)
        weight = fit_weight(won, n, mean, share)
    weights = worth(weight, share)
    expected, weighed = np.full((2, number, number), 0.5)
    expected[one, other], expected[other, one] = mean, 1 - mean
    weighed[one, other] = weighed[other, one] = weights
    cells = shrunk(wins, games, expected, weighed)
    for part in cells:
        np.fill_diagonal(part, 0.5)
    return Matrix(cells, expected, weighed, strengths, weight)


def _without_itself(found: bradley_terry.Strengths, results: bradley_terry.Results) -> tuple[Floats, Floats]:
    """The prediction of each pairing from all others, and the share of the variance of a single game that
    comes
    from the uncertainty of this prediction.

    By one Newton step from the strengths that were fitted to all pairings.
    """
    one, other, covariance = results.one, results.other, found.covariance
    unsure = covariance[one, one] + covariance[other, other] - 2 * covariance[one, other]
    odds = found.theta[one] - found.theta[other]
    mean = scipy.special.expit(odds)
    unsure /= 1 - results.games * mean * (1 - mean) * unsure
    odds = odds - unsure * (results.wins - results.games * mean)
    nodes, shares = _normal_law()
    chances = scipy.special.expit(odds[:, None] + np.sqrt(unsure)[:, None] * nodes)
    expected: Floats = chances @ shares
    return expected, (chances**2 @ shares - expected**2) / (expected * (1 - expected))


@cache
def _normal_law() -> tuple[Floats, Floats]:
    """Nodes and weights of a normal law, for means over an uncertain strength. NumPy loads its polynomials
    only now, and starts the threads of its linear algebra."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(21)
    return nodes, weights / weights.sum()


def draws(wins: Floats, games: Floats, found: Matrix, *, times: int, seed: int) -> Floats:
    """``times`` matrices from the posterior, each consistent: the column loses what the row wins.

    Strengths are drawn first, then the cells around what these expect. Cells that were drawn each by itself
    would not share the strength of their deck, of which all of a row may be too high: sums of a row, such as
    the score against a field, would look surer than they are. Shape (times, n, n).
    """
    number, chance = len(games), np.random.default_rng(seed)
    one, other = upper = np.triu_indices(number, 1)
    covariance = found.strengths.covariance[:number, :number]
    theta = chance.multivariate_normal(found.strengths.theta, covariance, times, method="cholesky")
    prior = scipy.special.expit(theta[:, one] - theta[:, other]) * found.certain
    won, lost = wins[upper], games[upper] - wins[upper]
    drawn = chance.beta(won + prior, lost + found.certain - prior)
    matrices = np.full((times, number, number), 0.5)
    matrices[:, one, other] = drawn
    matrices[:, other, one] = 1 - drawn
    return matrices

"""A matrix of pairings in which every cell leans on what both decks do elsewhere.

The prior of a cell is what Bradley and Terry expect of it, worth as many games as the other cells say. Not
here: what a matrix is good for (``field``).
"""

from typing import NamedTuple

import numpy as np
from scipy.special import expit

from analytics.stats import bradley_terry
from analytics.stats.number import Floats
from analytics.stats.shrinkage import CALIBRATED, LEAST, Shrunk, fit_weight, shrunk

ROUNDS = 4
"""Strengths depend on what cells are worth, and that on the strengths: so often it goes back and forth."""


class Matrix(NamedTuple):
    """How often the row beats the column: posterior of every cell, exactly one half on the diagonal.

    ``expected`` is what strengths alone say, ``weight`` how many games that is worth, cell by cell: less
    where the strengths themselves are known from few games.
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
        worth = 1 / (1 + np.maximum(n - 1, 0) / (weight + 1))  # games of a pairing have its quirks in common
        results = bradley_terry.Results(one, other, np.zeros(len(n)), won * worth, n * worth)
        found = bradley_terry.fit(results, number)
        mean = expit(found.theta[one] - found.theta[other])
        weight = fit_weight(won, n, mean)
    apart = np.diag(found.covariance)[one] + np.diag(found.covariance)[other]
    unsure = apart - 2 * found.covariance[upper]
    weights = np.maximum(1 / (1 / (weight + 1) + unsure * mean * (1 - mean)) - 1, LEAST)
    expected, weighed = np.full((2, number, number), 0.5)
    expected[one, other], expected[other, one] = mean, 1 - mean
    weighed[one, other] = weighed[other, one] = weights
    cells = shrunk(wins, games, expected, weighed)
    for part in cells:
        np.fill_diagonal(part, 0.5)
    return Matrix(cells, expected, weighed)


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

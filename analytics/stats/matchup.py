"""A matrix of pairings in which every cell leans on what both decks do elsewhere.

The prior of a cell is what Bradley and Terry expect of it, worth as many games as the other cells say. Not
here: what a matrix is good for (``field``).
"""

from typing import NamedTuple

import numpy as np

from analytics.stats import bradley_terry
from analytics.stats.number import Floats
from analytics.stats.shrinkage import Shrunk, fit_weight, shrunk


class Matrix(NamedTuple):
    """How often the row beats the column: posterior of every cell, exactly one half on the diagonal.

    ``expected`` is what strengths alone say, ``weight`` how many games that is worth.
    """

    posterior: Shrunk
    expected: Floats
    weight: float


def matrix(wins: Floats, games: Floats) -> Matrix:
    """``wins`` of ``games`` of row against column, square; draws are half a win.

    Every pairing stands in it from both sides: wins + wins.T == games == games.T. The diagonal is not read.
    """
    number = len(games)
    upper = np.triu_indices(number, 1)
    results = bradley_terry.Results(upper[0], upper[1], np.zeros(len(upper[0])), wins[upper], games[upper])
    theta = bradley_terry.fit(results, number).theta
    expected = 1 / (1 + np.exp(theta[None, :] - theta[:, None]))
    weight = fit_weight(wins[upper], games[upper], expected[upper])
    cells = shrunk(wins, games, expected, weight)
    for part in cells:
        np.fill_diagonal(part, 0.5)
    return Matrix(cells, expected, weight)


def draws(wins: Floats, games: Floats, found: Matrix, *, times: int, seed: int) -> Floats:
    """``times`` matrices from the posterior, each consistent: what the row wins the column loses.

    Shape (times, n, n).
    """
    number = len(games)
    upper = np.triu_indices(number, 1)
    prior = found.expected[upper] * found.weight
    drawn = np.random.default_rng(seed).beta(
        wins[upper] + prior, games[upper] - wins[upper] + found.weight - prior, (times, len(prior))
    )
    matrices = np.full((times, number, number), 0.5)
    matrices[:, upper[0], upper[1]] = drawn
    matrices[:, upper[1], upper[0]] = 1 - drawn
    return matrices

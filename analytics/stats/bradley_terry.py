"""The Bradley–Terry model: a strength for each, and how often one beats another; with a term for going first.

logit P(i beats j | i first) = θᵢ − θⱼ + h; on neutral ground h is left out. Not here: pairings that differ
from what the two strengths predict (``matchup``).
"""

from typing import NamedTuple

import numpy as np
import scipy

from analytics.stats.number import Floats, Ints

RIDGE = 0.01
"""Precision of the prior of every parameter: very weak, but strengths stay finite for a side that always
wins."""
CLOSE = 1e-6
"""The fit ends when a step is shorter than this."""


class Results(NamedTuple):
    """Pairings, one an element: ``one`` won ``wins`` of ``games`` against ``other``.

    ``first`` is 1 where ``one`` went first, -1 where ``other`` did, 0 if unknown. A draw is half a win.
    """

    one: Ints
    other: Ints
    first: Floats
    wins: Floats
    games: Floats


class Strengths(NamedTuple):
    """``theta``: a strength for each, 0 on average · ``first``: the effect of going first, in log-odds as
    well · ``covariance`` of (theta, first)."""

    theta: Floats
    first: float
    covariance: Floats


def fit(results: Results, number: int, *, ridge: float = RIDGE) -> Strengths:
    """The strengths of 0 … ``number`` - 1 that maximise the posterior density."""
    design = np.zeros((len(results.games), number + 1))
    rows = np.arange(len(results.games))
    design[rows, results.one] += 1
    design[rows, results.other] -= 1
    design[:, number] = results.first
    wins, games = results.wins, results.games

    def loss(at: Floats) -> float:
        odds = design @ at
        fitted = wins * scipy.special.log_expit(odds) + (games - wins) * scipy.special.log_expit(-odds)
        return float(ridge * at @ at / 2 - fitted.sum())

    def bends(chance: Floats) -> Floats:
        found: Floats = ridge * np.eye(number + 1) + (design.T * (games * chance * (1 - chance))) @ design
        return found

    at, step = np.zeros(number + 1), np.ones(number + 1)
    while np.abs(step).max() > CLOSE:  # Newton's method
        chance = scipy.special.expit(design @ at)
        step = np.linalg.solve(bends(chance), design.T @ (wins - games * chance) - ridge * at)
        while np.abs(step).max() > CLOSE and loss(at + step) > loss(at):
            step /= 2
        at += step
    covariance = np.linalg.inv(bends(scipy.special.expit(design @ at)))
    theta = at[:number] - at[:number].mean()
    return Strengths(theta, float(at[number]), covariance.astype(np.float64))

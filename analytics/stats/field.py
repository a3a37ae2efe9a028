"""What to bring: the expected score against a field, and the mix that no deck beats.

Not here: the matrix of pairings and its uncertainty (``matchup``).
"""

from typing import NamedTuple

import numpy as np
from scipy.optimize import linprog

from analytics.stats.number import Floats

IN_SUPPORT = 1e-6
"""From which share on a deck is a part of a mix."""


class Expected(NamedTuple):
    """For every deck: the expected share of wins, and its interval."""

    value: Floats
    low: Floats
    high: Floats


def against(matrices: Floats, field: Floats, *, level: float = 0.95) -> Expected:
    """What every deck scores against ``field`` (weights, at least one above 0), over matrices (t, n, n)."""
    scores = matrices @ (field / field.sum())
    tail = (1 - level) / 2
    low, high = np.quantile(scores, [tail, 1 - tail], axis=0)
    return Expected(scores.mean(axis=0), low, high)


def equilibrium(matrix: Floats) -> Floats:
    """The mix of rows that scores at least one half against every column: a Nash equilibrium.

    Where several mixes do, it is one of them, always the same. By linear programming.
    """
    number = len(matrix)
    gain = np.hstack([0.5 - matrix.T, np.ones((number, 1))])  # the value stays below every column's score
    found = linprog(
        np.append(np.zeros(number), -1.0),
        A_ub=gain,
        b_ub=np.zeros(number),
        A_eq=np.append(np.ones(number), 0.0)[None, :],
        b_eq=[1.0],
        bounds=[(0, None)] * number + [(None, None)],
        method="highs",
    )
    mix = np.clip(found.x[:number], 0, None)
    shares: Floats = mix / mix.sum()
    return shares


def support(matrices: Floats) -> Floats:
    """For every deck: in which share of the matrices (t, n, n) it is a part of the equilibrium.

    One mix would look surer than it is: a pairing that is a point better can turn all of it.
    """
    found: Floats = np.mean([equilibrium(matrix) > IN_SUPPORT for matrix in matrices], axis=0)
    return found

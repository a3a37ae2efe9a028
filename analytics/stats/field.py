"""What to bring: the expected score against a field, and the mix that no deck beats.

Not here: the matrix of pairings and its uncertainty (``matchup``).
"""

from typing import NamedTuple

import numpy as np
import scipy

from analytics.stats.number import Floats

IN_SUPPORT = 1e-6
"""From which share on a deck is a part of a mix."""
TOGETHER = 50


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


def equilibria(matrices: Floats) -> Floats:
    """Of every matrix (t, n, n) the mix of rows that scores at least one half against every column: a Nash
    equilibrium. Shape (t, n).

    Where several mixes do, it is one of them, always the same. By linear programming, ``TOGETHER`` of them as
    one programme: they have nothing to do with one another, and to set one up costs more than to solve it.
    """
    parts = (matrices[at : at + TOGETHER] for at in range(0, len(matrices), TOGETHER))
    return np.concatenate([_equilibria(part) for part in parts])


def _equilibria(matrices: Floats) -> Floats:
    times, number, _ = matrices.shape
    column = np.ones((number, 1))
    shares = np.append(column, 0.0)[None, :]
    found = scipy.optimize.linprog(
        np.tile(np.append(np.zeros(number), -1.0), times),
        # the value, the last variable of each, stays below every column's score
        A_ub=scipy.sparse.block_diag(
            [np.hstack([0.5 - matrix.T, column]) for matrix in matrices], format="csc"
        ),
        b_ub=np.zeros(times * number),
        A_eq=scipy.sparse.block_diag([shares] * times, format="csc"),
        b_eq=np.ones(times),
        bounds=np.tile([(0, np.inf)] * number + [(-np.inf, np.inf)], (times, 1)),
        method="highs",
    )
    mixes = np.clip(found.x.reshape(times, number + 1)[:, :number], 0, None)
    equilibria: Floats = mixes / mixes.sum(axis=1, keepdims=True)
    return equilibria


def support(matrices: Floats) -> Floats:
    """For every deck: in which share of the matrices (t, n, n) it is a part of the equilibrium.

    One mix would look surer than it is: a pairing that is a point better can turn all of it.
    """
    found: Floats = np.mean(equilibria(matrices) > IN_SUPPORT, axis=0)
    return found

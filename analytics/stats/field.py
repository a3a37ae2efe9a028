"""The expected score against a field, and the mix that no deck beats (a Nash equilibrium).

Not here: the matrix of pairings and its uncertainty (``matchup``).
"""

from itertools import combinations
from typing import NamedTuple

import numpy as np
import scipy

from analytics.stats.number import Floats, Ints

IN_SUPPORT = 1e-6
"""The smallest share of a deck that is a part of a mix."""
EXACT = 1e-9
"""Tolerance of rounding: a mix may score less than a half by this much."""
FIRST, TOGETHER = 5, 40
"""The number of matrices in one linear programme, at first and at most. They are independent, but setting up
a programme costs more than solving it; and a few matrices show the supports of many others."""
FEW = 5
"""With this many decks there are 16 supports to try, which takes no longer than a linear programme."""
OFTEN = 1 / 20
"""Supports that occur in more of a programme's matrices than this share are tried on all others."""


class Expected(NamedTuple):
    """For every deck: the expected share of wins, and its interval."""

    value: Floats
    low: Floats
    high: Floats


def against(matrices: Floats, field: Floats, *, level: float = 0.95) -> Expected:
    """The score of every deck against ``field`` (weights, at least one above 0), over matrices (t, n, n)."""
    scores = matrices @ (field / field.sum())
    tail = (1 - level) / 2
    low, high = np.quantile(scores, [tail, 1 - tail], axis=0)
    return Expected(scores.mean(axis=0), low, high)


def equilibria(matrices: Floats) -> Floats:
    """For every matrix (t, n, n), in which the column loses what the row wins, the mix of rows that scores at
    least one half against every column: a Nash equilibrium. Shape (t, n).

    If there are several, it is one of them, always the same.
    """
    leading = _leading(matrices)
    found = np.zeros(matrices.shape[:2])
    found[:, leading] = _among(matrices[:, leading[:, None], leading])
    return found


def _leading(matrices: Floats) -> Ints:
    """The decks that can be a part of an equilibrium of any of the matrices.

    If each deck of a set beats each deck outside it, a mix with outside decks loses to its own part inside.
    A set of k decks is such a set if together they have all the wins that k decks can have.
    """
    number = matrices.shape[1]
    wins = (matrices > 0.5).sum(axis=2)
    order = np.argsort(-wins, axis=1)
    many = np.arange(1, number + 1)
    most = many * (many - 1) // 2 + many * (number - many)
    first = (np.take_along_axis(wins, order, axis=1).cumsum(axis=1) == most) | (many == number)
    apart = many[None] <= first.argmax(axis=1)[:, None] + 1
    return np.unique(order[apart])


def _among(matrices: Floats) -> Floats:
    """The same for these decks. Any mix that no deck beats is an equilibrium, however it was found.

    For few decks all supports of odd size are tried; one of even size is an equilibrium only by coincidence.
    Similar matrices have equilibria with the same support: supports that linear programming finds for some
    are tried on the others.
    """
    number = matrices.shape[1]
    found = np.full((len(matrices), number), np.nan)
    if number <= FEW:
        for several in range(1, number + 1, 2):
            for support in combinations(range(number), several):
                _try(matrices, found, np.array(support))
    together = FIRST
    while len(left := _open(found)):
        now = left[:together]
        found[now] = _equilibria(matrices[now])
        supports, times = np.unique(found[now] > IN_SUPPORT, axis=0, return_counts=True)
        for support in supports[times > OFTEN * len(now)]:
            _try(matrices, found, np.flatnonzero(support))
        together = min(2 * together, TOGETHER)
    return found


def _open(found: Floats) -> Ints:
    """The matrices without an equilibrium so far."""
    return np.flatnonzero(np.isnan(found[:, 0]))


def _try(matrices: Floats, found: Floats, support: Ints) -> None:
    """Enter the equilibrium with exactly this support for every matrix that has one and has none ``found``
    yet."""
    left, several = _open(found), len(support)
    # Each of them scores a half against the mix; the shares add up to one.
    system = np.ones((len(left), several + 1, several + 1))
    system[:, :several, :several] = matrices[left[:, None, None], support, support[:, None]] - 0.5
    system[:, several, several] = 0.0
    solvable = np.flatnonzero(np.linalg.det(system))
    shares = np.linalg.solve(system[solvable], np.append(np.zeros(several), 1.0)[:, None])[:, :several, 0]
    whole = (shares > IN_SUPPORT).all(axis=1)
    at, shares = left[solvable[whole]], shares[whole]
    scores = shares[:, None] @ matrices[at[:, None], support]
    holds = (scores > 0.5 - EXACT).all(axis=(1, 2))
    found[at[holds]] = 0.0
    found[at[holds][:, None], support] = shares[holds]


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

    A single mix would look too certain: one point in one pairing can change all of it.
    """
    found: Floats = np.mean(equilibria(matrices) > IN_SUPPORT, axis=0)
    return found

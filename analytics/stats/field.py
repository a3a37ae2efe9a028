"""What to bring: the expected score against a field, and the mix that no deck beats.

Not here: the matrix of pairings and its uncertainty (``matchup``).
"""

from itertools import combinations
from typing import NamedTuple

import numpy as np
import scipy

from analytics.stats.number import Floats, Ints

IN_SUPPORT = 1e-6
"""From which share on a deck is a part of a mix."""
EXACT = 1e-9
"""A mix that scores less than a half by no more than this is beaten by rounding alone."""
FIRST, TOGETHER = 5, 40
"""So many matrices make one linear programme, to begin with and at most: they have nothing to do with one
another, and to set one up costs more than to solve it; but a few tell what many others are like."""
FEW = 5
"""Of so many decks there are 16 sets to try, which takes no longer than a linear programme."""
OFTEN = 1 / 20
"""Decks that are met in more of a programme's matrices than this are tried on all others."""


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
    """Of every matrix (t, n, n), in which what the row wins the column loses, the mix of rows that scores at
    least one half against every column: a Nash equilibrium. Shape (t, n).

    Where several mixes do, it is one of them, always the same.
    """
    leading = _leading(matrices)
    found = np.zeros(matrices.shape[:2])
    found[:, leading] = _among(matrices[:, leading[:, None], leading])
    return found


def _leading(matrices: Floats) -> Ints:
    """The decks that can be a part of an equilibrium of any of the matrices.

    Where each of some decks beats each of the others, a mix with those others loses to its own part without
    them. So many decks as beat all behind them have, together, all the wins that so many can have.
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
    """The same of these decks. A mix that no deck beats is an equilibrium whoever proposed it.

    Of few decks all sets are tried, but those of an even number, which are one by chance alone. Alike
    matrices have equilibria of the same decks: so the decks that are found for some, by linear programming,
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
    """Write down the equilibrium of these decks, all of which are a part of it: wherever there is one, and
    none was ``found`` yet."""
    left, several = _open(found), len(support)
    # All of them score the same against the mix, which is a half; the shares add up to one.
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

    One mix would look surer than it is: a pairing that is a point better can turn all of it.
    """
    found: Floats = np.mean(equilibria(matrices) > IN_SUPPORT, axis=0)
    return found

"""What cards are worth beyond who plays them: a logistic regression with a term for every player.

logit P(first seat wins) = seat + Σ cardᵥ · (copies first − copies second) + (player first − player second),
all but the seat drawn towards 0 (ridge). A card that strong players favour looks strong by itself; here
its players have to answer for that. Still an association: players choose cards for other reasons too.
Not here: cards that chance dealt (``stratified`` over draws).
"""

from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_array, hstack
from sklearn.linear_model import LogisticRegression

from analytics.stats.number import Floats, Ints

RIDGE = 1.0
"""Precision of the prior of every card and every player."""


class Games(NamedTuple):
    """One element a game: players (0 … p - 1) of both seats, and the result of the first: 1, 0, or a half.

    ``cards``: a row for every game, a column for every card: copies of the first seat less those of the
    second, of which most are 0.
    """

    first: Ints
    second: Ints
    won: Floats
    cards: Any  # scipy.sparse.csr_array; scipy ships no types


class Effects(NamedTuple):
    """Log-odds for one copy more, with the ends of the interval (NaN without resampling), and the seat's."""

    card: Floats
    low: Floats
    high: Floats
    seat: float


def adjusted(
    games: Games, *, players: bool = True, ridge: float = RIDGE, times: int = 0, seed: int = 0
) -> Effects:
    """The effect of every card. Without ``players`` it is the crude one, for comparison.

    The interval resamples games ``times`` times (95 %, percentiles).
    """
    design = _design(games, players=players)
    number = games.cards.shape[1]
    whole = _fitted(design, games.won, np.ones(len(games.won)), ridge)
    low = high = np.full(number, np.nan)
    if times:
        chance, n = np.random.default_rng(seed), len(games.won)
        drawn = [
            _fitted(design, games.won, chance.multinomial(n, np.full(n, 1 / n)).astype(np.float64), ridge)[1:]
            for _ in range(times)
        ]
        low, high = np.nanquantile(np.array(drawn)[:, :number], [0.025, 0.975], axis=0)
    return Effects(whole[1 : number + 1], low, high, float(whole[0]))


def _design(games: Games, *, players: bool) -> Any:
    """Cards, then players: 1 for the one in the first seat, -1 for the one in the second."""
    if not players:
        return games.cards
    n, rows = len(games.won), np.arange(len(games.won))
    number = int(max(games.first.max(), games.second.max())) + 1
    seats = csr_array(
        (np.repeat([1.0, -1.0], n), (np.tile(rows, 2), np.concatenate([games.first, games.second]))),
        shape=(n, number),
    )
    return hstack([games.cards, seats], format="csr")


def _fitted(design: Any, won: Floats, weight: Floats, ridge: float) -> Floats:
    """(seat, coefficients), NaN where only one side ever won. A draw is half a win and half a loss."""
    sides = [(True, weight * won), (False, weight * (1 - won))]
    rows = [np.flatnonzero(share > 0) for _, share in sides]
    if not all(map(len, rows)):
        return np.full(design.shape[1] + 1, np.nan)
    model = LogisticRegression(C=1 / ridge, tol=1e-8, max_iter=2000)
    model.fit(
        design[np.concatenate(rows)],
        np.repeat([side for side, _ in sides], [len(part) for part in rows]),
        sample_weight=np.concatenate([share[part] for (_, share), part in zip(sides, rows, strict=True)]),
    )
    return np.concatenate([model.intercept_, model.coef_[0]])

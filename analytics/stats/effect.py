"""What cards are worth beyond who plays them: a logistic regression with a term for every player.

logit P(first seat wins) = seat + Σ cardᵥ · (copies first − copies second) + (player first − player second),
all of them drawn towards 0 (ridge), the seat hardly. A card that strong players favour looks strong by
itself; here its players have to answer for that. Still an association: players choose cards for other
reasons too. Not here: cards that chance dealt (``stratified`` over draws).
"""

from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_array, hstack
from scipy.special import expit, log_expit

from analytics.stats.number import Floats, Ints

RIDGE = 1.0
"""Precision of the prior of every card and every player."""
SEAT_RIDGE = 0.01
"""And of the seat: hardly any, for games in which the same one always won."""


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
    design, number, n = _design(games, players=players), games.cards.shape[1], len(games.won)
    whole = _fitted(design, games.won, np.ones(n), ridge, np.zeros(design.shape[1] + 1))
    low = high = np.full(number, np.nan)
    if times:
        chance = np.random.default_rng(seed)
        weights = (chance.multinomial(n, np.full(n, 1 / n)).astype(np.float64) for _ in range(times))
        drawn = [_fitted(design, games.won, weight, ridge, whole)[1 : number + 1] for weight in weights]
        low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
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


def _fitted(design: Any, won: Floats, weight: Floats, ridge: float, start: Floats) -> Floats:
    """(seat, coefficients) of the greatest posterior density. A draw is half a win and half a loss."""
    across, precision = design.T.tocsr(), np.append(SEAT_RIDGE, np.full(len(start) - 1, ridge))

    def loss(at: Floats) -> float:
        odds = at[0] + design @ at[1:]
        fitted = weight @ (won * log_expit(odds) + (1 - won) * log_expit(-odds))
        return float(precision @ at**2 / 2 - fitted)

    def slope(at: Floats) -> Floats:
        off = weight * (expit(at[0] + design @ at[1:]) - won)
        found: Floats = np.append(off.sum(), across @ off) + precision * at
        return found

    def bent(at: Floats, along: Floats) -> Floats:
        chance = expit(at[0] + design @ at[1:])
        off = weight * chance * (1 - chance) * (along[0] + design @ along[1:])
        found: Floats = np.append(off.sum(), across @ off) + precision * along
        return found

    found: Floats = minimize(loss, start, jac=slope, hessp=bent, method="trust-ncg", options={"gtol": 1e-5}).x
    return found

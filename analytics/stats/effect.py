"""Effects of cards adjusted for players: a logistic regression with a term for every player.

logit P(first seat wins) = seat + Σ cardᵥ · (copies first − copies second) + (player first − player second),
all of them with a ridge prior, which is very weak for the seat. A card that strong players favour looks
strong by itself; here the terms of its players explain that. Still an association: players choose cards for
other reasons too. Not here: cards that chance dealt (``stratified`` over draws).
"""

from typing import Any, NamedTuple

import numpy as np
import scipy

from analytics.stats.interval import Z95
from analytics.stats.number import Floats, Ints

RIDGE = 1.0
"""Precision of the prior of every card and every player."""
SEAT_RIDGE = 0.01
"""Precision of the prior of the seat: very weak, for games in which the same seat always won."""


class Games(NamedTuple):
    """One element a game: players (0 … p - 1) of both seats, and the result of the first: 1, 0, or a half.

    ``cards``: a row for every game, a column for every card: copies of the first seat minus those of the
    second, most of them 0.
    """

    first: Ints
    second: Ints
    won: Floats
    cards: Any  # scipy.sparse.csr_array; scipy ships no types


class Effects(NamedTuple):
    """Log-odds for one copy more, with the ends of the interval (95 %), and the effect of the seat."""

    card: Floats
    low: Floats
    high: Floats
    seat: float


def adjusted(games: Games, *, players: bool = True, ridge: float = RIDGE) -> Effects:
    """The effect of every card; without ``players`` the unadjusted one, for comparison.

    The interval is that of the normal approximation of the posterior: for a card whose copies rarely differ
    it is nearly that of the prior.
    """
    design = _design(games, players=players)
    seat, *found = _fitted(design, games.won, ridge)
    effects, number = np.array(found), games.cards.shape[1]
    weight = _variance(seat + design @ effects)
    card, error = effects[:number], _errors(games.cards, design[:, number:], weight, ridge)
    return Effects(card, card - Z95 * error, card + Z95 * error, float(seat))


def _design(games: Games, *, players: bool) -> Any:
    """Cards, then players: 1 for the one in the first seat, -1 for the one in the second."""
    if not players:
        return games.cards
    n, rows = len(games.won), np.arange(len(games.won))
    number = int(max(games.first.max(), games.second.max())) + 1
    seats = scipy.sparse.csr_array(
        (np.repeat([1.0, -1.0], n), (np.tile(rows, 2), np.concatenate([games.first, games.second]))),
        shape=(n, number),
    )
    return scipy.sparse.hstack([games.cards, seats], format="csr")


def _fitted(design: Any, won: Floats, ridge: float) -> Floats:
    """(seat, coefficients) that maximise the posterior density. A draw is half a win and half a loss."""
    start = np.zeros(design.shape[1] + 1)
    across, precision = design.T.tocsr(), np.append(SEAT_RIDGE, np.full(len(start) - 1, ridge))

    def loss(at: Floats) -> float:
        odds = at[0] + design @ at[1:]
        fitted = won @ scipy.special.log_expit(odds) + (1 - won) @ scipy.special.log_expit(-odds)
        return float(precision @ at**2 / 2 - fitted)

    def slope(at: Floats) -> Floats:
        off = scipy.special.expit(at[0] + design @ at[1:]) - won
        found: Floats = np.append(off.sum(), across @ off) + precision * at
        return found

    def bent(at: Floats, along: Floats) -> Floats:
        off = _variance(at[0] + design @ at[1:]) * (along[0] + design @ along[1:])
        found: Floats = np.append(off.sum(), across @ off) + precision * along
        return found

    found: Floats = scipy.optimize.minimize(
        loss, start, jac=slope, hessp=bent, method="trust-ncg", options={"gtol": 1e-5}
    ).x
    return found


def _variance(odds: Floats) -> Floats:
    """The variance of the result of each game."""
    chance: Floats = scipy.special.expit(odds)
    return chance * (1 - chance)


def _errors(cards: Any, others: Any, weight: Floats, ridge: float) -> Floats:
    """The errors of the cards, with the ``others`` (the players) eliminated: these are many, but each met
    few."""
    ours = scipy.sparse.hstack([np.ones((len(weight), 1)), cards], format="csr")
    weighed = ours.T @ scipy.sparse.diags_array(weight)
    precision = (weighed @ ours).toarray()
    precision[np.diag_indices_from(precision)] += np.append(SEAT_RIDGE, np.full(cards.shape[1], ridge))
    if number := others.shape[1]:
        theirs = others.T @ scipy.sparse.diags_array(weight) @ others + ridge * scipy.sparse.eye_array(number)
        shared = (weighed @ others).toarray()
        precision -= shared @ scipy.sparse.linalg.splu(theirs.tocsc()).solve(shared.T)
    found: Floats = np.sqrt(np.diag(np.linalg.inv(precision))[1:])
    return found

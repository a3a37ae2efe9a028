"""What cards are worth beyond who plays them: a logistic regression with a term for every player.

logit P(first seat wins) = seat + Σ cardᵥ · (copies first − copies second) + (player first − player second),
all of them drawn towards 0 (ridge), the seat hardly. A card that strong players favour looks strong by
itself; here its players have to answer for that. Still an association: players choose cards for other
reasons too. Not here: cards that chance dealt (``stratified`` over draws).
"""

from typing import Any, NamedTuple

import numpy as np
import scipy

from analytics.stats.interval import Z95
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
    """Log-odds for one copy more, with the ends of the interval (95 %), and the seat's."""

    card: Floats
    low: Floats
    high: Floats
    seat: float


def adjusted(games: Games, *, players: bool = True, ridge: float = RIDGE) -> Effects:
    """The effect of every card. Without ``players`` it is the crude one, for comparison.

    The interval is that of the posterior, as normal as it is at its peak: of a card that hardly ever made a
    difference it is nearly that of the prior.
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
    """(seat, coefficients) of the greatest posterior density. A draw is half a win and half a loss."""
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
    """Of the result of each game."""
    chance: Floats = scipy.special.expit(odds)
    return chance * (1 - chance)


def _errors(cards: Any, others: Any, weight: Floats, ridge: float) -> Floats:
    """Of the cards, whatever the ``others`` (the players) are: these are many, but each met few."""
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

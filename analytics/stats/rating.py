"""Ratings of players, updated match by match: OpenSkill's Plackett–Luce model, with decay.

A rating is a belief: a mean and a deviation. Before each match it gives a forecast, which can be compared
with the result (``calibration``). Not here: the model for more than two players (openskill).
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import exp, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from analytics.stats.number import Floats

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MEAN = 25.0
UNSURE = 25 / 4
"""Deviation of a new player: one and a half times the noise. With a wider one ratings overshoot."""
NOISE = 25 / 6
DECAY = 0.15
"""Growth of the deviation per day without a match: σ² + DECAY² · days."""


def _whole(*_: object) -> float:
    """No damping of the update; by default openskill lets deviations shrink more slowly."""
    return 1.0


LEAST = 0.0001
"""A match leaves at least this share of a player's variance (openskill: kappa)."""


@cache
def plackett_luce() -> "PlackettLuce":
    """The model for any number of players."""
    from openskill.models import PlackettLuce  # slow to load, and most matches are of two

    return PlackettLuce(mu=MEAN, sigma=UNSURE, beta=NOISE, tau=0.0, kappa=LEAST, gamma=_whole)


class Played(NamedTuple):
    """One match: its ``players`` (two or more) with their ``places``, 1 for the best; equal ones are tied.

    ``day`` counts days from any beginning; matches come in order.
    """

    day: int
    players: Sequence[str]
    places: Sequence[int]


class Belief(NamedTuple):
    """The rating of a player: ``mu`` with deviation ``sigma``, after so many matches, on that day."""

    mu: float
    sigma: float
    matches: int
    day: int


class Ratings(NamedTuple):
    """``players``: the ratings at the end · ``forecasts`` and ``outcomes``: for every match of two, the
    chance of the first player before it, and the result (1, 0, or a half)."""

    players: dict[str, Belief]
    forecasts: Floats
    outcomes: Floats


def follow(matches: Iterable[Played], known: Mapping[str, Belief] | None = None) -> Ratings:
    """Rate all players through all matches, from the ratings ``known`` before them.

    The same matches in the same order give the same ratings, whether they are rated at once or in parts.
    """
    beliefs = dict(known or {})
    forecasts, outcomes = [], []
    for day, players, places in matches:
        before = [_now(beliefs.get(player), day) for player in players]
        if len(before) == 2:
            outcome = 0.5 if places[0] == places[1] else float(places[0] < places[1])
            forecast, after = _after_two(before, outcome, day)
            forecasts.append(forecast)
            outcomes.append(outcome)
        else:
            after = _after(before, places, day)
        beliefs.update(zip(players, after, strict=True))
    return Ratings(beliefs, np.array(forecasts), np.array(outcomes))


def _now(belief: Belief | None, day: int) -> Belief:
    """The rating at the begin of a match: the deviation grows while a player is away, at most to that of a
    new player."""
    if belief is None:
        return UNKNOWN
    mu, sigma, number, last = belief
    if day <= last:
        return belief
    return Belief(mu, min(sqrt(sigma * sigma + DECAY * DECAY * (day - last)), UNSURE), number, day)


UNKNOWN = Belief(MEAN, UNSURE, 0, 0)


def _after_two(before: Sequence[Belief], outcome: float, day: int) -> tuple[float, list[Belief]]:
    """The chance of the first of two players, and both ratings after the ``outcome`` (1, 0, a half).

    The model for two players as one formula: most matches have two, and the general method takes ten times as
    long.
    """
    (mu, sigma, number, _), (other_mu, other_sigma, other_number, _) = before
    variance, other_variance = sigma * sigma, other_sigma * other_sigma
    scale = sqrt(variance + other_variance + 2 * NOISE * NOISE)
    chance = 1 / (1 + exp((other_mu - mu) / scale))
    surprise = (outcome - chance) / scale
    learnt = chance * (1 - chance) / (scale * scale)
    sigma *= sqrt(max(1 - variance * learnt, LEAST))
    other_sigma *= sqrt(max(1 - other_variance * learnt, LEAST))
    return chance, [
        Belief(mu + variance * surprise, sigma, number + 1, day),
        Belief(other_mu - other_variance * surprise, other_sigma, other_number + 1, day),
    ]


def _after(before: Sequence[Belief], places: Sequence[int], day: int) -> list[Belief]:
    """The ratings after a match of any number of players."""
    model = plackett_luce()
    teams = [[model.rating(mu=one.mu, sigma=one.sigma)] for one in before]
    after = model.rate(teams, ranks=[float(place) for place in places])
    return [
        Belief(rating.mu, rating.sigma, one.matches + 1, day)
        for one, (rating,) in zip(before, after, strict=True)
    ]

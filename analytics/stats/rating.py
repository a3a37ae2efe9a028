"""How strong players are, from one match after the other: OpenSkill's Plackett–Luce ratings, with decay.

A rating is a belief: a mean and a deviation. Before each match it says who will win, so that the forecasts
can be held against what came (``calibration``). Not here: the model for more than two players (openskill).
"""

from collections.abc import Iterable, Mapping, Sequence
from math import exp, sqrt
from typing import NamedTuple

import numpy as np
from openskill.models import PlackettLuce

from analytics.stats.number import Floats

MEAN = 25.0
UNSURE = 25 / 4
"""Deviation of somebody unknown: one and a half times the noise. Were it wider, ratings would run too far."""
NOISE = 25 / 6
DECAY = 0.15
"""By how much the deviation grows in a day without a match, in the square: σ² + DECAY² · days."""


def _whole(*_: object) -> float:
    """A match teaches as much as it tells; by default openskill lets deviations shrink more slowly."""
    return 1.0


MODEL = PlackettLuce(mu=MEAN, sigma=UNSURE, beta=NOISE, tau=0.0, gamma=_whole)
LEAST = MODEL.kappa
"""No match takes more of somebody's variance than all but this share."""


class Played(NamedTuple):
    """One match: its ``players`` (two or more) with their ``places``, 1 for the best; equal ones are tied.

    ``day`` counts days from any beginning; matches come in order.
    """

    day: int
    players: Sequence[str]
    places: Sequence[int]


class Belief(NamedTuple):
    """What is believed of a player: ``mu`` with deviation ``sigma``, after so many matches, on that day."""

    mu: float
    sigma: float
    matches: int
    day: int


class Ratings(NamedTuple):
    """``players``: what is believed at the end · ``forecasts`` and ``outcomes``: of every match of two, how
    likely the first player was to win, before it, and what came (1, 0, or a half)."""

    players: dict[str, Belief]
    forecasts: Floats
    outcomes: Floats


def follow(matches: Iterable[Played], known: Mapping[str, Belief] | None = None) -> Ratings:
    """Rate everybody through all matches, from what was ``known`` before them.

    The same matches in the same order give the same ratings, whether they are followed at once or in parts.
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
    """A player as they come to a match: less sure the longer they were away, never less than at first."""
    if belief is None:
        return UNKNOWN
    mu, sigma, number, last = belief
    if day <= last:
        return belief
    return Belief(mu, min(sqrt(sigma * sigma + DECAY * DECAY * (day - last)), UNSURE), number, day)


UNKNOWN = Belief(MEAN, UNSURE, 0, 0)


def _after_two(before: Sequence[Belief], outcome: float, day: int) -> tuple[float, list[Belief]]:
    """How likely the first of two was to win, and what is believed once the ``outcome`` (1, 0, a half) is
    known.

    What the model comes to for two players, as one formula: most matches have two, and the general way takes
    ten times as long.
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
    """What is believed after a match of any number of players."""
    teams = [[MODEL.rating(mu=one.mu, sigma=one.sigma)] for one in before]
    after = MODEL.rate(teams, ranks=[float(place) for place in places])
    return [
        Belief(rating.mu, rating.sigma, one.matches + 1, day)
        for one, (rating,) in zip(before, after, strict=True)
    ]

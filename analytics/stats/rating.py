"""How strong players are, from one match after the other: OpenSkill's Plackett–Luce ratings, with decay.

A rating is a belief: a mean and a deviation. Before each match it says who will win, so that the forecasts
can be held against what came (``calibration``). Not here: the model (openskill).
"""

from collections.abc import Iterable, Sequence
from math import exp, hypot
from typing import NamedTuple

import numpy as np
from openskill.models import PlackettLuce, PlackettLuceRating

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


def follow(matches: Iterable[Played]) -> Ratings:
    """Rate everybody through all matches. The same matches in the same order give the same ratings."""
    known: dict[str, Belief] = {}
    forecasts, outcomes = [], []
    for match in matches:
        before = [_now(known.get(player), match.day) for player in match.players]
        if len(before) == 2:
            forecasts.append(_chance(*before))
            one, other = match.places
            outcomes.append(0.5 if one == other else float(one < other))
        after = MODEL.rate([[rating] for rating in before], ranks=[float(place) for place in match.places])
        for player, (rating,) in zip(match.players, after, strict=True):
            number = known[player].matches + 1 if player in known else 1
            known[player] = Belief(rating.mu, rating.sigma, number, match.day)
    return Ratings(known, np.array(forecasts), np.array(outcomes))


def _now(belief: Belief | None, day: int) -> PlackettLuceRating:
    """A player as they come to a match: less sure the longer they were away, never less than at first."""
    if belief is None:
        return MODEL.rating()
    sigma = hypot(belief.sigma, DECAY * (day - belief.day) ** 0.5)
    return MODEL.rating(mu=belief.mu, sigma=min(sigma, UNSURE))


def _chance(one: PlackettLuceRating, other: PlackettLuceRating) -> float:
    """How likely ``one`` is to win, on the logistic scale that ratings are learnt on."""
    return 1 / (1 + exp((other.mu - one.mu) / hypot(one.sigma, other.sigma, NOISE, NOISE)))

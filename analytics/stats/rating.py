"""How strong players are, from one match after the other: OpenSkill's Plackett–Luce ratings, with decay.

A rating is a belief: a mean and a deviation. Before each match it says who will win, so that the forecasts
can be held against what came (``calibration``). Not here: the model (openskill).
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from openskill.models import PlackettLuce, PlackettLuceRating

from analytics.stats.number import Floats

DECAY = 0.05
"""By how much the deviation grows in a day without a match, in the square: σ² + DECAY² · days."""


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
    model = PlackettLuce()
    known: dict[str, Belief] = {}
    forecasts, outcomes = [], []
    for match in matches:
        before = [[_rated(model, known.get(player), match.day)] for player in match.players]
        if len(before) == 2:
            forecasts.append(model.predict_win(before)[0])
            one, other = match.places
            outcomes.append(0.5 if one == other else float(one < other))
        after = model.rate(before, ranks=[float(place) for place in match.places])
        for player, (rating,) in zip(match.players, after, strict=True):
            number = known[player].matches + 1 if player in known else 1
            known[player] = Belief(rating.mu, rating.sigma, number, match.day)
    return Ratings(known, np.array(forecasts), np.array(outcomes))


def _rated(model: PlackettLuce, belief: Belief | None, day: int) -> PlackettLuceRating:
    """A player as they come to a match: less sure the longer they were away, never less than at first."""
    if belief is None:
        return model.rating()
    sigma = (belief.sigma**2 + DECAY**2 * (day - belief.day)) ** 0.5
    return model.rating(mu=belief.mu, sigma=min(sigma, model.sigma))

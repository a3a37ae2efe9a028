"""Forecasts of the rounds of tournaments from those before them, by several models, and how good they are.

No round that is forecast was used for fitting. Not here: the models themselves (``analytics.stats``).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

import numpy as np
import scipy

from analytics.stats import shrinkage
from analytics.stats.calibration import Calibration, calibration
from analytics.stats.number import Floats
from analytics.stats.rating import UNKNOWN, Played, follow
from analytics.stats.strength_model import BEGIN, KINDS, Duels, Kind, chances, fit
from analytics.tournaments.duels import Numbered

Z = float(scipy.special.ndtri(0.975))
ELO_BEGIN, ELO_STEP, ELO_SCALE = 1500.0, 32.0, 400.0
"""Elo (1978): rating of a new player, the most that a match moves, points of difference for odds of ten to
one."""

Forecaster = Callable[[Numbered, int], Floats]
"""The chances of the players named first in the round with this index, from all rounds before it."""


class Quality(NamedTuple):
    """How good the forecasts of a model were: ``calibration`` with the log loss and the slope, and the
    ``brier`` score, the mean of the squared error."""

    model: str
    calibration: Calibration
    brier: float


def qualities(
    tournaments: Iterable[Numbered], *, models: Mapping[str, Callable[[], Forecaster]] | None = None
) -> list[Quality]:
    """The quality of every model over all rounds but the first of each tournament."""
    makers = models or MODELS
    forecasts: dict[str, list[Floats]] = {name: [] for name in makers}
    outcomes: list[Floats] = []
    for one in tournaments:
        made = {name: make() for name, make in makers.items()}
        for index in range(1, len(one.rounds)):
            outcomes.append(one.rounds[index].duels.won)
            for name, forecast in made.items():
                forecasts[name].append(forecast(one, index))
    if not outcomes:
        return []
    happened = np.concatenate(outcomes)
    return [_quality(name, np.concatenate(said), happened) for name, said in forecasts.items()]


def _quality(name: str, said: Floats, happened: Floats) -> Quality:
    return Quality(name, calibration(said, happened), float(((said - happened) ** 2).mean()))


# --- models --------------------------------------------------------------------------------------------


def _coin() -> Forecaster:
    return lambda one, index: np.full(len(one.rounds[index].duels.won), 0.5)


def _wilson() -> Forecaster:
    """From the win rates of both players so far: the middles of their Wilson intervals, as log-odds."""
    return lambda one, index: _by_rates(one, index, lambda won, n: (won + Z * Z / 2) / (n + Z * Z))


def _empirical_bayes() -> Forecaster:
    """From win rates shrunk to their mean, by a beta distribution fitted to all players."""

    def rates(won: Floats, n: Floats) -> Floats:
        prior = shrinkage.fit(won, n)
        return (won + prior.mean * prior.weight) / (n + prior.weight)

    return lambda one, index: _by_rates(one, index, rates)


def _by_rates(one: Numbered, index: int, rates: Callable[[Floats, Floats], Floats]) -> Floats:
    before, now = one.until(index), one.rounds[index].duels
    number = len(one.players)
    n, won = np.zeros((2, number))
    for players, wins in ((before.one, before.won), (before.other, 1 - before.won)):
        n += np.bincount(players, minlength=number)
        won += np.bincount(players, wins, number)
    odds = scipy.special.logit(rates(won, n))
    chance: Floats = scipy.special.expit(odds[now.one] - odds[now.other])
    return chance


def _elo() -> Forecaster:
    """Elo ratings, all matches of a round at once."""
    rating: dict[int, float] = {}

    def forecast(one: Numbered, index: int) -> Floats:
        _elo_after(rating, one.rounds[index - 1].duels)
        return _elo_chances(rating, one.rounds[index].duels)

    return forecast


def _elo_after(rating: dict[int, float], played: Duels) -> None:
    moved = ELO_STEP * (played.won - _elo_chances(rating, played))
    for one, other, step in zip(played.one.tolist(), played.other.tolist(), moved.tolist(), strict=True):
        rating[one] = rating.get(one, ELO_BEGIN) + step
        rating[other] = rating.get(other, ELO_BEGIN) - step


def _elo_chances(rating: Mapping[int, float], duels: Duels) -> Floats:
    ahead = [
        rating.get(one, ELO_BEGIN) - rating.get(other, ELO_BEGIN)
        for one, other in zip(duels.one.tolist(), duels.other.tolist(), strict=True)
    ]
    chance: Floats = 1 / (1 + 10 ** (-np.array(ahead) / ELO_SCALE))
    return chance


def _openskill() -> Forecaster:
    """OpenSkill's Plackett–Luce model, as kifuda rates players."""
    known: dict[str, object] = {}

    def forecast(one: Numbered, index: int) -> Floats:
        beliefs = follow(_played(one.rounds[index - 1].duels), known).players  # type: ignore[arg-type]  # its own
        known.update(beliefs)
        before = {player: beliefs.get(player, UNKNOWN) for player in map(str, range(len(one.players)))}
        return follow_only(one.rounds[index].duels, before)

    return forecast


def follow_only(duels: Duels, before: Mapping[str, object]) -> Floats:
    """The chances by the ratings before a round: of each duel alone, so that none learns from another."""
    said = [follow([match], before).forecasts[0] for match in _played(duels)]  # type: ignore[arg-type]  # its own
    return np.array(said)


def _played(duels: Duels) -> Iterator[Played]:
    for one, other, won in zip(duels.one.tolist(), duels.other.tolist(), duels.won.tolist(), strict=True):
        yield Played(0, (str(one), str(other)), (1, 2) if won else (2, 1))


def _hierarchical(*kinds: Kind) -> Callable[[], Forecaster]:
    """The model of ``strength_model`` with these kinds of effects; each fit begins with the deviations of the
    one before."""

    def make() -> Forecaster:
        deviation = dict(BEGIN)

        def forecast(one: Numbered, index: int) -> Floats:
            found = fit(one.until(index), kinds, begin=deviation)
            deviation.update(found.deviation)
            return chances(found, one.rounds[index].duels, kinds)

        return forecast

    return make


MODELS: Mapping[str, Callable[[], Forecaster]] = {
    "coin": _coin,
    "wilson": _wilson,
    "empirical-bayes": _empirical_bayes,
    "elo": _elo,
    "openskill": _openskill,
    "hierarchical": _hierarchical(*KINDS),
    "hierarchical-players": _hierarchical("player", "seat"),
    "hierarchical-decks": _hierarchical("deck", "pairing", "seat"),
}

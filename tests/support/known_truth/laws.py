"""Sums of single metrics, drawn from a law: what no league of ours has, and models, of what their own prior
supposes.

Not here: worlds that are whole leagues (``worlds``).
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.random import Generator
from scipy.special import expit

from analytics.metrics import METRICS
from analytics.stats.rating import MEAN, NOISE, UNSURE
from tests.support.known_truth.held import ENOUGH, NONE, Held
from tests.support.known_truth.leagues import DECKS

Drawn = tuple[Mapping[str, Any], Mapping[Any, float]]
"""The sums of one cell, and item → truth; the item of a metric that has none is ``""``."""
ALARM = 0.05
"""A p-value below this is an alarm, which fair deals must not give more often."""
FAIR = {"": ALARM}
NUMBER = 8
"""Decks of a field."""


def _shares(counts: str, *, by: str = "archetype") -> Callable[[Generator], Drawn]:
    def drawn(chance: Generator) -> Drawn:
        found = chance.multinomial(200, list(DECKS.values()))
        return {by: list(DECKS), counts: found.tolist()}, DECKS

    return drawn


def _share(
    part: str, whole: str, *, rate: float, times: int, scale: float = 1
) -> Callable[[Generator], Drawn]:
    def drawn(chance: Generator) -> Drawn:
        return {part: int(chance.binomial(times, rate)), whole: times}, {"": rate * scale}

    return drawn


def _coins(name: str) -> Callable[[Generator], Drawn]:
    def drawn(chance: Generator) -> Drawn:
        won = int(chance.binomial(150, 0.5))
        return {f"{name}_wins": won, f"{name}_losses": 150 - won, f"{name}_ties": 0}, {"": 0.5}

    return drawn


def _points(by: str, counts: str) -> Callable[[Generator], Drawn]:
    """Of points as uneven as those of rounds are: mostly few, at times many."""
    values, shares = [-10, -3, 0, 1, 5, 7, 12], [0.05, 0.15, 0.2, 0.3, 0.15, 0.1, 0.05]

    def drawn(chance: Generator) -> Drawn:
        found = chance.multinomial(150, shares)
        return {by: values, counts: found}, {"": float(np.dot(values, shares))}

    return drawn


def _seconds(share: float) -> Callable[[Generator], Drawn]:
    """Of times that are as fine as none is equal to another."""

    def drawn(chance: Generator) -> Drawn:
        seconds, decisions = np.unique(np.rint(chance.exponential(1e6, 150)), return_counts=True)
        return {"seconds": seconds, "decisions": decisions}, {"": -1e6 * np.log1p(-share)}

    return drawn


def _rates(chance: Generator) -> Drawn:
    """Decks whose rates are those of a beta law, as the model supposes."""
    names = [f"{number:02d}" for number in range(30)]
    true, n = chance.beta(30, 30, 30), chance.integers(ENOUGH, 400, 30)
    wins = chance.binomial(n, true)
    sums = {"match_wins": wins, "match_losses": n - wins, "match_ties": n * 0}
    return {"archetype": names, **sums}, dict(zip(names, true.tolist(), strict=True))


def _pairings(chance: Generator) -> tuple[dict[str, Any], np.ndarray]:
    """Pairings around what strengths expect, and how often the row beats the column."""
    theta, (one, other) = chance.normal(0, 0.5, NUMBER), np.triu_indices(NUMBER, 1)
    expected, weight = expit(theta[one] - theta[other]), 40
    true = np.full((NUMBER, NUMBER), 0.5)
    true[one, other] = chance.beta(expected * weight, (1 - expected) * weight)
    true[other, one] = 1 - true[one, other]
    n = chance.integers(ENOUGH, 200, len(one))
    wins = chance.binomial(n, true[one, other])
    names = np.array([f"{number}" for number in range(NUMBER)])
    sums = {
        "archetype": names[np.concatenate([one, other])],
        "opponent_archetype": names[np.concatenate([other, one])],
        "match_wins": np.concatenate([wins, n - wins]),
        "match_losses": np.concatenate([n - wins, wins]),
        "match_ties": np.zeros(2 * len(n)),
    }
    return sums, true


def _matchups(chance: Generator) -> Drawn:
    sums, true = _pairings(chance)
    pairs = zip(*np.triu_indices(NUMBER, 1), strict=True)
    return sums, {(str(one), str(other)): float(true[one, other]) for one, other in pairs}


def _field(chance: Generator) -> Drawn:
    sums, true = _pairings(chance)
    weights = chance.integers(1, 20, NUMBER)
    sums["decks_against"] = weights[sums["opponent_archetype"].astype(int)]
    scores = true @ weights / weights.sum()
    return sums, {f"{number}": float(score) for number, score in enumerate(scores)}


def _strengths(chance: Generator) -> tuple[dict[str, Any], np.ndarray, float]:
    theta, first = chance.normal(0, 0.5, NUMBER), float(chance.normal(0, 0.3))
    one, other = np.nonzero(~np.eye(NUMBER, dtype=bool))
    n = chance.integers(10, 40, len(one))
    wins = chance.binomial(n, expit(theta[one] - theta[other] + first))
    names = np.array([f"{number}" for number in range(NUMBER)])
    sums = {"archetype": names[one], "opponent_archetype": names[other]}
    sums |= {"first_wins": wins, "first_losses": n - wins, "first_ties": n * 0}
    return sums, theta - theta.mean(), first


def _strength(chance: Generator) -> Drawn:
    sums, theta, _ = _strengths(chance)
    return sums, {f"{number}": float(one) for number, one in enumerate(theta)}


def _first(chance: Generator) -> Drawn:
    sums, _, first = _strengths(chance)
    return sums, {"": first}


def _adjusted(chance: Generator) -> Drawn:
    """Players and cards of the strength that the prior of the regression supposes."""
    games, players, cards = 1200, 40, 10
    skill, worth = chance.normal(0, 1, players), chance.normal(0, 1, cards)
    pairs = np.array([chance.choice(players, 2, replace=False) for _ in range(games)])
    copies = chance.integers(-1, 2, (games, cards))
    copies[:, 0] = np.where(copies.any(axis=1), copies[:, 0], 1)
    won = chance.random(games) < expit(skill[pairs[:, 0]] - skill[pairs[:, 1]] + copies @ worth)
    match, card = np.nonzero(copies)
    sums = {
        "match": match,
        "first_player": pairs[match, 0],
        "second_player": pairs[match, 1],
        "card": np.array([f"{number}" for number in range(cards)])[card],
        "difference": copies[match, card],
        "first_score": won[match].astype(float),
    }
    return sums, {f"{number}": float(one) for number, one in enumerate(worth)}


def _ratings(chance: Generator) -> Drawn:
    """Players as skilled as the prior supposes, many or few, who win as often as the model expects."""
    players = int(chance.choice((20, 60)))
    matches = 60 * players
    skill = chance.normal(0, UNSURE, players)
    skill += MEAN - skill.mean()  # results tell how far players lie apart, and nothing of all together
    pairs = np.array([chance.choice(players, 2, replace=False) for _ in range(matches)])
    won = chance.random(matches) < expit((skill[pairs[:, 0]] - skill[pairs[:, 1]]) / (2**0.5 * NOISE))
    names = np.array([f"{number}" for number in range(players)])
    sums = {"day": np.zeros(matches, int), "player": names[pairs[:, 0]], "opponent": names[pairs[:, 1]]}
    return sums | {"first_score": won.astype(float)}, dict(zip(names.tolist(), skill.tolist(), strict=True))


def _hands(chance: Generator) -> Drawn:
    copies, library, hand, hands = np.array([1, 2, 3, 4]), np.full(4, 40), np.full(4, 7), np.full(4, 30)
    found = [chance.hypergeometric(one, 40 - one, 7, 30).sum() for one in copies]
    sums = {"in_library": copies, "library_size": library, "first_hand": hand}
    return sums | {"hands": hands, "hand_copies": found}, FAIR


def _draws(chance: Generator) -> Drawn:
    copies, library = (column.ravel() for column in np.meshgrid([1, 2, 3, 4], np.arange(20, 34)))
    draws = np.full(len(copies), 5)
    hits = chance.binomial(draws, copies / library)
    return {"copies": copies, "library": library, "draws": draws, "hits": hits}, FAIR


def _positions(chance: Generator) -> Drawn:
    """Of libraries of two sizes, with one to four copies of the card in each."""
    sums: list[tuple[np.ndarray, ...]] = []
    for size in (30, 40):
        copies = chance.integers(1, 5, 100)
        at = np.concatenate([chance.permutation(size)[:number] for number in copies])
        found, together = np.bincount(at, minlength=size), np.bincount(at, np.repeat(copies, copies), size)
        sums.append((np.arange(1, size + 1), np.full(size, size), found, together))
    columns = zip(("position", "library", "found", "found_copies"), zip(*sums, strict=True), strict=True)
    return {name: np.concatenate(parts) for name, parts in columns}, FAIR


def _coin(chance: Generator) -> Drawn:
    first = int(chance.binomial(150, 0.5))
    return {"went_first": [1, 0], "games": [first, 150 - first]}, FAIR


LAWS: Mapping[str, Callable[[Generator], Drawn]] = {
    "meta_share_met": _shares("decks_met"),
    "alternative_share": _share("payments_alternative", "payments", rate=0.2, times=150),
    "foul_payments": _share("payments_reversed", "declared", rate=0.05, times=1000, scale=1000),
    "achievement_rate": _share("achieved", "rounds", rate=0.3, times=150),
    "round_first_rate": _coins("round_first"),
    "shared_score": _points("points", "shared_scores"),
    "own_score": _points("points", "own_scores"),
    "round_points": _points("points", "rounds"),
    "call_gain": _points("gain", "calls"),
    "decision_time": _seconds(0.5),
    "decision_time_p95": _seconds(0.95),
    "shrunk_win_rate": _rates,
    "matchup_rate": _matchups,
    "field_score": _field,
    "strength": _strength,
    "first_effect": _first,
    "adjusted_effect": _adjusted,
    "player_rating": _ratings,
    "deal_hands": _hands,
    "deal_draws": _draws,
    "deal_positions": _positions,
    "first_coin": _coin,
    "failure_reasons": _shares("failures", by="clause"),
}
"""Metric → the law of its sums."""


def of_law(id: str, chance: Generator, *, times: int) -> Held:
    """The intervals of a metric over so many cells drawn from its law; of p-values, those that are no
    alarm."""
    metric, found = METRICS[id], NONE
    for _ in range(times):
        sums, true = LAWS[id](chance)
        told = metric.estimate_items(sums) if metric.per_item else {"": metric.estimate(sums)}
        for item, one in told.items():
            if item not in true or one.n < ENOUGH or one.value is None:
                continue
            if metric.unit == "p-value":
                found += Held(1, int(one.value >= ALARM))
            elif one.low is not None and one.high is not None:
                found += Held(1, int(one.low <= true[item] <= one.high))
    return found

"""Results of the statistics in leagues with known parameters: bias, coverage, confounding, calibration.

Not here: the leagues (``worlds``). A short version of each is in ``tests/analytics/test_simulations.py``.
"""

import numpy as np

from analytics.metrics import METRICS, Estimate
from analytics.stats import calibration, effect, rating
from analytics.stats.interval import score, wilson
from bench import worlds
from bench.figure import Figure

GAMES = 1_200_000
EARLY = 0.05
"""The effect of each copy of the card drawn in the first turns: five percentage points."""


def run() -> list[Figure]:
    """All figures; takes some minutes."""
    return [*coverage(), *draws(GAMES), *confounded(100_000), *ratings(20_000)]


def draws(games: int) -> list[Figure]:
    """The randomised draw effect of a card worth nothing and of one worth five points early."""
    nothing, early = null_card(games, seed=1), early_card(games, seed=2)
    points = [100 * (rate.value or 0.0) for rate in (*nothing, *early)]
    return [
        Figure(
            "rde of a card worth nothing in a fast deck, off by", abs(points[0]), "points", (), 0.2, False
        ),
        Figure("iih of the same card, below zero by", -points[1], "points", (), 3.0),
        Figure(
            "rde_early of a card worth 5 points early, off by", abs(points[2] - 5), "points", (), 0.5, False
        ),
        Figure("iih of the same card, which has the wrong sign", points[3], "points"),
    ]


def null_card(games: int, *, seed: int) -> tuple[Estimate, Estimate]:
    """``rde`` and ``iih`` of a card that is worth nothing."""
    world = worlds.fast_deck(games, seed=seed)
    return (
        METRICS["rde"].estimate(worlds.strata(worlds.opportunities(world))),
        METRICS["iih"].estimate(worlds.in_hand(world)),
    )


def early_card(games: int, *, seed: int) -> tuple[Estimate, Estimate]:
    """``rde_early`` and ``iih`` of a card that is worth five points in the first three turns."""
    world = worlds.fast_deck(games, seed=seed, early=EARLY)
    rows = worlds.opportunities(world)
    window = {name: column[rows["k"] <= 3] for name, column in rows.items()}
    return (
        METRICS["rde_early"].estimate(worlds.strata(window, name="_early")),
        METRICS["iih"].estimate(worlds.in_hand(world)),
    )


def coverage(*, times: int = 20_000, seed: int = 3) -> list[Figure]:
    """How often 95 % intervals contain the true rate, on average over true rates from 10 to 90 %."""
    chance = np.random.default_rng(seed)
    true = chance.uniform(0.1, 0.9, times)
    n = chance.integers(20, 400, times).astype(np.float64)
    wins = chance.binomial(n.astype(int), true).astype(np.float64)
    low, high = wilson(wins, n)
    ties = chance.binomial(n.astype(int), 0.15).astype(np.float64)
    won = chance.binomial((n - ties).astype(int), true).astype(np.float64)
    below, above = score(won, n, ties, worth=0.5)
    mean = 0.85 * true + 0.15 / 2
    return [
        *_within("Wilson", float(np.mean((low <= true) & (true <= high)))),
        *_within("score with draws as half", float(np.mean((below <= mean) & (mean <= above)))),
    ]


def _within(name: str, share: float) -> list[Figure]:
    """The same share against its lower and its upper bar."""
    return [
        Figure(f"{name}: coverage of 95 % intervals, at least", 100 * share, "%", (), 93.0),
        Figure(f"{name}: coverage of 95 % intervals, at most", 100 * share, "%", (), 97.0, False),
    ]


def confounded(games: int, *, seed: int = 5) -> list[Figure]:
    """The effect of a card worth nothing that strong players favour: crude, and with a term per player."""
    # The adjusted effect has a bias and a random error; the mean over leagues leaves the bias.
    found = []
    for league in range(3):
        world = worlds.favoured_card(games, seed=seed + league)
        found.append((effect.adjusted(world, players=False).card[0], effect.adjusted(world).card[0]))
    crude, adjusted = zip(*found, strict=True)
    return [
        Figure("crude effect of a card worth nothing", float(np.mean(crude)), "log-odds", crude, 0.4),
        Figure(
            "player-adjusted effect of the same card, off by",
            abs(float(np.mean(adjusted))),
            "log-odds",
            adjusted,
            0.1,
            False,
        ),
    ]


def ratings(matches: int, *, seed: int = 3) -> list[Figure]:
    """Forecasts of ratings after the first quarter of the matches, against a coin and Elo (K = 16, 32)."""
    played = worlds.league(matches, seed=seed)
    found = rating.follow(played)
    later = slice(len(found.forecasts) // 4, None)
    chance, came = found.forecasts[later], found.outcomes[later]
    elo = min(calibration.log_loss(worlds.elo(played, k)[later], came) for k in (16, 32))
    loss, stretch = calibration.log_loss(chance, came), calibration.slope(chance, came)
    return [
        Figure("ratings: log-loss", loss, "nats", (), calibration.base_loss(came), False),
        Figure("ratings: log-loss of Elo, the better of K = 16 and 32", elo, "nats"),
        Figure("ratings: calibration slope, at least", stretch, "", (), 0.9),
        Figure("ratings: calibration slope, at most", stretch, "", (), 1.1, False),
    ]

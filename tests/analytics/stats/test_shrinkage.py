"""Shrinkage: priors that were put in come out, posteriors keep their word, small cells lean on large ones."""

import numpy as np
import pytest
import scipy

from analytics.stats.shrinkage import CALIBRATED, MOST, fit, fit_weight, likelihood, shrunk

CHANCE = np.random.default_rng(11)


def peers(mean: float, weight: float, number: int, games: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """True rates, wins and games of peers."""
    rates = CHANCE.beta(mean * weight, (1 - mean) * weight, number)
    trials = CHANCE.integers(1, 2 * games, number).astype(np.float64)
    return rates, CHANCE.binomial(trials.astype(int), rates).astype(np.float64), trials


@pytest.mark.parametrize(("mean", "weight"), [(0.5, 30.0), (0.62, 12.0), (0.4, 120.0)])
def test_a_prior_is_found_again(mean: float, weight: float) -> None:
    _, wins, games = peers(mean, weight, 1500, 120)
    prior = fit(wins, games)
    assert prior.mean == pytest.approx(mean, abs=0.015)
    assert prior.weight == pytest.approx(weight, rel=0.25)
    assert not prior.capped


def test_the_likelihood_is_that_of_scipy() -> None:
    """Up to what does not depend on the prior."""
    wins, games = np.array([3.0, 10.0]), np.array([9.0, 12.0])
    means = np.array([0.4, 0.6])

    def expected(weight: float) -> float:
        return float(scipy.stats.betabinom.logpmf(wins, games, means * weight, (1 - means) * weight).sum())

    apart = likelihood(wins, games, means, 8.0) - likelihood(wins, games, means, 80.0)
    assert apart == pytest.approx(expected(8.0) - expected(80.0))


def test_peers_that_are_all_alike_are_said_to_be() -> None:
    games = np.full(200, 50.0)
    prior = fit(np.full(200, 25.0), games)
    assert prior.capped
    assert prior.weight == pytest.approx(MOST, rel=0.01)
    assert prior.mean == pytest.approx(0.5, abs=0.001)


def test_posteriors_keep_their_word() -> None:
    """Of all true rates 95 % lie in their intervals, and as many above the base as was said."""
    held, above, said = [], [], []
    for _ in range(20):
        rates, wins, games = peers(0.5, 25.0, 300, 25)
        prior = fit(wins, games)
        found = shrunk(wins, games, prior.mean, prior.weight)
        held.append((found.low <= rates) & (rates <= found.high))
        above.append(rates > 0.5)
        said.append(found.above)
    assert 0.93 <= np.mean(held) <= 0.97
    sure = np.concatenate(said)
    came = np.concatenate(above)
    for low, high in ((0.0, 0.2), (0.2, 0.5), (0.5, 0.8), (0.8, 1.0)):
        part = (sure >= low) & (sure < high)
        assert came[part].mean() == pytest.approx(sure[part].mean(), abs=0.03)


def test_few_games_move_further() -> None:
    wins, games = np.array([9.0, 90.0, 900.0]), np.array([10.0, 100.0, 1000.0])
    means = shrunk(wins, games, 0.5, 40.0).mean
    assert 0.5 < means[0] < means[1] < means[2] < 0.9


def test_of_no_games() -> None:
    nothing = np.array([0.0])
    with pytest.raises(ValueError, match="no games"):
        fit(nothing, nothing)
    assert fit_weight(nothing, nothing, np.array([0.5])) == pytest.approx(CALIBRATED, rel=1e-3)

"""Statistics in leagues whose truth is known, at a size for every day. The long run: ``bench.simulations``.

Bars are as wide as chance is at this size: what is biased misses them all the same.
"""

import numpy as np
import pytest

from analytics.metrics import METRICS
from analytics.stats import calibration, effect, rating
from analytics.stats.stratified import Arm
from bench import simulations, worlds
from bench.figure import Figure
from tests.support.estimates import bootstrap, stratified_difference


def test_a_card_worth_nothing_looks_bad_in_a_fast_deck_and_its_draw_effect_is_nothing() -> None:
    rde, iih = simulations.null_card(60_000, seed=1)
    assert rde.value is not None and rde.low is not None and rde.high is not None
    assert abs(rde.value) < 0.012
    assert rde.low < 0 < rde.high
    assert iih.high is not None and iih.high < -0.1


def test_a_card_worth_five_points_early_looks_bad_and_its_draw_effect_is_found() -> None:
    rde, iih = simulations.early_card(60_000, seed=2)
    assert rde.low is not None and rde.high is not None
    assert rde.low < 0.05 < rde.high
    assert rde.low > 0.02
    assert iih.high is not None and iih.high < -0.1


def test_intervals_of_the_draw_effect_hold_the_truth() -> None:
    """Draws of one game share its outcome, and games of one player their skill: 95 % all the same."""
    held = 0
    for seed in range(150):
        rate = METRICS["rde"].estimate(
            worlds.strata(worlds.opportunities(worlds.fast_deck(1500, seed=seed, players=40)))
        )
        assert rate.low is not None and rate.high is not None
        held += rate.low <= 0 <= rate.high
    assert 0.91 <= held / 150 <= 0.985


def test_resampling_players_says_the_same() -> None:
    world = worlds.fast_deck(6000, seed=4, players=60)
    rows = worlds.opportunities(world)
    keys = np.stack([rows[key] for key in ("deck", "k", "copies", "went_first")])
    strata, at = np.unique(keys, axis=1, return_inverse=True)
    drew, won = rows["drew"] == 1, rows["won"].astype(np.float64)

    def estimate(weight: np.ndarray) -> float:
        sides = []
        for side in (drew, ~drew):
            n, total = (
                np.bincount(at, weight * side * score, minlength=strata.shape[1]).astype(float)
                for score in (1.0, won)
            )
            sides.append(Arm(n, total, total))
        return stratified_difference(*sides).value

    found = bootstrap(rows["player"], estimate, times=200, seed=1)
    closed = METRICS["rde"].estimate(worlds.strata(rows))
    assert closed.low is not None and closed.high is not None
    assert found.value == pytest.approx(closed.value, abs=1e-9)
    assert found.high - found.low == pytest.approx(closed.high - closed.low, rel=0.25)


def test_a_card_that_strong_players_favour_is_worth_nothing_once_they_answer_for_it() -> None:
    world = worlds.favoured_card(12_000, seed=5, players=150, cards=30)
    crude = effect.adjusted(world, players=False)
    adjusted = effect.adjusted(world)
    assert crude.card[0] > 0.4
    assert abs(adjusted.card[0]) < 0.1
    assert adjusted.low[0] < 0 < adjusted.high[0] and crude.low[0] > 0
    assert adjusted.seat == pytest.approx(0.2, abs=0.06)
    others = np.std(adjusted.card[1:] - crude.card[1:])
    assert others < 0.1


def test_ratings_forecast_better_than_a_coin_and_neither_boldly_nor_timidly() -> None:
    played = worlds.league(6000, seed=3, players=50)
    found = rating.follow(played)
    later = slice(1500, None)
    chance, came = found.forecasts[later], found.outcomes[later]
    assert calibration.log_loss(chance, came) < calibration.base_loss(came) - 0.05
    assert 0.85 <= calibration.slope(chance, came) <= 1.15
    inside = sum(point.low <= point.forecast <= point.high for point in calibration.bins(chance, came))
    assert inside >= 7


def test_the_same_matches_give_the_same_ratings_and_absence_makes_unsure() -> None:
    played = worlds.league(300, seed=6, players=10)
    once, again = rating.follow(played), rating.follow(played)
    assert once.players == again.players
    quick = [rating.Played(0, ("a", "b"), (1, 2)), rating.Played(1, ("a", "b"), (1, 2))]
    late = [quick[0], quick[1]._replace(day=400)]
    assert rating.follow(late).players["a"].sigma > rating.follow(quick).players["a"].sigma


def test_four_at_a_table() -> None:
    """The first gains, the last loses, those who shared a place are believed alike; nothing is forecast."""
    found = rating.follow([rating.Played(0, ("a", "b", "c", "d"), (1, 2, 2, 4))])
    mu = {player: belief.mu for player, belief in found.players.items()}
    assert mu["a"] > mu["b"] > mu["d"]
    assert mu["b"] == pytest.approx(mu["c"])
    assert len(found.forecasts) == 0


def test_calibration_tells_bold_from_timid() -> None:
    chance = np.random.default_rng(7)
    true = chance.uniform(0.05, 0.95, 20_000)
    came = (chance.random(20_000) < true).astype(np.float64)
    odds = np.log(true / (1 - true))
    assert calibration.slope(true, came) == pytest.approx(1, abs=0.06)
    assert calibration.slope(1 / (1 + np.exp(-2 * odds)), came) == pytest.approx(0.5, abs=0.03)
    assert calibration.log_loss(true, came) < calibration.log_loss(1 / (1 + np.exp(-2 * odds)), came)


@pytest.mark.parametrize("figure", simulations.coverage(times=5000), ids=lambda figure: figure.name)
def test_intervals_cover(figure: Figure) -> None:
    assert figure.holds

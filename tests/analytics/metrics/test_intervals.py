"""Intervals of metrics whose games come in clusters, and Jeffreys', out of sums that are made up here."""

from typing import Any

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from analytics.metrics import METRICS, Filters, Metric
from analytics.metrics.intervals.jeffreys import by_jeffreys
from analytics.metrics.intervals.player_intervals import CLUSTER, estimate_by_players
from analytics.metrics.intervals.player_maxima import FEWEST
from analytics.metrics.reports.measured import measured
from analytics.query.filters import FilterError
from analytics.stats.interval import jeffreys, wilson
from analytics.stats.number import Floats
from analytics.stats.stratified import Arm
from analytics.store.reader import Store
from tests.support.estimates import bootstrap, stratified_difference

ALIKE = 1e-12
SPAN = ("low", "high", "basis")

WIN, MATCH = METRICS["win_rate"], METRICS["match_win_rate"]


def league(wins: list[int], losses: list[int]) -> pl.DataFrame:
    """The sums of ``win_rate``, a row a player."""
    names = [f"P{number:03}" for number in range(len(wins))]
    return pl.DataFrame({CLUSTER: names, "wins": wins, "losses": losses, "ties": [0] * len(wins)})


def ends(found: pl.DataFrame) -> tuple[float, float]:
    low, high = found.select("low", "high").row(0)
    return low, high


def test_a_game_a_player_is_a_game() -> None:
    found = estimate_by_players(WIN, league([1] * 30 + [0] * 20, [0] * 30 + [1] * 20), (), draws="exclude")
    assert ends(found) == pytest.approx(wilson(30.0, 50.0))
    assert found.select("value", "n").row(0) == (0.6, 50)


def test_players_who_always_win_or_always_lose_are_a_game_each() -> None:
    found = estimate_by_players(WIN, league([8] * 30 + [0] * 20, [0] * 30 + [8] * 20), (), draws="exclude")
    assert ends(found) == pytest.approx(wilson(30.0, 50.0), abs=1e-3)
    assert found["n"].item() == 400


def test_whoever_gives_more_than_a_tenth_is_resampled() -> None:
    """The same as ``bootstrap`` does with a function of the weights."""
    rows = league([40, *[2, 3, 1] * 10], [10, *[2, 1, 3] * 10])
    wins, losses = rows["wins"].to_numpy(), rows["losses"].to_numpy()

    def rate(weight: Floats) -> float:
        return float(weight @ wins / (weight @ (wins + losses)))

    expected = bootstrap(np.arange(len(rows)), rate)
    assert ends(estimate_by_players(WIN, rows, (), draws="exclude")) == pytest.approx(
        (expected.low, expected.high)
    )


def test_strata_are_resampled_as_a_whole() -> None:
    chance = np.random.default_rng(1)
    names, metric = [f"P{number}" for number in range(12)], METRICS["keep_effect"]
    rows = pl.DataFrame(
        [
            (name, first, *chance.integers(0, 4, 6).tolist(), "x")
            for name in names
            for first in (True, False)
            if chance.random() < 0.9
        ],
        [CLUSTER, "went_first", *metric.sums, "opponent_archetype"],
        orient="row",
    )

    def effect(weight: Floats) -> float:
        arms = [
            Arm(
                *(
                    np.bincount(rows["went_first"], weight * column, 2).astype(float)
                    for column in (n, total, total)
                )
            )
            for n, total in (
                ((rows[f"{side}_wins"] + rows[f"{side}_losses"]).to_numpy(), rows[f"{side}_wins"].to_numpy())
                for side in ("kept", "thrown")
            )
        ]
        return stratified_difference(*arms).value

    _, cluster = np.unique(rows[CLUSTER], return_inverse=True)
    expected = bootstrap(cluster, effect)
    found = estimate_by_players(metric, rows, (), draws="exclude")
    assert found["value"].item() == pytest.approx(expected.value)
    assert ends(found) == pytest.approx((expected.low, expected.high))


def test_few_players_tell_nothing_of_others() -> None:
    few = estimate_by_players(WIN, league([5] * (FEWEST - 1), [5] * (FEWEST - 1)), (), draws="exclude")
    assert ends(few) == (None, None) and few["value"].item() == 0.5
    enough = estimate_by_players(WIN, league([5] * FEWEST, [5] * FEWEST), (), draws="exclude")
    assert enough["low"].item() < 0.5 < enough["high"].item()


def test_intervals_over_players_cover_what_those_over_games_do_not() -> None:
    """Forty players of ten games, as different as players are."""
    chance = np.random.default_rng(7)
    covered = {"games": 0, "players": 0}
    rounds = 400
    for _ in range(rounds):
        skill = chance.beta(4, 4, 40)
        wins = chance.binomial(10, skill)
        rows = league(wins.tolist(), (10 - wins).tolist())
        total = float(wins.sum())
        for kind, (low, high) in {
            "games": wilson(total, 400.0),
            "players": ends(estimate_by_players(WIN, rows, (), draws="exclude")),
        }.items():
            covered[kind] += low <= 0.5 <= high
    assert covered["games"] < 0.89 * rounds
    assert 0.93 * rounds <= covered["players"] <= 0.97 * rounds


def test_jeffreys_with_its_edges() -> None:
    sums = pl.DataFrame({"player": ["a", "b"], "wins": [0, 7], "losses": [5, 3], "ties": [1, 0]})
    found = by_jeffreys(WIN, sums, ("player",), draws="exclude")
    assert found["low"].to_list() == pytest.approx([0.0, jeffreys(np.array([7.0]), np.array([10.0]))[0][0]])
    assert found["high"].to_list()[0] == pytest.approx(jeffreys(np.array([0.0]), np.array([5.0]))[1][0])
    assert found["value"].to_list() == [0.0, 0.7]


@pytest.mark.parametrize("draws", ("half", "points"))
def test_jeffreys_is_for_two_outcomes(draws: str) -> None:
    sums = pl.DataFrame({"wins": [1], "losses": [1], "ties": [1]})
    with pytest.raises(FilterError, match="no share of two outcomes"):
        by_jeffreys(WIN, sums, (), draws=draws)  # type: ignore[arg-type]  # one of them


@pytest.mark.sampled(24)
@pytest.mark.parametrize("metric", METRICS.values(), ids=METRICS)
def test_other_intervals_leave_the_numbers_alone(store: Store, metric: Metric) -> None:
    plain = measured(store, metric)
    for kind in ("games", "players", "jeffreys"):
        try:
            found = measured(store, metric, intervals=kind)
        except FilterError:
            assert kind == "jeffreys" or metric.per_item
        else:
            # Strata come in no order, so that their sum may differ in its last bits.
            assert_frame_equal(found.drop(SPAN), plain.drop(SPAN), rel_tol=ALIKE)


def test_what_is_no_interval(store: Store) -> None:
    with pytest.raises(ValueError, match="accepted are fitting, games, players, jeffreys"):
        measured(store, WIN, intervals="wald")  # type: ignore[arg-type]  # that is the point
    with pytest.raises(FilterError, match="no interval over players"):
        measured(store, WIN, ("player",), intervals="players")
    assert measured(store, MATCH, ("player",), Filters(), intervals="games").height


def _by_arm(arms: Any, values: Floats) -> Floats:
    """The sums of both arms."""
    sums: Floats = np.bincount(arms, values, 2).astype(float)
    return sums

"""How far forecasts have to be stretched, and how they are put side by side: against what can be told with
a pencil."""

from math import log

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.special import expit

from analytics.stats.calibration import bins, slope

OF = 20
PERCENT, CAME = st.integers(1, 99), st.integers(1, OF - 1)


def odds(part: int, whole: int) -> float:
    """The logarithm of the odds."""
    return log(part / (whole - part))


@given(st.tuples(PERCENT, CAME), st.tuples(PERCENT, CAME))
def test_two_forecasts_are_stretched_until_both_come_true(
    one: tuple[int, int], other: tuple[int, int]
) -> None:
    assume(one[0] != other[0])
    chance = np.repeat([one[0] / 100, other[0] / 100], OF)
    came = np.concatenate([np.arange(OF) < one[1], np.arange(OF) < other[1]]).astype(float)
    told = (odds(one[1], OF) - odds(other[1], OF)) / (odds(one[0], 100) - odds(other[0], 100))
    assert slope(chance, came) == pytest.approx(told, rel=1e-4, abs=1e-4)


def test_forecasts_that_are_all_even_say_nothing_and_stay_as_they_are() -> None:
    assert slope(np.full(60, 0.5), np.arange(60.0) % 2) == 1
    assert slope(np.full(60, 0.5), (np.arange(60) < 45).astype(float)) == 1


def test_forecasts_that_are_nearly_alike_are_fitted_as_one_and_that_hardly_moves_the_slope() -> None:
    rng = np.random.default_rng(5)
    odds_of_each = rng.normal(0, 0.6, 50_000)
    came = (rng.random(50_000) < expit(0.8 * odds_of_each)).astype(float)
    told = np.zeros(2)
    for _ in range(20):  # Newton's steps over every forecast by itself
        terms = np.stack([np.ones(50_000), odds_of_each])
        likely = expit(told @ terms)
        told += np.linalg.solve((terms * likely * (1 - likely)) @ terms.T, terms @ (came - likely))
    assert slope(expit(odds_of_each), came) == pytest.approx(told[1], abs=1e-4)  # its error is 0.016


@given(st.lists(st.tuples(st.integers(0, 9), st.booleans()), min_size=1, max_size=200), st.integers(1, 12))
def test_equal_forecasts_go_into_bins_in_the_order_in_which_they_were_made(
    made: list[tuple[int, bool]], number: int
) -> None:
    chance, came = np.array([float(tenth) / 10 for tenth, _ in made]), np.array([float(it) for _, it in made])
    ordered = sorted(made, key=lambda forecast: forecast[0])
    size, more = divmod(len(made), number)
    told = []
    for part in range(number):
        begin = part * size + min(part, more)
        inside = ordered[begin : begin + size + (part < more)]
        if inside:
            told.append((len(inside), sum(it for _, it in inside), sum(tenth for tenth, _ in inside)))
    found = [
        (one.n, round(one.came * one.n), round(10 * one.forecast * one.n))
        for one in bins(chance, came, number=number)
    ]
    assert found == told

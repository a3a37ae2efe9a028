"""Differences: against published values, statsmodels, and in their coverage."""

from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics.stats.difference import newcombe
from analytics.stats.interval import wilson
from analytics.stats.stratified import Arm
from tests.support.estimates import stratified_difference


def between(wins1: int, n1: int, wins0: int, n0: int) -> tuple[float, float, float]:
    one, other = ((wins / n, *wilson(float(wins), float(n))) for wins, n in ((wins1, n1), (wins0, n0)))
    return newcombe(one, other)


@pytest.mark.parametrize(
    ("counts", "low", "high"),
    [
        ((56, 70, 48, 80), 0.0524, 0.3339),
        ((9, 10, 3, 10), 0.1705, 0.8090),
        ((6, 7, 2, 7), 0.0582, 0.8062),
        ((5, 56, 0, 29), -0.0381, 0.1926),
        ((0, 10, 0, 20), -0.1611, 0.2775),
        ((10, 10, 0, 10), 0.6075, 1.0),
    ],
)
def test_published_values(counts: tuple[int, int, int, int], low: float, high: float) -> None:
    """R. G. Newcombe (1998), table II, method 10."""
    assert between(*counts)[1:] == pytest.approx((low, high), abs=0.00005)


trials = st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@given(trials, trials)
def test_it_is_that_of_statsmodels(one: tuple[int, int], other: tuple[int, int]) -> None:
    from statsmodels.stats.proportion import confint_proportions_2indep  # takes a second

    expected = confint_proportions_2indep(*one, *other, compare="diff", method="newcomb")
    assert between(*one, *other)[1:] == pytest.approx(expected, abs=1e-6)


@given(trials, trials)
def test_it_mirrors(one: tuple[int, int], other: tuple[int, int]) -> None:
    value, low, high = between(*one, *other)
    assert between(*other, *one) == pytest.approx((-value, -high, -low), abs=1e-12)
    assert low <= value + 1e-12
    assert value <= high + 1e-12


@pytest.mark.parametrize(("n1", "n0"), [(20, 40), (50, 50), (15, 100)])
def test_it_covers_as_often_as_it_says(n1: int, n0: int) -> None:
    """The exact probability, on average over pairs of true shares."""
    ends = {(x, y): between(x, n1, y, n0)[1:] for x in range(n1 + 1) for y in range(n0 + 1)}
    shares = np.arange(0.1, 0.95, 0.1)
    held = []
    for p in shares:
        for q in shares:
            mass1 = [comb(n1, x) * p**x * (1 - p) ** (n1 - x) for x in range(n1 + 1)]
            mass0 = [comb(n0, y) * q**y * (1 - q) ** (n0 - y) for y in range(n0 + 1)]
            held.append(
                sum(mass1[x] * mass0[y] for (x, y), (low, high) in ends.items() if low <= p - q <= high)
            )
    assert 0.93 <= sum(held) / len(held) <= 0.97


# --- within strata -------------------------------------------------------------------------------------


def arms(*strata: tuple[int, int, int, int]) -> tuple[Arm, Arm]:
    """Out of (wins, games) of one side and of the other."""
    wins1, n1, wins0, n0 = (np.array(column, np.float64) for column in zip(*strata, strict=True))
    return Arm(n1, wins1, wins1), Arm(n0, wins0, wins0)


def test_one_stratum_is_a_plain_difference() -> None:
    found = stratified_difference(*arms((56, 70, 48, 80)))
    assert found.value == pytest.approx(56 / 70 - 48 / 80)
    assert found.n == 150
    plain = (0.8 * 0.2 / 70 + 0.6 * 0.4 / 80) ** 0.5
    assert found.error == pytest.approx(plain, rel=0.03)


def test_what_the_strata_hold_fixed_is_taken_out() -> None:
    """Simpson's paradox: within both strata there is no difference, over all there is a large one."""
    strata = (72, 90, 8, 10), (2, 10, 18, 90)
    crude = (72 + 2) / 100 - (8 + 18) / 100
    assert crude == pytest.approx(0.48)
    assert stratified_difference(*arms(*strata)).value == pytest.approx(0, abs=1e-12)


def test_a_stratum_with_one_side_tells_nothing() -> None:
    found = stratified_difference(*arms((30, 50, 20, 50)))
    assert stratified_difference(*arms((30, 50, 20, 50), (5, 9, 0, 0))) == pytest.approx(found)
    assert np.isnan(stratified_difference(*arms((5, 9, 0, 0))).value)


@pytest.mark.parametrize("strata", [[(1, 1, 0, 1)], [(1, 1, 1, 1)], [(2, 2, 3, 3)]])
def test_few_games_make_nobody_certain(strata: list[tuple[int, int, int, int]]) -> None:
    assert stratified_difference(*arms(*strata)).error > 0.15


@pytest.mark.parametrize("ratio", [1, 4])
def test_sparse_strata_are_covered_as_often_as_is_said(ratio: int) -> None:
    """Two hundred strata of one observation against ``ratio``, each stratum with a rate of its own."""
    chance, difference, held = np.random.default_rng(2), 0.06, 0
    for _ in range(1500):
        base = chance.uniform(0.2, 0.74, 200)
        wins1 = chance.binomial(1, base + difference).astype(float)
        wins0 = chance.binomial(ratio, base).astype(float)
        found = stratified_difference(
            Arm(np.ones(200), wins1, wins1), Arm(np.full(200, float(ratio)), wins0, wins0)
        )
        held += found.low <= difference <= found.high
    assert 0.93 <= held / 1500 <= 0.97


def test_few_observations_on_one_side_are_covered() -> None:
    """Ten of one side against two hundred: with the variance around the value it is 93 %."""
    chance, held, around = np.random.default_rng(4), 0, 0
    for _ in range(4000):
        wins1, wins0 = (np.array([float(chance.binomial(n, 0.5))]) for n in (10, 200))
        found = stratified_difference(
            Arm(np.array([10.0]), wins1, wins1), Arm(np.array([200.0]), wins0, wins0)
        )
        held += found.low <= 0 <= found.high
        around += abs(found.value) <= 1.959964 * found.error
    assert 0.94 <= held / 4000 <= 0.97
    assert around / 4000 < 0.94


# --- estimates that depend on each other ---------------------------------------------------------------


def test_without_a_correlation_it_is_the_one_of_independent_estimates() -> None:
    one, other = ((wins / n, *wilson(float(wins), float(n))) for wins, n in ((56, 70), (48, 80)))
    assert newcombe(one, other, correlation=0.0) == newcombe(one, other)
    below, above = (newcombe(one, other, correlation=r)[1:] for r in (-1.0, 1.0))
    widest = (one[0] - one[1] + other[2] - other[0], one[2] - one[0] + other[0] - other[1])
    assert (below[0], below[1]) == pytest.approx((0.2 - widest[0], 0.2 + widest[1]))
    assert above[0] > below[0] and above[1] < below[1]


@pytest.mark.parametrize(
    ("met", "n1", "n0", "rate"), [(40, 60, 50, 0.5), (30, 30, 30, 0.6), (100, 200, 120, 0.5)]
)
def test_what_one_won_the_other_lost(met: int, n1: int, n0: int, rate: float) -> None:
    """Two decks that met ``met`` times and others besides; taken as independent it would be too narrow."""
    chance, held = np.random.default_rng(5), {True: 0, False: 0}
    elsewhere = 0.5
    truth = (met * rate + (n1 - met) * elsewhere) / n1 - (met * (1 - rate) + (n0 - met) * elsewhere) / n0
    for _ in range(4000):
        won = chance.binomial(met, rate)
        wins1 = won + chance.binomial(n1 - met, elsewhere)
        wins0 = met - won + chance.binomial(n0 - met, elsewhere)
        one, other = ((w / n, *wilson(float(w), float(n))) for w, n in ((wins1, n1), (wins0, n0)))
        for known in held:
            r = -met / (n1 * n0) ** 0.5 if known else 0.0
            _, low, high = newcombe(one, other, correlation=r)
            held[known] += low <= truth <= high
    assert 0.93 <= held[True] / 4000 <= 0.97
    assert held[False] / 4000 < 0.93

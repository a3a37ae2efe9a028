"""Intervals of shares and of scores: against published values, their definition, and in their coverage."""

from math import comb, isclose, isnan, sqrt

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics.stats.interval import Z95, jeffreys, score, wilson


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_published_values(successes: int, trials: int, low: float, high: float) -> None:
    """R. G. Newcombe, *Two-sided confidence intervals for the single proportion* (1998), table I."""
    found = wilson(float(successes), float(trials))
    assert found == pytest.approx((low, high), abs=0.00005)


counts = st.integers(1, 10**6).flatmap(lambda trials: st.tuples(st.integers(0, trials), st.just(trials)))


@given(counts)
def test_its_ends_are_the_shares_that_a_score_test_just_rejects(count: tuple[int, int]) -> None:
    """What Wilson's interval is: those p with |share - p| ≤ z √(p (1 - p) / n)."""
    successes, trials = count
    for end in wilson(float(successes), float(trials)):
        distance = abs(successes / trials - end)
        assert isclose(distance, Z95 * sqrt(end * (1 - end) / trials), rel_tol=1e-6, abs_tol=1e-9)


@given(counts)
def test_it_holds_the_share_and_mirrors(count: tuple[int, int]) -> None:
    successes, trials = count
    low, high = wilson(float(successes), float(trials))
    assert 0 <= low <= successes / trials <= high <= 1
    mirrored = wilson(float(trials - successes), float(trials))
    assert (1 - mirrored[1], 1 - mirrored[0]) == pytest.approx((low, high), abs=1e-12)


@given(st.lists(counts, min_size=1, max_size=20))
def test_columns_and_numbers_agree(given: list[tuple[int, int]]) -> None:
    frame = pl.DataFrame(given, schema={"x": pl.Float64, "n": pl.Float64}, orient="row")
    low, high = wilson(pl.col("x"), pl.col("n"))
    found = frame.select(low.alias("low"), high.alias("high")).rows()
    for (successes, trials), row in zip(given, found, strict=True):
        assert row == pytest.approx(wilson(float(successes), float(trials)), abs=1e-12)


def test_no_trials_no_interval() -> None:
    frame = pl.DataFrame({"x": [0.0], "n": [0.0]})
    low, high = wilson(pl.col("x"), pl.col("n"))
    assert all(map(isnan, frame.select(low.alias("low"), high.alias("high")).row(0)))
    with pytest.raises(ZeroDivisionError):
        wilson(0.0, 0.0)


@pytest.mark.parametrize("trials", [20, 50, 200])
def test_it_covers_as_often_as_it_says(trials: int) -> None:
    """The exact probability that the interval holds the true share, on average over all shares."""
    ends = [wilson(float(successes), float(trials)) for successes in range(trials + 1)]
    shares = [place / 200 for place in range(1, 200)]
    covered = sum(
        comb(trials, successes) * share**successes * (1 - share) ** (trials - successes)
        for share in shares
        for successes, (low, high) in enumerate(ends)
        if low <= share <= high
    )
    assert 0.94 <= covered / len(shares) <= 0.96


@given(st.integers(1, 10**6))
def test_no_success_begins_at_nothing(trials: int) -> None:
    """Exactly, without what rounding adds."""
    assert wilson(0.0, float(trials))[0] == 0
    assert wilson(float(trials), float(trials))[1] == 1


# --- scores of three outcomes --------------------------------------------------------------------------

outcomes = st.tuples(st.integers(0, 500), st.integers(0, 500), st.integers(0, 500)).filter(any)
worths = st.sampled_from([0.5, 1 / 3])


@given(outcomes, worths)
def test_a_score_lies_within_its_interval(counts: tuple[int, int, int], worth: float) -> None:
    wins, losses, ties = counts
    low, high = score(float(wins), float(wins + losses + ties), float(ties), worth=worth)
    mean = (wins + worth * ties) / (wins + losses + ties)
    assert -1e-12 <= low <= mean + 1e-12
    assert mean - 1e-12 <= high <= 1 + 1e-12


@given(counts, worths)
def test_without_ties_it_is_wilsons(count: tuple[int, int], worth: float) -> None:
    successes, trials = count
    found = score(float(successes), float(trials), 0.0, worth=worth)
    assert found == wilson(float(successes), float(trials))


@given(outcomes)
def test_half_a_win_is_half_a_loss(counts: tuple[int, int, int]) -> None:
    wins, losses, ties = counts
    n = float(wins + losses + ties)
    low, high = score(float(wins), n, float(ties), worth=0.5)
    mirrored = score(float(losses), n, float(ties), worth=0.5)
    assert (1 - mirrored[1], 1 - mirrored[0]) == pytest.approx((low, high), abs=1e-9)


@given(outcomes)
def test_ties_make_one_surer(counts: tuple[int, int, int]) -> None:
    """Half a win for each is less of a gamble than a coin for each; but three ties make nobody certain."""
    wins, losses, ties = counts
    n = float(wins + losses + ties)
    low, high = score(float(wins), n, float(ties), worth=0.5)
    wide = wilson(wins + ties / 2, n)
    assert high - low <= wide[1] - wide[0] + 1e-12
    assert high > low


@pytest.mark.parametrize("worth", [0.5, 1 / 3])
@pytest.mark.parametrize(("trials", "share"), [(30, 0.1), (30, 0.3), (100, 0.05), (100, 0.25)])
def test_it_covers_as_often_as_it_says_with_ties(trials: int, share: float, worth: float) -> None:
    """The exact probability over all outcomes of ``trials`` games, on average over win rates."""
    held = []
    for place in range(1, 10):
        win = (1 - share) * place / 10
        true = win + worth * share
        covered = 0.0
        for ties in range(trials + 1):
            for wins in range(trials - ties + 1):
                low, high = score(float(wins), float(trials), float(ties), worth=worth)
                if low <= true <= high:
                    covered += (
                        comb(trials, ties)
                        * comb(trials - ties, wins)
                        * share**ties
                        * win**wins
                        * (1 - share - win) ** (trials - ties - wins)
                    )
        held.append(covered)
    assert 0.93 <= sum(held) / len(held) <= 0.97


# --- Jeffreys ------------------------------------------------------------------------------------------


@given(counts)
def test_jeffreys_is_that_of_statsmodels(count: tuple[int, int]) -> None:
    """Which does not know the rule for the edges."""
    successes, trials = count
    low, high = jeffreys(np.array([successes]), np.array([trials]))
    from statsmodels.stats.proportion import proportion_confint  # takes a second

    expected = proportion_confint(successes, trials, method="jeffreys")
    assert low[0] == (pytest.approx(expected[0], abs=1e-9) if successes else 0)
    assert high[0] == (pytest.approx(expected[1], abs=1e-9) if successes < trials else 1)


def test_jeffreys_of_nothing() -> None:
    assert np.isnan(jeffreys(np.array([0]), np.array([0]))).all()

"""Wilson's interval against published values, against its own definition, and in its coverage."""

from math import comb, isclose, isnan, sqrt

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics.stats.interval import Z95, wilson


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

"""How far forecasts have to be stretched: against what can be told with a pencil."""

from math import log

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from analytics.stats.calibration import slope

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

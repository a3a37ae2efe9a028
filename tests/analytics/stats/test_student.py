"""Student's quantile against that of SciPy."""

import numpy as np
import scipy

from analytics.stats.student import t95


def test_it_is_that_of_scipy() -> None:
    free = np.array([*range(1, 200), 10**3, 10**6], dtype=np.float64)
    assert np.abs(t95(free) / scipy.stats.t.ppf(0.975, free) - 1).max() < 2e-7

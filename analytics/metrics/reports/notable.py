"""Which rows of a table are notable, after correction for the number of rows that were tested.

Not here: the numbers (``measured``), nor why they stand out.
"""

from math import erfc, sqrt

import numpy as np
import polars as pl

from analytics.metrics.definitions.metric import Metric
from analytics.stats.discovery import NOTABLE, adjusted
from analytics.stats.interval import Z95
from analytics.stats.number import Floats


def notable(found: pl.DataFrame, metric: Metric, *, base: float = 0.0, rate: float = NOTABLE) -> pl.DataFrame:
    """The rows of ``measured`` with ``p``, the ``adjusted`` one (false discovery rate), and ``notable``.

    A metric may be a p-value itself; for others p follows from the distance of the interval from ``base``: a
    half for win rates, 1 for a ratio, 0 for a difference. Rows without an interval are not tested: null, and
    not notable. At most a share of ``rate`` of the notable rows are so by chance.
    """
    if metric.unit == "p-value":
        p = _numbers(found, "value")
    else:
        p = _away(_numbers(found, "value"), _numbers(found, "low"), _numbers(found, "high"), base)
    q = adjusted(p)
    columns = {"p": p, "adjusted": q}
    return found.with_columns(
        *(pl.Series(name, column, pl.Float64).fill_nan(None) for name, column in columns.items()),
        pl.Series("notable", np.nan_to_num(q, nan=1.0) <= rate, pl.Boolean),
    )


def _away(value: Floats, low: Floats, high: Floats, base: float) -> Floats:
    """Two-sided p of a distance from the base, by the half of the interval on its side."""
    with np.errstate(divide="ignore", invalid="ignore"):
        error = np.where(value > base, value - low, high - value) / Z95
        far = np.abs(value - base) / error
    # SciPy has this for arrays, but loading it takes longer than everything else on the first page.
    found = np.array([erfc(one / sqrt(2)) for one in far.tolist()])
    return np.where(error > 0, found, np.nan)


def _numbers(found: pl.DataFrame, name: str) -> Floats:
    return found[name].cast(pl.Float64).fill_null(np.nan).to_numpy()

"""The quantile of Student's t that 95 % intervals of few clusters need, without SciPy, whose distributions
take longer to load than a table of statistics takes to count.

Not here: any other quantile or distribution (``scipy.stats``).
"""

import numpy as np

from analytics.stats.interval import Z95
from analytics.stats.number import Floats

FEW = np.array(
    [0, 12.70620474, 4.30265273, 3.18244631, 2.77644511, 2.57058184, 2.44691185, 2.36462425, 2.30600414,
     2.26215716, 2.22813885, 2.20098516, 2.17881283, 2.16036866, 2.14478669, 2.13144955, 2.11990530,
     2.10981558, 2.10092204, 2.09302405]
)  # fmt: skip
"""By degrees of freedom, from 0, which has none."""


def t95(free: Floats) -> Floats:
    """The 97.5 % quantile of Student's t with these whole degrees of freedom, from 1 on, to seven digits.

    Beyond ``FEW`` by the expansion of R. A. Fisher and E. A. Cornish, *The percentile points of distributions
    having known cumulants* (1960).
    """
    z, n = Z95, np.maximum(free, len(FEW))
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    many = z + sum(term / n**power for power, term in enumerate(terms, start=1))
    found: Floats = np.where(free < len(FEW), FEW[np.minimum(free, len(FEW) - 1).astype(int)], many)
    return found

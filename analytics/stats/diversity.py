"""The diversity of a field.

Not here: what is played (``metrics.field``).
"""

import numpy as np

from analytics.stats.number import Floats


def simpson(counts: Floats) -> float:
    """The chance that two random seats of this field play the same: Σ p². NaN for an empty field."""
    shares = _shares(counts)
    return float((shares**2).sum())


def effective(counts: Floats) -> float:
    """The number of equally frequent decks with the same diversity: 1 / Σ p²."""
    return 1 / simpson(counts)


def shannon(counts: Floats) -> float:
    """The same by entropy, exp(-Σ p log p): rare decks have more weight than in ``effective``."""
    shares = _shares(counts[counts > 0])
    return float(np.exp(-(shares * np.log(shares)).sum())) if len(shares) else float("nan")


def _shares(counts: Floats) -> Floats:
    with np.errstate(invalid="ignore"):
        found: Floats = counts / counts.sum() if len(counts) else np.array([np.nan])
    return found

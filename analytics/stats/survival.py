"""Kaplan and Meier: how long until something happens, where for some it has not happened yet.

Not here: what happens (a card is played, say), nor how it was counted.
"""

from typing import NamedTuple

import numpy as np

from analytics.stats.interval import Z95
from analytics.stats.number import Floats


class Survival(NamedTuple):
    """At each of ``times``: the share to whom it has not happened, with the ends of its interval."""

    times: Floats
    share: Floats
    low: Floats
    high: Floats


def kaplan_meier(times: Floats, events: Floats, censored: Floats, *, z: float = Z95) -> Survival:
    """``events`` happened at each of the ascending ``times``, ``censored`` were lost sight of after it.

    The interval is Greenwood's on the scale log(-log share), which keeps it within 0 and 1. E. L. Kaplan
    and P. Meier, *Nonparametric estimation from incomplete observations* (1958).
    """
    left = (events + censored)[::-1].cumsum()[::-1]
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.cumprod(1 - events / left)
        error = np.sqrt(np.cumsum(events / (left * (left - events)))) / np.abs(np.log(share))
        ends = [share ** np.exp(side * z * error) for side in (1, -1)]
    certain = (share == 1) | (share == 0)
    low, high = (np.where(certain, share, end) for end in ends)
    return Survival(times, share, low, high)


def median(curve: Survival) -> tuple[float, float, float]:
    """The first time at which it has happened to half, and between which times that lies.

    NaN for what the curve does not reach. R. Brookmeyer and J. Crowley, *A confidence interval for the
    median survival time* (1982).
    """
    return _reached(curve, curve.share), _reached(curve, curve.low), _reached(curve, curve.high)


def _reached(curve: Survival, share: Floats) -> float:
    there = np.flatnonzero(share <= 0.5 + 1e-12)
    return float(curve.times[there[0]]) if len(there) else float("nan")

"""The Kaplan–Meier estimator: the time until an event, if for some the event has not happened yet.

Not here: the event (a card is played, say), nor how it is counted.
"""

from typing import NamedTuple

import numpy as np

from analytics.stats.interval import Z95
from analytics.stats.number import Floats


class Survival(NamedTuple):
    """At each of ``times``: the share without the event, with the ends of its interval."""

    times: Floats
    share: Floats
    low: Floats
    high: Floats


def kaplan_meier(times: Floats, events: Floats, censored: Floats, *, z: float = Z95) -> Survival:
    """``events`` happened at each of the ascending ``times``, ``censored`` were last observed then.

    Several curves are rows; a shorter one ends in times without observations.

    The interval is Greenwood's on the scale log(-log share), which keeps it within 0 and 1. E. L. Kaplan
    and P. Meier, *Nonparametric estimation from incomplete observations* (1958).
    """
    left = (events + censored)[..., ::-1].cumsum(axis=-1)[..., ::-1]
    with np.errstate(divide="ignore", invalid="ignore"):
        stays: Floats = np.where(left > 0, 1 - events / left, 1.0)
        share = stays.cumprod(axis=-1)
        error = np.sqrt(np.cumsum(events / (left * (left - events)), axis=-1)) / np.abs(np.log(share))
        ends = [share ** np.exp(side * z * error) for side in (1, -1)]
    certain = (share == 1) | (share == 0)
    low, high = (np.where(certain, share, end) for end in ends)
    return Survival(times, share, low, high)


def median(curve: Survival) -> tuple[Floats, Floats, Floats]:
    """The median time of each curve, and the ends of its interval.

    NaN if the curve does not reach it. R. Brookmeyer and J. Crowley, *A confidence interval for the
    median survival time* (1982).
    """
    return _reached(curve, curve.share), _reached(curve, curve.low), _reached(curve, curve.high)


def _reached(curve: Survival, share: Floats) -> Floats:
    there = share <= 0.5 + 1e-12
    first = there.argmax(axis=-1, keepdims=True)
    time = np.take_along_axis(curve.times, first, axis=-1)
    found: Floats = np.where(there.any(axis=-1, keepdims=True), time, np.nan)[..., 0]
    return found

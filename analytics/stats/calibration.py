"""Whether forecasts come true: how surprised they were, and whether 70 % of the 70 % happened.

Not here: who forecasts (``rating``).
"""

from typing import NamedTuple

import numpy as np
import scipy

from analytics.stats.interval import wilson
from analytics.stats.number import Floats, Ints

SURE = 1e-9
"""Forecasts are held this far away from 0 and 1."""
FLAT = 1e-9
"""A fit is done where the mean surprise grows by less than this."""
ALIKE = 0.001
"""Forecasts whose log-odds differ by less than this are fitted as one: the slope moves by some thousandth of
its error, and hundreds of thousands of them become thousands."""
ENOUGH = 50
"""Of fewer forecasts nothing is said about how good they are."""


class Bin(NamedTuple):
    """Forecasts that lay close together: their mean, how often it came, with interval, and how many."""

    forecast: float
    came: float
    low: float
    high: float
    n: int


class Calibration(NamedTuple):
    """How good ``n`` forecasts were: their ``loss``, ``base``, which is that of always forecasting the mean,
    ``slope`` (1 is right), and ``bins``, the points of their plot. None, and no bins, where there are too few
    to tell."""

    loss: float | None
    base: float | None
    slope: float | None
    n: int
    bins: tuple[Bin, ...] = ()


def calibration(chance: Floats, happened: Floats) -> Calibration:
    """All that is told of forecasts and of what came."""
    if len(happened) < ENOUGH:
        return Calibration(None, None, None, len(happened))
    loss, base = log_loss(chance, happened), base_loss(happened)
    points = tuple(bins(chance, happened))
    return Calibration(loss, base, slope(chance, happened), len(happened), points)


def log_loss(chance: Floats, happened: Floats) -> float:
    """Mean surprise -log p of what came, in nats; 0.693 is what a coin would get."""
    chance = np.clip(chance, SURE, 1 - SURE)
    return float(-(happened * np.log(chance) + (1 - happened) * np.log(1 - chance)).mean())


def base_loss(happened: Floats) -> float:
    """The loss of always forecasting what is true on average."""
    mean = happened.mean(keepdims=True)
    return log_loss(mean, mean)


def slope(chance: Floats, happened: Floats) -> float:
    """How far forecasts have to be stretched to come true: 1 is right, below 1 they are too bold.

    The coefficient of a logistic regression of what came on the log-odds of the forecast.
    """
    each = scipy.special.logit(np.clip(chance, SURE, 1 - SURE))
    group = np.rint((each - each.min()) / ALIKE).astype(np.int64)
    n = np.bincount(group)
    some = n > 0
    odds, share = np.bincount(group, each)[some] / n[some], n[some] / len(each)
    terms = np.stack([np.ones(len(odds)), odds])
    came = terms @ np.bincount(group, happened)[some] / len(each)  # all that is to know of what came

    def loss(at: Floats) -> tuple[float, Floats]:
        """The mean surprise, and where it grows."""
        fitted = at @ terms
        decay = np.exp(-np.abs(fitted))
        surprise = np.maximum(fitted, 0) + np.log1p(decay)  # had it never come
        likely = np.where(fitted > 0, 1.0, decay) / (1 + decay)
        return float(surprise @ share - at @ came), terms @ (likely * share) - came

    def bend(at: Floats) -> Floats:
        """How fast that changes."""
        decay = np.exp(-np.abs(at @ terms))
        bent: Floats = (terms * (share * decay / (1 + decay) ** 2)) @ terms.T
        return bent

    begin, exactly = np.array([0.0, 1.0]), {"gtol": FLAT}
    found = scipy.optimize.minimize(loss, begin, jac=True, hess=bend, method="trust-ncg", options=exactly)
    return float(found.x[1])


def bins(chance: Floats, happened: Floats, *, number: int = 10) -> list[Bin]:
    """The points of a calibration plot, each with as many forecasts; those without any are left out."""
    found = []
    for part in np.array_split(_in_order(chance, number), number):
        if len(part):
            came, n = float(happened[part].sum()), len(part)
            low, high = wilson(came, float(n))
            found.append(Bin(float(chance[part].mean()), came / n, low, high, n))
    return found


def _in_order(chance: Floats, number: int) -> Ints:
    """The places of ``chance`` from the least on, the equal ones in the order in which they stand wherever
    ``number`` parts of it would cut them in two: a stable sort of all would take five times as long."""
    order = np.argsort(chance)
    ordered = chance[order]
    for cut in {part[0] for part in np.array_split(ordered, number) if len(part)}:
        first, behind = (np.searchsorted(ordered, cut, side) for side in ("left", "right"))
        order[first:behind].sort()
    return order

"""Calibration of forecasts: their log loss, and whether 70 % of the 70 % forecasts came true.

Not here: the forecasts (``rating``).
"""

from typing import NamedTuple

import numpy as np
import scipy

from analytics.stats.interval import wilson
from analytics.stats.number import Floats, Ints

SURE = 1e-9
"""Forecasts are kept this far away from 0 and 1."""
FLAT = 1e-9
"""The fit ends when the gradient of the mean loss is smaller than this."""
ALIKE = 0.001
"""Forecasts whose log-odds differ by less than this are fitted as one: the slope changes by about a
thousandth of its error, and hundreds of thousands of forecasts become thousands."""
ENOUGH = 50
"""The fewest forecasts whose calibration is computed."""


class Bin(NamedTuple):
    """Forecasts close together: their mean, how often they came true, with interval, and their number."""

    forecast: float
    came: float
    low: float
    high: float
    n: int


class Calibration(NamedTuple):
    """The calibration of ``n`` forecasts: their ``loss``, ``base`` (the loss of always forecasting the mean),
    ``slope`` (1 is right), and ``bins``, the points of their plot. None, and no bins, for too few
    forecasts."""

    loss: float | None
    base: float | None
    slope: float | None
    n: int
    bins: tuple[Bin, ...] = ()


def calibration(chance: Floats, happened: Floats) -> Calibration:
    """The calibration of forecasts, given what happened."""
    if len(happened) < ENOUGH:
        return Calibration(None, None, None, len(happened))
    loss, base = log_loss(chance, happened), base_loss(happened)
    points = tuple(bins(chance, happened))
    return Calibration(loss, base, slope(chance, happened), len(happened), points)


def log_loss(chance: Floats, happened: Floats) -> float:
    """Log loss: the mean of -log p of what happened, in nats; 0.693 is the loss of a coin."""
    chance = np.clip(chance, SURE, 1 - SURE)
    return float(-(happened * np.log(chance) + (1 - happened) * np.log(1 - chance)).mean())


def base_loss(happened: Floats) -> float:
    """The loss of always forecasting the mean."""
    mean = happened.mean(keepdims=True)
    return log_loss(mean, mean)


def slope(chance: Floats, happened: Floats) -> float:
    """The calibration slope: 1 is right, below 1 the forecasts are too extreme.

    The coefficient of a logistic regression of what happened on the log-odds of the forecast.
    """
    each = scipy.special.logit(np.clip(chance, SURE, 1 - SURE))
    group = np.rint((each - each.min()) / ALIKE).astype(np.int64)
    n = np.bincount(group)
    some = n > 0
    odds, share = np.bincount(group, each)[some] / n[some], n[some] / len(each)
    terms = np.stack([np.ones(len(odds)), odds])
    came = terms @ np.bincount(group, happened)[some] / len(each)  # sufficient statistics

    def loss(at: Floats) -> tuple[float, Floats]:
        """The mean loss and its gradient."""
        fitted = at @ terms
        decay = np.exp(-np.abs(fitted))
        surprise = np.maximum(fitted, 0) + np.log1p(decay)  # the loss if it never happened
        likely = np.where(fitted > 0, 1.0, decay) / (1 + decay)
        return float(surprise @ share - at @ came), terms @ (likely * share) - came

    def bend(at: Floats) -> Floats:
        """Its second derivative."""
        decay = np.exp(-np.abs(at @ terms))
        bent: Floats = (terms * (share * decay / (1 + decay) ** 2)) @ terms.T
        return bent

    begin, exactly = np.array([0.0, 1.0]), {"gtol": FLAT}
    found = scipy.optimize.minimize(loss, begin, jac=True, hess=bend, method="trust-ncg", options=exactly)
    return float(found.x[1])


def bins(chance: Floats, happened: Floats, *, number: int = 10) -> list[Bin]:
    """The points of a calibration plot, each with equally many forecasts; empty ones are left out."""
    found = []
    for part in np.array_split(_in_order(chance, number), number):
        if len(part):
            came, n = float(happened[part].sum()), len(part)
            low, high = wilson(came, float(n))
            found.append(Bin(float(chance[part].mean()), came / n, low, high, n))
    return found


def _in_order(chance: Floats, number: int) -> Ints:
    """The indexes that sort ``chance``; stable only where a border of the ``number`` parts lies within equal
    values, because a stable sort of everything takes five times as long."""
    order = np.argsort(chance)
    ordered = chance[order]
    for cut in {part[0] for part in np.array_split(ordered, number) if len(part)}:
        first, behind = (np.searchsorted(ordered, cut, side) for side in ("left", "right"))
        order[first:behind].sort()
    return order

"""Whether forecasts come true: how surprised they were, and whether 70 % of the 70 % happened.

Not here: who forecasts (``rating``).
"""

from typing import NamedTuple

import numpy as np
import scipy

from analytics.stats.interval import wilson
from analytics.stats.number import Floats

SURE = 1e-9
"""Forecasts are held this far away from 0 and 1."""
FLAT = 1e-9
"""A fit is done where the mean surprise grows by less than this."""


def log_loss(chance: Floats, happened: Floats) -> float:
    """Mean surprise -log p of what came, in nats; 0.693 is what a coin would get."""
    chance = np.clip(chance, SURE, 1 - SURE)
    return float(-(happened * np.log(chance) + (1 - happened) * np.log(1 - chance)).mean())


def base_loss(happened: Floats) -> float:
    """The loss of always forecasting what is true on average."""
    return log_loss(happened.mean(keepdims=True), happened)


def slope(chance: Floats, happened: Floats) -> float:
    """How far forecasts have to be stretched to come true: 1 is right, below 1 they are too bold.

    The coefficient of a logistic regression of what came on the log-odds of the forecast.
    """
    odds = scipy.special.logit(np.clip(chance, SURE, 1 - SURE))
    terms = np.stack([np.ones(len(odds)), odds])
    came = terms @ happened / len(odds)  # all that is to know of what came

    def loss(at: Floats) -> tuple[float, Floats]:
        """The mean surprise, and where it grows."""
        fitted = at @ terms
        decay = np.exp(-np.abs(fitted))
        surprise = np.maximum(fitted, 0) + np.log1p(decay)  # had it never come
        likely = np.where(fitted > 0, 1.0, decay) / (1 + decay)
        return float(surprise.mean() - at @ came), terms @ likely / len(odds) - came

    def bend(at: Floats) -> Floats:
        """How fast that changes."""
        decay = np.exp(-np.abs(at @ terms))
        bent: Floats = (terms * (decay / (1 + decay) ** 2)) @ terms.T / len(odds)
        return bent

    begin, exactly = np.array([0.0, 1.0]), {"gtol": FLAT}
    found = scipy.optimize.minimize(loss, begin, jac=True, hess=bend, method="trust-ncg", options=exactly)
    return float(found.x[1])


class Bin(NamedTuple):
    """Forecasts that lay close together: their mean, how often it came, with interval, and how many."""

    forecast: float
    came: float
    low: float
    high: float
    n: int


def bins(chance: Floats, happened: Floats, *, number: int = 10) -> list[Bin]:
    """The points of a calibration plot, each with as many forecasts; those without any are left out."""
    found = []
    for part in np.array_split(np.argsort(chance, kind="stable"), number):
        if len(part):
            came, n = float(happened[part].sum()), len(part)
            low, high = wilson(came, float(n))
            found.append(Bin(float(chance[part].mean()), came / n, low, high, n))
    return found

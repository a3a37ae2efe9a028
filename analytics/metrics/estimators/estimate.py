"""A number with its interval and its n, and what a draw is worth in it.

Not here: how a number is computed (``way``, ``group``).
"""

import math
from collections.abc import Mapping
from typing import Generic, Literal, NamedTuple, get_args

from analytics.stats.number import Number

Draws = Literal["exclude", "half", "points", "loss"]
"""What a draw is worth: ``exclude`` it, count it as ``half`` a win, as a third (``points`` 3/1/0), or as a
``loss``."""
DRAWS: tuple[Draws, ...] = get_args(Draws)
WORTH: Mapping[Draws, float | None] = {"exclude": None, "half": 1 / 2, "points": 1 / 3, "loss": 0.0}
"""Policy → share of a win; None where draws are not counted at all."""


class Estimate(NamedTuple):
    """A value with its number of observations ``n``; all but ``n`` None where there is nothing to tell,
    ``low`` and ``high`` None where the metric has no interval."""

    value: float | None
    n: int
    low: float | None = None
    high: float | None = None


class Estimates(NamedTuple, Generic[Number]):
    """The same for many cells at once, as columns or arrays; NaN where there is nothing to tell."""

    value: Number
    n: Number
    low: Number | None = None
    high: Number | None = None


def check_draws(draws: Draws) -> None:
    """Raises ``ValueError`` for a policy that is none."""
    if draws not in DRAWS:
        raise ValueError(f"draws cannot be {draws!r}: accepted are {', '.join(DRAWS)}")


def rate(value: float, n: float, low: float | None = None, high: float | None = None) -> Estimate:
    """A rate of plain numbers; NaN is nothing to tell."""
    ends = [None if end is None or math.isnan(end) else float(end) for end in (value, low, high)]
    return Estimate(ends[0], round(n), ends[1], ends[2]) if ends[0] is not None else Estimate(None, round(n))

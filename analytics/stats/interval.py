"""Confidence intervals of a proportion.

Not here: what is counted, and intervals for scores that are no proportion (half points for draws).
"""

from typing import TypeVar

import polars as pl

Z95 = 1.959964
"""Standard normal quantile of a 95 % interval."""

Number = TypeVar("Number", float, pl.Expr)


def wilson(successes: Number, trials: Number, *, z: float = Z95) -> tuple[Number, Number]:
    """Wilson's score interval for ``successes`` of ``trials``: its lower and upper end.

    The same formula for numbers and for columns. Without trials there is nothing to say: a column gives
    null, a number raises ``ZeroDivisionError``; more successes than trials is the caller's error.
    E. B. Wilson, *Probable inference, the law of succession, and statistical inference* (1927).
    """
    share = successes / trials
    spread = z * (share * (1 - share) / trials + z * z / (4 * trials * trials)) ** 0.5
    centre, scale = share + z * z / (2 * trials), 1 + z * z / trials
    return _within((centre - spread) / scale), _within((centre + spread) / scale)


def _within(end: Number) -> Number:
    """Without what rounding adds beyond 0 and 1. Not a number (0 of 0) becomes null."""
    if isinstance(end, pl.Expr):
        return end.fill_nan(None).clip(0.0, 1.0)
    return min(max(end, 0.0), 1.0)

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
    NaN, a number raises ``ZeroDivisionError``; more successes than trials is the caller's error.
    E. B. Wilson, *Probable inference, the law of succession, and statistical inference* (1927).
    """
    return _lower(successes, trials, z), 1 - _lower(trials - successes, trials, z)


def _lower(successes: Number, trials: Number, z: float) -> Number:
    """The smaller root p of (successes / trials - p)² = z² p (1 - p) / trials, out of the larger one.

    Their product is known, and the larger root is a sum of what is not negative. So nothing cancels out:
    the end is exactly 0 without a success, and 1 without a failure.
    """
    share = successes / trials
    larger = (successes + z * z / 2 + z * (z * z / 4 + successes * (1 - share)) ** 0.5) / (trials + z * z)
    smaller: Number = share * successes / ((trials + z * z) * larger)
    return smaller

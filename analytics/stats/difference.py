"""The difference of two estimates, each with its interval.

Not here: differences within strata (``stratified``).
"""

from analytics.stats.number import Number


def newcombe(
    one: tuple[Number, Number, Number],
    other: tuple[Number, Number, Number],
    *,
    correlation: Number | float = 0.0,
) -> tuple[Number, Number, Number]:
    """``one`` minus ``other``: the value, and how far each end lies, from the ends of both.

    With Wilson's intervals it is the method that Newcombe recommends for proportions: each end is as far
    away as the two nearer ends together, squared and added, less twice their product by the ``correlation``
    of both estimates. That is 0 for independent ones, and -1 gives the widest interval there can be.
    R. G. Newcombe, *Interval estimation for the difference between independent proportions*, and *Improved
    confidence intervals for the difference between binomial proportions based on paired data* (1998).
    """
    value = one[0] - other[0]
    below = _distance(one[0] - one[1], other[2] - other[0], correlation)
    above = _distance(one[2] - one[0], other[0] - other[1], correlation)
    return value, value - below, value + above


def _distance(one: Number, other: Number, correlation: Number | float) -> Number:
    found: Number = (one**2 + other**2 - 2 * correlation * one * other) ** 0.5
    return found

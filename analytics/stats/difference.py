"""The difference of two independent estimates, each with its interval.

Not here: differences within strata (``stratified``).
"""

from analytics.stats.number import Number


def newcombe(
    one: tuple[Number, Number, Number], other: tuple[Number, Number, Number]
) -> tuple[Number, Number, Number]:
    """``one`` minus ``other``: the value, and how far each end lies, from the ends of both.

    With Wilson's intervals it is the method that Newcombe recommends for proportions: each end is as far
    away as the two nearer ends together, squared and added.
    R. G. Newcombe, *Interval estimation for the difference between independent proportions* (1998).
    """
    value = one[0] - other[0]
    below = ((one[0] - one[1]) ** 2 + (other[2] - other[0]) ** 2) ** 0.5
    above = ((one[2] - one[0]) ** 2 + (other[0] - other[1]) ** 2) ** 0.5
    return value, value - below, value + above

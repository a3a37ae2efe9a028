"""An estimate: a value with its interval and its number of observations; and what a draw is worth in it.

Not here: how a value is computed (``rates``, ``grouped``, ``model``).
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, get_args

from analytics.stats.number import Floats, Ints

Draws = Literal["exclude", "half", "points", "loss"]
"""What a draw is worth: ``exclude`` it, count it as ``half`` a win, as a third (``points`` 3/1/0), or as a
``loss``."""
DRAWS: tuple[Draws, ...] = get_args(Draws)
WORTH: Mapping[Draws, float | None] = {"exclude": None, "half": 1 / 2, "points": 1 / 3, "loss": 0.0}
"""Policy → share of a win; None where draws are not counted at all."""


def check_draws(draws: Draws) -> None:
    """Raises ``ValueError`` for an unknown policy."""
    if draws not in DRAWS:
        raise ValueError(f"draws cannot be {draws!r}: accepted are {', '.join(DRAWS)}")


class Estimate(NamedTuple):
    """A value with its number of observations ``n``; ``value`` is None where nothing was observed, ``low``
    and ``high`` are None where there is no interval."""

    value: float | None
    n: int
    low: float | None = None
    high: float | None = None


NO_ESTIMATE = Estimate(None, 0)


Item = str | tuple[str, ...]
"""The name of an item; of a pairing, those of both sides."""


class EstimateArrays(NamedTuple):
    """Estimates as arrays, NaN where there is none; ``low`` and ``high`` are None if there are no intervals.

    There is one row for each cell, in the order of the cells. If the estimator gives one for each item,
    ``items`` names the item of each row and ``cells`` is the number of its cell.
    """

    value: Floats
    n: Floats
    low: Floats | None = None
    high: Floats | None = None
    items: Sequence[Item] | None = None
    cells: Ints | None = None

    def rows(self) -> Iterator[Estimate]:
        """The rows as plain numbers."""
        columns = (self.value, self.n, self.low, self.high)
        lists = [[None] * len(self.value) if column is None else column.tolist() for column in columns]
        return (estimate_of(*row) for row in zip(*lists, strict=True))


def estimate_of(value: float, n: float, low: float | None = None, high: float | None = None) -> Estimate:
    """An estimate of plain numbers, of which NaN says that there is none. Without a value no interval."""
    numbers = [None if one is None or math.isnan(one) else float(one) for one in (value, low, high)]
    return (
        Estimate(numbers[0], round(n), *numbers[1:]) if numbers[0] is not None else Estimate(None, round(n))
    )

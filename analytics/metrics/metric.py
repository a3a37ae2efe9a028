"""What a metric is: a quotient of additive sums, with everything that one has to say about it.

Not here: the metrics (``registry``) and how their sums are taken (``sums``).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

import polars as pl

from analytics.stats.interval import wilson
from engine.name import Name

Draws = Literal["exclude", "loss"]
"""What a draw is worth: ``exclude`` it from won and lost games, or count it as not won."""
DRAWS: tuple[Draws, ...] = get_args(Draws)


class Rate(NamedTuple):
    """A value with its number of observations ``n``; all but ``n`` None where n is 0, ``low`` and ``high``
    None where the metric has no interval."""

    value: float | None
    n: int
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example, which is a test as well: these ``sums`` give this ``rate`` (to four decimals)."""

    sums: Mapping[str, int]
    rate: Rate


@dataclass(frozen=True, slots=True)
class Metric:
    """One metric.

    ``numerator`` and ``denominator`` are sums (``sums.SUMS``) added up; ``ties`` is the sum that the draw
    policy adds to the denominator. ``unit``: ``share`` of the denominator, with an interval, or times
    ``per game``, without one. ``weighting``: what is counted. ``tag``: ``association`` says that who
    plays the card, and against whom, is part of the number. ``version`` grows when the definition changes.
    """

    id: str
    name: Name
    formula: Name
    unit: Literal["share", "per game"]
    weighting: Literal["game-weighted", "copy-weighted", "per action"]
    tag: Literal["association", "randomised", "descriptive"]
    numerator: tuple[str, ...]
    denominator: tuple[str, ...]
    example: Example
    ties: str = ""
    version: int = 1

    @property
    def sums(self) -> tuple[str, ...]:
        """All sums that are needed, each once."""
        return tuple(dict.fromkeys((*self.numerator, *self.denominator, *([self.ties] if self.ties else ()))))

    def counted(self, draws: Draws) -> tuple[str, ...]:
        """The sums of the denominator under a draw policy."""
        return (*self.denominator, self.ties) if self.ties and draws == "loss" else self.denominator

    def of(self, sums: Mapping[str, int], *, draws: Draws = "exclude") -> Rate:
        """The value for one row of sums. Raises ``KeyError`` for a sum that is missing."""
        top = sum(sums[name] for name in self.numerator)
        n = sum(sums[name] for name in self.counted(draws))
        if not n:
            return Rate(None, 0, None, None)
        low, high = wilson(float(top), float(n)) if self.unit == "share" else (None, None)
        return Rate(top / n, n, low, high)

    def columns(self, *, draws: Draws, prefix: str = "") -> list[pl.Expr]:
        """The same for a table of sums: the columns ``rate``, ``n`` and, for a share, ``low`` and ``high``.

        With a ``prefix`` they are called ``PREFIX``, ``PREFIX_n``, ``PREFIX_low`` and ``PREFIX_high``.
        """
        top = pl.sum_horizontal(self.numerator)
        n = pl.sum_horizontal(self.counted(draws))
        found = [n.alias(f"{prefix}_n" if prefix else "n")]
        found.append((top / n).fill_nan(None).alias(prefix or "rate"))
        if self.unit == "share":
            for end, bound in zip(
                ("low", "high"), wilson(top.cast(pl.Float64), n.cast(pl.Float64)), strict=True
            ):
                found.append(bound.fill_nan(None).alias(f"{prefix}_{end}" if prefix else end))
        return found

"""How a number comes out of the sums of one cell: rates of wins, shares, means and differences of them.

Plain arithmetic, written once for single numbers and for whole columns. Not here: numbers that need the
sums of several groups (``group``), nor what is a metric (``registry``).
"""

from collections.abc import Mapping
from dataclasses import dataclass

from analytics.metrics.estimators.estimate import WORTH, Draws, Estimates
from analytics.stats.difference import newcombe
from analytics.stats.interval import score, wilson
from analytics.stats.number import Number


@dataclass(frozen=True, slots=True)
class WinRate:
    """Won games out of won and lost ones; the draw policy says what becomes of ``ties``.

    ``squares`` and ``tied_squares`` are for sums over copies, where the copies of one game all win or all
    lose: the sum of their squares tells how many independent observations the copies are worth, n² / Σc².
    Wilson's interval, that of three outcomes where a draw is worth a part of a win.
    """

    wins: str
    losses: str
    ties: str
    squares: str = ""
    tied_squares: str = ""

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        named = (self.wins, self.losses, self.ties, self.squares, self.tied_squares)
        return tuple(name for name in named if name)

    def rated(self, sums: Mapping[str, Number], draws: Draws) -> Estimates[Number]:
        """The rate of every cell."""
        return Estimates(*self.estimate(sums, draws))

    def estimate(self, sums: Mapping[str, Number], draws: Draws) -> tuple[Number, Number, Number, Number]:
        """Value, n, and both ends of the interval."""
        worth, wins, ties = WORTH[draws], sums[self.wins], sums[self.ties]
        n = wins + sums[self.losses]
        if worth is not None:
            n = n + ties
        alike = n / n
        if self.squares:
            squares = sums[self.squares]
            if worth is not None:
                squares = squares + sums[self.tied_squares]
            alike = n / squares
        if worth is None:
            low, high = wilson(wins * alike, n * alike)
            return wins / n, n, low, high
        low, high = score(wins * alike, n * alike, ties * alike, worth=worth)
        return (wins + worth * ties) / n, n, low, high


@dataclass(frozen=True, slots=True)
class Share:
    """``part`` out of ``whole``, each a sum of sums; Wilson's interval, times ``scale``."""

    part: tuple[str, ...]
    whole: tuple[str, ...]
    scale: float = 1

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        return tuple(dict.fromkeys((*self.part, *self.whole)))

    def rated(self, sums: Mapping[str, Number], draws: Draws) -> Estimates[Number]:
        """The share of every cell; draws play no part."""
        part, n = _added(sums, self.part), _added(sums, self.whole)
        low, high = wilson(part, n)
        return Estimates(part / n * self.scale, n, low * self.scale, high * self.scale)


@dataclass(frozen=True, slots=True)
class Mean:
    """``top`` for each of ``bottom``, without an interval: the sums do not tell how much it varies."""

    top: str
    bottom: str

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        return (self.top, self.bottom)

    def rated(self, sums: Mapping[str, Number], draws: Draws) -> Estimates[Number]:
        """The mean of every cell; draws play no part. Nothing of nothing, also where ``top`` is something: a
        card that everybody has may be played and is never held."""
        n = sums[self.bottom]
        return Estimates(sums[self.top] / n * (n / n), n)


@dataclass(frozen=True, slots=True)
class Versus:
    """``one`` minus ``other``, which have no game in common; Newcombe's interval. ``n`` counts both sides."""

    one: WinRate
    other: WinRate

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        return (*self.one.sums, *self.other.sums)

    def rated(self, sums: Mapping[str, Number], draws: Draws) -> Estimates[Number]:
        """The difference of every cell."""
        one, n1, low1, high1 = self.one.estimate(sums, draws)
        other, n0, low0, high0 = self.other.estimate(sums, draws)
        value, low, high = newcombe((one, low1, high1), (other, low0, high0))
        return Estimates(value, n1 + n0, low, high)


@dataclass(frozen=True, slots=True)
class Apart:
    """``part`` minus the rest of ``whole``; Newcombe's interval. ``n`` counts the whole."""

    part: WinRate
    whole: WinRate

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        return (*self.part.sums, *self.whole.sums)

    def rated(self, sums: Mapping[str, Number], draws: Draws) -> Estimates[Number]:
        """The difference of every cell."""
        value, n1, n0, low, high = self.estimate(sums, draws)
        return Estimates(value, n1 + n0, low, high)

    def estimate(
        self, sums: Mapping[str, Number], draws: Draws
    ) -> tuple[Number, Number, Number, Number, Number]:
        """Value, n of the part and of the rest, and both ends of the interval."""
        rest = WinRate("wins", "losses", "ties")
        outside = {
            name: sums[getattr(self.whole, name)] - sums[getattr(self.part, name)] for name in rest.sums
        }
        one, n1, low1, high1 = self.part.estimate(sums, draws)
        other, n0, low0, high0 = rest.estimate(outside, draws)
        value, low, high = newcombe((one, low1, high1), (other, low0, high0))
        return value, n1, n0, low, high


@dataclass(frozen=True, slots=True)
class Impact:
    """``part`` minus ``whole``, which holds the games of the part as well.

    That is the share of the rest times the difference of part and rest, which have no game in common: so
    comes the interval (the share taken as given). ``n`` counts the whole.
    """

    part: WinRate
    whole: WinRate

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        return (*self.part.sums, *self.whole.sums)

    def rated(self, sums: Mapping[str, Number], draws: Draws) -> Estimates[Number]:
        """The difference of every cell."""
        value, n1, n0, low, high = Apart(self.part, self.whole).estimate(sums, draws)
        n = n1 + n0
        return Estimates(value * n0 / n, n, low * n0 / n, high * n0 / n)


def _added(sums: Mapping[str, Number], names: tuple[str, ...]) -> Number:
    total = sums[names[0]]
    for name in names[1:]:
        total = total + sums[name]
    return total


Way = WinRate | Share | Mean | Versus | Apart | Impact
"""How a number comes out of the sums of one cell."""

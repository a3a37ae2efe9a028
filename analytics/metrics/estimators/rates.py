"""Estimators whose cells are single rows of sums: rates of wins, shares, means and differences of them.

Not here: estimators that need the sums of several groups (``grouped``), nor what is a metric (``registry``).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analytics.metrics.estimators.cells import Cells
from analytics.metrics.estimators.estimate import WORTH, Draws, EstimateArrays
from analytics.metrics.estimators.estimator import RowByRow
from analytics.stats.difference import newcombe
from analytics.stats.interval import Z95, score, wilson
from analytics.stats.number import Floats

Sums = Mapping[str, NDArray[Any]]
quiet = np.errstate(divide="ignore", invalid="ignore")
"""A cell without observations gives NaN."""


@dataclass(frozen=True, slots=True)
class WinRate(RowByRow):
    """Won games out of won and lost ones; the draw policy says what becomes of ``ties``.

    ``squares`` and ``tied_squares`` are for sums over copies, where the copies of one game all win or all
    lose: the sum of their squares tells how many independent observations the copies are worth, n² / Σc².
    ``shared`` and ``tied_shared`` are for rows of both seats of a game, where one wins what the other loses:
    sums of the products of copies and those of the opponent, so that a game counts as (c − c′)². In rows of
    one side they play no part (``one_sided``). Wilson's interval, that of three outcomes where a draw is
    worth a part of a win.
    """

    wins: str
    losses: str
    ties: str
    squares: str = ""
    tied_squares: str = ""
    shared: str = ""
    tied_shared: str = ""

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        named = (self.wins, self.losses, self.ties, self.squares, self.tied_squares)
        return tuple(name for name in (*named, self.shared, self.tied_shared) if name)

    def one_sided(self) -> "WinRate":
        """The same rate of rows that never hold both seats of a game."""
        return replace(self, shared="", tied_shared="") if self.shared else self

    def estimate(self, cells: Cells, draws: Draws) -> EstimateArrays:
        """The rate of every cell."""
        return EstimateArrays(*self.of(cells.groups, draws))

    def values(self, cells: Cells, draws: Draws) -> Floats:
        """The rate of every cell alone."""
        value, _ = self.rate(cells.groups, draws)
        return value

    @quiet
    def rate(self, sums: Sums, draws: Draws) -> tuple[Floats, Floats]:
        """Value and n."""
        worth, wins, ties = WORTH[draws], sums[self.wins], sums[self.ties]
        n = wins + sums[self.losses]
        if worth is None:
            return wins / n, n
        n = n + ties
        return (wins + worth * ties) / n, n

    @quiet
    def of(self, sums: Sums, draws: Draws) -> tuple[Floats, Floats, Floats, Floats]:
        """Value, n, and both ends of the interval."""
        worth, wins, ties = WORTH[draws], sums[self.wins], sums[self.ties]
        value, n = self.rate(sums, draws)
        alike = n / self.moved(sums, n, tied=worth is not None)
        if worth is None:
            low, high = wilson(wins * alike, n * alike)
        else:
            low, high = score(wins * alike, n * alike, ties * alike, worth=worth)
        return value, n, low, high

    def moved(self, sums: Sums, n: Floats, *, tied: bool) -> Floats:
        """By how much games move the sum of wins, squared and added up, for each element of the sums: n²
        divided by it is the effective number of games. ``tied``: draws are among them."""
        squares = added(sums, (self.squares, *([self.tied_squares] if tied else []))) if self.squares else n
        if not self.shared:
            return squares
        shared = added(sums, (self.shared, *([self.tied_shared] if tied else [])))
        # Nothing is surer than games that differ in one copy.
        return np.where(n > 0, np.maximum(squares - shared, 1), 0)


REST = WinRate("wins", "losses", "ties")
"""The rate of what is not in a part."""


@dataclass(frozen=True, slots=True)
class Share(RowByRow):
    """``part`` out of ``whole``, each a sum of sums; Wilson's interval, times ``scale``. ``of_games``: it is
    the same for both seats of a game, which counts once (``analytics.metrics.both_seats``)."""

    part: tuple[str, ...]
    whole: tuple[str, ...]
    scale: float = 1
    of_games: bool = False

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        return tuple(dict.fromkeys((*self.part, *self.whole)))

    @quiet
    def estimate(self, cells: Cells, draws: Draws) -> EstimateArrays:
        """The share of every cell; draws play no part."""
        part, n = self._sums_of(cells)
        low, high = wilson(part, n)
        return EstimateArrays(part / n * self.scale, n, low * self.scale, high * self.scale)

    @quiet
    def values(self, cells: Cells, draws: Draws) -> Floats:
        """The share of every cell alone."""
        part, n = self._sums_of(cells)
        return part / n * self.scale

    def _sums_of(self, cells: Cells) -> tuple[Floats, Floats]:
        """The part and the whole of every cell."""
        return added(cells.groups, self.part), added(cells.groups, self.whole)


@dataclass(frozen=True, slots=True)
class Mean(RowByRow):
    """``top`` for each of ``bottom``, without an interval: the sums do not tell how much it varies."""

    top: str
    bottom: str

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        return (self.top, self.bottom)

    @quiet
    def estimate(self, cells: Cells, draws: Draws) -> EstimateArrays:
        """The mean of every cell; draws play no part. None where ``bottom`` is 0, also if ``top`` is not: a
        card that everybody has may be played and is never held."""
        n = cells.groups[self.bottom]
        return EstimateArrays(cells.groups[self.top] / n * (n / n), n)


@dataclass(frozen=True, slots=True)
class Versus(RowByRow):
    """``one`` minus ``other``; Newcombe's interval. ``n`` counts both sides.

    They have no game in common, or copies of a game are in each: these win or lose together, which makes the
    difference surer. ``products`` and ``tied_products`` are then the sums of their products, game by game.
    ``crossed`` and ``tied_crossed`` are for rows of both seats of a game: how many games have one seat in
    each, which moves the difference twice, as one wins what the other loses. In rows of one side they play no
    part (``one_sided``).
    """

    one: WinRate
    other: WinRate
    products: str = ""
    tied_products: str = ""
    crossed: str = ""
    tied_crossed: str = ""

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        named = (*self.one.sums, *self.other.sums, self.products, self.tied_products)
        return tuple(name for name in (*named, self.crossed, self.tied_crossed) if name)

    def one_sided(self) -> "Versus":
        """The same difference in rows that never hold both seats of a game."""
        one, other = self.one.one_sided(), self.other.one_sided()
        return replace(self, one=one, other=other, crossed="", tied_crossed="")

    @quiet
    def estimate(self, cells: Cells, draws: Draws) -> EstimateArrays:
        """The difference of every cell."""
        one, n1, low1, high1 = self.one.of(cells.groups, draws)
        other, n0, low0, high0 = self.other.of(cells.groups, draws)
        together = self._together(cells.groups, draws)
        value, low, high = newcombe((one, low1, high1), (other, low0, high0), correlation=together)
        return EstimateArrays(value, n1 + n0, low, high)

    def values(self, cells: Cells, draws: Draws) -> Floats:
        """The difference of every cell alone."""
        (one, _), (other, _) = (side.rate(cells.groups, draws) for side in (self.one, self.other))
        return one - other

    def _together(self, sums: Sums, draws: Draws) -> Floats:
        """The correlation of both sides: that of the copies of both in a game, or of the seats of a game."""
        if self.crossed:
            return self._apart(sums, tied=WORTH[draws] is not None)
        if not self.products:
            return np.zeros(1)
        squares = [sums[name] for name in (self.products, self.one.squares, self.other.squares)]
        if WORTH[draws] is not None:
            ties = (self.tied_products, self.one.tied_squares, self.other.tied_squares)
            squares = [one + sums[tied] for one, tied in zip(squares, ties, strict=True)]
        products, one, other = squares
        found: Floats = np.clip(np.nan_to_num(products / np.sqrt(one * other)), -1.0, 1.0)
        return found

    def _apart(self, sums: Sums, *, tied: bool) -> Floats:
        """The correlation of both sides by games that have a seat in each: at most 0."""
        moved = []
        for side in (self.one, self.other):
            n = sums[side.wins] + sums[side.losses] + (sums[side.ties] if tied else 0)
            moved.append(side.moved(sums, n, tied=tied))
        crossed = added(sums, (self.crossed, *([self.tied_crossed] if tied else [])))
        found: Floats = np.clip(np.nan_to_num(-crossed / np.sqrt(moved[0] * moved[1])), -1.0, 0.0)
        return found


@dataclass(frozen=True, slots=True)
class Apart(RowByRow):
    """``part`` minus the rest of ``whole``; Newcombe's interval. ``n`` counts the whole.

    Every game of the part is one of the whole: where there are more in the part there is no estimate, as the
    rest is none.
    """

    part: WinRate
    whole: WinRate

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        return (*self.part.sums, *self.whole.sums)

    def estimate(self, cells: Cells, draws: Draws) -> EstimateArrays:
        """The difference of every cell."""
        value, n1, n0, low, high = self.of(cells.groups, draws)
        return EstimateArrays(value, n1 + n0, low, high)

    def values(self, cells: Cells, draws: Draws) -> Floats:
        """The difference of every cell alone."""
        outside, _ = self._outside(cells.groups)
        (one, _), (other, _) = self.part.rate(cells.groups, draws), REST.rate(outside, draws)
        return one - other

    @quiet
    def of(self, sums: Sums, draws: Draws) -> tuple[Floats, Floats, Floats, Floats, Floats]:
        """Value, n of the part and of the rest, and both ends of the interval."""
        outside, within = self._outside(sums)
        one, n1, low1, high1 = self.part.of(sums, draws)
        other, n0, low0, high0 = REST.of(outside, draws)
        value, low, high = newcombe((one, low1, high1), (other, low0, high0))
        return value, np.where(within, n1, 0), n0, low, high

    def _outside(self, sums: Sums) -> tuple[Sums, NDArray[np.bool_]]:
        """The sums of ``REST``, and the cells in which no game is in the part alone; 0 in others."""
        outside = {
            name: sums[getattr(self.whole, name)] - sums[getattr(self.part, name)] for name in REST.sums
        }
        within: NDArray[np.bool_] = np.all([number >= 0 for number in outside.values()], axis=0)
        return {name: np.where(within, number, 0) for name, number in outside.items()}, within


@dataclass(frozen=True, slots=True)
class DealtApart(Apart):
    """``part`` minus the rest of ``whole``, where both are dealt from one pool: the game is the unit.

    A game in which one seat was dealt the card and the other was not is in both arms, with opposite results:
    it moves the difference by 1/n₁ + 1/n₀. One in which both seats were dealt it (``shared``), or neither
    was, moves it by nothing. Seats whose opponent's cards are not known (``part_alone`` of ``whole_alone``)
    are in one arm each.
    """

    shared: WinRate
    part_alone: WinRate
    whole_alone: WinRate

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        apart = (*self.part.sums, *self.whole.sums)
        return (*apart, *self.shared.sums, *self.part_alone.sums, *self.whole_alone.sums)

    @quiet
    def estimate(self, cells: Cells, draws: Draws) -> EstimateArrays:
        """The difference of every cell."""
        sums = cells.groups
        value, n1, n0, _, _ = self.of(sums, draws)
        whole, part, shared, part_alone, whole_alone = (
            _scored(sums, side, draws)
            for side in (self.whole, self.part, self.shared, self.part_alone, self.whole_alone)
        )
        rest_alone = np.maximum(whole_alone - part_alone, 0)
        held, rest = part - shared - part_alone, whole - part
        both = held[0] * _variance(held) * (1 / n1 + 1 / n0) ** 2
        alone = part_alone[0] * _variance(part) / n1**2 + rest_alone[0] * _variance(rest) / n0**2
        half = Z95 * np.sqrt(both + alone)
        return EstimateArrays(value, n1 + n0, np.maximum(value - half, -1), np.minimum(value + half, 1))


def _scored(sums: Sums, side: WinRate, draws: Draws) -> Floats:
    """Games, their score, and its sum of squares, with draws as the policy says: an array of three rows."""
    worth, wins, losses, ties = WORTH[draws], *(sums[name] for name in (side.wins, side.losses, side.ties))
    if worth is None:
        return np.array([wins + losses, wins, wins])
    return np.array([wins + losses + ties, wins + worth * ties, wins + worth**2 * ties])


def _variance(scored: Floats) -> Floats:
    """The variance of one score, as if four more games had been shared: few games of one result are not sure
    to go on like that (Agresti and Coull)."""
    n, total, squares = scored
    mean = (total + 2) / (n + 4)
    found: Floats = (squares + 2) / (n + 4) - mean**2
    return found


@dataclass(frozen=True, slots=True)
class Impact(Apart):
    """``part`` minus ``whole``, which holds the games of the part as well.

    That is the share of the rest times the difference of part and rest, which have no game in common: so
    comes the interval (the share taken as given). ``n`` counts the whole.
    """

    @quiet
    def estimate(self, cells: Cells, draws: Draws) -> EstimateArrays:
        """The difference of every cell."""
        value, n1, n0, low, high = self.of(cells.groups, draws)
        n = n1 + n0
        return EstimateArrays(value * n0 / n, n, low * n0 / n, high * n0 / n)

    @quiet
    def values(self, cells: Cells, draws: Draws) -> Floats:
        """The difference of every cell alone."""
        outside, within = self._outside(cells.groups)
        (one, n1), (other, n0) = self.part.rate(cells.groups, draws), REST.rate(outside, draws)
        found: Floats = (one - other) * n0 / (np.where(within, n1, 0) + n0)
        return found


def added(sums: Sums, names: tuple[str, ...]) -> Floats:
    """The sum of several sums, cell by cell."""
    total: Floats = sums[names[0]]
    for name in names[1:]:
        total = total + sums[name]
    return total

"""Estimators that fit a model to all groups of a cell: the number of each item depends on the others.

Not here: the models (``analytics.stats``), and estimators without one (``rates``, ``grouped``).
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np
import scipy
from numpy.typing import NDArray

from analytics.metrics.estimators.estimate import NO_ESTIMATE, Draws, Estimate, EstimateArrays, estimate_of
from analytics.metrics.estimators.estimator import CellByCell, Estimator, PerItem
from analytics.metrics.estimators.grouped import arm
from analytics.metrics.estimators.rates import WinRate
from analytics.stats import bradley_terry, effect, field, matchup, rating, shrinkage
from analytics.stats.interval import Z95, wilson
from analytics.stats.number import Floats, Groups, Ints

TIMES = 1000
"""Draws from a posterior."""
SEED = 0
"""What chance begins with: the same data, the same numbers."""


@dataclass(frozen=True, slots=True)
class OfResults:
    """Games of each group ``by`` had this ``result``."""

    by: tuple[str, ...]
    result: WinRate

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        return self.result.sums


@dataclass(frozen=True, slots=True)
class Conversion(PerItem):
    """For each item ``by``: its share of ``cut`` against its share of ``field``.

    The field is given, and so are the places in the cut, which are drawn from it without putting back: the
    interval is Wilson's of the item's share of these places, with the correction for a finite population (W.
    G. Cochran, *Sampling techniques*, 2.5). With the chance of everybody taken as given, as if a deck did not
    take places from the others, the interval of a deck of half the field held in 99 %. ``n`` counts the
    item's decks in the field.
    """

    covers_all: ClassVar[bool] = True
    by: tuple[str]
    cut: str
    field: str

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        return (self.cut, self.field)

    def estimate_items(self, groups: Groups, draws: Draws) -> EstimateArrays:
        """1 for an item that got through as often as others."""
        through, n = groups[self.cut], groups[self.field]
        whole, places = n.sum(), through.sum() or np.nan
        with np.errstate(divide="ignore", invalid="ignore"):
            drawn = whole / np.maximum(whole - places, 1)  # a finite population: as many places say more
            share, ends = n / whole, wilson(through * drawn, places * drawn + 0 * n)
            # No more decks of an item get through than there are.
            value, low, high = (np.minimum(part, n / places) / share for part in (through / places, *ends))
        return EstimateArrays(value, n, low, high, items=_names(groups[self.by[0]]))


@dataclass(frozen=True, slots=True)
class Shrunk(OfResults, PerItem):
    """For each item ``by``: its win rate, drawn towards those of its peers. The prior is fitted to all."""

    def estimate_items(self, groups: Groups, draws: Draws) -> EstimateArrays:
        """Posterior mean and interval of each item."""
        side = arm(groups, self.result, draws)
        items = _names(groups[self.by[0]])
        if not side.n.sum():
            return EstimateArrays(np.full(len(items), np.nan), np.zeros(len(items)), items=items)
        prior = shrinkage.fit(side.total, side.n)
        found = shrinkage.shrunk(side.total, side.n, prior.mean, prior.weight)
        return EstimateArrays(found.mean, side.n, found.low, found.high, items=items)


@dataclass(frozen=True, slots=True)
class Polarity(OfResults, CellByCell):
    """How far the pairings ``by`` of one deck lie apart: the deviation of shrunk rates, weighted by n."""

    def estimate_cell(self, groups: Groups, draws: Draws) -> Estimate:
        """0 where all pairings are alike; no interval."""
        side = arm(groups, self.result, draws)
        n = side.n.sum()
        if not n:
            return NO_ESTIMATE
        prior = shrinkage.fit(side.total, side.n)
        rates = shrinkage.shrunk(side.total, side.n, prior.mean, prior.weight).mean
        mean = (side.n * rates).sum() / n
        return estimate_of(float(np.sqrt((side.n * (rates - mean) ** 2).sum() / n)), n)


@dataclass(frozen=True, slots=True)
class Strength(OfResults, PerItem):
    """For each item: its strength by Bradley and Terry, 0 on average, with a term for going first.

    ``by``: who went first, and against whom; ``result`` is that of the first.
    """

    def estimate_items(self, groups: Groups, draws: Draws) -> EstimateArrays:
        """Log-odds of each item; ``n`` counts its games."""
        items, results, found = self.fitted(groups, draws)
        half = Z95 * _errors(found.covariance[:-1, :-1])
        n = _played(results, len(items))
        return EstimateArrays(found.theta, n, found.theta - half, found.theta + half, items=items)

    def fitted(
        self, groups: Groups, draws: Draws
    ) -> tuple[list[str], bradley_terry.Results, bradley_terry.Strengths]:
        """The items, the pairings by their numbers, and the strengths."""
        items, one, other = _numbered(groups[self.by[0]], groups[self.by[1]])
        side = arm(groups, self.result, _fair(draws))
        results = bradley_terry.Results(one, other, np.ones(len(one)), side.total, side.n)
        return items, results, bradley_terry.fit(results, len(items))


@dataclass(frozen=True, slots=True)
class GoingFirst(OfResults, CellByCell):
    """What going first is worth between equals: the seat's term of ``Strength``."""

    def estimate_cell(self, groups: Groups, draws: Draws) -> Estimate:
        """Log-odds; ``n`` counts games."""
        _, results, found = Strength(self.by, self.result).fitted(groups, draws)
        error = float(np.sqrt(found.covariance[-1, -1]))
        if not (n := results.games.sum()):
            return NO_ESTIMATE
        return estimate_of(found.first, n, found.first - Z95 * error, found.first + Z95 * error)


@dataclass(frozen=True, slots=True)
class Matrix(OfResults, PerItem):
    """The pairings of all items ``by``, each cell leaning on the strengths of both.

    Every pairing stands in it from both sides; mirrors need not. Its items are pairs: a name that joined both
    could be that of two pairs, since decks are called ``A / B`` as well.
    """

    of_pairs: ClassVar[bool] = True

    def estimate_items(self, groups: Groups, draws: Draws) -> EstimateArrays:
        """How often the first of each pairing beats the second; exactly one half against itself. ``n`` counts
        games, those of a mirror once."""
        items, wins, games = self.square(groups, draws)
        found = matchup.matrix(wins, games)
        cells = found.posterior
        pairings = [(one, other) for one in items for other in items]
        n = games - np.diag(np.diag(games)) / 2  # a mirror counts from both sides
        return EstimateArrays(cells.mean.ravel(), n.ravel(), cells.low.ravel(), cells.high.ravel(), pairings)

    def square(self, groups: Groups, draws: Draws) -> tuple[list[str], Floats, Floats]:
        """The items, and the wins and games of row against column."""
        items, one, other = _numbered(groups[self.by[0]], groups[self.by[1]])
        side = arm(groups, self.result, _fair(draws))
        wins, games = np.zeros((2, len(items), len(items)))
        np.add.at(wins, (one, other), side.total)
        np.add.at(games, (one, other), side.n)
        return items, wins, games


@dataclass(frozen=True, slots=True)
class FieldScore(PerItem):
    """For each item: what it scores against a field; ``weights`` are those of the second of ``by``."""

    matrix: Matrix
    weights: str

    @property
    def by(self) -> tuple[str, ...]:
        """Row and column of the matrix."""
        return self.matrix.by

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        return (*self.matrix.sums, self.weights)

    def estimate_items(self, groups: Groups, draws: Draws) -> EstimateArrays:
        """Expected share of wins, with the interval of the posterior; ``n`` counts the games against decks of
        the field, without mirrors, of which it is known that they are even. NaN where no deck has a
        weight."""
        items, matrices, games = _drawn(self.matrix, groups, draws)
        weights = dict(zip(groups[self.by[1]].tolist(), groups[self.weights], strict=True))
        stated = np.array([weights.get(item, 0.0) for item in items])
        met = games * (stated > 0) * (1 - np.eye(len(items)))
        if not stated.any():
            unknown = np.full(len(items), np.nan)
            return EstimateArrays(unknown, met.sum(axis=1), unknown, unknown, items=items)
        found = field.against(matrices, stated)
        return EstimateArrays(found.value, met.sum(axis=1), found.low, found.high, items=items)


@dataclass(frozen=True, slots=True)
class Support(PerItem):
    """For each item: in which share of the posterior it is a part of the mix that no deck beats."""

    matrix: Matrix

    @property
    def by(self) -> tuple[str, ...]:
        """Row and column of the matrix."""
        return self.matrix.by

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        return self.matrix.sums

    def estimate_items(self, groups: Groups, draws: Draws) -> EstimateArrays:
        """Share of the draws; no interval, for the share tells by itself how sure one can be."""
        items, matrices, games = _drawn(self.matrix, groups, draws)
        return EstimateArrays(field.support(matrices), games.sum(axis=1), items=items)


@dataclass(frozen=True, slots=True)
class PlayerAdjusted(PerItem):
    """For each card: what one copy more is worth, with a term for every player.

    ``by``: match, first player, second player, card; ``difference``: copies of the first less those of
    the second; ``won``: the first one's score. A match without any card has one row with the card "".
    """

    by: tuple[str, str, str, str]
    difference: str
    won: str

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        return (self.difference, self.won)

    def estimate_items(self, groups: Groups, draws: Draws) -> EstimateArrays:
        """Log-odds of each card, with the interval of the posterior; ``n`` counts games with unequal
        copies."""
        match, first, second, card = (groups[name] for name in self.by)
        _, at, row = np.unique(match, return_index=True, return_inverse=True)
        _, one, other = _numbered(first[at], second[at])
        names, column = np.unique(card, return_inverse=True)
        cards = scipy.sparse.csr_array((groups[self.difference], (row, column)), shape=(len(at), len(names)))
        games = effect.Games(one, other, groups[self.won][at], cards)
        found = effect.adjusted(games)
        n = np.bincount(column, groups[self.difference] != 0, len(names))
        real = names.astype(str) != ""  # games in which no copies differ have a row without a card
        value, n, low, high = (column[real] for column in (found.card, n, found.low, found.high))
        return EstimateArrays(value, n, low, high, items=_names(names[real]))


@dataclass(frozen=True, slots=True)
class Rating(PerItem):
    """For each player: the rating after all matches, in the order in which they stand.

    ``by``: day, and the two players; ``won``: the first one's score (1, 0, a half).
    """

    by: tuple[str, str, str]
    won: str

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        return (self.won,)

    def estimate_items(self, groups: Groups, draws: Draws) -> EstimateArrays:
        """Mean of each player, between two deviations below and above; ``n`` counts matches."""
        places = {1.0: (1, 2), 0.0: (2, 1), 0.5: (1, 1)}
        columns = (groups[name].tolist() for name in (*self.by, self.won))
        matches = [
            rating.Played(day, (one, other), places[score])
            for day, one, other, score in zip(*columns, strict=True)
        ]
        found = sorted(rating.follow(matches).players.items())
        mu, sigma, n = (np.array([belief[at] for _, belief in found], np.float64) for at in range(3))
        return EstimateArrays(mu, n, mu - 2 * sigma, mu + 2 * sigma, [player for player, _ in found])


def _drawn(matrix: Matrix, groups: Groups, draws: Draws) -> tuple[list[str], Floats, Floats]:
    """The items, matrices from the posterior, and the games of every cell."""
    items, wins, games = matrix.square(groups, draws)
    return items, _matrices(wins.tobytes(), games.tobytes(), len(items)), games


@lru_cache(maxsize=2)
def _matrices(wins: bytes, games: bytes, number: int) -> Floats:
    """Matrices from the posterior, for all that asks for those of the same games: to be read alone."""
    won, played = (np.frombuffer(sums).reshape(number, number) for sums in (wins, games))
    found = matchup.draws(won, played, matchup.matrix(won, played), times=TIMES, seed=SEED)
    found.flags.writeable = False
    return found


def _names(items: NDArray[Any]) -> list[str]:
    return [str(item) for item in items]


def _numbered(one: NDArray[Any], other: NDArray[Any]) -> tuple[list[str], Ints, Ints]:
    """The names of both columns in order, and both columns as numbers of these."""
    names, at = np.unique(np.concatenate([one, other]), return_inverse=True)
    return _names(names), at[: len(one)], at[len(one) :]


def _fair(draws: Draws) -> Draws:
    """What one side wins the other must lose: a draw that counts is half a win to both."""
    return draws if draws == "exclude" else "half"


FAIR = (Strength, GoingFirst, Matrix, FieldScore, Support)
"""Models in which what one side wins the other loses."""


def draws_as_counted(estimator: Estimator, draws: Draws) -> Draws:
    """What a draw is worth to an estimator that is asked for this."""
    return _fair(draws) if isinstance(estimator, FAIR) else draws


def _errors(covariance: Floats) -> Floats:
    """The errors of strengths less their mean."""
    number = len(covariance)
    centre = np.eye(number) - 1 / number
    found: Floats = np.sqrt(np.diag(centre @ covariance @ centre))
    return found


def _played(results: bradley_terry.Results, number: int) -> Floats:
    """The games of each."""
    sides = np.concatenate([results.one, results.other])
    found: Floats = np.bincount(sides, np.tile(results.games, 2), number).astype(np.float64)
    return found

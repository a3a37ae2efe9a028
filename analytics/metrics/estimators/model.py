"""Numbers that need all cells at once: every one leans on the others, or is seen against them.

Not here: the models (``analytics.stats``), and numbers of a single cell or of strata (``way``, ``group``).
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import scipy
from numpy.typing import NDArray

from analytics.metrics.estimators.estimate import Draws, Estimate, rate
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
class Conversion:
    """For each item ``by``: its share of ``cut`` against its share of ``field``.

    That is the chance to get through the cut, against the chance of everybody: so comes the interval
    (Wilson's, the chance of everybody taken as given). ``n`` counts the item's decks in the field.
    """

    by: tuple[str]
    cut: str
    field: str

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        return (self.cut, self.field)

    def each(self, groups: Groups, draws: Draws) -> dict[str, Estimate]:
        """Item → 1 where it got through as often as others."""
        found = {}
        cut, whole = groups[self.cut].sum(), groups[self.field].sum()
        for item, through, n in zip(groups[self.by[0]], groups[self.cut], groups[self.field], strict=True):
            if n and cut:
                ends = (float(end) * whole / cut for end in wilson(float(through), float(n)))
                found[str(item)] = rate(through / n * whole / cut, n, *ends)
            else:
                found[str(item)] = Estimate(None, round(n))
        return found


@dataclass(frozen=True, slots=True)
class Shrunk:
    """For each item ``by``: its win rate, drawn towards those of its peers. The prior is fitted to all."""

    by: tuple[str]
    result: WinRate

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        return self.result.sums

    def each(self, groups: Groups, draws: Draws) -> dict[str, Estimate]:
        """Item → posterior mean and interval."""
        side = arm(groups, self.result, draws)
        if not side.n.sum():
            return {str(item): Estimate(None, 0) for item in groups[self.by[0]]}
        prior = shrinkage.fit(side.total, side.n)
        found = shrinkage.shrunk(side.total, side.n, prior.mean, prior.weight)
        return {
            str(item): rate(*told)
            for item, *told in zip(groups[self.by[0]], found.mean, side.n, found.low, found.high, strict=True)
        }


@dataclass(frozen=True, slots=True)
class Polarity:
    """How far the pairings ``by`` of one deck lie apart: the deviation of shrunk rates, weighted by n."""

    by: tuple[str]
    result: WinRate

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        return self.result.sums

    def told(self, groups: Groups, draws: Draws) -> Estimate:
        """0 where all pairings are alike; no interval."""
        side = arm(groups, self.result, draws)
        n = side.n.sum()
        if not n:
            return Estimate(None, 0)
        prior = shrinkage.fit(side.total, side.n)
        rates = shrinkage.shrunk(side.total, side.n, prior.mean, prior.weight).mean
        mean = (side.n * rates).sum() / n
        return rate(float(np.sqrt((side.n * (rates - mean) ** 2).sum() / n)), n)


@dataclass(frozen=True, slots=True)
class Strength:
    """For each item: its strength by Bradley and Terry, 0 on average, with a term for going first.

    ``by``: who went first, and against whom; ``result`` is that of the first.
    """

    by: tuple[str, str]
    result: WinRate

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        return self.result.sums

    def each(self, groups: Groups, draws: Draws) -> dict[str, Estimate]:
        """Item → log-odds; ``n`` counts its games."""
        items, results, found = self.fitted(groups, draws)
        errors = _errors(found.covariance[:-1, :-1])
        n = _played(results, len(items))
        return {
            item: rate(theta, games, theta - Z95 * error, theta + Z95 * error)
            for item, theta, games, error in zip(items, found.theta, n, errors, strict=True)
        }

    def fitted(
        self, groups: Groups, draws: Draws
    ) -> tuple[list[str], bradley_terry.Results, bradley_terry.Strengths]:
        """The items, the pairings by their numbers, and the strengths."""
        items, one, other = _numbered(groups[self.by[0]], groups[self.by[1]])
        side = arm(groups, self.result, _fair(draws))
        results = bradley_terry.Results(one, other, np.ones(len(one)), side.total, side.n)
        return items, results, bradley_terry.fit(results, len(items))


@dataclass(frozen=True, slots=True)
class GoingFirst:
    """What going first is worth between equals: the seat's term of ``Strength``."""

    by: tuple[str, str]
    result: WinRate

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        return self.result.sums

    def told(self, groups: Groups, draws: Draws) -> Estimate:
        """Log-odds; ``n`` counts games."""
        _, results, found = Strength(self.by, self.result).fitted(groups, draws)
        error = float(np.sqrt(found.covariance[-1, -1]))
        if not (n := results.games.sum()):
            return Estimate(None, 0)
        return rate(found.first, n, found.first - Z95 * error, found.first + Z95 * error)


@dataclass(frozen=True, slots=True)
class Matrix:
    """The pairings of all items ``by``, each cell leaning on the strengths of both.

    Every pairing stands in it from both sides; mirrors need not. An item of its own is ``x / y``.
    """

    by: tuple[str, str]
    result: WinRate

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        return self.result.sums

    def each(self, groups: Groups, draws: Draws) -> dict[str, Estimate]:
        """Pairing → how often the first beats the second; exactly one half against itself."""
        items, wins, games = self.square(groups, draws)
        found = matchup.matrix(wins, games)
        cells = found.posterior
        return {
            f"{one} / {other}": rate(cells.mean[i, j], games[i, j], cells.low[i, j], cells.high[i, j])
            for i, one in enumerate(items)
            for j, other in enumerate(items)
        }

    def square(self, groups: Groups, draws: Draws) -> tuple[list[str], Floats, Floats]:
        """The items, and the wins and games of row against column."""
        items, one, other = _numbered(groups[self.by[0]], groups[self.by[1]])
        side = arm(groups, self.result, _fair(draws))
        wins, games = np.zeros((2, len(items), len(items)))
        np.add.at(wins, (one, other), side.total)
        np.add.at(games, (one, other), side.n)
        return items, wins, games


@dataclass(frozen=True, slots=True)
class FieldScore:
    """For each item: what it scores against a field; ``weights`` are those of the second of ``by``."""

    matrix: Matrix
    weights: str

    @property
    def by(self) -> tuple[str, str]:
        """Row and column of the matrix."""
        return self.matrix.by

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        return (*self.matrix.sums, self.weights)

    def each(self, groups: Groups, draws: Draws) -> dict[str, Estimate]:
        """Item → expected share of wins, with the interval of the posterior; ``n`` counts its games."""
        items, matrices, games = _drawn(self.matrix, groups, draws)
        weights = dict(zip(groups[self.by[1]].tolist(), groups[self.weights], strict=True))
        found = field.against(matrices, np.array([weights.get(item, 0.0) for item in items]))
        return {
            item: rate(*told)
            for item, *told in zip(items, found.value, games.sum(axis=1), found.low, found.high, strict=True)
        }


@dataclass(frozen=True, slots=True)
class Support:
    """For each item: in which share of the posterior it is a part of the mix that no deck beats."""

    matrix: Matrix

    @property
    def by(self) -> tuple[str, str]:
        """Row and column of the matrix."""
        return self.matrix.by

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        return self.matrix.sums

    def each(self, groups: Groups, draws: Draws) -> dict[str, Estimate]:
        """Item → share of the draws; no interval, for the share tells by itself how sure one can be."""
        items, matrices, games = _drawn(self.matrix, groups, draws)
        return {
            item: rate(*told)
            for item, *told in zip(items, field.support(matrices), games.sum(axis=1), strict=True)
        }


@dataclass(frozen=True, slots=True)
class PlayerAdjusted:
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

    def each(self, groups: Groups, draws: Draws) -> dict[str, Estimate]:
        """Card → log-odds, with the interval of the posterior; ``n`` counts games in which copies differ."""
        match, first, second, card = (groups[name] for name in self.by)
        _, at, row = np.unique(match, return_index=True, return_inverse=True)
        _, one, other = _numbered(first[at], second[at])
        names, column = np.unique(card, return_inverse=True)
        cards = scipy.sparse.csr_array((groups[self.difference], (row, column)), shape=(len(at), len(names)))
        games = effect.Games(one, other, groups[self.won][at], cards)
        found = effect.adjusted(games)
        n = np.bincount(column, groups[self.difference] != 0, len(names))
        return {
            str(name): rate(*told)
            for name, *told in zip(names, found.card, n, found.low, found.high, strict=True)
            if name
        }


@dataclass(frozen=True, slots=True)
class Rating:
    """For each player: the rating after all matches, in the order in which they stand.

    ``by``: day, and the two players; ``won``: the first one's score (1, 0, a half).
    """

    by: tuple[str, str, str]
    won: str

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        return (self.won,)

    def each(self, groups: Groups, draws: Draws) -> dict[str, Estimate]:
        """Player → mean, between two deviations below and above; ``n`` counts matches."""
        places = {1.0: (1, 2), 0.0: (2, 1), 0.5: (1, 1)}
        columns = (groups[name].tolist() for name in (*self.by, self.won))
        matches = [
            rating.Played(day, (one, other), places[score])
            for day, one, other, score in zip(*columns, strict=True)
        ]
        return {
            player: rate(mu, number, mu - 2 * sigma, mu + 2 * sigma)
            for player, (mu, sigma, number, _) in sorted(rating.follow(matches).players.items())
        }


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


def _numbered(one: NDArray[Any], other: NDArray[Any]) -> tuple[list[str], Ints, Ints]:
    """The names of both columns in order, and both columns as numbers of these."""
    names, at = np.unique(np.concatenate([one, other]), return_inverse=True)
    return [str(name) for name in names], at[: len(one)], at[len(one) :]


def _fair(draws: Draws) -> Draws:
    """What one side wins the other must lose: a draw that counts is half a win to both."""
    return draws if draws == "exclude" else "half"


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

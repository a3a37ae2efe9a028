"""Tests whether deals and draws look like chance. Many p-values together need the correction of
``discovery``.

A small p-value is only worth a look: shuffles by hand are poor, and some player is always the unluckiest.
Not here: which hands and draws (facts).
"""

from typing import NamedTuple

import numpy as np
import scipy

from analytics.stats.number import Floats


class Expected(NamedTuple):
    """What chance gives: the mean of a number, and the ends of an interval that contains it in at least
    ``level`` of all cases, with at most half of the others beyond each end."""

    mean: float
    low: int
    high: int


def hands(copies: Floats, cards: Floats, size: Floats, *, number: Floats, seen: float) -> float:
    """Whether ``seen`` copies of a card in opening hands are as many as the hypergeometric law gives.

    One element a kind of hand: ``number`` hands of ``size`` out of ``cards``, with ``copies`` of this one.
    """
    return _two_sided(_of_hands(copies, cards, size, number), seen)


def draws(copies: Floats, library: Floats, *, number: Floats, seen: float) -> float:
    """The same for single draws: ``number`` draws from ``library`` cards with ``copies`` of this one."""
    return _two_sided(_of_draws(copies, library, number), seen)


def in_hands(copies: Floats, cards: Floats, size: Floats, *, number: Floats) -> Expected:
    """How many copies chance gives in these hands; arguments as of ``hands``."""
    return _expected(_of_hands(copies, cards, size, number))


def in_draws(copies: Floats, library: Floats, *, number: Floats) -> Expected:
    """How often chance gives the card in these draws; arguments as of ``draws``."""
    return _expected(_of_draws(copies, library, number))


def in_tosses(games: int) -> Expected:
    """How often a fair coin lets a player go first."""
    return _expected(scipy.stats.binom.pmf(np.arange(games + 1), games, 0.5))


def positions(position: Floats, library: Floats, *, found: Floats, copies: Floats) -> float:
    """Whether a card is equally often in every position (from 1) of a library. NaN without cards, and where
    libraries have no other ones.

    One element a position in libraries of one size L, where it was ``found`` so often; ``copies`` sums, over
    these, how many of it lay in the same library. Such c copies never share a position: how many lie in each
    has the covariance c (L - c) / (L (L - 1)) times (1 where it is the same position, else 0, minus 1 / L),
    as of any draw without replacement. The sum of squared deviations is told by its mean and variance: in
    libraries of one size it is Pearson's, chi-squared with L - 1 degrees of freedom.

    G. Box, *Some theorems on quadratic forms applied in the study of analysis of variance problems* (1954).
    """
    most = int(library.max()) if found.any() else 0
    excess, covariance = np.bincount(position.astype(int) - 1, found, most), np.zeros((most, most))
    for size in np.unique(library[found > 0]).astype(int):
        of_size = library == size
        number, together = found[of_size].sum(), copies[of_size].sum()
        excess[:size] -= number / size
        if together < number * size:  # else every place has one
            variance = (size * number - together) / (size * (size - 1))
            covariance[:size, :size] += variance * (np.eye(size) - 1 / size)
    mean, half_variance = covariance.trace(), (covariance**2).sum()
    if not mean:
        return float("nan")
    squares = excess @ excess
    return float(scipy.stats.chi2.sf(squares * mean / half_variance, mean**2 / half_variance))


def coin(first: int, games: int) -> float:
    """Whether a player goes first as often as a fair coin says. NaN without games."""
    return float(scipy.stats.binomtest(first, games).pvalue) if games else float("nan")


def _of_hands(copies: Floats, cards: Floats, size: Floats, number: Floats) -> Floats:
    """The law of the number of copies in all hands together."""
    most = np.minimum(copies, size)
    laws = [
        scipy.stats.hypergeom.pmf(np.arange(most[at] + 1), cards[at], copies[at], size[at])
        for at in range(len(copies))
    ]
    return _summed(laws, most, number)


def _of_draws(copies: Floats, library: Floats, number: Floats) -> Floats:
    """The law of the number of draws of the card."""
    laws = [np.array([1 - share, share]) for share in copies / library]
    return _summed(laws, np.ones(len(copies)), number)


def _expected(law: Floats, *, level: float = 0.95) -> Expected:
    """The mean of a law over 0, 1, 2 … and its central interval."""
    tail, upwards = (1 - level) / 2, law.cumsum()
    low, high = (int(np.searchsorted(upwards, at)) for at in (tail, 1 - tail))
    return Expected(float(np.arange(len(law)) @ law), low, min(high, len(law) - 1))


def _summed(laws: list[Floats], most: Floats, number: Floats) -> Floats:
    """The law of a sum of independent numbers, ``number`` of each law: a product of their transforms."""
    length = int((most * number).sum()) + 1
    transform = np.ones(length // 2 + 1, np.complex128)
    for law, times in zip(laws, number, strict=True):
        transform *= np.fft.rfft(law, length) ** times
    return np.clip(np.fft.irfft(transform, length), 0, 1)


def _two_sided(law: Floats, seen: float) -> float:
    """Twice the smaller tail, at most 1."""
    at = int(seen)
    if not 0 <= at < len(law):
        raise ValueError(f"{at} were seen where at most {len(law) - 1} can be")
    return float(min(1.0, 2 * min(law[: at + 1].sum(), law[at:].sum())))

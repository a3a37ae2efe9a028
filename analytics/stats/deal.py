"""Whether what was dealt and drawn looks like chance: p-values, of which many together need ``discovery``.

A small one is worth a look, and no more: shuffles by hand are poor, and somebody has to be the unluckiest.
Not here: which hands and draws (facts).
"""

import numpy as np
from scipy.stats import binomtest, chisquare, hypergeom

from analytics.stats.number import Floats


def hands(copies: Floats, cards: Floats, size: Floats, *, number: Floats, seen: float) -> float:
    """Whether ``seen`` copies of a card in opening hands are as many as the hypergeometric law gives.

    One element a kind of hand: ``number`` hands of ``size`` out of ``cards``, with ``copies`` of this one.
    """
    most = np.minimum(copies, size)
    laws = [
        hypergeom.pmf(np.arange(most[at] + 1), cards[at], copies[at], size[at]) for at in range(len(copies))
    ]
    return _two_sided(_summed(laws, most, number), seen)


def draws(copies: Floats, library: Floats, *, number: Floats, seen: float) -> float:
    """The same for single draws: ``number`` draws from ``library`` cards with ``copies`` of this one."""
    laws = [np.array([1 - share, share]) for share in copies / library]
    return _two_sided(_summed(laws, np.ones(len(copies)), number), seen)


def positions(counts: Floats) -> float:
    """Whether a card lies in every position as often as in any other. NaN of nothing."""
    return float(chisquare(counts).pvalue) if counts.sum() else float("nan")


def coin(first: int, games: int) -> float:
    """Whether somebody goes first as often as a coin would have it. NaN of no games."""
    return float(binomtest(first, games).pvalue) if games else float("nan")


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

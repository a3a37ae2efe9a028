"""How sure a 95 % interval makes it that a rate lies above or below a base, as a number and as a word.

Not here: the interval (``interval``), how the word reads in a language (``dashboard``).
"""

from collections.abc import Iterable
from typing import Literal

Word = Literal["above", "probably-above", "even", "open", "probably-below", "below"]

PROBABLY = 0.5
"""From so many half-widths on the middle of an interval is probably on its side of the base: that is one
standard error, 5 to 1."""
EVEN = 0.05
"""Rates that are surely no further from the base than this are as good as even."""
Ends = tuple[float | None, float | None]


def lean(low: float | None, high: float | None, base: float) -> float:
    """How far the middle of an interval lies above the base, in half-widths: at 1 or more all of it does,
    and the value is 1; −1 likewise below. 0 where there is no interval."""
    if low is None or high is None or low > high:
        return 0.0
    middle, half = (low + high) / 2, (high - low) / 2
    if not half:
        return float((middle > base) - (middle < base))
    return min(max((middle - base) / half, -1.0), 1.0)


def leans(ends: Iterable[Ends], base: float) -> list[float]:
    """``lean`` of many intervals."""
    return [lean(low, high, base) for low, high in ends]


def leaning(low: float | None, high: float | None, base: float) -> Word:
    """On which side of the base a rate is, and how surely; ``open`` where nothing can be said yet."""
    if low is None or high is None:
        return "open"
    if base - EVEN <= low and high <= base + EVEN:
        return "even"
    side = lean(low, high, base)
    if low > base or high < base:
        return "above" if side > 0 else "below"
    if abs(side) < PROBABLY:
        return "open"
    return "probably-above" if side > 0 else "probably-below"

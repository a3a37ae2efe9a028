"""Numbers as people read them, with no more decimals than their interval supports.

Not here: the numbers, and what the marks beside intervals mean
(``analytics.metrics.intervals.interval_marks``).
"""

from analytics.metrics.intervals.interval_marks import mark

FINE = 400
"""From so many observations on, a tenth of a per cent is worth showing."""
MOST = 2
"""So many decimals a number has at most."""


def rate(value: float | None, n: int, *, share: bool = True) -> str:
    """A rate: ``62 %``, from 400 observations on ``61.7 %``; times per game as ``2.3``; ``–`` for none."""
    if value is None or not n:
        return "–"
    if not share:
        return f"{value:.2f}" if n >= FINE else f"{value:.1f}"
    return percent(value, digits=1 if n >= FINE else 0)


def percent(value: float, *, digits: int = 0) -> str:
    """A share: ``62 %``."""
    return f"{100 * value:.{digits}f} %"


def amount(value: float | None, low: float | None, high: float | None, n: int) -> str:
    """A number that is no share, such as a difference: ``−6`` where it may lie between −31 and 19, ``0.72``
    between 0.69 and 0.75; as ``rate`` tells it where there is no interval."""
    if value is None or low is None or high is None or not n:
        return rate(value, n, share=False)
    return _signed(f"{value:z.{decimals(low, high)}f}")


def interval(low: float | None, high: float | None, n: int, over: str | None = None) -> str:
    """The ends of an interval: ``48–74 %``, finer where both would read the same, with the mark of what it is
    ``over``; ``""`` where there is none."""
    if low is None or high is None or not n:
        return ""
    digits = 1 if n >= FINE else 0
    if low < high and f"{100 * low:.{digits}f}" == f"{100 * high:.{digits}f}":
        digits += 1
    return f"{100 * low:.{digits}f}–{100 * high:.{digits}f} %{mark(over)}"


def ends(low: float | None, high: float | None, over: str | None = None) -> str:
    """The ends of an interval that is no share: ``−4 – 8``, marked likewise; ``""`` where an end is not
    known."""
    if low is None or high is None:
        return ""
    digits = decimals(low, high)
    return _signed(f"{low:z.{digits}f} – {high:z.{digits}f}") + mark(over)


def decimals(low: float, high: float) -> int:
    """How many decimals an interval supports: the last one is no finer than a tenth of half its length."""
    half = (high - low) / 2
    return next((digits for digits in range(MOST) if half >= 10**-digits), MOST)


def _signed(text: str) -> str:
    """With the minus sign of people in place of the hyphen of programs."""
    return text.replace("-", "−")

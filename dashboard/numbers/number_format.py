"""Numbers as texts, with no more decimals than their interval supports.

Not here: the numbers, and what the marks beside intervals mean
(``analytics.metrics.intervals.interval_marks``).
"""

from analytics.metrics.intervals.interval_marks import mark

FINE = 400
"""From this many observations on, rates get one decimal more."""
MAX_DECIMALS = 2


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
    """A number that is no share, such as a difference: ``−6`` with the interval −31 to 19, ``0.72`` with 0.69
    to 0.75; without an interval as ``rate`` writes it."""
    if value is None or low is None or high is None or not n:
        return rate(value, n, share=False)
    return _signed(f"{value:z.{decimals(low, high)}f}")


def interval(low: float | None, high: float | None, n: int, basis: str | None = None) -> str:
    """The interval of a share: ``48–74 %``, with one decimal more if both ends would read the same, and the
    mark of its ``basis``; ``""`` if there is no interval."""
    if low is None or high is None or not n:
        return ""
    digits = 1 if n >= FINE else 0
    if low < high and f"{100 * low:.{digits}f}" == f"{100 * high:.{digits}f}":
        digits += 1
    return f"{100 * low:.{digits}f}–{100 * high:.{digits}f} %{mark(basis)}"


def ends(low: float | None, high: float | None, basis: str | None = None) -> str:
    """The interval of a number that is no share: ``−4 – 8``, marked likewise; ``""`` if an end is unknown."""
    if low is None or high is None:
        return ""
    digits = decimals(low, high)
    return _signed(f"{low:z.{digits}f} – {high:z.{digits}f}") + mark(basis)


def decimals(low: float, high: float) -> int:
    """How many decimals an interval supports: 0 for a half-width of at least 1, 1 from 0.1 on, else 2."""
    half = (high - low) / 2
    return next((digits for digits in range(MAX_DECIMALS) if half >= 10**-digits), MAX_DECIMALS)


def _signed(text: str) -> str:
    """Replace hyphens with minus signs."""
    return text.replace("-", "−")

"""Numbers as people read them, with no more decimals than their interval supports.

Not here: the numbers.
"""

FINE = 400
"""From so many observations on, a tenth of a per cent is worth showing."""


def rate(value: float | None, n: int, *, share: bool = True) -> str:
    """A rate: ``62 %``, from 400 observations on ``61.7 %``; times per game as ``2.3``; ``–`` for none."""
    if value is None or not n:
        return "–"
    if not share:
        return f"{value:.2f}" if n >= FINE else f"{value:.1f}"
    return f"{value:.1%}".replace("%", " %") if n >= FINE else f"{value:.0%}".replace("%", " %")


def interval(low: float | None, high: float | None, n: int) -> str:
    """The ends of an interval: ``48–74 %``; ``""`` where there is none."""
    if low is None or high is None or not n:
        return ""
    digits = 1 if n >= FINE else 0
    return f"{100 * low:.{digits}f}–{100 * high:.{digits}f} %"


def ends(low: float | None, high: float | None) -> str:
    """The ends of an interval that is no share: ``-4.2 – 8.0``; ``""`` where an end is not known."""
    return "" if low is None or high is None else f"{low:.1f} – {high:.1f}"

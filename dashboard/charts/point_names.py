"""Names beside the points of a chart, as many as fit: none covers another name, or another point.

Vega-Lite places no names itself, and a chart is as wide as its window: a place is taken only if it is free in
every width of a class. Not here: the points (``bubbles``, ``scatter``).
"""

from collections.abc import Sequence
from typing import NamedTuple

import polars as pl

from dashboard.charts.chart import Spec, by_theme

COLOUR = by_theme("#4A525C", "#C3CAD3")
"""Names would be too pale in the grey of the points."""
LETTER, LINE, GAP, POINT = 7.0, 15.0, 8.0, 6.0
"""Of a name, between two of them, between point and name, and half of a point: pixels."""
NARROW = 480
WIDTHS = {"narrow": (230.0, 310.0, 400.0, 480.0), "wide": (480.0, 640.0, 900.0, 1200.0)}
"""Widths of a chart without its axis, on phones and elsewhere."""
SIDES = tuple((side, drop) for drop in (-9.0, 9.0, -24.0, 24.0) for side in (1, -1))
"""Where a name may stand: to the right or to the left of its point, and how much lower, in pixels."""


COLUMNS = ("side", "drop", "name")
"""What ``placed`` says of each name, for either class of widths."""


class Place(NamedTuple):
    """What is taken of a chart: a line, and from where to where in each width."""

    line: float
    spans: tuple[tuple[float, float], ...]
    height: float = LINE

    def meets(self, other: "Place") -> bool:
        """Whether both need the same place in some width."""
        if abs(self.line - other.line) >= (self.height + other.height) / 2:
            return False
        pairs = zip(self.spans, other.spans, strict=True)
        return any(left < end and start < right for (left, right), (start, end) in pairs)


def placed(names: pl.Series, x: pl.Series, y: pl.Series, *, height: float) -> pl.DataFrame:
    """Columns for ``layer``, a row for each name, those first that count most: ``x`` and ``y`` are between 0
    and 1, from the left and from the top of a chart of this ``height``. A name without room is empty."""
    points, lengths = list(zip(x, y, strict=True)), [_length(name) for name in names]
    columns: dict[str, Sequence[float | str]] = {"length": lengths}
    for window, widths in WIDTHS.items():
        dots = [
            Place(
                down * height, tuple((at * width - POINT, at * width + POINT) for width in widths), 2 * POINT
            )
            for at, down in points
        ]
        taken: list[Place] = []
        found: list[tuple[int, float, str]] = []
        for index, (name, length, (at, down)) in enumerate(zip(names, lengths, points, strict=True)):
            others = [*dots[:index], *dots[index + 1 :], *taken]
            found.append((1, 0.0, ""))
            for side, drop in SIDES:
                spans = tuple(_span(at * width, length, width, side) for width in widths)
                place = Place(down * height + drop, spans)
                if 0 <= place.line <= height and not any(map(place.meets, others)):
                    found[-1] = side, drop, name
                    taken.append(place)
                    break
        for column, values in zip(COLUMNS, zip(*found, strict=True), strict=True):
            columns[f"{column}_{window}"] = values
    return pl.DataFrame(columns)


def layer(across: str) -> Spec:
    """The mark of the names that ``placed`` gave, to be drawn in ``COLOUR``; ``across`` is the column of the
    horizontal axis."""
    at = f"scale('x', datum.{across})"
    side, drop, name = (f"(width < {NARROW} ? datum.{one}_narrow : datum.{one}_wide)" for one in COLUMNS)
    right, left = f"{at} + {GAP} + datum.length <= width", f"{at} >= datum.length + {GAP}"
    on_right = f"({right} && !({side} < 0 && {left}))"
    return {
        "type": "text",
        "align": {"expr": f"{on_right} ? 'left' : 'right'"},
        "dx": {"expr": f"{on_right} ? {GAP} : {left} ? {-GAP} : width - {at}"},
        "dy": {"expr": drop},
        "text": {"expr": name},
        "fontSize": 12,
        "fontWeight": 600,
    }


def _span(at: float, length: float, width: float, side: int) -> tuple[float, float]:
    """Where the name of a point lies: on this side of it, on the other one where it would be cut off there,
    and at the end of the chart where it would be on both."""
    right, left = at + GAP + length <= width, at >= length + GAP
    if right and not (side < 0 and left):
        return at + GAP, at + GAP + length
    end = at - GAP if left else width
    return end - length, end


def _length(name: str) -> float:
    """How long a name is in a chart, in pixels."""
    return LETTER * (len(name) + len(name.encode())) / 2

"""One number against another: a point for each row, with both intervals.

Not here: the numbers.
"""

import polars as pl

from dashboard.charts.chart import Chart, Spec, field
from dashboard.charts.whiskers import ABOVE, UNSURE

HEIGHT = 420
FAINT = 0.35


def scatter(rows: pl.DataFrame, *, x: str, y: str, shares: tuple[bool, bool], name: str) -> Chart:
    """Columns ``name``, ``x x_low x_high x_n`` and the same of ``y``; intervals may be null.

    ``x``, ``y`` and ``name`` are titles of axes and tooltip; ``shares`` says which of both are shares.
    """
    across, up = _axis("x", x, share=shares[0]), _axis("y", y, share=shares[1])
    tooltip = [field("name", "nominal", title=name)]
    for column, title, share in (("x", x, shares[0]), ("y", y, shares[1])):
        tooltip.append(field(column, title=title, format=".0%" if share else ".2f"))
        tooltip.append(field(f"{column}_n", title="n", format=",d"))
    faint = {"type": "rule", "color": UNSURE, "opacity": FAINT}
    point = {"type": "point", "filled": True, "size": 80, "opacity": 1, "color": ABOVE}
    wide = {"x": {**across, "field": "x_low"}, "x2": {"field": "x_high"}}
    high = {"y": {**up, "field": "y_low"}, "y2": {"field": "y_high"}}
    layers = [
        {"mark": faint, "encoding": {**wide, "y": up}},
        {"mark": faint, "encoding": {"x": across, **high}},
        {"mark": point, "encoding": {"x": across, "y": up, "tooltip": tooltip}},
    ]
    return Chart({"data": {"name": "rows"}, "height": HEIGHT, "layer": layers}, {"rows": rows})


def _axis(column: str, title: str, *, share: bool) -> Spec:
    return field(
        column, title=title, scale={"zero": False}, axis={"format": "%" if share else "~r", "tickCount": 6}
    )

"""One number against another: a point for each row, with both intervals, and the names of the outermost.

Not here: the numbers.
"""

import polars as pl

from dashboard.charts import point_names
from dashboard.charts.chart import Chart, Spec, field
from dashboard.charts.whiskers import ABOVE, UNSURE

HEIGHT = 420
PLOT = 340
"""Its height without the axis below."""
FAINT = 0.35
MARGIN = 0.03
"""How much of an axis lies beyond the outermost numbers, on either side."""


def scatter(rows: pl.DataFrame, *, x: str, y: str, shares: tuple[bool, bool], name: str) -> Chart:
    """Columns ``name``, ``x x_low x_high x_n`` and the same of ``y``; intervals may be null.

    ``x``, ``y`` and ``name`` are titles of axes and tooltip; ``shares`` says which of both are shares.
    """
    reach = {column: _reach(rows, column) for column in ("x", "y")}
    across, up = _axis("x", x, reach["x"], share=shares[0]), _axis("y", y, reach["y"], share=shares[1])
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
        {
            "mark": point_names.layer("x"),
            "encoding": {"x": across, "y": up, "color": {"value": point_names.COLOUR}},
        },
    ]
    named = _with_names(rows, reach)
    return Chart({"data": {"name": "rows"}, "height": HEIGHT, "layer": layers}, {"rows": named})


def _with_names(rows: pl.DataFrame, reach: dict[str, tuple[float, float]]) -> pl.DataFrame:
    """The rows from the outside of the chart to its middle, with the names that have room there."""
    (left, right), (low, high) = reach["x"], reach["y"]
    at, down = (pl.col("x") - left) / (right - left), (high - pl.col("y")) / (high - low)
    places = rows.select(at=at, down=down)
    off = (places["at"] - places["at"].mean()) ** 2 + (places["down"] - places["down"].mean()) ** 2
    order = off.arg_sort(descending=True)
    rows, places = rows[order], places[order]
    return rows.hstack(point_names.placed(rows["name"], places["at"], places["down"], height=PLOT))


def _reach(rows: pl.DataFrame, column: str) -> tuple[float, float]:
    """From where to where an axis goes."""
    low, high = rows.select(
        low=pl.min_horizontal(column, f"{column}_low").min(),
        high=pl.max_horizontal(column, f"{column}_high").max(),
    ).row(0)
    margin = MARGIN * (high - low) or 1.0
    return low - margin, high + margin


def _axis(column: str, title: str, reach: tuple[float, float], *, share: bool) -> Spec:
    scale = {"domain": list(reach), "nice": False, "zero": False}
    return field(column, title=title, scale=scale, axis={"format": "%" if share else "~r", "tickCount": 6})

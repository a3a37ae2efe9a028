"""Shares week by week: a line with its own mark and dashes for each name, so that no colour is needed.

Not here: the shares.
"""

from collections.abc import Mapping, Sequence

import polars as pl

from dashboard.charts.chart import Chart, Spec, field

HEIGHT = 340
SHAPES = ["circle", "square", "triangle-up", "diamond", "cross", "triangle-down"]
DASHES = [[1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [4, 4], [1, 3]]
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"]
"""Of Okabe and Ito, which people without red or green vision tell apart."""


def courses(rows: pl.DataFrame, *, order: Sequence[str], titles: Mapping[str, str]) -> Chart:
    """Columns ``name week value low high n``, ``value`` in 0 to 1, for at most six names in ``order``;
    ``titles`` of ``name week share interval``."""
    names = [name for name in order if name in rows["name"]]
    one, count = {"domain": names}, len(names)
    x = field("week", "ordinal", title=titles["week"], axis={"labelAngle": -40})
    y = field("value", title=titles["share"], axis={"format": "%", "tickCount": 6})
    tooltip = [
        field("name", "nominal", title=titles["name"]),
        field("week", "ordinal", title=titles["week"]),
        field("value", title=titles["share"], format=".1%"),
        field("low", title=f"{titles['interval']} ↓", format=".1%"),
        field("high", title=f"{titles['interval']} ↑", format=".1%"),
        field("n", title="n", format=",d"),
    ]
    legend: Spec = {"orient": "top", "columns": 2, "title": None, "symbolSize": 90}
    colour = field("name", "nominal", scale={**one, "range": COLOURS[:count]}, legend=legend)
    shape = field("name", "nominal", scale={**one, "range": SHAPES[:count]}, legend=legend)
    dash = field("name", "nominal", scale={**one, "range": DASHES[:count]}, legend=None)
    line = {"mark": {"type": "line"}, "encoding": {"x": x, "y": y, "color": colour, "strokeDash": dash}}
    marks = {
        "mark": {"type": "point", "filled": True, "size": 80, "opacity": 1},
        "encoding": {"x": x, "y": y, "color": colour, "shape": shape, "tooltip": tooltip},
    }
    return Chart({"data": {"name": "rows"}, "height": HEIGHT, "layer": [line, marks]}, {"rows": rows})

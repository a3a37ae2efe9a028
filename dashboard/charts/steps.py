"""A share that grows in steps, with its interval as a band.

Not here: the share.
"""

import polars as pl

from dashboard.charts.chart import Chart, Spec, field
from dashboard.charts.whiskers import ABOVE

HEIGHT = 260
FULL = [0, 1]


def steps(rows: pl.DataFrame, *, along: str, title: str, interval: str) -> Chart:
    """Columns ``turn rate low high n``, ``rate`` in 0 to 1: a line of steps, and the band around it.

    ``along``, ``title`` and ``interval`` are the labels of turn, rate and interval.
    """
    x = field("turn", title=along, axis={"tickMinStep": 1, "format": "d"}, scale={"nice": False})
    y = field("rate", title=title, scale={"domain": FULL}, axis={"format": "%", "tickCount": 5})
    tooltip = [
        field("turn", title=along),
        field("rate", title=title, format=".0%"),
        field("low", title=f"{interval} ↓", format=".0%"),
        field("high", title=f"{interval} ↑", format=".0%"),
        field("n", title="n", format=",d"),
    ]
    stairs: Spec = {"interpolate": "step-after", "color": ABOVE}
    point = {"type": "point", "filled": True, "size": 50, "color": ABOVE, "opacity": 1}
    band = {"y": field("low", title=title), "y2": {"field": "high"}}
    layers = [
        {"mark": {"type": "area", "opacity": 0.2, **stairs}, "encoding": {"x": x, **band}},
        {"mark": {"type": "line", **stairs}, "encoding": {"x": x, "y": y}},
        {"mark": point, "encoding": {"x": x, "y": y, "tooltip": tooltip}},
    ]
    return Chart({"data": {"name": "rows"}, "height": HEIGHT, "layer": layers}, {"rows": rows})

"""Forecasts against outcomes: points with intervals, and the diagonal of perfect forecasts.

Not here: the forecasts (``analytics.stats.calibration``).
"""

from collections.abc import Sequence

import polars as pl

from analytics.stats.calibration import Bin
from dashboard.charts.chart import Chart, Spec, field
from dashboard.charts.whiskers import ABOVE, UNSURE

HEIGHT = 320


def calibration(bins: Sequence[Bin], *, forecast: str, came: str) -> Chart:
    """A chart of ``bins``; ``forecast`` and ``came`` are the titles of the axes."""
    whole: Spec = {"scale": {"domain": [0, 1]}}
    percent: Spec = {**whole, "axis": {"format": "%", "tickCount": 5}}
    x, y = field("forecast", title=forecast, **percent), field("came", title=came, **percent)
    tooltip = [
        field("forecast", title=forecast, format=".1%"),
        field("came", title=came, format=".1%"),
        field("n"),
    ]
    line = {"type": "line", "strokeDash": [4, 3], "color": UNSURE}
    whisker = {"type": "rule", "strokeWidth": 2, "color": ABOVE}
    point = {"type": "point", "filled": True, "size": 70, "opacity": 1, "color": ABOVE}
    span = {"y": field("low", title=came, **whole), "y2": {"field": "high"}}
    layers = [
        {"data": {"name": "true"}, "mark": line, "encoding": {"x": x, "y": y}},
        {"data": {"name": "bins"}, "mark": whisker, "encoding": {"x": x, **span, "tooltip": tooltip}},
        {"data": {"name": "bins"}, "mark": point, "encoding": {"x": x, "y": y, "tooltip": tooltip}},
    ]
    tables = {
        "bins": pl.DataFrame([bin._asdict() for bin in bins]),
        "true": pl.DataFrame({"forecast": [0.0, 1.0], "came": [0.0, 1.0]}),
    }
    return Chart({"height": HEIGHT, "layer": layers}, tables)

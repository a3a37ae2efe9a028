"""Forecasts against what came: points with whiskers along the line on which forecasts come true.

Not here: the forecasts (``analytics.stats.calibration``).
"""

from collections.abc import Sequence

import altair as alt
import polars as pl

from analytics.stats.calibration import Bin
from dashboard.charts.whiskers import ABOVE, UNSURE

HEIGHT = 320


def calibration(bins: Sequence[Bin], *, forecast: str, came: str) -> alt.LayerChart:
    """A chart of ``bins``; ``forecast`` and ``came`` are what the axes are called."""
    rows = pl.DataFrame([bin._asdict() for bin in bins])
    scale = alt.Scale(domain=[0, 1])
    x = alt.X("forecast:Q", title=forecast, scale=scale, axis=alt.Axis(format="%"))
    marks = alt.Chart(rows).encode(
        x=x,
        tooltip=[
            alt.Tooltip("forecast:Q", title=forecast, format=".1%"),
            alt.Tooltip("came:Q", title=came, format=".1%"),
            alt.Tooltip("n:Q"),
        ],
    )
    y = alt.Y("came:Q", title=came, scale=scale, axis=alt.Axis(format="%"))
    line = alt.Chart(pl.DataFrame({"forecast": [0.0, 1.0], "came": [0.0, 1.0]}))
    return alt.LayerChart(
        layer=[
            line.mark_line(strokeDash=[4, 3], color=UNSURE).encode(x=x, y=y),
            marks.mark_rule(strokeWidth=2, color=ABOVE).encode(
                y=alt.Y("low:Q", title=came, scale=scale), y2="high:Q"
            ),
            marks.mark_point(filled=True, size=70, opacity=1, color=ABOVE).encode(y=y),
        ],
        height=HEIGHT,
    )

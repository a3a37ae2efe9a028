"""A share that grows step by step, with the band of its interval.

Not here: the share.
"""

import altair as alt
import polars as pl

from dashboard.charts.whiskers import ABOVE

HEIGHT = 260
FULL = [0, 1]


def steps(rows: pl.DataFrame, *, along: str, title: str, interval: str) -> alt.LayerChart:
    """Columns ``turn rate low high n``, ``rate`` in 0 to 1: a line of steps, and the band around it.

    ``along``, ``title`` and ``interval`` are what the axes and the tooltip call turn, rate and interval.
    """
    x = alt.X("turn:Q", title=along, axis=alt.Axis(tickMinStep=1, format="d"), scale=alt.Scale(nice=False))
    y = alt.Y("rate:Q", title=title, scale=alt.Scale(domain=FULL), axis=alt.Axis(format="%", tickCount=5))
    told = [
        alt.Tooltip("turn:Q", title=along),
        alt.Tooltip("rate:Q", title=title, format=".0%"),
        alt.Tooltip("low:Q", title=f"{interval} ↓", format=".0%"),
        alt.Tooltip("high:Q", title=f"{interval} ↑", format=".0%"),
        alt.Tooltip("n:Q", title="n", format=",d"),
    ]
    drawn = alt.Chart(rows, height=HEIGHT)
    band = drawn.mark_area(opacity=0.2, interpolate="step-after", color=ABOVE).encode(
        x=x, y=alt.Y("low:Q", title=title), y2="high:Q"
    )
    line = drawn.mark_line(interpolate="step-after", color=ABOVE).encode(x=x, y=y)
    points = drawn.mark_point(filled=True, size=50, color=ABOVE, opacity=1).encode(x=x, y=y, tooltip=told)
    return alt.LayerChart(layer=[band, line, points])

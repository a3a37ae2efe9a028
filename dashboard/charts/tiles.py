"""A table of counts as tiles: the number stands in each, the darker the more.

Not here: the counts.
"""

from typing import Any

import altair as alt
import polars as pl

from dashboard.charts.whiskers import ABOVE

TILE_HEIGHT, AXIS_HEIGHT = 30, 130
PALE = "#EAF3FA"
DARK = 0.9
"""From this part of the highest count on, numbers are white."""


def tiles(rows: pl.DataFrame, *, across: str, down: str, title: str) -> alt.LayerChart:
    """Columns ``down across count told``: a tile a row, in the order in which names come first.

    ``across``, ``down`` and ``title`` are what axes and tooltip say; ``told`` stands in the tooltip too.
    """
    most = max([1, *rows["count"]])
    columns, lines = (rows[name].unique(maintain_order=True).to_list() for name in ("across", "down"))
    bare: dict[str, Any] = {"ticks": False, "domain": False}
    x = alt.X(
        "across:N",
        sort=columns,
        title=across,
        axis=alt.Axis(orient="top", labelAngle=-60, labelLimit=110, labelOverlap=False, **bare),
    )
    y = alt.Y("down:N", sort=lines, title=down, axis=alt.Axis(labelLimit=110, **bare))
    drawn = alt.Chart(rows).encode(x=x, y=y)
    tile = drawn.mark_rect(stroke="white").encode(
        color=alt.Color("count:Q", legend=None, scale=alt.Scale(range=[PALE, ABOVE], domain=[0, most])),
        tooltip=[
            alt.Tooltip("down:N", title=down),
            alt.Tooltip("across:N", title=across),
            alt.Tooltip("told:N", title=title),
        ],
    )
    text = drawn.mark_text().encode(
        text=alt.Text("count:Q", format=",d"),
        color=alt.condition(alt.datum.count > DARK * most, alt.value("white"), alt.value("black")),
    )
    return alt.LayerChart(layer=[tile, text], height=TILE_HEIGHT * len(lines) + AXIS_HEIGHT)

"""Counts of pairs as tiles, deeper blue for higher counts.

Not here: the counts.
"""

import polars as pl

from dashboard.charts.chart import Chart, Spec, above, by_theme, field
from dashboard.charts.whiskers import ABOVE

TILE_HEIGHT = 30
PALE, DEEP = ("#EAF3FA", "#222B34"), (ABOVE, "#0A609A")
DARK = 0.9
"""From this share of the highest count on, numbers are white; in a dark theme all of them are."""


def tiles(rows: pl.DataFrame, *, across: str, down: str, title: str) -> Chart:
    """Columns ``down across count text``: a tile for each row, names in the order of first occurrence.

    ``across``, ``down`` and ``title`` are titles of axes and tooltip; ``text`` is part of the tooltip.
    """
    most = max([1, *rows["count"]])
    columns, lines = (rows[name].unique(maintain_order=True).to_list() for name in ("across", "down"))
    axis: Spec = {"labelLimit": 110, "ticks": False, "domain": False}
    top, top_height = above(columns, labelOverlap=False, **axis)
    place = {
        "x": field("across", "nominal", sort=columns, title=across, axis=top),
        "y": field("down", "nominal", sort=lines, title=down, axis=axis),
    }
    tooltip = [
        field("down", "nominal", title=down),
        field("across", "nominal", title=across),
        field("text", "nominal", title=title),
    ]
    tone = field(
        "count", legend=None, scale={"range": [by_theme(*PALE), by_theme(*DEEP)], "domain": [0, most]}
    )
    ink = {
        "condition": {"test": f"datum.count > {DARK * most}", "value": "white"},
        "value": by_theme("black", "white"),
    }
    layers = [
        {
            "mark": {"type": "rect", "stroke": {"expr": "background"}},
            "encoding": {**place, "color": tone, "tooltip": tooltip},
        },
        {
            "mark": {"type": "text"},
            "encoding": {**place, "text": field("count", format=",d"), "color": ink},
        },
    ]
    height = TILE_HEIGHT * len(lines) + top_height
    return Chart({"data": {"name": "rows"}, "height": height, "layer": layers}, {"rows": rows})

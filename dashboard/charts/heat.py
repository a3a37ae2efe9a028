"""Matchups as tiles: the rate and its n in each, hatched if n is too small.

Not here: the rates.
"""

import polars as pl

from dashboard.charts.chart import Chart, Spec, above, field

BELOW, UNSURE, ABOVE = "#E8894A", "#E3E6EA", "#5FA8D8"
"""Orange and blue light enough for dark numbers; grey if the interval contains one half."""
INK, FAINT = "#12161B", "#4A525C"
ENDS = (0.2, 0.5, 0.8)
"""Rates of the darkest orange, of grey and of the darkest blue."""
TILE_HEIGHT = 44
HATCH = "M-1,-0.5L-0.5,-1M-1,0L0,-1M-1,0.5L0.5,-1M-1,1L1,-1M-0.5,1L1,-0.5M0,1L1,0M0.5,1L1,0.5"
"""Strokes within a square from -1 to 1."""
HATCH_SIDE, HATCH_WIDTH = 36, 300
"""Of a hatched square, and of a row of them on a narrow page, in pixels."""
CHOSEN = "row"
"""The name of the selection: a click on a tile chooses its row."""
TILE = "tile"
"""The name of the layer that is clicked on."""


def heat(rows: pl.DataFrame, *, down: str, across: str, names: dict[str, str]) -> Chart:
    """Columns ``archetype opponent_archetype rate low high n few text interval``: a tile for each row,
    names in the order of first occurrence. ``text`` is the text of the tile; ``few`` hatches it.

    ``down`` and ``across`` are the titles of the axes; ``names`` the tooltip labels of ``text`` and
    ``interval``.
    """
    order = rows["archetype"].unique(maintain_order=True).to_list()
    axis: Spec = {"labelLimit": 110, "ticks": False, "domain": False}
    top, top_height = above(order, **axis)
    place = {
        "x": field("opponent_archetype", "nominal", sort=order, title=across, axis=top),
        "y": field("archetype", "nominal", sort=order, title=down, axis=axis),
    }
    colours = {"domain": list(ENDS), "range": [BELOW, UNSURE, ABOVE], "clamp": True}
    tooltip = [
        field("archetype", "nominal", title=down),
        field("opponent_archetype", "nominal", title=across),
        field("text", "nominal", title=names["text"]),
        field("interval", "nominal", title=names["interval"]),
        field("n", title="n", format=",d"),
    ]
    side = min(HATCH_SIDE, HATCH_WIDTH / max(len(order), 1))
    hatch = {"shape": HATCH, "size": side**2, "stroke": "#A4ACB6", "strokeWidth": 1, "fill": None}
    tone = field("tone", legend=None, scale=colours)
    layers = [
        {
            "name": TILE,
            "mark": {"type": "rect", "stroke": "white", "cursor": "pointer"},
            "encoding": {**place, "color": tone, "tooltip": tooltip},
        },
        {
            "transform": [{"filter": "datum.few"}],
            "mark": {"type": "point", **hatch},
            "encoding": place,
        },
        {
            "mark": {"type": "text", "dy": -5, "color": INK, "fontWeight": "bold"},
            "encoding": {**place, "text": field("text", "nominal")},
        },
        {
            "transform": [{"filter": "datum.n > 0"}],
            "mark": {"type": "text", "dy": 10, "color": FAINT, "fontSize": 10},
            "encoding": {**place, "text": field("n", format=",d")},
        },
    ]
    click = {"type": "point", "fields": ["archetype"], "toggle": False}
    spec = {
        "data": {"name": "rows"},
        "height": TILE_HEIGHT * len(order) + top_height,
        "params": [{"name": CHOSEN, "select": click, "views": [TILE]}],
        "layer": layers,
    }
    sure = (pl.col("low") > ENDS[1]) | (pl.col("high") < ENDS[1])
    tones = pl.when(sure & ~pl.col("few")).then("rate").otherwise(pl.lit(ENDS[1]))
    return Chart(spec, {"rows": rows.with_columns(tone=tones)})

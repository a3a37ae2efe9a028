"""Matchups as tiles: the rate and its n in each, hatched if n is too small.

Not here: the rates.
"""

import polars as pl

from dashboard.charts.chart import Chart, Spec, above, by_theme, field, in_two_lines

BELOW, UNSURE, ABOVE = ("#E8894A", "#9A4400"), ("#E3E6EA", "#2B333C"), ("#5FA8D8", "#0A609A")
"""Orange and blue light enough for dark numbers, and dark enough for light ones in a dark theme; grey where
nothing can be said."""
INK, FAINT = ("#12161B", "#F4F6F8"), ("#2B323A", "#DCE1E7")
STROKES = ("#A4ACB6", "#56616D")
ENDS = (-1, 0, 1)
"""Leans of the deepest orange, of grey and of the deepest blue."""
TILE_HEIGHT = 44
ROOMY = 8
"""Up to so many names above the tiles may take two lines each."""
HATCH = "M-1,-0.5L-0.5,-1M-1,0L0,-1M-1,0.5L0.5,-1M-1,1L1,-1M-0.5,1L1,-0.5M0,1L1,0M0.5,1L1,0.5"
"""Strokes within a square from -1 to 1."""
HATCH_SIDE, HATCH_WIDTH = 36, 300
"""Of a hatched square, and of a row of them on a narrow page, in pixels."""
CHOSEN = "row"
"""The name of the selection: a click on a tile chooses its row."""
TILE = "tile"
"""The name of the layer that is clicked on."""


def heat(rows: pl.DataFrame, *, down: str, across: str, names: dict[str, str]) -> Chart:
    """Columns ``archetype opponent_archetype lean n few text interval told``: a tile for each row, names in
    the order of first occurrence. ``text`` is the text of the tile; ``lean``, from −1 to 1, its colour: the
    deeper, the surer; ``few`` hatches it and takes the colour.

    ``down`` and ``across`` are the titles of the axes; ``names`` the tooltip labels of ``text``,
    ``interval`` and ``told``.
    """
    order = rows["archetype"].unique(maintain_order=True).to_list()
    axis: Spec = {"labelLimit": 110, "ticks": False, "domain": False, "labelOverlap": False}
    broken = in_two_lines()
    top, top_height = above(order, **axis, **(broken if len(order) <= ROOMY else {}))
    place = {
        "x": field("opponent_archetype", "nominal", sort=order, title=across, axis=top),
        "y": field("archetype", "nominal", sort=order, title=down, axis={**axis, **broken}),
    }
    # By hue, which is the default, the way from orange to grey would lead through pink.
    tones = [by_theme(*tone) for tone in (BELOW, UNSURE, ABOVE)]
    colours = {"domain": list(ENDS), "range": tones, "clamp": True, "interpolate": "rgb"}
    tooltip = [
        field("archetype", "nominal", title=down),
        field("opponent_archetype", "nominal", title=across),
        field("text", "nominal", title=names["text"]),
        field("interval", "nominal", title=names["interval"]),
        field("told", "nominal", title=names["told"]),
    ]
    side = min(HATCH_SIDE, HATCH_WIDTH / max(len(order), 1))
    hatch = {"shape": HATCH, "size": side**2, "stroke": by_theme(*STROKES), "strokeWidth": 1, "fill": None}
    tone = field("tone", legend=None, scale=colours)
    layers = [
        {
            "name": TILE,
            "mark": {"type": "rect", "stroke": {"expr": "background"}, "cursor": "pointer"},
            "encoding": {**place, "color": tone, "tooltip": tooltip},
        },
        {
            "transform": [{"filter": "datum.few"}],
            "mark": {"type": "point", **hatch},
            "encoding": place,
        },
        {
            "mark": {"type": "text", "dy": -5, "color": by_theme(*INK), "fontWeight": "bold"},
            "encoding": {**place, "text": field("text", "nominal")},
        },
        {
            "transform": [{"filter": "datum.n > 0"}],
            "mark": {"type": "text", "dy": 10, "color": by_theme(*FAINT), "fontSize": 10},
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
    leans = pl.when(~pl.col("few")).then("lean").otherwise(pl.lit(float(ENDS[1])))
    return Chart(spec, {"rows": rows.with_columns(tone=leans)})

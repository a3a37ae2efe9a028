"""Who beats whom as tiles: the rate and its n in each, hatched where n is too small to say anything.

Not here: the rates.
"""

import altair as alt
import polars as pl

BELOW, UNSURE, ABOVE = "#E8894A", "#E3E6EA", "#5FA8D8"
"""Orange and blue that dark numbers can be read on; grey where the interval holds one half."""
INK, FAINT = "#12161B", "#4A525C"
ENDS = (0.2, 0.5, 0.8)
"""Rates of the deepest orange, of grey and of the deepest blue."""
TILE_HEIGHT, AXIS_HEIGHT = 44, 130
HATCH = "M-1,-0.5L-0.5,-1M-1,0L0,-1M-1,0.5L0.5,-1M-1,1L1,-1M-0.5,1L1,-0.5M0,1L1,0M0.5,1L1,0.5"
"""Strokes within a square from -1 to 1."""
HATCH_SIDE, HATCH_WIDTH = 36, 300
"""Pixels of a hatched square, and of all of them in a row of a narrow page."""
CHOSEN = "row"
"""The name of the selection: a click on a tile chooses its row."""


def heat(rows: pl.DataFrame, *, down: str, across: str, names: dict[str, str]) -> alt.LayerChart:
    """Columns ``archetype opponent_archetype rate low high n few told interval``: a tile a row, in the order
    in which names come first. ``told`` stands in the tile; ``few`` hatches it.

    ``down`` and ``across`` are what the axes say; ``names`` what a tooltip calls ``told`` and ``interval``.
    """
    order = rows["archetype"].unique(maintain_order=True).to_list()
    axis = {"labelLimit": 110, "ticks": False, "domain": False}
    x = alt.X(
        "opponent_archetype:N",
        sort=order,
        title=across,
        axis=alt.Axis.from_dict({"orient": "top", "labelAngle": -60, **axis}),
    )
    y = alt.Y("archetype:N", sort=order, title=down, axis=alt.Axis.from_dict(axis))
    sure = (pl.col("low") > ENDS[1]) | (pl.col("high") < ENDS[1])
    tone = pl.when(sure & ~pl.col("few")).then("rate").otherwise(pl.lit(ENDS[1]))
    drawn = alt.Chart(rows.with_columns(tone=tone)).encode(x=x, y=y)
    tile = drawn.mark_rect(stroke="white", cursor="pointer").encode(
        color=alt.Color(
            "tone:Q",
            legend=None,
            scale=alt.Scale(domain=list(ENDS), range=[BELOW, UNSURE, ABOVE], clamp=True),
        ),
        tooltip=[
            alt.Tooltip("archetype:N", title=down),
            alt.Tooltip("opponent_archetype:N", title=across),
            alt.Tooltip("told:N", title=names["told"]),
            alt.Tooltip("interval:N", title=names["interval"]),
            alt.Tooltip("n:Q", title="n", format=",d"),
        ],
    )
    side = min(HATCH_SIDE, HATCH_WIDTH / max(len(order), 1))
    few = drawn.transform_filter("datum.few").mark_point(
        shape=HATCH, size=side**2, stroke="#A4ACB6", strokeWidth=1, fill=None
    )
    value = drawn.mark_text(dy=-5, color=INK, fontWeight="bold").encode(text="told:N")
    n = drawn.transform_filter("datum.n > 0").mark_text(dy=10, color=FAINT, fontSize=10)
    layers = [tile, few, value, n.encode(text=alt.Text("n:Q", format=",d"))]
    layers[0] = tile.add_params(alt.selection_point(CHOSEN, fields=["archetype"], toggle=False))
    return alt.LayerChart(layer=layers, height=TILE_HEIGHT * len(order) + AXIS_HEIGHT)

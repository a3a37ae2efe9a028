"""Share against win rate: a point for each archetype, with both intervals.

Not here: the numbers.
"""

import math
from functools import partial

import polars as pl

from dashboard.charts import point_names
from dashboard.charts.chart import Chart, Spec, field
from dashboard.charts.whiskers import UNSURE, layer_by_side, side

HEIGHT = 380
PLOT = 300
"""Its height without the axis below."""
ROOM, STEP = 1.15, 0.05
"""The axis of shares extends beyond the largest share, to leave room for its name, to the end of a step."""


def bubbles(rows: pl.DataFrame, *, share: str, rate: str, names: dict[str, str]) -> Chart:
    """Columns ``archetype share share_low share_high rate low high n share_text rate_text interval``.

    Rates whose interval excludes one half are coloured. ``share`` and ``rate`` are the titles of the axes,
    ``names`` the labels in the tooltip of ``archetype``, ``share_text``, ``rate_text`` and ``interval``.
    """
    most = float(rows.select(pl.col("share_high").max()).item() or 1)
    reach = min(round(math.ceil(ROOM * most / STEP) * STEP, 2), 1)
    axis = {"format": "%", "tickCount": 5}

    def along(column: str) -> Spec:
        return field(column, title=share, scale={"domain": [0, reach], "nice": False}, axis=axis)

    def up(column: str) -> Spec:
        return field(column, title=rate, scale={"domain": [0, 1]}, axis=axis)

    layer = partial(layer_by_side, names)
    even = {"type": "rule", "strokeDash": [4, 3], "color": UNSURE}
    faint, firm = {"type": "rule", "opacity": 0.4}, {"type": "rule", "strokeWidth": 2}
    point = {"type": "point", "filled": True, "opacity": 1, "size": 90}
    layers = [
        {"data": {"name": "even"}, "mark": even, "encoding": {"y": field("even")}},
        layer(faint, x=along("share_low"), x2={"field": "share_high"}, y=up("rate")),
        layer(firm, x=along("share"), y=up("low"), y2={"field": "high"}),
        layer(point, x=along("share"), y=up("rate")),
        layer(
            point_names.layer("share"), x=along("share"), y=up("rate"), color={"value": point_names.COLOUR}
        ),
    ]
    rows = rows.sort("share", descending=True, nulls_last=True).with_columns(side=side(0.5))
    places = rows.select(pl.col("share") / reach, 1 - pl.col("rate"))
    rows = rows.hstack(point_names.placed(rows["archetype"], *places.get_columns(), height=PLOT))
    return Chart({"height": HEIGHT, "layer": layers}, {"rows": rows, "even": pl.DataFrame({"even": [0.5]})})

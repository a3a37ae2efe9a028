"""Share against win rate: a point for each archetype, with both intervals.

Not here: the numbers.
"""

import polars as pl

from dashboard.charts.chart import Chart, Spec, field
from dashboard.charts.whiskers import COLOURS, UNSURE, side

HEIGHT = 380
ROOM = 1.15
"""The axis of shares extends beyond the largest share, to leave room for its name."""


def bubbles(rows: pl.DataFrame, *, share: str, rate: str, names: dict[str, str]) -> Chart:
    """Columns ``archetype share share_low share_high rate low high n share_text rate_text interval``.

    Rates whose interval excludes one half are coloured. ``share`` and ``rate`` are the titles of the axes,
    ``names`` the labels in the tooltip of ``archetype``, ``share_text``, ``rate_text`` and ``interval``.
    """
    most = float(rows.select(pl.col("share_high").max()).item() or 1)
    axis = {"format": "%", "tickCount": 5}

    def along(column: str) -> Spec:
        return field(column, title=share, scale={"domain": [0, min(ROOM * most, 1)], "nice": 5}, axis=axis)

    def up(column: str) -> Spec:
        return field(column, title=rate, scale={"domain": [0, 1]}, axis=axis)

    def layer(mark: Spec, **encoding: Spec) -> Spec:
        return {"data": {"name": "rows"}, "mark": mark, "encoding": {**common, **encoding}}

    common: Spec = {
        "color": field("side", "nominal", legend=None, scale=COLOURS),
        "tooltip": [field(column, "nominal", title=name) for column, name in names.items()],
    }
    even = {"type": "rule", "strokeDash": [4, 3], "color": UNSURE}
    faint, firm = {"type": "rule", "opacity": 0.4}, {"type": "rule", "strokeWidth": 2}
    point = {"type": "point", "filled": True, "opacity": 1, "size": 90}
    name = {"type": "text", "align": "left", "dx": 8, "dy": -9, "fontSize": 12, "fontWeight": 600}
    layers = [
        {"data": {"name": "even"}, "mark": even, "encoding": {"y": field("even")}},
        layer(faint, x=along("share_low"), x2={"field": "share_high"}, y=up("rate")),
        layer(firm, x=along("share"), y=up("low"), y2={"field": "high"}),
        layer(point, x=along("share"), y=up("rate")),
        layer(
            name, x=along("share"), y=up("rate"), text=field("archetype", "nominal"), color={"value": UNSURE}
        ),
    ]
    tables = {"rows": rows.with_columns(side=side(0.5)), "even": pl.DataFrame({"even": [0.5]})}
    return Chart({"height": HEIGHT, "layer": layers}, tables)

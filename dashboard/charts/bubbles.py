"""Share against win rate: a point for each archetype, with both intervals.

Not here: the numbers.
"""

import polars as pl

from dashboard.charts.chart import Chart, Spec, by_theme, field
from dashboard.charts.whiskers import COLOURS, UNSURE, side

HEIGHT = 380
ROOM = 1.15
"""The axis of shares extends beyond the largest share, to leave room for its name."""


NAME = by_theme("#4A525C", "#C3CAD3")
"""The colour of names, which would be too pale in the grey of the points."""
LETTER, LINE, WIDTH, GAP = 7.0, 15.0, 640.0, 8
"""Of a name beside its point, of the chart, and between point and name: pixels."""
OUTSIDE = f"scale('x', datum.share) + {GAP} + datum.length > width"
"""Whether a name to the right of its point would be cut off, on a phone."""
NOWHERE = f"scale('x', datum.share) < datum.length + {GAP}"
"""Whether one to the left would lie on the axis; where it fits on neither side, it ends with the chart."""


def _labels(rows: pl.DataFrame, *, reach: float) -> pl.Series:
    """The names that stand in the chart: those of the decks that are played most, as far as none covers
    another; the tooltip has them all. The axis of shares ends at ``reach``."""
    places = list(rows.select("archetype", "share", "rate").iter_rows())
    taken: list[tuple[float, float, float]] = []
    labels = [""] * len(places)
    for index in sorted(range(len(places)), key=lambda at: -places[at][1]):
        name, share, rate = places[index]
        left, line = WIDTH * share / reach, HEIGHT * rate
        right = left + _length(name)
        if all(left > end or right < start or abs(line - other) >= LINE for start, end, other in taken):
            labels[index] = name
            taken.append((left, right, line))
    return pl.Series("label", labels, pl.String)


def _length(name: str) -> float:
    """How long a name is in a chart, in pixels."""
    return LETTER * (len(name) + len(name.encode())) / 2


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
    beside = {
        "align": {"expr": f"{OUTSIDE} ? 'right' : 'left'"},
        "dx": {"expr": f"{OUTSIDE} ? ({NOWHERE} ? width - scale('x', datum.share) : {-GAP}) : {GAP}"},
    }
    name = {"type": "text", **beside, "dy": -9, "fontSize": 12, "fontWeight": 600}
    layers = [
        {"data": {"name": "even"}, "mark": even, "encoding": {"y": field("even")}},
        layer(faint, x=along("share_low"), x2={"field": "share_high"}, y=up("rate")),
        layer(firm, x=along("share"), y=up("low"), y2={"field": "high"}),
        layer(point, x=along("share"), y=up("rate")),
        layer(name, x=along("share"), y=up("rate"), text=field("label", "nominal"), color={"value": NAME}),
    ]
    labels = _labels(rows, reach=min(ROOM * most, 1))
    lengths = pl.Series("length", [_length(label) for label in labels], pl.Float64)
    rows = rows.with_columns(labels, lengths, side=side(0.5))
    return Chart({"height": HEIGHT, "layer": layers}, {"rows": rows, "even": pl.DataFrame({"even": [0.5]})})

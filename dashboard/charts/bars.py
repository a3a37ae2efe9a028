"""Counts by value as bars, stacked by kind.

Not here: the counts.
"""

import json

import polars as pl

from dashboard.charts.chart import Chart, field
from dashboard.charts.whiskers import ABOVE, BELOW, UNSURE

KIND_COLOURS = (ABOVE, BELOW, UNSURE)
HEIGHT = 260


def stacked(rows: pl.DataFrame, *, along: str, title: str, kinds: list[str]) -> Chart:
    """Columns ``value kind count``, where ``value`` is an integer: a bar a value, a colour a kind.

    ``kinds`` in the order of the stack, at most three; ``along`` the title of the axis of values, ``title``
    that of counts.
    """
    colours = {"domain": kinds, "range": list(KIND_COLOURS[: len(kinds)])}
    legend = {"orient": "top"}
    whole = rows["value"].to_list()
    values = {"domain": list(range(min(whole), max(whole) + 1))}  # values without rows have a place, too
    spec = {
        "data": {"name": "rows"},
        "height": HEIGHT,
        "transform": [{"calculate": f"indexof({json.dumps(kinds)}, datum.kind)", "as": "rank"}],
        "mark": {"type": "bar"},
        "encoding": {
            "x": field("value", "ordinal", title=along, scale=values, axis={"labelAngle": 0}),
            "y": field("count", title=title, axis={"tickMinStep": 1, "format": ",d"}),
            "color": field("kind", "nominal", title=None, scale=colours, legend=legend, sort=kinds),
            "order": field("rank"),
            "tooltip": [
                field("value", "ordinal", title=along),
                field("kind", "nominal", title=" "),
                field("count", title=title, format=",d"),
            ],
        },
    }
    return Chart(spec, {"rows": rows})

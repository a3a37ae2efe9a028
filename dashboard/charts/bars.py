"""Counts as bars: how many of each, and of which kind.

Not here: the counts.
"""

import json

import altair as alt
import polars as pl

from dashboard.charts.whiskers import ABOVE, BELOW, UNSURE

KIND_COLOURS = (ABOVE, BELOW, UNSURE)
HEIGHT = 260


def stacked(rows: pl.DataFrame, *, along: str, title: str, kinds: list[str]) -> alt.Chart:
    """Columns ``value kind count``, where ``value`` is a whole number: a bar each value, a colour each kind.

    ``kinds`` in the order of the stack, at most three; ``along`` names the axis of values, ``title`` that of
    counts.
    """
    colours = alt.Scale(domain=kinds, range=list(KIND_COLOURS[: len(kinds)]))
    drawn: alt.Chart = (
        alt.Chart(rows, height=HEIGHT)
        .mark_bar()
        .encode(
            x=alt.X("value:O", title=along, axis=alt.Axis(labelAngle=0)),
            y=alt.Y("count:Q", title=title, axis=alt.Axis(tickMinStep=1, format=",d")),
            color=alt.Color("kind:N", title=None, scale=colours, legend=alt.Legend(orient="top"), sort=kinds),
            order=alt.Order("rank:Q"),
            tooltip=[
                alt.Tooltip("value:O", title=along),
                alt.Tooltip("kind:N", title=" "),
                alt.Tooltip("count:Q", title=title, format=",d"),
            ],
        )
        .transform_calculate(rank=f"indexof({json.dumps(kinds)}, datum.kind)")
    )
    return drawn

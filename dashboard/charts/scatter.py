"""One number against another: a point a row, with the intervals of both.

Not here: the numbers.
"""

from typing import Any

import altair as alt
import polars as pl

from dashboard.charts.whiskers import ABOVE, UNSURE

HEIGHT = 420
FAINT = 0.35


def scatter(rows: pl.DataFrame, *, x: str, y: str, shares: tuple[bool, bool], name: str) -> alt.LayerChart:
    """Columns ``name``, ``x x_low x_high x_n`` and the same of ``y``; intervals may be null.

    ``x``, ``y`` and ``name`` are what axes and tooltip say; ``shares`` tells which of both lie in 0 to 1.
    """
    across, up = _axis("x", x, share=shares[0]), _axis("y", y, share=shares[1])
    drawn = alt.Chart(rows, height=HEIGHT)
    faint: dict[str, Any] = {"color": UNSURE, "opacity": FAINT}
    told = [alt.Tooltip("name:N", title=name)]
    for column, title, share in (("x", x, shares[0]), ("y", y, shares[1])):
        told.append(alt.Tooltip(f"{column}:Q", title=title, format=".0%" if share else ".2f"))
        told.append(alt.Tooltip(f"{column}_n:Q", title="n", format=",d"))
    return alt.LayerChart(
        layer=[
            drawn.mark_rule(**faint).encode(x=_axis("x_low", x, share=shares[0]), x2="x_high:Q", y=up),
            drawn.mark_rule(**faint).encode(x=across, y=_axis("y_low", y, share=shares[1]), y2="y_high:Q"),
            drawn.mark_point(filled=True, size=80, opacity=1, color=ABOVE).encode(
                x=across, y=up, tooltip=told
            ),
        ]
    )


def _axis(column: str, title: str, *, share: bool) -> alt.X | alt.Y:
    kind = alt.X if column.startswith("x") else alt.Y
    axis = alt.Axis(format="%" if share else "~g", tickCount=6)
    return kind(f"{column}:Q", title=title, scale=alt.Scale(zero=False), axis=axis)

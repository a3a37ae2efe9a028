"""What is played against what wins: a point an archetype, with the intervals of both.

Not here: the numbers.
"""

import altair as alt
import polars as pl

from dashboard.charts.whiskers import ABOVE, BELOW, UNSURE

HEIGHT = 380
ROOM = 1.15
"""The axis of shares goes on behind the largest one, for its name."""


def bubbles(rows: pl.DataFrame, *, share: str, rate: str, names: dict[str, str]) -> alt.LayerChart:
    """Columns ``archetype share share_low share_high rate low high n share_told told interval``.

    An interval of the rate that excludes one half is coloured. ``share`` and ``rate`` are what the axes say,
    ``names`` what a tooltip calls ``archetype``, ``share_told``, ``told`` and ``interval``.
    """
    side = pl.when(pl.col("low") > 0.5).then(pl.lit("above")).when(pl.col("high") < 0.5).then(pl.lit("below"))
    most = float(rows.select(pl.col("share_high").max()).item() or 1)
    drawn = alt.Chart(rows.with_columns(side=side.otherwise(pl.lit("unsure")))).encode(
        color=alt.Color(
            "side:N",
            legend=None,
            scale=alt.Scale(domain=["above", "below", "unsure"], range=[ABOVE, BELOW, UNSURE]),
        ),
        tooltip=[alt.Tooltip(f"{column}:N", title=name) for column, name in names.items()],
    )

    def along(column: str) -> alt.X:
        scale = alt.Scale(domain=[0, min(ROOM * most, 1)])
        return alt.X(f"{column}:Q", title=share, scale=scale, axis=alt.Axis(format="%", tickCount=5))

    def up(column: str) -> alt.Y:
        axis = alt.Axis(format="%", tickCount=5)
        return alt.Y(f"{column}:Q", title=rate, axis=axis, scale=alt.Scale(domain=[0, 1]))

    even = alt.Chart(pl.DataFrame({"even": [0.5]})).mark_rule(strokeDash=[4, 3], color=UNSURE)
    faint = drawn.mark_rule(opacity=0.4)
    layers = [
        even.encode(y="even:Q"),
        faint.encode(x=along("share_low"), x2="share_high:Q", y=up("rate")),
        drawn.mark_rule(strokeWidth=2).encode(x=along("share"), y=up("low"), y2="high:Q"),
        drawn.mark_point(filled=True, opacity=1, size=90).encode(x=along("share"), y=up("rate")),
        drawn.mark_text(align="left", dx=8, dy=-9).encode(
            x=along("share"), y=up("rate"), text="archetype:N", color=alt.value(UNSURE)
        ),
    ]
    return alt.LayerChart(layer=layers, height=HEIGHT)

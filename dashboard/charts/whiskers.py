"""Rates with their intervals: a point and a whisker a row, with value and n beside it.

Not here: the rates.
"""

import json
from typing import Any, Literal

import altair as alt
import polars as pl

ABOVE, BELOW, UNSURE = "#0072B2", "#D55E00", "#7F7F7F"
"""Colour tells only that an interval lies on one side of the base."""
ROW_HEIGHT, AXIS_HEIGHT = 24, 80
"""On a page the axis takes its part of the height of a chart."""
NAME_WIDTH = 220


def whiskers(
    rows: pl.DataFrame,
    *,
    title: str,
    names: dict[str, str],
    base: float | None = None,
    share: bool | None = None,
) -> alt.LayerChart:
    """A chart of ``rows`` in their order: columns ``name rate low high n label interval``, rates in 0 to 1.

    ``base`` is drawn as a line; an interval that excludes it is coloured. Shares (``share``; by default what
    has an interval) stand on a scale of 0 to 1, others on one of their own, from 0 where there is no base.
    Where ``low`` and ``high`` are null there is no whisker. ``names`` are what a tooltip calls ``name``,
    ``label`` and ``interval``.
    """
    if share is None:
        share = bool(rows["high"].is_not_null().any())
    marks = alt.Chart(rows.with_columns(side=_side(base))).encode(
        color=alt.Color("side:N", legend=None, scale=_colours()),
        tooltip=[alt.Tooltip(f"{column}:N", title=name) for column, name in names.items()],
    )
    low, rate = (_along(column, title, share=share, zero=base is None) for column in ("low", "rate"))
    numbers = dict(zip(rows["name"], rows["label"], strict=True))
    layers = [
        marks.mark_rule(strokeWidth=2).encode(x=low, x2="high:Q", y=_across("left", labelLimit=NAME_WIDTH)),
        marks.mark_point(filled=True, size=70, opacity=1).encode(x=rate, y=_across(None)),
        # The numbers are a second axis: as text in the chart they would run out of a narrow page.
        marks.mark_point(opacity=0).encode(
            x=rate, y=_across("right", labelExpr=f"{json.dumps(numbers)}[datum.label]")
        ),
    ]
    if base is not None:
        line = alt.Chart(pl.DataFrame({"base": [base]})).encode(x="base:Q")
        layers.insert(0, line.mark_rule(strokeDash=[4, 3], color=UNSURE))
    chart = alt.LayerChart(layer=layers, height=ROW_HEIGHT * rows.height + AXIS_HEIGHT)
    told: alt.LayerChart = chart.resolve_axis(y="independent")
    return told


def _across(side: Literal["left", "right"] | None, **options: Any) -> alt.Y:
    """The axis of rows, in their given order, shown on one side of the chart or not at all."""
    bare: dict[str, Any] = {"ticks": False, "domain": False, "grid": False, "labelBound": False}
    axis = alt.Axis(orient=side, labelFlush=False, **bare, **options) if side else None
    return alt.Y("name:N", sort=None, title=None, axis=axis)


def _along(column: str, title: str, *, share: bool, zero: bool) -> alt.X:
    """The axis of rates, the same for every layer."""
    scale = alt.Scale(domain=[0, 1]) if share else alt.Scale(zero=zero)
    return alt.X(
        f"{column}:Q", title=title, scale=scale, axis=alt.Axis(format="%" if share else "~r", tickCount=5)
    )


def _colours() -> alt.Scale:
    return alt.Scale(domain=["above", "below", "unsure"], range=[ABOVE, BELOW, UNSURE])


def _side(base: float | None) -> pl.Expr:
    """On which side of the base an interval lies; rows without a base are all alike."""
    if base is None:
        return pl.lit("above")
    above = pl.when(pl.col("low") > base).then(pl.lit("above"))
    return above.when(pl.col("high") < base).then(pl.lit("below")).otherwise(pl.lit("unsure"))

"""Rates with intervals: a point and a whisker for each row, with value and n beside it.

Not here: the rates.
"""

import json
from collections.abc import Mapping
from functools import partial
from typing import Any, Literal

import polars as pl

from dashboard.charts.chart import Chart, Spec, field

ABOVE, BELOW, UNSURE = "#0072B2", "#D55E00", "#7F7F7F"
"""Colours of intervals above, below and around the base."""
COLOURS = {"domain": ["above", "below", "unsure"], "range": [ABOVE, BELOW, UNSURE]}
ROW_HEIGHT, AXIS_HEIGHT = 24, 80
"""In pixels."""
NAME_WIDTH = 220
BROKEN = r"length(datum.label) > 10 ? split(replace(datum.label, '（', '\n（'), '\n') : datum.label"
"""What stands in brackets behind a long Japanese name has a line of its own: on a phone it would take the
room of the chart."""


def whiskers(
    rows: pl.DataFrame,
    *,
    title: str,
    names: dict[str, str],
    base: float | None = None,
    share: bool | None = None,
) -> Chart:
    """A chart of ``rows`` in their order: columns ``name rate low high n label interval``, rates in 0 to 1.

    ``base`` is drawn as a line; intervals that exclude it are coloured. Shares (``share``; by default rows
    with intervals) have a scale of 0 to 1, others their own scale, from 0 if there is no base. Without
    ``low`` and ``high`` there is no whisker. ``names`` are the tooltip labels of ``name``, ``label`` and
    ``interval``.
    """
    if share is None:
        share = bool(rows["high"].is_not_null().any())
    layer = partial(layer_by_side, names)
    low, rate = (_along(column, title, share=share, zero=base is None) for column in ("low", "rate"))
    numbers = dict(zip(rows["name"], rows["label"], strict=True))
    point = {"type": "point", "filled": True, "size": 70, "opacity": 1}
    layers = [
        layer(
            {"type": "rule", "strokeWidth": 2},
            x=low,
            x2={"field": "high"},
            y=_across(
                "left", labelLimit=NAME_WIDTH, labelExpr=BROKEN, labelOverlap=False, labelLineHeight=11
            ),
        ),
        layer(point, x=rate, y=_across(None)),
        # The numbers are a second axis: as text in the chart they would run out of a narrow page.
        layer(
            {"type": "point", "opacity": 0},
            x=rate,
            y=_across("right", labelExpr=f"{json.dumps(numbers)}[datum.label]"),
        ),
    ]
    tables = {"rows": rows.with_columns(side=side(base))}
    if base is not None:
        line = {"type": "rule", "strokeDash": [4, 3], "color": UNSURE}
        layers.insert(0, {"data": {"name": "base"}, "mark": line, "encoding": {"x": field("base")}})
        tables["base"] = pl.DataFrame({"base": [base]})
    spec = {
        "height": ROW_HEIGHT * rows.height + AXIS_HEIGHT,
        "layer": layers,
        "resolve": {"axis": {"y": "independent"}},
    }
    return Chart(spec, tables)


def layer_by_side(names: Mapping[str, str], mark: Spec, **encoding: Spec) -> Spec:
    """A layer of the rows, coloured by their ``side``; ``names`` are the labels of their tooltip."""
    common: Spec = {
        "color": field("side", "nominal", legend=None, scale=COLOURS),
        "tooltip": [field(column, "nominal", title=name) for column, name in names.items()],
    }
    return {"data": {"name": "rows"}, "mark": mark, "encoding": {**common, **encoding}}


def side(base: float | None) -> pl.Expr:
    """The side of the base on which an interval ``low high`` lies, as in ``COLOURS``; without a base, always
    ``above``."""
    if base is None:
        return pl.lit("above")
    above = pl.when(pl.col("low") > base).then(pl.lit("above"))
    return above.when(pl.col("high") < base).then(pl.lit("below")).otherwise(pl.lit("unsure"))


def _across(at: Literal["left", "right"] | None, **options: Any) -> Spec:
    """The axis of rows in their order, on one side of the chart or hidden."""
    bare = {"ticks": False, "domain": False, "grid": False, "labelBound": False, "labelFlush": False}
    axis = {"orient": at, **bare, **options} if at else None
    return field("name", "nominal", sort=None, title=None, axis=axis)


def _along(column: str, title: str, *, share: bool, zero: bool) -> Spec:
    """The axis of rates, the same for every layer."""
    scale = {"domain": [0, 1]} if share else {"zero": zero}
    return field(column, title=title, scale=scale, axis={"format": "%" if share else "~r", "tickCount": 5})

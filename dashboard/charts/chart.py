"""A chart as data: a specification in Vega-Lite, and the tables that it calls by their names.

Vega-Lite is written as it is: a layer of Python above it checks its schema each time a chart is drawn, and
takes longer for that than all numbers of the chart do. Not here: what charts look like (the modules beside
this one).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl
import streamlit as st

Spec = dict[str, Any]
"""A part of a specification."""
LOCALE: Spec = {
    "locale": {
        "number": {
            **{"decimal": ".", "thousands": ",", "grouping": [3], "currency": ["", ""]},
            "percent": " %",
        }
    }
}
"""Shares read as they do beside the charts: ``20 %``."""
LOOK: Spec = {
    "autosize": {"type": "fit", "contains": "padding"},
    "axis": {
        **{"ticks": False, "domain": False, "labelPadding": 12, "labelBound": False, "labelFlush": True},
        **{"labelLimit": 120, "labelOverlap": True, "labelSeparation": 8},
        **{"titleFontWeight": "normal", "titleFontSize": 13, "titlePadding": 14},
    },
    "axisDiscrete": {"grid": False, "labelFlush": False},
    "axisXBand": {"grid": False},
    "bar": {"discreteBandSize": {"band": 0.85}},
    "legend": {"labelFontSize": 13, "symbolStrokeWidth": 4},
    "view": {"stroke": None},
    **LOCALE,
}
"""Calm axes in the colours of the page: the labels of Streamlit's own look are too pale on white."""
UPRIGHT = 24
"""So many characters have room side by side above a chart, also on a phone."""


@dataclass(frozen=True, slots=True)
class Chart:
    """``spec`` names its ``tables`` as ``{"data": {"name": …}}``."""

    spec: Spec
    tables: Mapping[str, pl.DataFrame]

    def to_dict(self) -> Spec:
        """The whole specification with the rows of its tables, for whoever has nothing else."""
        rows = {name: table.to_dicts() for name, table in self.tables.items()}
        return {**self.spec, "datasets": rows}


def draw(
    chart: Chart,
    *,
    alt: str,
    key: str | None = None,
    chosen: str = "",
    on_choice: Callable[[], None] | None = None,
) -> None:
    """Put a chart on the page; ``alt`` tells what it shows. Where its selection ``chosen`` changes,
    ``on_choice`` is called; what was chosen stands under ``key``."""
    spec = {
        **chart.spec,
        "datasets": dict(chart.tables),
        "config": {**LOOK, "font": st.get_option("theme.font")},
    }
    if on_choice is None:
        st.vega_lite_chart(spec=spec, theme=None, alt=alt, key=key)
    else:
        st.vega_lite_chart(
            spec=spec, theme=None, alt=alt, key=key, on_select=on_choice, selection_mode=chosen
        )


def field(name: str, kind: str = "quantitative", **more: Any) -> Spec:
    """A column of the table, as something that is shown: ``kind`` is a type of Vega-Lite."""
    return {"field": name, "type": kind, **more}


def above(names: Sequence[str], **axis: Any) -> tuple[Spec, int]:
    """The axis of columns of these names on top of a chart, and its height in pixels: upright where all have
    room side by side, else aslant."""
    upright = len(names) * max(map(len, names), default=0) <= UPRIGHT
    return {"orient": "top", "labelAngle": 0 if upright else -60, **axis}, 70 if upright else 130

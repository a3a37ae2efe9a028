"""A chart as data: a Vega-Lite specification, and the tables that it names.

The specification is a plain dictionary: Altair validates its schema on each draw, which takes longer than
computing the numbers. Not here: the kinds of charts (the modules beside this one).
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
"""Shares are written as beside the charts: ``20 %``."""
LOOK: Spec = {
    "aria": False,  # Vega would describe each mark, in English: the table below has the numbers
    "autosize": {"type": "fit", "contains": "padding"},
    "axis": {
        **{"ticks": False, "domain": False, "labelPadding": 12, "labelBound": False, "labelFlush": True},
        **{"labelLimit": 120, "labelOverlap": True, "labelSeparation": 8},
        **{"titleFontWeight": "normal", "titleFontSize": 13, "titlePadding": 14},
    },
    "axisDiscrete": {"grid": False, "labelFlush": False},
    "axisXBand": {"grid": False},
    "bar": {"discreteBandSize": {"band": 0.85}},
    "mark": {"aria": False},
    "legend": {"labelFontSize": 13, "symbolStrokeWidth": 4},
    "view": {"stroke": None},
    **LOCALE,
}
"""The theme of the charts; labels of Streamlit's own theme are too pale on white."""
FITTING = 16
"""Characters of a name that fit beside a chart in one line."""
UPRIGHT = 24
"""Characters that fit side by side above a chart on a phone."""


@dataclass(frozen=True, slots=True)
class Chart:
    """``spec`` names its ``tables`` as ``{"data": {"name": …}}``."""

    spec: Spec
    tables: Mapping[str, pl.DataFrame]

    def to_dict(self) -> Spec:
        """The specification with the rows of its tables."""
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
    """Draw a chart; ``alt`` describes it. ``on_choice`` is called when its selection ``chosen`` changes; the
    session has the selection under ``key``."""
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


def by_theme(light: str, dark: str) -> Spec:
    """A colour in a light and in a dark theme. A reader's browser chooses: the server does not know the
    theme, and a file has a white background."""
    return {"expr": f"luminance(background) < 0.5 ? '{dark}' : '{light}'"}


def in_two_lines() -> Spec:
    """Names on an axis that would be cut off are broken at a blank."""
    broken = r"split(replace(datum.label, /^(.{8,}?) /, '$1\n'), '\n')"
    return {"labelExpr": f"length(datum.label) > {FITTING} ? {broken} : datum.label"}


def field(name: str, kind: str = "quantitative", **more: Any) -> Spec:
    """A column of the table as an encoding; ``kind`` is its Vega-Lite type."""
    return {"field": name, "type": kind, **more}


def above(names: Sequence[str], **axis: Any) -> tuple[Spec, int]:
    """An axis with these names on top of a chart, and its height in pixels: horizontal if all fit, else
    slanted labels."""
    upright = len(names) * max(map(len, names), default=0) <= UPRIGHT
    return {"orient": "top", "labelAngle": 0 if upright else -60, **axis}, 70 if upright else 130

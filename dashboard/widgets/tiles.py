"""Tiles: one number with its label, and below it its interval and n, in words and drawn.

Not here: the numbers.
"""

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.app.page_context import PageContext

STYLE = f"<style>{Path(__file__).with_suffix('.css').read_text('utf-8')}</style>"


def tile(
    label: str,
    value: str,
    note: str = "",
    *,
    help: str | None = None,
    history: Sequence[float] | None = None,
    width: Literal["stretch", "content"] = "stretch",
    height: Literal["stretch", "content"] = "content",
) -> None:
    """Draw a tile; ``note`` stands below the value, and below that a line chart of ``history``; ``help`` is a
    tooltip of the label."""
    st.metric(
        label,
        value,
        delta=note or None,
        delta_color="off",
        delta_arrow="off",
        border=True,
        help=help,
        width=width,
        height=height,
        chart_data=history,
    )


def interval_bar(label: str, low: float, value: float, high: float) -> None:
    """Draw the interval of a rate on a line from 0 to 100 % with a mark in the middle, and the rate as a dot;
    ``label`` says it to who does not see it."""
    band = f"left:{low:.1%};width:{high - low:.1%}"
    st.html(
        f'<div class="interval" role="img" aria-label="{escape(label)}">'
        f'<span class="band" style="{band}"></span><span class="dot" style="left:{value:.1%}"></span></div>'
    )


def even_row(tiles: int, size: Literal["small", "wide"], *, key: str) -> DeltaGenerator:
    """A container for so many ``tiles``, which stand in rows of the same length (``tiles.css``): one row, or
    two where there is no room for it. Small ones hold a number, wide ones texts as well."""
    return st.container(horizontal=True, gap="small", key=f"even-{size}-{tiles}-{key}")


def interval_note(page: PageContext, interval: str, n: int) -> str:
    """The note of a tile with an interval, which may be ``""`` for a number without observations."""
    return page.say("tile.interval", interval=interval, n=f"{n:,}") if interval else page.say("tile.nothing")

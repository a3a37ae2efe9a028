"""Tables of numbers and names, with links from their rows.

Not here: the rows, and the addresses of links (``links``).
"""

from typing import Any, Literal

import polars as pl
import streamlit as st

from dashboard.app.page_context import PageContext
from dashboard.widgets.links import link_config

MAX_ROWS, MAX_HEIGHT = 15, 560
"""A table of more than ``MAX_ROWS`` rows scrolls, and is ``MAX_HEIGHT`` pixels high."""
LETTER_WIDTH, CELL_PADDING, MAX_NAME_WIDTH = 7, 20, 400
"""In pixels: a Latin letter, half as wide as a Japanese one; both sides of a cell; the widest column of
names."""
STYLE = "<style>@media (hover: none) { [data-testid=stDataFrame] { margin-top: 2.7rem; } }</style>"
"""Under a finger the buttons of a table are always there: they stand above it, where no text may be then."""
NOTHING = "–"
"""Shown where a number is missing."""


def table(page: PageContext, rows: pl.DataFrame, headings: dict[str, Any], *, key: str) -> None:
    """Draw the link columns of ``rows``, then those of ``headings``, which maps a column to its heading or
    its ``st.column_config``; in words where there are no rows, of which Streamlit would speak English."""
    if rows.is_empty():
        st.caption(page.say("table.empty"))
        return
    integers = {
        name: st.column_config.NumberColumn(heading, format="localized")
        for name, heading in headings.items()
        if isinstance(heading, str) and rows[name].dtype.is_integer()
    }
    columns = link_config(page, rows) | headings | integers
    st.dataframe(
        rows.select(*columns).to_arrow(),  # Streamlit would convert anything else to pandas first.
        lazy=False,  # To detect lazy frames, Streamlit imports pandas.
        hide_index=True,
        column_config=columns,
        key=key,
        height=height(rows.height),
        placeholder=NOTHING,
    )


def height(rows: int) -> int | Literal["content"]:
    """The height of a table: long ones scroll inside, so that their headings stay visible."""
    return MAX_HEIGHT if rows > MAX_ROWS else "content"


def percent_column(heading: str) -> Any:
    """A column of numbers from 0 to 100, drawn as ``62 %``."""
    return st.column_config.NumberColumn(heading, format="%.0f %%")


def name_column(heading: str, names: pl.Series, *, max_width: int = MAX_NAME_WIDTH) -> Any:
    """A column as wide as its longest name, up to ``max_width``. Streamlit itself measures the first rows
    only."""
    longest = max(len(text) + len(text.encode()) for text in (heading, *names.drop_nulls())) / 2
    width = min(max_width, CELL_PADDING + round(LETTER_WIDTH * longest))
    return st.column_config.TextColumn(heading, width=width)

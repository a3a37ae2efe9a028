"""Lists: how high they are, and the columns that lead from their rows to other pages.

Not here: what stands in them.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, Literal
from urllib.parse import quote_plus, urlencode

import polars as pl
import streamlit as st

from dashboard.app.language import KEY as LANGUAGE
from dashboard.app.page_context import PageContext

ROWS, HEIGHT = 15, 560
"""A list of more rows than this is so many pixels high."""
WIDTH = 72
"""Pixels of a column that holds nothing but a sign."""
SIGN, EDGES, WIDEST = 7, 20, 400
"""Pixels of a Latin letter, half of those of a Japanese one; of the edges of a cell; of the widest column."""
ICONS = {
    "archetype": ":material/category:",
    "audit": ":material/gavel:",
    "card": ":material/style:",
    "matches": ":material/list:",
    "replay": ":material/play_circle:",
    "tournaments": ":material/emoji_events:",
}
"""The signs of the pages that lists lead to, the same as in the navigation."""
WORD = "\N{NULL}"
"""Stands for a word that is put in later."""
HEADINGS = {
    "archetype": "heading.open",
    "card": "heading.open",
    "tournaments": "heading.open",
    "matches": "heading.matches",
    "replay": "column.replay",
    "audit": "column.audit",
}
"""What stands above the ways to these pages, in the order of their columns."""


def height(rows: int) -> int | Literal["content"]:
    """Long lists scroll in a window of their own, so that their head stays in sight."""
    return HEIGHT if rows > ROWS else "content"


def named(label: str, texts: pl.Series, *, widest: int = WIDEST) -> Any:
    """A column of names that is as wide as the longest needs, up to ``widest``: Streamlit looks at the first
    rows only."""
    longest = max(len(text) + len(text.encode()) for text in (label, *texts.drop_nulls())) / 2
    return st.column_config.TextColumn(label, width=min(widest, EDGES + round(SIGN * longest)))


def addresses(page: PageContext, target: str, asked: Iterable[Mapping[str, object] | None]) -> pl.Series:
    """The addresses of a page as the column ``to_PAGE``, one for each row: ``asked`` says what stands in
    their query, None that a row leads nowhere."""
    queries = (query and _query({**query, LANGUAGE: page.language}) for query in asked)
    return pl.Series(f"to_{target}", [query and f"{target}?{query}" for query in queries], pl.String)


def _query(asked: Mapping[str, object]) -> str:
    """The part of an address that says what is asked for."""
    pairs = (_pair(key, tuple(value) if isinstance(value, list) else value) for key, value in asked.items())
    return "&".join(pairs)


@lru_cache(maxsize=1 << 14, typed=True)
def _pair(key: str, value: object) -> str:
    """``key=value``, once for each of several values. Thousands of rows ask for much the same."""
    return urlencode({key: value}, doseq=True)


def addresses_of(
    page: PageContext, target: str, words: Iterable[str], asked: Callable[[str], Mapping[str, object]]
) -> pl.Series:
    """The same for rows of which only one word differs: ``asked`` says what stands in the query of a word.

    It is asked once, so that lists of thousands of rows take no time.
    """
    query = urlencode({**asked(WORD), LANGUAGE: page.language}, doseq=True)
    begin, _, end = query.partition(quote_plus(WORD))
    return pl.Series(
        f"to_{target}", [f"{target}?{begin}{quote_plus(word)}{end}" for word in words], pl.String
    )


def columns(page: PageContext, rows: pl.DataFrame) -> dict[str, Any]:
    """How the columns of addresses among ``rows`` are shown: a sign to click on. One in which no row leads
    anywhere is not."""
    return {
        f"to_{target}": st.column_config.LinkColumn(page.say(key), display_text=ICONS[target], width=WIDTH)
        for target, key in HEADINGS.items()
        if f"to_{target}" in rows.columns and (rows.is_empty() or rows[f"to_{target}"].is_not_null().any())
    }

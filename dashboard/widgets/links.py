"""Columns of links from the rows of a table to other pages.

A link column is a series ``to_PAGE`` of addresses, which ``tables.table`` draws as icons before the other
columns. An icon opens another tab; a click anywhere else in a row opens the same in this one (``rows.js``).
Not here: the tables (``tables``), links to the matches of a filter (``numbers.filters``).
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import quote_plus, urlencode

import polars as pl
import streamlit as st

from dashboard.app.language import KEY as LANGUAGE
from dashboard.app.page_context import PageContext

WIDTH = 72
"""Of a column that holds an icon only, in pixels."""
ICONS = {
    "archetype": ":material/category:",
    "audit": ":material/gavel:",
    "card": ":material/style:",
    "matches": ":material/list:",
    "players": ":material/groups:",
    "replay": ":material/play_circle:",
    "tournaments": ":material/emoji_events:",
}
"""Icons of the linked pages, the same as in the menus."""
HEADINGS = {
    "archetype": "heading.open",
    "card": "heading.open",
    "players": "heading.open",
    "tournaments": "heading.open",
    "matches": "heading.matches",
    "replay": "column.replay",
    "audit": "column.audit",
}
"""Text keys of the headings of link columns, in the order of the columns."""
PLACEHOLDER = "\N{NULL}"
"""Stands for a value in an address that serves as a template."""

Query = Mapping[str, object]


def link_column(page: PageContext, target: str, queries: Iterable[Query | None]) -> pl.Series:
    """Links to the page ``target``, one for each query; None is a row without a link."""
    written = (query and _query({**query, LANGUAGE: page.language}) for query in queries)
    return pl.Series(f"to_{target}", [query and f"{target}?{query}" for query in written], pl.String)


def link_column_by_value(
    page: PageContext, target: str, values: Iterable[str], query: Callable[[str], Query]
) -> pl.Series:
    """Links for rows whose queries differ in one value only: ``query`` gives the query of a value.

    It is called once, with a placeholder, which is fast for thousands of rows.
    """
    template = urlencode({**query(PLACEHOLDER), LANGUAGE: page.language}, doseq=True)
    head, _, tail = template.partition(quote_plus(PLACEHOLDER))
    links = [f"{target}?{head}{quote_plus(value)}{tail}" for value in values]
    return pl.Series(f"to_{target}", links, pl.String)


def record_links(page: PageContext, target: str, matches: Iterable[str]) -> pl.Series:
    """Links to a page about one match, by the ids of the matches."""
    return link_column_by_value(page, target, matches, lambda match: {"match": match})


def event_links(page: PageContext, rows: pl.DataFrame) -> pl.Series:
    """Links to the replay of the events ``match seq``."""
    queries = ({"match": match, "at": seq} for match, seq in rows.select("match", "seq").iter_rows())
    return link_column(page, "replay", queries)


def link_config(page: PageContext, rows: pl.DataFrame) -> dict[str, Any]:
    """How Streamlit draws the link columns of ``rows``, in their order; a column without any link is left
    out."""
    return {
        f"to_{target}": st.column_config.LinkColumn(page.say(key), display_text=ICONS[target], width=WIDTH)
        for target, key in HEADINGS.items()
        if f"to_{target}" in rows.columns and (rows.is_empty() or rows[f"to_{target}"].is_not_null().any())
    }


def _query(query: Query) -> str:
    pairs = (_pair(key, tuple(value) if isinstance(value, list) else value) for key, value in query.items())
    return "&".join(pairs)


@lru_cache(maxsize=1 << 14, typed=True)
def _pair(key: str, value: object) -> str:
    """``key=value``, once for each of several values. Cached, since thousands of rows share most pairs."""
    return urlencode({key: value}, doseq=True)

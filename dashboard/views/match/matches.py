"""The page that lists the matches of a filter, each linked to its replay and its audit.

Not here: the list itself (``analytics.metrics.population.match_list``).
"""

import polars as pl
import streamlit as st

from analytics.metrics.population.match_list import latest
from dashboard.app.errors import store_or_note
from dashboard.app.page_cache import cached
from dashboard.app.page_context import PageContext
from dashboard.match.match_table import links_of, match_table
from dashboard.numbers import filters, population
from dashboard.widgets.tables import table

MOST_ROWS = 2000
"""More rows would make the page slow; a caption says how many are left out."""


def show(page: PageContext) -> None:
    """Draw the page."""
    store = store_or_note(page)
    if store is None:
        _without_store(page)
        return
    chosen = filters.choose(page, store, every_grade=True)
    number, rows = cached(store, latest, chosen, most=MOST_ROWS)
    population.show_lag(page, store)
    st.markdown(page.say("matches.count", n=number))
    if number > MOST_ROWS:
        st.caption(page.say("matches.withheld", n=number - MOST_ROWS, most=MOST_ROWS))
    if number:
        match_table(page, rows, several=not chosen.game)


def _without_store(page: PageContext) -> None:
    """Draw the matches of the log, without filters."""
    infos = page.source.matches()[:MOST_ROWS]
    ids = pl.Series("match", [info.match for info in infos], dtype=pl.String)
    found = pl.DataFrame({"match": ids})
    if page.source.sees_sizes:
        found = found.with_columns(events=pl.Series([info.entries for info in infos], dtype=pl.Int64))
    if found.height:
        headings = {name: page.say(f"column.{name}") for name in found.columns}
        table(page, found.with_columns(links_of(page, ids)), headings, key="matches-list")

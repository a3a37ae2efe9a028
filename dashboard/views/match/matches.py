"""The page that lists the matches of a filter, each linked to its replay and its audit.

Not here: the list itself (``analytics.metrics.population.match_list``).
"""

from typing import Any

import polars as pl
import streamlit as st

from analytics.metrics.population.match_list import latest
from dashboard.app.errors import store_or_note
from dashboard.app.game_names import game_name
from dashboard.app.page_cache import cached
from dashboard.app.page_context import PageContext
from dashboard.numbers import filters, population
from dashboard.widgets.links import record_links
from dashboard.widgets.tables import name_column, table
from engine.games.registry import find
from engine.text.messages import say as rules_say

MOST_ROWS = 2000
"""More rows would make the page slow; a caption says how many are left out."""
MAX_WIDTHS = {"players": 140, "winner": 80, "reason": 190}
"""Columns as wide as their longest text, and their greatest width in pixels: enough for names of people,
not for those of bots."""
PAGES = ("replay", "audit")
"""The pages that each match links to."""


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
        _table(page, rows, several=not chosen.game)


def _table(page: PageContext, found: pl.DataFrame, *, several: bool) -> None:
    """Draw the matches. There is a column of games if there may be ``several``, and one of simulated matches
    if there are any."""
    games = {game: game_name(page, game) for game in found["game"].unique()} if several else {}
    shown = found.select(
        *([pl.col("game").replace(games)] if len(games) > 1 else []),
        pl.col("players").list.eval(pl.element().fill_null("?")).list.join(" – "),
        pl.col("winner_name").fill_null("–").alias("winner"),
        _reasons(page, found),
        pl.col("grade"),
        pl.col("played"),
        *(["simulated"] if found["simulated"].n_unique() > 1 else []),
        pl.col("turns"),
        pl.col("tournament").fill_null(""),
        pl.col("match"),
    )
    headings: dict[str, Any] = {
        name: page.say("filter.game" if name == "game" else f"column.{name}") for name in shown.columns
    }
    headings |= {
        name: name_column(headings[name], shown[name], max_width=width) for name, width in MAX_WIDTHS.items()
    }
    headings["played"] = st.column_config.DateColumn(page.say("column.played"))
    table(page, shown.with_columns(_links(page, found["match"])), headings, key="matches-list")


def _links(page: PageContext, matches: pl.Series) -> list[pl.Series]:
    """To the replay and to the audit of each match."""
    return [record_links(page, target, matches) for target in PAGES]


def _without_store(page: PageContext) -> None:
    """Draw the matches of the log, without filters."""
    infos = page.source.matches()[:MOST_ROWS]
    ids = pl.Series("match", [info.match for info in infos], dtype=pl.String)
    found = pl.DataFrame({"match": ids})
    if page.source.sees_sizes:
        found = found.with_columns(events=pl.Series([info.entries for info in infos], dtype=pl.Int64))
    if found.height:
        headings = {name: page.say(f"column.{name}") for name in found.columns}
        table(page, found.with_columns(_links(page, ids)), headings, key="matches-list")


def _reasons(page: PageContext, found: pl.DataFrame) -> pl.Series:
    """Why each match ended. The same id can stand for different reasons in different games."""
    kinds = found.select("game", "edition", "reason").rows()
    texts = {
        (game, edition, reason): reason and rules_say(find(game, edition), f"reason.{reason}", page.language)
        for game, edition, reason in set(kinds)
    }
    return pl.Series("reason", [texts[kind] for kind in kinds], pl.String)

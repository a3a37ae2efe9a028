"""The table of matches, each linked to its replay and its audit.

Not here: which matches they are (``analytics.metrics.population.match_list``).
"""

from typing import Any

import polars as pl
import streamlit as st

from dashboard.app.game_names import game_name, reason_name
from dashboard.app.page_context import PageContext
from dashboard.widgets.grade_names import grade_help, grade_name
from dashboard.widgets.links import record_links
from dashboard.widgets.tables import name_column, table

MAX_WIDTHS = {"players": 140, "winner": 80, "reason": 190}
"""Columns as wide as their longest text, and their greatest width in pixels: enough for names of people,
not for those of bots."""
PAGES = ("replay", "audit")
"""The pages that each match links to."""


def match_table(page: PageContext, found: pl.DataFrame, *, several: bool) -> None:
    """Draw the matches. There is a column of games if there may be ``several``, and one of simulated matches
    if there are any."""
    games = {game: game_name(page, game) for game in found["game"].unique()} if several else {}
    grades = {grade: grade_name(page.language, grade) for grade in found["grade"].unique()}
    shown = found.select(
        *([pl.col("game").replace(games)] if len(games) > 1 else []),
        pl.col("players").list.eval(pl.element().fill_null("?")).list.join(" – "),
        pl.col("winner_name").fill_null("–").alias("winner"),
        _reasons(page, found),
        pl.col("grade").cast(pl.String).replace(grades),
        pl.col("played"),
        pl.col("tournament").fill_null(""),
        pl.col("turns"),
        *(["simulated"] if found["simulated"].n_unique() > 1 else []),
        pl.col("match"),
    )
    headings: dict[str, Any] = {
        name: page.say("filter.game" if name == "game" else f"column.{name}") for name in shown.columns
    }
    headings |= {
        name: name_column(headings[name], shown[name], max_width=width) for name, width in MAX_WIDTHS.items()
    }
    headings["grade"] = st.column_config.TextColumn(headings["grade"], help=grade_help(page.language))
    headings["played"] = st.column_config.DateColumn(page.say("column.played"))
    table(page, shown.with_columns(links_of(page, found["match"])), headings, key="matches-list")


def links_of(page: PageContext, matches: pl.Series) -> list[pl.Series]:
    """To the replay and to the audit of each match."""
    return [record_links(page, target, matches) for target in PAGES]


def _reasons(page: PageContext, found: pl.DataFrame) -> pl.Series:
    """Why each match ended."""
    kinds = found.select("game", "edition", "reason").rows()
    texts = {kind: kind[-1] and reason_name(page, *kind) for kind in set(kinds)}
    return pl.Series("reason", [texts[kind] for kind in kinds], pl.String)

"""Points of rounds and matches, for games that count them.

Not here: the numbers (``analytics.metrics.reports.points``), nor who won (the win rates of every page).
"""

from functools import partial

import polars as pl
import streamlit as st

from analytics.metrics.reports.points import ACHIEVED, achieved, counts_points, scores, totals
from dashboard.app.page_context import PageContext
from dashboard.numbers import number_format
from dashboard.numbers.interval_text import show_legend
from dashboard.numbers.metric_text import show_definition, title
from dashboard.numbers.rate_chart import draw_rates
from dashboard.numbers.rate_tables import metric_table, rate_table
from dashboard.numbers.selection import Selection
from dashboard.widgets import export
from dashboard.widgets.panes import folded_table
from dashboard.widgets.tables import table
from engine.games.registry import GAMES
from engine.text.phrase import capital, find


def show_points(page: PageContext, selection: Selection, game: str) -> None:
    """Draw the points of one game; nothing where no match here has any."""
    if not counts_points(selection.store, game):
        return
    found = selection.cached(totals, selection.filters, draws=selection.draws)
    players = selection.cached(scores, selection.filters, draws=selection.draws)
    if players.is_empty() and not found.known().metrics:
        return
    st.subheader(page.say("points.title"), anchor=False)
    metric_table(page, found, key="points-totals")
    _scores(page, selection, players)
    _achieved(page, selection, game)


def _scores(page: PageContext, selection: Selection, rows: pl.DataFrame) -> None:
    if rows.is_empty():
        return
    lines = rows.select("value", "low", "high", "n").iter_rows()
    spans = rows.select("low", "high", "basis").iter_rows()
    shown = rows.select("player", "n").with_columns(
        label=pl.Series([number_format.amount(*line) for line in lines], dtype=pl.String),
        interval=pl.Series([number_format.ends(*span) for span in spans], dtype=pl.String),
    )
    headings = {"player": page.say("column.name"), "label": page.say("points.score")}
    headings |= {"interval": page.say("column.interval"), "n": "n"}
    table(page, shown, headings, key="points-players")
    show_legend(page, rows)
    export.menu(page, selection.export("scores", rows), None, key="export-scores")


def _achieved(page: PageContext, selection: Selection, game: str) -> None:
    rows = selection.cached(achieved, selection.filters, draws=selection.draws)
    if rows.is_empty():
        return
    heading = capital(title(page, ACHIEVED))
    st.subheader(heading, anchor=False)
    show_definition(page, ACHIEVED)
    names = [_name(page, game, what) for what in rows["what"]]
    named = rows.rename({"value": "rate"}).with_columns(pl.Series("name", names, pl.String))
    chart = draw_rates(page, named, heading, min_n=selection.min_n, base=None)
    export.menu(page, selection.export("achieved", rows), chart, key="export-achieved")
    folded_table(page, "achieved-table", partial(rate_table, page, named, heading, key="achieved-numbers"))


def _name(page: PageContext, game: str, what: str) -> str:
    rules = GAMES.get(game)
    phrase = find(rules, f"achievement.{what}") if rules is not None else None
    return phrase[page.language] if phrase is not None else what

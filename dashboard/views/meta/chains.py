"""The page of chains: how far declarations get, which cards answer which, and how deep chains are.

Not here: the numbers (``analytics.metrics.reports.chains``).
"""

from functools import partial
from typing import Any

import polars as pl
import streamlit as st

from analytics.metrics import METRICS
from analytics.metrics.population.example_event import with_example_event
from analytics.metrics.reports.chains import (
    ACTS,
    SIDES,
    answers,
    declared,
    depths,
    funnel,
    most_answered,
    verbs,
)
from analytics.metrics.reports.measured import measured
from dashboard.app.game_names import card_name
from dashboard.app.page_context import PageContext
from dashboard.charts.chart import draw
from dashboard.charts.tiles import tiles
from dashboard.numbers import number_format
from dashboard.numbers.act_tables import act_table, frequent_pairs, pair_table
from dashboard.numbers.interval_text import metric_intervals, show_legend
from dashboard.numbers.metric_text import show_definition
from dashboard.numbers.rate_chart import draw_rates
from dashboard.numbers.selection import Selection, select
from dashboard.widgets import export
from dashboard.widgets.links import event_links
from dashboard.widgets.panes import folded_table
from dashboard.widgets.tables import table
from dashboard.widgets.tiles import interval_note, tile
from engine.text.phrase import capital

DEPTH = METRICS["chain_depth"]
MAX_CARDS = 15
"""On each side of the tile chart."""
TABLE = "chains-pairs"
"""The key of the expander around the table of answers."""


def show(page: PageContext) -> None:
    """Draw the page."""
    selection = select(page)
    if selection is None:
        return
    acts = selection.cached(declared, selection.filters)
    stages = selection.cached(funnel, acts, selection.filters)
    if stages.is_empty():
        st.info(page.say("chains.none"), icon=":material/account_tree:")
        return
    st.subheader(page.say("chains.funnel"), anchor=False)
    _funnel(page, selection, stages)
    kinds = selection.cached(with_example_event, verbs(acts), selection.filters, fact=ACTS, by=("verb",))
    act_table(page, selection, kinds, key="chains-verbs")
    if page.viewer.sees_cards:
        st.subheader(page.say("chains.answers"), anchor=False)
        _answers(page, selection)
    else:
        st.caption(page.say("access.cards"))
    st.subheader(capital(DEPTH.name[page.language]), anchor=False)
    _depths(page, selection, depths(acts))


def _funnel(page: PageContext, selection: Selection, stages: pl.DataFrame) -> None:
    """The share of declarations that reach each stage."""
    names = pl.Series("name", [page.say(f"acts.{stage}") for stage in stages["stage"]], pl.String)
    rows = stages.select(names, "rate", "low", "high", "n")
    chart = draw_rates(page, rows, page.say("chains.share"), min_n=selection.min_n)
    st.caption(page.say("chains.meaning"))
    export.menu(page, selection.export("funnel", stages), chart, key="export-funnel")


def _answers(page: PageContext, selection: Selection) -> None:
    """Which card was answered with which, for the most frequent cards."""
    rows = selection.cached(most_answered, selection.filters, most=MAX_CARDS)
    if rows.is_empty():
        st.caption(page.say("chains.no-answers"))
        return
    game, lines = selection.filters.game, rows.iter_rows(named=True)
    drawn = rows.select(
        pl.Series("across", [card_name(page, game, card) for card in rows["answered_by"]], pl.String),
        pl.Series("down", [card_name(page, game, card) for card in rows["answered"]], pl.String),
        pl.col("n").alias("count"),
        pl.Series("text", [_tooltip(page, row, selection.min_n) for row in lines], pl.String),
    )
    chart = tiles(
        drawn,
        across=page.say("acts.answered_by"),
        down=page.say("acts.answered"),
        title=page.say("acts.answers"),
    )
    draw(chart, alt=page.say("chains.alt", n=drawn.height))
    export.menu(page, selection.export("answers-of-most", rows), chart, key="export-answers")
    folded_table(page, TABLE, partial(_pairs, page, selection))


def _pairs(page: PageContext, selection: Selection) -> None:
    """The most frequent pairs, each with an example event."""
    pairs = selection.cached(answers, selection.filters)
    shown = frequent_pairs(page, selection, pairs, selection.filters)
    pair_table(page, selection, shown, sides=SIDES, key="chains-answers")
    export.menu(page, selection.export("answers", pairs), key="export-all-answers")


def _tooltip(page: PageContext, row: dict[str, Any], min_n: int) -> str:
    """How often a card was answered, how often that nullified it, and the interval of that share."""
    n = row["n"]
    text = page.say("chains.told", n=n, count=row["count"])
    interval = number_format.interval(row["low"], row["high"], n) if n >= min_n else ""
    return f"{text} · {interval}" if interval else text


def _depths(page: PageContext, selection: Selection, found: pl.DataFrame) -> None:
    """The mean depth, and the number of chains of each depth with an example."""
    mean = selection.cached(measured, DEPTH, (), selection.filters, draws=selection.draws)
    ((interval,), _) = metric_intervals(mean, DEPTH)
    if interval:
        note = interval_note(page, interval, mean["n"].item())
        tile(page.say("chains.mean"), f"{mean['value'].item():.2f}", note, width="content")
        show_legend(page, mean)
    links = found.rename({"depth": "links"})  # as the fact table calls it
    links = selection.cached(with_example_event, links, selection.filters, fact=ACTS, by=("links",))
    rows = links.rename({"links": "depth"})
    headings = {"depth": page.say("chains.depth"), "chains": page.say("nav.chains")}
    table(page, rows.with_columns(event_links(page, rows)), headings, key="chains-depths")
    show_definition(page, DEPTH)
    export.menu(page, selection.export("depths", rows), key="export-depths")

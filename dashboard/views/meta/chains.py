"""The page of chains: how far declarations come, which cards answer which, and how deep chains are.

Not here: the numbers (``analytics.metrics.reports.chains``).
"""

from functools import partial

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
    mean_depth,
    most_answered,
    verbs,
)
from dashboard.app.page_context import PageContext
from dashboard.charts.chart import draw
from dashboard.charts.tiles import tiles
from dashboard.numbers import act_tables, number_format, rates, selection
from dashboard.numbers.selection import Counted
from dashboard.widgets import export
from dashboard.widgets.panes import folded_table
from engine.text.phrase import capital

DEPTH = METRICS["chain_depth"]
MOST_CARDS = 15
"""So many cards stand on each side of the tiles."""
TABLE = "chains-pairs"
"""The key of what folds the table of answers."""


def show(page: PageContext) -> None:
    """Draw the page."""
    found = selection.begin(page)
    if found is None:
        return
    acts_of = found.cached(declared, found.chosen)
    stages = funnel(acts_of)
    if stages.is_empty():
        st.info(page.say("chains.none"), icon=":material/account_tree:")
        return
    st.subheader(page.say("chains.funnel"), anchor=False)
    _funnel(page, found, stages)
    kinds = found.cached(with_example_event, verbs(acts_of), found.chosen, fact=ACTS, by=("verb",))
    act_tables.verbs(page, found, kinds, key="chains-verbs")
    if page.viewer.sees_cards:
        st.subheader(page.say("chains.answers"), anchor=False)
        _answers(page, found)
    else:
        st.caption(page.say("access.cards"))
    st.subheader(capital(DEPTH.name[page.language]), anchor=False)
    _depths(page, found, depths(acts_of))


def _funnel(page: PageContext, found: Counted, stages: pl.DataFrame) -> None:
    """What share of the declarations comes how far."""
    rows = stages.select(
        pl.Series("name", [page.say(f"acts.{stage}") for stage in stages["stage"]], pl.String),
        "rate",
        "low",
        "high",
        "n",
    )
    title = page.say("chains.share")
    chart = rates.chart(page, rows, title, least=found.least)
    st.caption(page.say("chains.meaning"))
    export.menu(page, found.taken("funnel", stages), chart, key="export-funnel")


def _answers(page: PageContext, found: Counted) -> None:
    """Card by card: what was answered with what."""
    rows = found.cached(most_answered, found.chosen, most=MOST_CARDS)
    if rows.is_empty():
        st.caption(page.say("chains.no-answers"))
        return
    game = found.chosen.game
    drawn = rows.select(
        pl.Series(
            "across", [act_tables.named_card(page, game, card) for card in rows["answered_by"]], pl.String
        ),
        pl.Series("down", [act_tables.named_card(page, game, card) for card in rows["answered"]], pl.String),
        pl.col("n").alias("count"),
        pl.Series("told", [_told(page, row, found.least) for row in rows.iter_rows(named=True)], pl.String),
    )
    chart = tiles(
        drawn,
        across=page.say("acts.answered_by"),
        down=page.say("acts.answered"),
        title=page.say("acts.answers"),
    )
    draw(chart, alt=page.say("chains.alt", n=drawn.height))
    export.menu(page, found.taken("answers-of-most", rows), chart, key="export-answers")
    folded_table(page, TABLE, partial(_pairs, page, found))


def _pairs(page: PageContext, found: Counted) -> None:
    """The most frequent pairs of all, each with an event."""
    every = found.cached(answers, found.chosen)
    listed = act_tables.leading(page, found, every, found.chosen)
    act_tables.pairs(page, found, listed, sides=SIDES, key="chains-answers")
    export.menu(page, found.taken("answers", every), key="export-all-answers")


def _told(page: PageContext, row: dict[str, object], least: int) -> str:
    """How often, and from the least n on which share was nullified."""
    n, count = int(str(row["n"])), int(str(row["count"]))
    told = page.say("chains.told", n=n, count=count)
    if n < least:
        return told
    low, high = (float(str(row[end])) for end in ("low", "high"))
    return f"{told} · {number_format.interval(low, high, n)}"


def _depths(page: PageContext, found: Counted, deep: pl.DataFrame) -> None:
    """How many chains are how deep, each with one to look at."""
    mean = mean_depth(deep)
    if mean.value is not None and mean.low is not None and mean.high is not None:
        st.metric(
            page.say("chains.mean"),
            f"{mean.value:.2f}",
            delta=page.say("tile.interval", interval=f"{mean.low:.2f}–{mean.high:.2f}", n=f"{mean.n:,}"),
            delta_color="off",
            delta_arrow="off",
            border=True,
            width="content",
        )
    links = found.cached(
        with_example_event, deep.rename({"depth": "links"}), found.chosen, fact=ACTS, by=("links",)
    )
    rows = links.rename({"links": "depth"})
    shown = rows.with_columns(rates.events(page, rows))
    headed = {"depth": page.say("chains.depth"), "chains": page.say("nav.chains")}
    rates.table(page, shown, headed, key="chains-depths")
    rates.meaning(page, DEPTH)
    export.menu(page, found.taken("depths", rows), key="export-depths")

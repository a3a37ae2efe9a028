"""The page of tempo: the win rate of going first, how long games last, and points where a game counts them.

Not here: the numbers (``analytics.metrics.reports.tempo``).
"""

from functools import partial
from typing import Any, Literal

import polars as pl
import streamlit as st

from analytics.metrics.reports.tempo import FIRST, SEAT, examples, going_first, lengths, median
from dashboard.app.game_names import game_name
from dashboard.app.page_context import PageContext
from dashboard.charts.bars import stacked
from dashboard.charts.chart import draw
from dashboard.numbers.filters import match_links
from dashboard.numbers.interval_text import share_intervals, show_legend
from dashboard.numbers.metric_text import neutral_value, show_definition
from dashboard.numbers.points import show_points
from dashboard.numbers.rate_chart import draw_rates
from dashboard.numbers.rate_tables import rate_table
from dashboard.numbers.selection import Selection, select
from dashboard.widgets import export
from dashboard.widgets.links import link_column
from dashboard.widgets.panes import folded_table
from dashboard.widgets.tables import percent_column, table
from dashboard.widgets.tiles import interval_note, tile
from engine.text.phrase import capital

By = Literal["game", "archetype"]


def show(page: PageContext) -> None:
    """Draw the page."""
    selection = select(page, one_game=False)
    if selection is None:
        return
    games = selection.cached(going_first, "game", selection.filters, draws=selection.draws)
    if games.height:
        st.subheader(capital(SEAT.name[page.language]), anchor=False)
        show_definition(page, SEAT)
        _going_first(page, selection, games, "game")
    archetypes = selection.cached(going_first, "archetype", selection.filters, draws=selection.draws)
    if archetypes.height:
        st.subheader(page.say("tempo.archetype"), anchor=False)
        _going_first(page, selection, archetypes, "archetype")
    if selection.filters.game or games.height == 1:
        st.subheader(page.say("tempo.length"), anchor=False)
        _lengths(page, selection)
        show_points(page, selection, (selection.filters.game or games["game"][0]).partition("@")[0])
    elif games.height:
        st.caption(page.say("tempo.one-game"))


def _going_first(page: PageContext, selection: Selection, found: pl.DataFrame, by: By) -> None:
    """The win rate of going first, by game or by archetype."""
    rows = found.rename({"value": "rate"}).sort("n", descending=True)
    names = [game_name(page, value) if by == "game" else value for value in rows[by]]
    named = rows.with_columns(pl.Series("name", names, pl.String))
    title = SEAT.name[page.language]
    chart = draw_rates(page, named, capital(title), min_n=selection.min_n, base=neutral_value(SEAT))
    export.menu(page, selection.export(f"first-by-{by}", rows), chart, key=f"export-first-{by}")
    links = match_links(page, selection.filters, **{by: rows[by]})
    draw_table = partial(rate_table, page, named, title, key=f"first-{by}-numbers", links=[links])
    folded_table(page, f"first-{by}-table", draw_table)


def _lengths(page: PageContext, selection: Selection) -> None:
    """How many games ended in which turn, and who won them."""
    rows = selection.cached(lengths, selection.filters, draws=selection.draws)
    half = median(rows)
    if half is None:
        st.caption(page.say("tempo.no-turns"))
        return
    with st.container(horizontal=True, gap="small"):
        note = interval_note(page, f"{half.low:.0f}–{half.high:.0f}", half.n)
        tile(page.say("tempo.median"), f"{half.median:.0f}", note, width="content")
    endings = {name: page.say(f"tempo.{name}") for name in FIRST}
    bars = rows.rename(endings).unpivot(
        list(endings.values()), index="turns", variable_name="kind", value_name="count"
    )
    drawn = [endings[name] for name in FIRST if rows[name].sum()]
    chart = stacked(
        bars.filter(pl.col("kind").is_in(drawn)).rename({"turns": "value"}),
        along=page.say("column.turns"),
        title=page.say("tempo.games"),
        kinds=drawn,
    )
    draw(chart, alt=page.say("tempo.alt", n=half.n))
    export.menu(page, selection.export("lengths", rows), chart, key="export-lengths")
    folded_table(page, "lengths-table", partial(_length_table, page, selection, rows))


def _length_table(page: PageContext, selection: Selection, found: pl.DataFrame) -> None:
    """The same numbers, with the win rate of going first in games of each length and an example match."""
    rows = selection.cached(examples, found, selection.filters)
    shown = rows.with_columns(pl.col("rate") * 100, interval=share_intervals(rows))
    headings: dict[str, Any] = {"turns": page.say("column.turns"), "games": page.say("tempo.games")}
    headings |= {name: page.say(f"tempo.{name}") for name in FIRST}
    headings["rate"] = percent_column(capital(SEAT.name[page.language]))
    headings |= {"interval": page.say("column.interval"), "n": "n"}
    links = link_column(page, "replay", ({"match": match} for match in rows["match"]))
    table(page, shown.with_columns(links), headings, key="lengths-numbers")
    show_legend(page, rows)

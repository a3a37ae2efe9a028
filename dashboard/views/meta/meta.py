"""The page of the meta of one game: its decks, and win rates of cards and players with intervals and n.

Not here: the numbers (``analytics.metrics.reports.table``).
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

import polars as pl
import streamlit as st

from analytics.metrics import METRICS, Filters, table
from analytics.metrics.estimates import Estimates
from analytics.metrics.intervals.interval_basis import BASIS
from analytics.metrics.publish.pivot import pivot
from analytics.metrics.reports import archetypes
from analytics.metrics.reports.table import ViewName
from dashboard.app import url
from dashboard.app.game_names import name_column
from dashboard.app.page_context import PageContext
from dashboard.numbers import meta_share, number_format
from dashboard.numbers.filters import match_links
from dashboard.numbers.interval_text import share_intervals, show_legend
from dashboard.numbers.metric_text import neutral_value, show_definition
from dashboard.numbers.rate_chart import draw_rates, metric_rows, ranked_labels
from dashboard.numbers.selection import Selection, select
from dashboard.widgets import export, tables
from dashboard.widgets.panes import folded_table, tabs
from dashboard.widgets.tiles import interval_note, tile

CARD_METRICS = (
    "kept_wr", "played_wr", "keep_rate", "play_rate", "resolve_rate", "nullification_rate",
)  # fmt: skip
PLAYER_METRICS = ("match_win_rate", "first_win_rate")
FILTERS = {"cards": "card", "players": "player"}
"""View → the filter that selects the matches of one of its rows."""


def show(page: PageContext) -> None:
    """Draw the page."""
    selection = select(page, fallback="matches")
    if selection is None:
        return
    if selection.counted == "matches":
        st.caption(page.say("meta.results"))
        _decks(page, selection)
        return
    _tiles(page, selection)
    # Whichever filters are chosen, a game has the same tabs.
    every = selection.cached(archetypes.field, Filters(game=selection.filters.game), draws=selection.draws)
    parts = {"decks": partial(_decks, page, selection)} if every.named().labels.height else {}
    if page.viewer.sees_cards:
        parts["cards"] = partial(_view, page, selection, "cards", CARD_METRICS)
    else:
        st.caption(page.say("access.cards"))
    parts["players"] = partial(_view, page, selection, "players", PLAYER_METRICS)
    tabs(page, "meta", parts)


def _decks(page: PageContext, selection: Selection) -> None:
    """The decks of the field."""
    found = selection.cached(archetypes.field, selection.filters, draws=selection.draws)
    meta_share.show(page, selection, found, tiles=True)


def _tiles(page: PageContext, selection: Selection) -> None:
    """The number of matches and players, and the win rate of each seat."""
    seats = selection.cached(table, "seats", selection.filters, draws=selection.draws)
    rows = seats.of(seats.lead).sort("went_first", descending=True)
    with st.container(horizontal=True, gap="small"):
        tile(page.say("tile.matches"), f"{selection.population.matches:,}", height="stretch")
        tile(page.say("tile.players"), f"{selection.population.players:,}", height="stretch")
        for row in rows.iter_rows(named=True):
            n = row["n"]
            interval = number_format.interval(row["low"], row["high"], n, row[BASIS])
            label = page.say("tile.seat", seat=row[name_column(page)])
            tile(label, number_format.rate(row["value"], n), interval_note(page, interval, n))
    show_legend(page, rows)


def _view(page: PageContext, selection: Selection, view: ViewName, ids: Sequence[str]) -> None:
    """One metric of a view as a chart, all of them as a table."""
    found = selection.cached(table, view, selection.filters, draws=selection.draws)
    known = (id for id in ids if found.of(id)["n"].sum())  # Some games have no choice of kept cards.
    id = url.segmented_control(
        f"{view}-metric",
        page.say("meta.metric"),
        ids,
        names=lambda id: METRICS[id].name[page.language],
        default=next(known, ids[0]),
        hidden_label=True,
    )
    metric = METRICS[id]
    ranked = metric_rows(found, metric, name_column(page))
    chart = draw_rates(
        page,
        ranked,
        metric.name[page.language],
        min_n=selection.min_n,
        share=metric.unit == "share",
        base=neutral_value(metric),
    )
    show_definition(page, metric, ranked=ranked)
    export.menu(page, lambda: selection.export(view, pivot(found)), chart, key=f"export-{view}")
    folded_table(
        page,
        f"{view}-table",
        partial(_table, page, selection, view, found, (id, *(one for one in ids if one != id))),
    )


def _table(
    page: PageContext, selection: Selection, view: ViewName, found: Estimates, ids: Sequence[str]
) -> None:
    """The metrics ``ids`` of the view, ranked by the first one; each row linked to its matches."""
    keys = ranked_labels(found, ids[0])
    columns = {"name": keys[name_column(page)]}
    headings: dict[str, Any] = {"name": page.say("column.name")}
    for id in ids:
        metric = METRICS[id]
        rows = keys.select(found.keys).join(found.of(id), on=found.keys, how="left", maintain_order="left")
        share, name = metric.unit == "share", metric.name[page.language]
        columns[id] = rows["value"] * (100 if share else 1)
        headings[id] = st.column_config.NumberColumn(name, format="%.0f %%" if share else "%.2f")
        if share:
            columns[f"{id} 95"] = share_intervals(rows)
            headings[f"{id} 95"] = f"{name} · {page.say('column.interval')}"
        columns[f"{id} n"] = rows["n"]
        headings[f"{id} n"] = f"{name} · n"
    shown = pl.DataFrame(columns).with_columns(_links(page, selection, view, keys))
    tables.table(page, shown, headings, key=f"{view}-numbers")


def _links(page: PageContext, selection: Selection, view: ViewName, keys: pl.DataFrame) -> pl.Series:
    """To the matches of each row. A card belongs to a game, so rows of several games can stand together."""
    values = {FILTERS[view]: keys[FILTERS[view]]}
    if "game" in keys.columns:
        values["game"] = keys["game"]
    return match_links(page, selection.filters, **values)

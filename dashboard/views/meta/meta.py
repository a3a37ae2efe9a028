"""The page of what is played and what wins: every rate with its interval and its n, over a named population.

Not here: filters (``filters``), numbers (``analytics.metrics``) and charts (``charts``).
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import polars as pl
import streamlit as st

from analytics.metrics import METRICS, Metric, table
from analytics.metrics.reports import archetypes
from analytics.metrics.reports.table import ViewName
from dashboard.app import url
from dashboard.app.page_context import PageContext
from dashboard.numbers import filters, meta_share, number_format, rates, selection
from dashboard.numbers.selection import Counted
from dashboard.widgets import export, listing
from dashboard.widgets.panes import folded_table, tabs

CARD_METRICS = (
    "kept_wr", "played_wr", "keep_rate", "play_rate", "resolve_rate", "nullification_rate",
)  # fmt: skip
PLAYER_METRICS = ("win_rate", "first_win_rate")
LEADING = {"cards": "kept_wr", "players": "win_rate"}
"""The metric whose columns have plain names in the table of a view."""
CHOOSES = {"cards": "card", "players": "player"}
"""Which filter chooses the matches of one row of a view."""


def show(page: PageContext) -> None:
    """Draw the page."""
    found = selection.begin(page, one_game=False, otherwise="matches")
    if found is None:
        return
    if found.what == "matches":
        _results(page, found)
        return
    _tiles(page, found)
    if not page.viewer.sees_cards:
        st.caption(page.say("access.cards"))
        _section(page, found, "players", PLAYER_METRICS)
        return
    cards = partial(_section, page, found, "cards", CARD_METRICS)
    players = partial(_section, page, found, "players", PLAYER_METRICS)
    tabs(page, "meta", {"cards": cards, "players": players})


def _tiles(page: PageContext, found: Counted) -> None:
    """How much there is, and how much going first is worth."""
    seats = found.cached(table, "seats", found.chosen, draws=found.draws).sort("key")
    with st.container(horizontal=True, gap="small"):
        st.metric(page.say("tile.matches"), f"{found.about.matches:,}", border=True, height="stretch")
        st.metric(page.say("tile.players"), f"{found.about.players:,}", border=True, height="stretch")
        for row in seats.iter_rows(named=True):
            n = row["n"]
            span = number_format.interval(row["low"], row["high"], n, row["over"])
            st.metric(
                page.say("tile.seat", seat=row[_name(page)]),
                number_format.rate(row["rate"], n),
                delta=page.say("tile.interval", interval=span, n=f"{n:,}"),
                delta_color="off",
                delta_arrow="off",
                border=True,
            )
    rates.legend(page, seats)


def _results(page: PageContext, found: Counted) -> None:
    """What is known of a meta of which there are only results: the decks, if they have names."""
    st.caption(page.say("meta.results"))
    meta_share.show(page, found, found.cached(archetypes.field, found.chosen, draws=found.draws))


def _section(page: PageContext, found: Counted, view: ViewName, ids: Sequence[str]) -> None:
    """One metric as a chart, all of them as a table."""
    rows = found.cached(table, view, found.chosen, draws=found.draws)
    id = url.segmented_control(
        f"{view}-metric",
        page.say("meta.metric"),
        ids,
        names=lambda id: METRICS[id].name[page.language],
        default=ids[0],
        hidden_label=True,
    )
    metric = METRICS[id]
    base = rates.base(metric)  # only games have draws
    ranked = _of_metric(page, rows, view, metric)
    chart = rates.chart(
        page,
        ranked,
        metric.name[page.language],
        least=found.least,
        share=metric.unit == "share",
        base=base,
    )
    rates.meaning(page, metric, ranked=ranked)
    export.menu(page, found.taken(view, rows), chart, key=f"export-{view}")
    folded_table(page, f"{view}-table", partial(_numbers, page, found, view, ids, rows))


def _of_metric(page: PageContext, rows: pl.DataFrame, view: ViewName, metric: Metric) -> pl.DataFrame:
    """The rows of one metric in the columns of the chart, the highest lower end first."""
    prefix = _prefix(view, metric.id)
    share, nothing = metric.unit == "share", pl.lit(None, pl.Float64)
    name = pl.col(_name(page))
    shown = rows.select(
        name=pl.when(name.is_duplicated()).then(pl.format("{} ({})", name, "key")).otherwise(name),
        rate=pl.col(metric.id if prefix else "rate"),
        low=pl.col(f"{prefix}low") if share else nothing,
        high=pl.col(f"{prefix}high") if share else nothing,
        n=pl.col(f"{prefix}n"),
        over=pl.col(f"{prefix}over") if share else pl.lit(None, pl.String),
    )
    return shown.sort(pl.coalesce("low", "rate"), "n", descending=True, nulls_last=True)


def _numbers(
    page: PageContext, found: Counted, view: ViewName, ids: Sequence[str], rows: pl.DataFrame
) -> None:
    """Every metric of the view as numbers, each row leading to its matches."""
    columns: dict[str, pl.Expr | pl.Series] = {"name": pl.col(_name(page))}
    headed: dict[str, Any] = {"name": page.say("column.name")}
    for id in ids:
        metric, prefix = METRICS[id], _prefix(view, id)
        share, name = metric.unit == "share", metric.name[page.language]
        columns[id] = pl.col(id if prefix else "rate") * (100 if share else 1)
        headed[id] = st.column_config.NumberColumn(name, format="%.0f %%" if share else "%.2f")
        if share:
            columns[f"{id} 95"] = rates.spans(rows, prefix=prefix)
            headed[f"{id} 95"] = f"{name} · {page.say('column.interval')}"
        columns[f"{id} n"] = pl.col(f"{prefix}n")
        headed[f"{id} n"] = f"{name} · n"
    shown = rows.select(**columns).with_columns(_ways(page, found, view, rows))
    rates.table(page, shown, headed, key=f"{view}-numbers")


def _ways(page: PageContext, found: Counted, view: ViewName, rows: pl.DataFrame) -> pl.Series:
    """To the matches of each row; cards are those of a game, so rows of several may stand side by side."""
    chosen = found.chosen
    games = rows["game"].to_list() if "game" in rows.columns else [chosen.game] * rows.height

    def of_game(game: str) -> pl.Series:
        def asked(key: str) -> dict[str, str | list[str]]:
            one: dict[str, Any] = {"game": game, CHOOSES[view]: key}
            return filters.query_params(replace(chosen, **one))

        keys = [key for key, of in zip(rows["key"], games, strict=True) if of == game]
        return listing.addresses_of(page, "matches", keys, asked)

    ways = {game: iter(of_game(game)) for game in set(games)}
    return pl.Series("to_matches", [next(ways[game]) for game in games], pl.String)


def _name(page: PageContext) -> str:
    """The column of names in the language of the page."""
    return "name" if page.language == "ja" else "name_en"


def _prefix(view: ViewName, id: str) -> str:
    return "" if id == LEADING[view] else f"{id}_"

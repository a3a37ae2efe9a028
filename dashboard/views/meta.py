"""The page of what is played and what wins: every rate with its interval and its n, over a named population.

Not here: filters (``filters``), numbers (``analytics.metrics``) and charts (``charts``).
"""

from typing import Any

import polars as pl
import streamlit as st

from analytics.metrics import METRICS, Draws, Filters, Metric, Population
from analytics.metrics import population as population_of
from analytics.metrics import table as table_of
from analytics.metrics.export import Export
from analytics.store import Store
from dashboard import export, filters, number, population, url
from dashboard.charts.whiskers import whiskers
from dashboard.here import Here

CARD_METRICS = (
    "kept_wr", "played_wr", "keep_rate", "play_rate", "resolve_rate", "nullification_rate",
)  # fmt: skip
PLAYER_METRICS = ("win_rate", "first_win_rate")
LEADING = {"cards": "kept_wr", "players": "win_rate", "seats": "win_rate"}
"""The metric whose columns have plain names in the table of a view."""
EVEN = 0.5
"""What the win rates of a view come to where nothing makes a difference."""


def show(here: Here) -> None:
    """Draw the page."""
    store = here.source.store()
    if store is None:
        st.info(here.say("empty.store", log=here.source.log), icon=":material/inbox:")
        return
    chosen, draws, least = filters.choose(here, store), filters.draws(here), filters.least(here)
    about = _population(str(store.folder), store.manifest.generation, chosen, draws, store)
    population.show(here, store, about)
    if not about.matches:
        st.info(here.say("empty.selection"), icon=":material/filter_alt_off:")
        return
    _tiles(here, about, _table("seats", store, chosen, draws))
    filters.link(here, chosen)

    def taken(view: str) -> Export:
        return Export(view, _table(view, store, chosen, draws), about, chosen, store.manifest.root)

    if not here.viewer.sees_cards:
        st.caption(here.say("access.cards"))
        _section(here, taken("players"), PLAYER_METRICS, least)
        return
    cards, players = st.tabs([here.say("meta.cards"), here.say("meta.players")])
    with cards:
        _section(here, taken("cards"), CARD_METRICS, least)
    with players:
        _section(here, taken("players"), PLAYER_METRICS, least)


def _table(view: str, store: Store, chosen: Filters, draws: Draws) -> pl.DataFrame:
    return _kept_table(str(store.folder), store.manifest.generation, view, chosen, draws, store)


@st.cache_data(max_entries=64, show_spinner=False)
def _kept_table(
    folder: str, generation: int, view: str, chosen: Filters, draws: Draws, _store: Store
) -> pl.DataFrame:
    return table_of(_store, view, chosen, draws=draws)  # type: ignore[arg-type]  # views are checked there


@st.cache_data(max_entries=64, show_spinner=False)
def _population(folder: str, generation: int, chosen: Filters, draws: Draws, _store: Store) -> Population:
    return population_of(_store, chosen, draws=draws)


def _tiles(here: Here, about: Population, seats: pl.DataFrame) -> None:
    """How much there is, and how much going first is worth."""
    with st.container(horizontal=True, gap="small"):
        st.metric(here.say("tile.matches"), f"{about.matches:,}", border=True, height="stretch")
        st.metric(here.say("tile.players"), f"{about.players:,}", border=True, height="stretch")
        for row in seats.sort("key").iter_rows(named=True):
            n = row["n"]
            value, span = number.rate(row["rate"], n), number.interval(row["low"], row["high"], n)
            st.metric(
                here.say("tile.seat", seat=row["name" if here.language == "ja" else "name_en"]),
                value,
                delta=here.say("tile.interval", interval=span, n=f"{n:,}"),
                delta_color="off",
                delta_arrow="off",
                border=True,
            )


def _section(here: Here, shown: Export, ids: tuple[str, ...], least: int) -> None:
    """One metric as a chart, all of them as a table."""
    view, found = shown.view, shown.rows
    id = url.segments(
        f"{view}-metric",
        here.say("meta.metric"),
        ids,
        names=lambda id: METRICS[id].name[here.language],
        default=ids[0],
        hidden_label=True,
    )
    metric = METRICS[id]
    rows = _of_metric(found, view, metric)
    enough = rows.filter(pl.col("n") >= least)
    chart = None
    if enough.height:
        names = {name: here.say(f"column.{name}") for name in ("name", "label", "interval")}
        base = EVEN if metric.counts_games else None  # only games have draws
        chart = whiskers(enough, title=metric.name[here.language], base=base, names=names)
        alt = here.say("meta.alt", metric=metric.name[here.language], n=enough.height)
        st.altair_chart(chart, alt=alt)
    _withheld(here, rows.filter(pl.col("n").is_between(1, least, closed="left")), least)
    st.caption(f"{metric.name[here.language]} = {metric.formula[here.language]}  \n{_meaning(here, metric)}")
    export.menu(here, shown, chart, key=f"export-{view}")
    with st.expander(here.say("meta.table"), icon=":material/table:"):
        _numbers(here, view, ids, found)


def _meaning(here: Here, metric: Metric) -> str:
    """What kind of number it is, what is counted, and by which definition."""
    tag, weighting = here.say(f"tag.{metric.tag}"), here.say(f"weighting.{metric.weighting}")
    return f"{tag} · {weighting} · {here.say('meta.definition', version=metric.version)}"


def _of_metric(found: pl.DataFrame, view: str, metric: Metric) -> pl.DataFrame:
    """The rows of one metric in the columns of the chart, the highest lower end first."""
    prefix = "" if metric.id == LEADING[view] else f"{metric.id}_"
    share, nothing = metric.unit == "share", pl.lit(None, pl.Float64)
    rows = found.select(
        name=pl.col("name"),
        rate=pl.col(metric.id if prefix else "rate"),
        low=pl.col(f"{prefix}low") if share else nothing,
        high=pl.col(f"{prefix}high") if share else nothing,
        n=pl.col(f"{prefix}n"),
    )
    told = list(rows.iter_rows(named=True))
    labels = [f"{number.rate(row['rate'], row['n'], share=share)} · n {row['n']:,}" for row in told]
    intervals = [number.interval(row["low"], row["high"], row["n"]) for row in told]
    return rows.with_columns(
        label=pl.Series(labels, dtype=pl.String), interval=pl.Series(intervals, dtype=pl.String)
    ).sort(pl.coalesce("low", "rate"), "n", descending=True, nulls_last=True)


def _withheld(here: Here, rows: pl.DataFrame, least: int) -> None:
    """What is not in the chart is said, with its n."""
    if rows.height:
        names = ", ".join(f"{row['name']} ({row['n']})" for row in rows.iter_rows(named=True))
        st.caption(here.say("meta.withheld", n=rows.height, least=least, names=names))


def _numbers(here: Here, view: str, ids: tuple[str, ...], found: pl.DataFrame) -> None:
    """Every metric of the view as numbers, for sorting, searching and downloading."""
    columns: dict[str, pl.Expr] = {here.say("column.name"): pl.col("name")}
    config: dict[str, Any] = {}
    for id in ids:
        metric, prefix = METRICS[id], "" if id == LEADING[view] else f"{id}_"
        name = metric.name[here.language]
        columns[name] = pl.col("rate" if not prefix else id) * (100 if metric.unit == "share" else 1)
        config[name] = st.column_config.NumberColumn(format="%.0f %%" if metric.unit == "share" else "%.2f")
        if metric.unit == "share":
            low, high = pl.col(f"{prefix}low"), pl.col(f"{prefix}high")
            columns[f"{name} 95 %"] = _span(low, high)
        columns[f"{name} n"] = pl.col(f"{prefix}n")
    st.dataframe(found.select(**columns), hide_index=True, column_config=config, key=f"{view}-numbers")


def _span(low: pl.Expr, high: pl.Expr) -> pl.Expr:
    ends = [(100 * end).round(0).cast(pl.Int64) for end in (low, high)]
    return pl.format("{}–{}", *ends)

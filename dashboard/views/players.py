"""The page of players: how strong they are, how good that is at forecasting, and how they did against whom.

Not here: ratings (``analytics.metrics.ratings``) and rates (``analytics.metrics.measured``).
"""

from typing import Any
from urllib.parse import urlencode

import polars as pl
import streamlit as st

from analytics.metrics import METRICS, Filters, Metric, Population
from analytics.metrics import population as population_of
from analytics.metrics.export import Export
from analytics.metrics.measured import measured
from analytics.metrics.rate import Draws
from analytics.metrics.ratings import Rated, ratings
from analytics.stats.rating import MEAN
from analytics.store import Store
from dashboard import export, filters, number, population, url
from dashboard.charts.calibration import calibration
from dashboard.charts.whiskers import whiskers
from dashboard.here import Here
from dashboard.language import KEY as LANGUAGE
from dashboard.standings import height
from engine.words.phrase import capital

RATING, RATE = METRICS["player_rating"], METRICS["match_win_rate"]
DRAWS: Draws = "half"
"""What a draw is worth to a rating."""
CHARTED = 30
"""So many players are in the chart; all are in the table."""
EVEN = 0.5


def show(here: Here) -> None:
    """Draw the page."""
    store = here.source.store()
    if store is None:
        st.info(here.say("empty.store", log=here.source.log), icon=":material/inbox:")
        return
    chosen = filters.choose(here, store, one_game=True, seats=False)
    least = filters.least(here)
    about = _population(str(store.folder), store.manifest.generation, chosen, store)
    population.show(here, store, about)
    if not about.matches:
        st.info(here.say("empty.selection"), icon=":material/filter_alt_off:")
        return
    filters.link(here, chosen)
    shown = url.segments(
        "names",
        here.say("players.names"),
        ("shown", "hidden"),
        names=lambda option: here.say(f"players.{option}"),
        default="shown",
    )
    with st.spinner(here.say("players.rating")):
        rated = _rated(str(store.folder), store.manifest.generation, chosen, store)
    named = rated.players["player"].to_list()
    called = dict(zip(named, aliases(named), strict=True)) if shown == "hidden" else {}
    players = rated.players.with_columns(pl.col("player").replace(called))

    def taken(view: str, rows: pl.DataFrame) -> Export:
        return Export(view, rows, about, chosen, store.manifest.root)

    _strengths(here, taken("ratings", players), least)
    _numbers(here, players, chosen, links=not called)
    _forecasts(here, rated)
    _rivals(here, store, chosen, called, least=least, players=players["player"].to_list())


def aliases(players: list[str]) -> list[str]:
    """``P1``, ``P2`` … in place of names."""
    return [f"P{number}" for number in range(1, len(players) + 1)]


@st.cache_data(max_entries=16, show_spinner=False)
def _population(folder: str, generation: int, chosen: Filters, _store: Store) -> Population:
    return population_of(_store, chosen, draws=DRAWS, counted="matches")


@st.cache_resource(max_entries=16, show_spinner=False)
def _rated(folder: str, generation: int, chosen: Filters, _store: Store) -> Rated:
    return ratings(_store, chosen)


# --- ratings -----------------------------------------------------------------------------------------


def _strengths(here: Here, shown: Export, least: int) -> None:
    """The surest players as a chart; who has played less than enough is not in it."""
    st.subheader(capital(RATING.name[here.language]), anchor=False)
    rows = shown.rows
    enough = rows.filter(pl.col("n") >= least).head(CHARTED)
    few = rows.filter(pl.col("n") < least).height
    chart = None
    if enough.height:
        chart = _whiskers(here, _labelled(enough, "player", share=False), RATING, base=MEAN, share=False)
    if few:
        st.caption(here.say("players.withheld", n=few, least=least))
    if (more := rows.height - few - enough.height) > 0:
        st.caption(here.say("players.more", n=more))
    st.caption(f"{RATING.name[here.language]} = {RATING.formula[here.language]}")
    export.menu(here, shown, chart, key="export-ratings")


def _whiskers(here: Here, rows: pl.DataFrame, metric: Metric, *, base: float, share: bool) -> Any:
    names = {name: here.say(f"column.{name}") for name in ("name", "label", "interval")}
    title = metric.name[here.language]
    chart = whiskers(rows, title=title, base=base, names=names, share=share)
    st.altair_chart(chart, alt=here.say("meta.alt", metric=title, n=rows.height))
    return chart


def _labelled(found: pl.DataFrame, name: str, *, share: bool) -> pl.DataFrame:
    """The columns of a chart out of ``value n low high``."""
    rows = list(found.iter_rows(named=True))
    labels = [f"{number.rate(row['value'], row['n'], share=share)} · n {row['n']:,}" for row in rows]
    intervals = [
        number.interval(row["low"], row["high"], row["n"]) if share else f"{row['low']:.1f}–{row['high']:.1f}"
        for row in rows
    ]
    return found.select(
        pl.col(name).alias("name"),
        pl.col("value").alias("rate"),
        "low",
        "high",
        "n",
        label=pl.Series(labels, dtype=pl.String),
        interval=pl.Series(intervals, dtype=pl.String),
    )


def _numbers(here: Here, players: pl.DataFrame, chosen: Filters, *, links: bool) -> None:
    """Everybody's rating; with their names, the way to their matches."""
    headed: dict[str, Any] = {name: here.say(f"players.{name}") for name in ("player", "low", "high")}
    headed |= {"value": capital(RATING.name[here.language]), "n": "n"}
    for name in ("value", "low", "high"):
        headed[name] = st.column_config.NumberColumn(headed[name], format="%.1f")
    if links:
        asked = {"game": chosen.game, "tournament": chosen.tournament, LANGUAGE: here.language}
        kept = {key: value for key, value in asked.items() if value}
        addresses = [f"matches?{urlencode({'player': name} | kept)}" for name in players["player"]]
        players = players.select(pl.Series("matches", addresses, pl.String), pl.all())
        headed["matches"] = st.column_config.LinkColumn(
            here.say("nav.matches"), display_text=":material/list:", width=90
        )
    st.dataframe(players, hide_index=True, column_config=headed, height=height(players.height))


# --- forecasts ---------------------------------------------------------------------------------------


def _forecasts(here: Here, rated: Rated) -> None:
    """Whether what ratings said before each match came true."""
    st.subheader(here.say("players.forecasts"), anchor=False)
    if rated.loss is None or rated.base is None or rated.slope is None:
        st.caption(here.say("players.too-few", n=rated.forecasts))
        return
    with st.container(horizontal=True, gap="small"):
        st.metric(
            here.say("players.loss"), f"{rated.loss:.3f}", border=True, help=here.say("players.loss-told")
        )
        st.metric(
            here.say("players.base"), f"{rated.base:.3f}", border=True, help=here.say("players.base-told")
        )
        st.metric(
            here.say("players.slope"), f"{rated.slope:.2f}", border=True, help=here.say("players.slope-told")
        )
        st.metric(here.say("players.count"), f"{rated.forecasts:,}", border=True)
    chart = calibration(rated.bins, forecast=here.say("players.forecast"), came=here.say("players.came"))
    st.altair_chart(chart, alt=here.say("players.calibration-alt", n=len(rated.bins)))
    st.caption(here.say("players.calibration-told"))


# --- one against the others --------------------------------------------------------------------------


def _rivals(
    here: Here, store: Store, chosen: Filters, called: dict[str, str], *, least: int, players: list[str]
) -> None:
    """How one of the players did against each other one."""
    st.subheader(here.say("players.rivals"), anchor=False)
    one = url.one_of("who", here.say("players.player"), sorted(players), placeholder=here.say("players.who"))
    if one is None:
        return
    names = {alias: name for name, alias in called.items()}
    of = Filters(
        game=chosen.game,
        player=names.get(one, one),
        tournament=chosen.tournament,
        simulated=chosen.simulated,
        grades=chosen.grades,
    )
    found = _met(str(store.folder), store.manifest.generation, of, store)
    found = found.with_columns(pl.col("opponent").replace(called)).sort(
        "n", "opponent", descending=[True, False]
    )
    enough, few = found.filter(pl.col("n") >= least), found.filter(pl.col("n").is_between(1, least - 1))
    chart = None
    if enough.height:
        rows = _labelled(enough.head(CHARTED), "opponent", share=True)
        chart = _whiskers(here, rows, RATE, base=EVEN, share=True)
    if few.height:
        told = ", ".join(f"{name} ({n})" for name, n in few.head(CHARTED).select("opponent", "n").iter_rows())
        st.caption(here.say("meta.withheld", n=few.height, least=least, names=told))
    if called:
        return  # The link and the export would name the player.
    filters.link(here, of)
    about = _population(str(store.folder), store.manifest.generation, of, store)
    export.menu(here, Export("rivals", found, about, of, store.manifest.root), chart, key="export-rivals")


@st.cache_data(max_entries=32, show_spinner=False)
def _met(folder: str, generation: int, of: Filters, _store: Store) -> pl.DataFrame:
    return measured(_store, RATE, ("opponent",), of, draws=DRAWS)

"""The page of players: how strong they are, how good that is at forecasting, and how they did against whom.

Not here: ratings (``analytics.metrics.reports.ratings``) and rates (``analytics.metrics.reports.measured``).
"""

from dataclasses import replace
from math import inf
from typing import Any

import polars as pl
import streamlit as st

from analytics.metrics import METRICS, population
from analytics.metrics.estimators.estimate import Draws
from analytics.metrics.population.match_list import latest_against
from analytics.metrics.reports.measured import measured
from analytics.metrics.reports.ratings import ratings
from analytics.stats.calibration import Calibration
from analytics.stats.rating import MEAN
from dashboard.app import url
from dashboard.app.page_context import PageContext
from dashboard.charts.calibration import calibration
from dashboard.charts.chart import draw
from dashboard.numbers import filters, number_format, rates, selection
from dashboard.numbers.selection import Counted
from dashboard.widgets import export, listing
from engine.text.phrase import capital

RATING, RATE = METRICS["player_rating"], METRICS["match_win_rate"]
DRAWS: Draws = "half"
"""What a draw is worth to a rating."""


def show(page: PageContext) -> None:
    """Draw the page."""
    found = selection.begin(page, seats=False, what="matches", draws=DRAWS)
    if found is None:
        return
    shown = url.segmented_control(
        "names",
        page.say("players.names"),
        ("shown", "hidden"),
        names=lambda option: page.say(f"players.{option}"),
        default="shown",
    )
    with st.spinner(page.say("players.rating")):
        rated = found.cached(ratings, found.chosen)
    named = rated.players["player"].to_list()
    called = dict(zip(named, aliases(named), strict=True)) if shown == "hidden" else {}
    players = rated.players.with_columns(pl.col("player").replace(called))
    _strengths(page, found, players)
    _numbers(page, found, players, links=not called)
    _forecasts(page, rated.calibration)
    _rivals(page, found, called, players=players["player"].to_list())


def aliases(players: list[str]) -> list[str]:
    """``P1``, ``P2`` … in place of names."""
    return [f"P{number_format}" for number in range(1, len(players) + 1)]


# --- ratings -----------------------------------------------------------------------------------------


def _strengths(page: PageContext, found: Counted, players: pl.DataFrame) -> None:
    """The surest players as a chart; who has played less than enough is not in it."""
    st.subheader(capital(RATING.name[page.language]), anchor=False)
    enough = players.filter(pl.col("n") >= found.least).rename({"player": "name", "value": "rate"})
    few = players.height - enough.height
    title = RATING.name[page.language]
    chart = rates.chart(page, enough, title, least=found.least, share=False, base=MEAN)
    if few:
        st.caption(page.say("players.withheld", n=few, least=found.least))
    st.caption(f"{title} = {RATING.formula[page.language]}")
    export.menu(page, found.taken("ratings", players), chart, key="export-ratings")


def _numbers(page: PageContext, found: Counted, players: pl.DataFrame, *, links: bool) -> None:
    """Everybody's rating; with their names, the way to their matches."""
    headed: dict[str, Any] = {
        "player": page.say("players.player"),
        "value": capital(RATING.name[page.language]),
    }
    headed |= {"low": page.say("players.low"), "high": page.say("players.high"), "n": "n"}
    surest = min((players["high"] - players["low"]).to_list(), default=inf)
    digits = number_format.decimals(0.0, surest)  # the shortest interval supports the most
    for name in ("value", "low", "high"):
        headed[name] = st.column_config.NumberColumn(headed[name], format=f"%.{digits}f")
    if links:
        ways = listing.addresses_of(
            page,
            "matches",
            players["player"],
            lambda player: filters.query_params(replace(found.chosen, player=player)),
        )
        players = players.with_columns(ways)
    rates.table(page, players, headed, key="players-numbers")


# --- forecasts ---------------------------------------------------------------------------------------


def _forecasts(page: PageContext, told: Calibration) -> None:
    """Whether what ratings said before each match came true."""
    st.subheader(page.say("players.forecasts"), anchor=False)
    if told.loss is None or told.base is None or told.slope is None:
        st.caption(page.say("players.too-few", n=told.n))
        return
    with st.container(horizontal=True, gap="small"):
        st.metric(
            page.say("players.loss"), f"{told.loss:.3f}", border=True, help=page.say("players.loss-told")
        )
        st.metric(
            page.say("players.base"), f"{told.base:.3f}", border=True, help=page.say("players.base-told")
        )
        st.metric(
            page.say("players.slope"), f"{told.slope:.2f}", border=True, help=page.say("players.slope-told")
        )
        st.metric(page.say("players.count"), f"{told.n:,}", border=True)
    chart = calibration(told.bins, forecast=page.say("players.forecast"), came=page.say("players.came"))
    draw(chart, alt=page.say("players.calibration-alt", n=len(told.bins)))
    st.caption(page.say("players.calibration-told"))


# --- one against the others --------------------------------------------------------------------------


def _rivals(page: PageContext, found: Counted, called: dict[str, str], *, players: list[str]) -> None:
    """How one of the players did against each other one."""
    st.subheader(page.say("players.rivals"), anchor=False)
    one = url.selectbox(
        "who", page.say("players.player"), sorted(players), placeholder=page.say("players.who")
    )
    if one is None:
        return
    names = {alias: name for name, alias in called.items()}
    of = replace(found.chosen, player=names.get(one, one))
    met = found.cached(measured, RATE, ("opponent",), of, draws=DRAWS)
    met = met.join(found.cached(latest_against, of), on="opponent", how="left")
    met = met.with_columns(pl.col("opponent").replace(called)).sort("n", "opponent", descending=[True, False])
    rows = met.select(pl.col("opponent").alias("name"), pl.col("value").alias("rate"), "low", "high", "n")
    chart = rates.chart(page, rows, RATE.name[page.language], least=found.least, base=rates.base(RATE))
    latest = listing.addresses(page, "replay", ({"match": match} for match in met["match"]))
    ways = () if called else (latest,)  # The links and the export would name the player.
    rates.listed(page, rows, RATE.name[page.language], key="players-rivals", ways=ways)
    if not called:
        filters.matches_link(page, of)
        about = found.cached(population, of, draws=DRAWS, counted="matches")
        own = replace(found, chosen=of, about=about)
        export.menu(page, own.taken("rivals", met.drop("match")), chart, key="export-rivals")

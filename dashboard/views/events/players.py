"""The page of players: the profile of one of them, ratings, and how well these forecast.

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
from dashboard.app.escape import escaped
from dashboard.app.page_context import PageContext
from dashboard.charts.calibration import calibration
from dashboard.charts.chart import draw
from dashboard.numbers import number_format, player_profile
from dashboard.numbers.filters import match_links, matches_link
from dashboard.numbers.metric_text import neutral_value
from dashboard.numbers.rate_chart import draw_rates
from dashboard.numbers.rate_tables import rate_table
from dashboard.numbers.selection import Selection, select
from dashboard.widgets import export
from dashboard.widgets.links import link_column, link_column_by_value
from dashboard.widgets.tables import table
from engine.text.phrase import capital

RATING, RATE = METRICS["player_rating"], METRICS["match_win_rate"]
DRAWS: Draws = "half"
"""What a draw is worth to a rating."""


def show(page: PageContext) -> None:
    """Draw the page."""
    selection = select(page, seats=False, counted="matches", draws=DRAWS)
    if selection is None:
        return
    shown = url.segmented_control(
        "names",
        page.say("players.names"),
        ("shown", "hidden"),
        names=lambda option: page.say(f"players.{option}"),
        default="shown",
    )
    with st.spinner(page.say("players.rating")):
        rated = selection.cached(ratings, selection.filters)
    names = rated.players["player"].to_list()
    alias_of = dict(zip(names, aliases(names), strict=True)) if shown == "hidden" else {}
    players = rated.players.with_columns(pl.col("player").replace(alias_of))
    _one_player(page, selection, alias_of, players=players["player"].to_list())
    _rating_chart(page, selection, players)
    _rating_table(page, selection, players, links=not alias_of)
    _forecasts(page, rated.calibration)


def aliases(players: list[str]) -> list[str]:
    """``P1``, ``P2`` … in place of names."""
    return [f"P{number}" for number in range(1, len(players) + 1)]


def _rating_chart(page: PageContext, selection: Selection, players: pl.DataFrame) -> None:
    """The ratings of players with enough matches."""
    st.subheader(capital(RATING.name[page.language]), anchor=False)
    enough = players.filter(pl.col("n") >= selection.min_n).rename({"player": "name", "value": "rate"})
    few = players.height - enough.height
    title = RATING.name[page.language]
    chart = draw_rates(page, enough, title, min_n=selection.min_n, share=False, base=MEAN)
    if few:
        st.caption(page.say("players.withheld", n=few, least=selection.min_n))
    st.caption(f"{title} = {RATING.formula[page.language]}")
    export.menu(page, selection.export("ratings", players), chart, key="export-ratings")


def _rating_table(page: PageContext, selection: Selection, players: pl.DataFrame, *, links: bool) -> None:
    """The ratings of all players, with ``links`` to their matches."""
    headings: dict[str, Any] = {
        "player": page.say("players.player"),
        "value": capital(RATING.name[page.language]),
    }
    headings |= {"low": page.say("players.low"), "high": page.say("players.high"), "n": "n"}
    shortest = min((players["high"] - players["low"]).to_list(), default=inf)
    digits = number_format.decimals(0.0, shortest)
    for name in ("value", "low", "high"):
        headings[name] = st.column_config.NumberColumn(headings[name], format=f"%.{digits}f")
    if links:
        names, game = players["player"], selection.filters.game
        profiles = link_column_by_value(page, "players", names, lambda who: {"who": who, "game": game})
        players = players.with_columns(profiles, match_links(page, selection.filters, player=names))
    table(page, players, headings, key="players-numbers")


def _forecasts(page: PageContext, found: Calibration) -> None:
    """How well ratings forecast the next match."""
    st.subheader(page.say("players.forecasts"), anchor=False)
    if found.loss is None or found.base is None or found.slope is None:
        st.caption(page.say("players.too-few", n=found.n))
        return
    numbers = {"loss": f"{found.loss:.3f}", "base": f"{found.base:.3f}", "slope": f"{found.slope:.2f}"}
    with st.container(horizontal=True, gap="small"):
        for name, value in numbers.items():
            st.metric(page.say(f"players.{name}"), value, border=True, help=page.say(f"players.{name}-told"))
        st.metric(page.say("players.count"), f"{found.n:,}", border=True)
    chart = calibration(found.bins, forecast=page.say("players.forecast"), came=page.say("players.came"))
    draw(chart, alt=page.say("players.calibration-alt", n=len(found.bins)))
    st.caption(page.say("players.calibration-told"))


def _one_player(
    page: PageContext, selection: Selection, alias_of: dict[str, str], *, players: list[str]
) -> None:
    """The profile of one player, with the match win rates against each opponent."""
    label, placeholder = page.say("players.player"), page.say("players.who")
    one = url.selectbox("who", label, sorted(players), placeholder=placeholder)
    if one is None:
        return
    name_of = {alias: name for name, alias in alias_of.items()}
    filters = replace(selection.filters, player=name_of.get(one, one))
    st.subheader(escaped(one), anchor=False)
    player_profile.show(page, selection, filters, draws=DRAWS, named=not alias_of)
    st.markdown(f"**{page.say('players.rivals')}**")
    found = selection.cached(measured, RATE, ("opponent",), filters, draws=DRAWS)
    found = found.drop_nulls("opponent").join(
        selection.cached(latest_against, filters), on="opponent", how="left"
    )
    found = found.with_columns(pl.col("opponent").replace(alias_of))
    found = found.sort("n", "opponent", descending=[True, False])
    rows = found.select(pl.col("opponent").alias("name"), pl.col("value").alias("rate"), "low", "high", "n")
    title = RATE.name[page.language]
    chart = draw_rates(page, rows, title, min_n=selection.min_n, base=neutral_value(RATE))
    latest = link_column(page, "replay", ({"match": match} for match in found["match"]))
    links = () if alias_of else (latest,)  # The links and the export would reveal the name.
    rate_table(page, rows, title, key="players-rivals", links=links)
    if not alias_of:
        matches_link(page, filters)
        about = selection.cached(population, filters, draws=DRAWS, counted="matches")
        own = replace(selection, filters=filters, population=about)
        export.menu(page, own.export("rivals", found.drop("match")), chart, key="export-rivals")

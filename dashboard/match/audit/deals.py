"""The deals check: how likely the deals and draws of a match were, or those of its players in all matches.

Not here: the tests (``analytics.checks.deals``), proofs of shuffles (``views.match.audit``).
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import polars as pl
import streamlit as st

from analytics.checks import deals
from analytics.metrics import METRICS, Filters, Population, population
from analytics.metrics.publish.export import Export
from analytics.query.filters import GRADES, Simulated
from analytics.store.reader import Store
from dashboard.app import url
from dashboard.app.errors import store_or_note
from dashboard.app.escape import escaped
from dashboard.app.game_names import card_name
from dashboard.app.page_cache import cached
from dashboard.app.page_context import PageContext
from dashboard.numbers.filters import matches_link
from dashboard.widgets import export
from engine.record.match import Match

KEY = "over"
OF_MATCH, OF_PLAYERS = "match", "players"
NO_CARD = "–"
"""Shown for a test that is about no card."""
MAX_ROWS = 12
ROW_HEIGHT = 36
"""In pixels."""


def show(page: PageContext, match: Match) -> None:
    """Draw the tests, least likely first."""
    store = store_or_note(page)
    if store is None:
        return
    scope = OF_MATCH
    if page.viewer.sees_cards and not match.opened.simulated:  # bots' deals come from the generator
        scope = url.segmented_control(
            KEY,
            page.say("deals.over"),
            (OF_MATCH, OF_PLAYERS),
            names=lambda one: page.say(f"deals.{one}"),
            default=OF_MATCH,
        )
    found = cached(store, deals.of_match if scope == OF_MATCH else deals.of_players, match.id)
    if found.is_empty():
        st.caption(page.say("deals.nothing"))
        return
    _summary(page, found, scope)
    _table(page, match, found)
    if scope == OF_PLAYERS:
        _players(page, match, store, found)
    else:
        filters = Filters(game=match.opened.game)
        _export(page, found, store, partial(_one_match, match, store), filters, name=match.id)
    st.caption(page.say("deals.meaning"))


def _summary(page: PageContext, found: pl.DataFrame, scope: str) -> None:
    """How many tests there are, and how many of them stand out."""
    notable = int(found["notable"].sum())
    if notable:
        st.warning(page.say(f"deals.notable-{scope}", n=notable, of=len(found)), icon=":material/visibility:")
    else:
        st.markdown(page.say("deals.as-chance", of=len(found)))


def _players(page: PageContext, match: Match, store: Store, found: pl.DataFrame) -> None:
    """For each player a link to the tested matches, and an export of the tests."""
    opened = match.opened
    simulated: Simulated = "only" if opened.simulated else "none"
    with st.container(horizontal=True, gap="small"):
        for player in filter(None, opened.players.values()):
            filters = Filters(game=opened.game, player=player, simulated=simulated, grades=GRADES)
            matches_link(page, filters, page.say("deals.matches-of", player=escaped(player)))
            own = found.filter(who=player)
            if own.height:
                about = partial(_population, store, filters)
                _export(page, own, store, about, filters, name=player)


def _population(store: Store, filters: Filters) -> Population:
    return cached(store, population, filters)


def _one_match(match: Match, store: Store) -> Population:
    """One match as a population."""
    seats = len(match.opened.players)
    return replace(
        _population(store, Filters(game=match.opened.game)),
        matches=1,
        seat_games=seats,
        players=seats,
        simulated=int(match.opened.simulated),
        partly_known=0,
        drawn=0,
        unplayed=0,
        unfinished=0,
        diverged=0,
        left_out=0,
    )


def _export(
    page: PageContext,
    rows: pl.DataFrame,
    store: Store,
    about: Callable[[], Population],
    filters: Filters,
    *,
    name: str,
) -> None:
    """The export menu; the population ``about`` is counted when the menu is opened."""
    view = f"deals-{name}"
    export.menu(page, lambda: Export(view, rows, about(), filters, store.manifest.root), key=view)


def _table(page: PageContext, match: Match, found: pl.DataFrame) -> None:
    names = {face: card_name(page, match.opened.game, face) for face in found["card"] if face}
    tests = {id: METRICS[id].name[page.language] for id in found["metric"].unique()}
    number, p_format = st.column_config.NumberColumn, "%.2g"
    rows = found.select(
        pl.col("who").alias(page.say("deals.who")),
        pl.col("card")
        .replace_strict(names, default=NO_CARD, return_dtype=pl.String)
        .alias(page.say("deals.card")),
        pl.col("seen").alias(page.say("deals.seen")),
        pl.col("expected").alias(page.say("deals.expected")),
        pl.format("{}–{}", "low", "high").alias(page.say("deals.interval")),
        pl.col("n").alias("n"),
        pl.col("metric").replace_strict(tests, return_dtype=pl.String).alias(page.say("deals.test")),
        pl.col("p").alias("p"),
        pl.col("adjusted").alias(page.say("deals.adjusted")),
    )
    st.dataframe(
        rows,
        hide_index=True,
        height=ROW_HEIGHT * (min(len(rows), MAX_ROWS) + 1),
        column_config={
            page.say("deals.expected"): number(format="%.2f"),
            "p": number(format=p_format),
            page.say("deals.adjusted"): number(format=p_format, help=page.say("deals.adjusted-help")),
        },
    )

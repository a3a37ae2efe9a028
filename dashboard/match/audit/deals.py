"""How likely the deals and draws of a match were on a page, or those of its players over all their matches.

Not here: what is likely (``analytics.checks.deals``), nor who vouches for a shuffle (``views.audit``).
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
from analytics.store.card_names import card_name
from analytics.store.reader import Store
from dashboard.app import url
from dashboard.app.escape import escaped
from dashboard.app.page_context import PageContext
from dashboard.numbers import filters
from dashboard.widgets import export
from engine.record.match import Match

KEY = "over"
OF_MATCH, OF_PLAYERS = "match", "players"
NONE = "–"
"""Stands where a test is about no card."""
ROWS_SHOWN = 12
ROW_PX = 36


def show(page: PageContext, match: Match) -> None:
    """Draw what chance gives beside what came, the least likely first."""
    store = page.source.store()
    if store is None:
        st.info(page.say("empty.store", log=page.source.log), icon=":material/inbox:")
        return
    over = OF_MATCH
    if page.viewer.sees_cards and not match.opened.simulated:  # a bot deals as its generator does
        options = (OF_MATCH, OF_PLAYERS)
        over = url.segmented_control(
            KEY, page.say("deals.over"), options, names=lambda one: page.say(f"deals.{one}"), default=OF_MATCH
        )
    found = _found(str(store.folder), store.manifest.generation, match.id, over, store)
    if found.is_empty():
        st.caption(page.say("deals.nothing"))
        return
    _verdict(page, found, over)
    _table(page, match, found)
    if over == OF_PLAYERS:
        _players(page, match, store, found)
    else:
        alone = partial(_alone, match, store)
        _export(page, found, store, alone, Filters(game=match.opened.game), name=match.id)
    st.caption(page.say("deals.meaning"))


@st.cache_data(max_entries=64, show_spinner=False)
def _found(folder: str, generation: int, match: str, over: str, _store: Store) -> pl.DataFrame:
    of = deals.of_match if over == OF_MATCH else deals.of_players
    return of(_store, match)


def _verdict(page: PageContext, found: pl.DataFrame, over: str) -> None:
    """Whether anything is worth a look, out of so many that were looked at."""
    notable = int(found["notable"].sum())
    if notable:
        st.warning(page.say(f"deals.notable-{over}", n=notable, of=len(found)), icon=":material/visibility:")
    else:
        st.markdown(page.say("deals.as-chance", of=len(found)))


def _players(page: PageContext, match: Match, store: Store, found: pl.DataFrame) -> None:
    """Of each player the way to the matches that were looked at, and what was found in them."""
    opened = match.opened
    played: Simulated = "only" if opened.simulated else "none"
    with st.container(horizontal=True, gap="small"):
        for player in filter(None, opened.players.values()):
            of_one = Filters(game=opened.game, player=player, simulated=played, grades=GRADES)
            filters.matches_link(page, of_one, page.say("deals.matches-of", player=escaped(player)))
            own = found.filter(who=player)
            if own.height:
                about = partial(_about, str(store.folder), store.manifest.generation, of_one, store)
                _export(page, own, store, about, of_one, name=player)


def _alone(match: Match, store: Store) -> Population:
    """One match as what numbers are about."""
    seats = len(match.opened.players)
    return replace(
        _about(str(store.folder), store.manifest.generation, Filters(game=match.opened.game), store),
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


@st.cache_data(max_entries=64, show_spinner=False)
def _about(folder: str, generation: int, chosen: Filters, _store: Store) -> Population:
    return population(_store, chosen)


def _export(
    page: PageContext,
    rows: pl.DataFrame,
    store: Store,
    about: Callable[[], Population],
    chosen: Filters,
    *,
    name: str,
) -> None:
    """What the numbers are ``about`` is counted once somebody wants to take them along."""
    view = f"deals-{name}"
    export.menu(page, lambda: Export(view, rows, about(), chosen, store.manifest.root), key=view)


def _table(page: PageContext, match: Match, found: pl.DataFrame) -> None:
    names = {face: card_name(match.opened.game, face)[page.language] for face in found["card"] if face}
    tests = {id: METRICS[id].name[page.language] for id in found["metric"].unique()}
    number, share = st.column_config.NumberColumn, "%.2g"
    rows = found.select(
        pl.col("who").alias(page.say("deals.who")),
        pl.col("card")
        .replace_strict(names, default=NONE, return_dtype=pl.String)
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
        height=ROW_PX * (min(len(rows), ROWS_SHOWN) + 1),
        column_config={
            page.say("deals.expected"): number(format="%.2f"),
            "p": number(format=share),
            page.say("deals.adjusted"): number(format=share, help=page.say("deals.adjusted-help")),
        },
    )

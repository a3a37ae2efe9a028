"""The page that lists matches: filtered, with ways to the replay and the audit of each.

Not here: the list itself (``analytics.metrics.population.match_list``).
"""

from typing import Any

import polars as pl
import streamlit as st

from analytics.metrics.population.match_list import latest
from dashboard.app import game_names
from dashboard.app.page_cache import cached
from dashboard.app.page_context import PageContext
from dashboard.numbers import filters, population, rates
from dashboard.widgets import listing
from engine.games.registry import find
from engine.text.messages import say as rules_say

MOST_ROWS = 2000
"""More rows than that make a slow page; what is left out is said."""
NAMES = {"players": 140, "winner": 80, "reason": 190}
"""Columns of which people's names and reasons lose no letter, and how wide they become at most: bots have
longer names than there is room for."""
PAGES = ("replay", "audit")
"""Where each match leads to."""


def show(page: PageContext) -> None:
    """Draw the page."""
    store = page.source.store()
    if store is None:
        _without_store(page)
        return
    chosen = filters.choose(page, store, every_grade=True)
    number, rows = cached(store, latest, chosen, most=MOST_ROWS)
    population.behind(page, store)
    st.markdown(page.say("matches.count", n=number))
    if number > MOST_ROWS:
        st.caption(page.say("matches.withheld", n=number - MOST_ROWS, most=MOST_ROWS))
    if number:
        _table(page, rows, several=not chosen.game)


def _table(page: PageContext, found: pl.DataFrame, *, several: bool) -> None:
    """The matches; with their games where these may be ``several``, and with whether bots played them where
    some did."""
    games = {game: game_names.game_name(page, game) for game in found["game"].unique()} if several else {}
    shown = found.select(
        *([pl.col("game").replace(games)] if len(games) > 1 else []),
        pl.col("players").list.eval(pl.element().fill_null("?")).list.join(" – "),
        pl.col("winner_name").fill_null("–").alias("winner"),
        _reasons(page, found),
        pl.col("grade"),
        pl.col("played"),
        *(["simulated"] if found["simulated"].n_unique() > 1 else []),
        pl.col("turns"),
        pl.col("tournament").fill_null(""),
        pl.col("match"),
    )
    headed: dict[str, Any] = {
        name: page.say("filter.game" if name == "game" else f"column.{name}") for name in shown.columns
    }
    headed |= {
        name: listing.named(headed[name], shown[name], widest=widest) for name, widest in NAMES.items()
    }
    headed["played"] = st.column_config.DateColumn(page.say("column.played"))
    rates.table(page, shown.with_columns(_ways(page, found["match"])), headed, key="matches-list")


def _ways(page: PageContext, matches: pl.Series) -> list[pl.Series]:
    """To the replay and to the audit of each match."""
    return [listing.addresses_of(page, target, matches, lambda match: {"match": match}) for target in PAGES]


def _without_store(page: PageContext) -> None:
    """Nothing was projected yet: the matches as the log has them."""
    st.info(page.say("empty.store", log=page.source.log), icon=":material/inbox:")
    infos = page.source.matches()[:MOST_ROWS]
    ids = pl.Series("match", [info.match for info in infos], dtype=pl.String)
    found = pl.DataFrame(
        {"match": ids, "events": pl.Series([info.entries for info in infos], dtype=pl.Int64)}
    )
    if found.height:
        headed = {name: page.say(f"column.{name}") for name in found.columns}
        rates.table(page, found.with_columns(_ways(page, ids)), headed, key="matches-list")


def _reasons(page: PageContext, found: pl.DataFrame) -> pl.Series:
    """Why each match ended, in words of its game: several games may call different things by one name."""
    kinds = found.select("game", "edition", "reason").rows()
    told = {
        (game, edition, reason): reason and rules_say(find(game, edition), f"reason.{reason}", page.language)
        for game, edition, reason in set(kinds)
    }
    return pl.Series("reason", [told[kind] for kind in kinds], pl.String)

"""Tables of what was declared and what answered it, each row leading to an event.

Not here: the numbers (``analytics.metrics.reports.chains``).
"""

from collections.abc import Sequence
from typing import Any

import polars as pl
import streamlit as st

from analytics.metrics import Filters
from analytics.metrics.population.example_event import with_example_event
from analytics.metrics.reports.chains import ANSWERS, STAGES
from analytics.store.card_names import card_name
from analytics.store.reader import Store
from dashboard.app import game_names
from dashboard.app.page_context import PageContext
from dashboard.numbers import rates
from dashboard.numbers.selection import Counted
from dashboard.widgets import export, listing

MOST_PAIRS = 500
"""A list has no more pairs than this, the most frequent ones."""


def verbs(page: PageContext, found: Counted, rows: pl.DataFrame, *, key: str) -> None:
    """The kinds of acts with how far they came."""
    if rows.is_empty():
        st.caption(page.say("acts.none"))
        return
    game = found.chosen.game
    called = [game_names.act_name(page, game, verb) for verb in rows["verb"]]
    shown = rows.with_columns(pl.Series("verb", called, pl.String), rates.events(page, rows))
    headed: dict[str, Any] = {"verb": page.say("acts.verb")}
    headed |= {name: page.say(f"acts.{name}") for name in (*STAGES, "without")}
    rates.table(page, shown, headed, key=key)
    export.menu(page, found.taken("acts", rows), key=f"export-{key}")


def leading(page: PageContext, found: Counted, rows: pl.DataFrame, filters: Filters) -> pl.DataFrame:
    """The most frequent pairs, each with one answer; where there are more, that is said."""
    if rows.height > MOST_PAIRS:
        st.caption(page.say("acts.most", most=MOST_PAIRS, n=f"{rows.height:,}"))
    return found.cached(_seen, rows.head(MOST_PAIRS), filters)


def pairs(page: PageContext, found: Counted, rows: pl.DataFrame, *, sides: Sequence[str], key: str) -> None:
    """Answers: which card, to which, how often, and how often that was nullified. ``sides`` are shown."""
    game = found.chosen.game
    named = [
        pl.Series(side, [named_card(page, game, card) for card in rows[side]], pl.String) for side in sides
    ]
    enough = pl.col("n") >= found.least
    shown = rows.with_columns(
        *named,
        rates.events(page, rows),
        rate=pl.when(enough).then(pl.col("rate") * 100),
        interval=pl.when(enough).then(rates.spans(rows)).otherwise(pl.lit("")),
    )
    headed: dict[str, Any] = {side: listing.named(page.say(f"acts.{side}"), shown[side]) for side in sides}
    headed |= {"n": page.say("acts.answers"), "count": page.say("acts.nullified")}
    headed["rate"] = st.column_config.NumberColumn(page.say("acts.share"), format="%.0f %%")
    headed["interval"] = page.say("column.interval")
    rates.table(page, shown, headed, key=key)
    st.caption(page.say("acts.least", least=found.least))


def _seen(store: Store, rows: pl.DataFrame, filters: Filters) -> pl.DataFrame:
    """The pairs with one answer each."""
    named = {"answered_by": "card"}  # what the facts call the card that answers
    found = with_example_event(store, rows.rename(named), filters, fact=ANSWERS, by=("card", "answered"))
    return found.rename({card: side for side, card in named.items()})


def named_card(page: PageContext, game: str, card: str) -> str:
    """What a card is called in the language of the page."""
    return card_name(game, card)[page.language]

"""Tables of declared acts and of answers to them; each row links to an event.

Not here: the numbers (``analytics.metrics.reports.chains``).
"""

from collections.abc import Sequence
from typing import Any

import polars as pl
import streamlit as st

from analytics.metrics import Filters
from analytics.metrics.population.example_event import with_example_event
from analytics.metrics.reports.chains import ANSWERS, STAGES
from analytics.store.reader import Store
from dashboard.app import game_names
from dashboard.app.page_context import PageContext
from dashboard.numbers.interval_text import share_intervals
from dashboard.numbers.selection import Selection
from dashboard.widgets import export
from dashboard.widgets.links import event_links
from dashboard.widgets.tables import name_column, percent_column, table
from engine.text.phrase import capital

MAX_PAIRS = 500
"""A table of pairs has the most frequent ones, up to this many."""


def act_table(page: PageContext, selection: Selection, rows: pl.DataFrame, *, key: str) -> None:
    """Draw each kind of act with the stages that its declarations reached."""
    if rows.is_empty():
        st.caption(page.say("acts.none"))
        return
    game = selection.filters.game
    names = [game_names.act_name(page, game, verb) for verb in rows["verb"]]
    shown = rows.with_columns(pl.Series("verb", names, pl.String), event_links(page, rows))
    headings: dict[str, Any] = {"verb": page.say("acts.verb")}
    headings |= {name: capital(page.say(f"acts.{name}")) for name in (*STAGES, "without")}
    table(page, shown, headings, key=key)
    export.menu(page, selection.export("acts", rows), key=f"export-{key}")


def frequent_pairs(
    page: PageContext, selection: Selection, rows: pl.DataFrame, filters: Filters
) -> pl.DataFrame:
    """The most frequent pairs, each with an example event; a caption says how many there are in all."""
    if rows.height > MAX_PAIRS:
        st.caption(page.say("acts.most", most=MAX_PAIRS, n=f"{rows.height:,}"))
    return selection.cached(_with_example, rows.head(MAX_PAIRS), filters)


def pair_table(
    page: PageContext, selection: Selection, rows: pl.DataFrame, *, sides: Sequence[str], key: str
) -> None:
    """Draw pairs of a card and the card that answered it: how often, and how often that nullified it.
    ``sides`` are the columns of cards to show."""
    game = selection.filters.game
    names = [
        pl.Series(side, [game_names.card_name(page, game, card) for card in rows[side]], pl.String)
        for side in sides
    ]
    enough = pl.col("n") >= selection.min_n
    shown = rows.with_columns(
        *names,
        event_links(page, rows),
        rate=pl.when(enough).then(pl.col("rate") * 100),
        interval=pl.when(enough).then(share_intervals(rows)).otherwise(pl.lit("")),
    )
    headings: dict[str, Any] = {side: name_column(page.say(f"acts.{side}"), shown[side]) for side in sides}
    headings |= {"n": page.say("acts.answers"), "count": page.say("acts.nullified")}
    headings["rate"] = percent_column(page.say("acts.share"))
    headings["interval"] = page.say("column.interval")
    table(page, shown, headings, key=key)
    st.caption(page.say("acts.least", least=selection.min_n))


def _with_example(store: Store, rows: pl.DataFrame, filters: Filters) -> pl.DataFrame:
    """The pairs, each with an example event."""
    renamed = {"answered_by": "card"}  # the fact table calls the answering card ``card``
    found = with_example_event(store, rows.rename(renamed), filters, fact=ANSWERS, by=("card", "answered"))
    return found.rename({card: side for side, card in renamed.items()})

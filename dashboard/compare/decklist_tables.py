"""Cards of decks as tables: copies of a card, main and side, with it and without it; pairs of cards.

Not here: the rows (``analytics.metrics.decklists``).
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

import polars as pl
import streamlit as st

from analytics.metrics import Filters
from analytics.metrics.decklists.tables import DECKLIST_TABLES, cell, with_names
from analytics.metrics.estimators.estimate import Draws
from analytics.query.deck_card import Board
from analytics.query.filters import BOARDS
from analytics.store.reader import Store
from analytics.store.stored_card_names import stored_card_names
from dashboard.app import url
from dashboard.app.page_context import PageContext
from dashboard.numbers.filters import match_links
from dashboard.numbers.selection import Selection
from dashboard.widgets import export
from dashboard.widgets.tables import table

MOST = 300
"""The most rows that are shown; the export has all."""


def decklist_rows(store: Store, id: str, filters: Filters, draws: Draws) -> pl.DataFrame:
    """The rows of a table with the names of their cards."""
    return with_names(store, DECKLIST_TABLES[id].rows(store, filters, (), draws))


def cards_of_lists(store: Store, filters: Filters) -> list[str]:
    """The cards of known decks under these filters, those of most decks first."""
    rows = DECKLIST_TABLES["copies"].rows(store, replace(filters, board="either"), (), "exclude")
    return (
        rows.group_by("card")
        .agg(pl.col("n").sum())
        .sort("n", "card", descending=[True, False])["card"]
        .to_list()
    )


def copies(page: PageContext, selection: Selection, names: Sequence[str]) -> None:
    """Draw the choice of deck, board and card, and the table of copies."""
    _show(page, selection, names, "copies", boards=True)


def pairs(page: PageContext, selection: Selection, names: Sequence[str]) -> None:
    """Draw the choice of deck and card, and the table of pairs."""
    _show(page, selection, names, "pairs", boards=False)


def _show(page: PageContext, selection: Selection, names: Sequence[str], id: str, *, boards: bool) -> None:
    filters, game = selection.filters, selection.filters.game
    known = selection.cached(cards_of_lists, filters)
    if not known:
        st.info(page.say("compare.no-lists"), icon=":material/style:")
        return
    stored = stored_card_names(selection.store)
    with st.container(horizontal=True):
        archetype = url.selectbox(
            "deck", page.say("filter.archetype"), names, placeholder=page.say("filter.all")
        )
        card = url.selectbox(
            "card",
            page.say("filter.card"),
            known,
            names=lambda card: stored.name(game, card)[page.language],
            placeholder=page.say("filter.all"),
        )
        if boards:
            board = url.segmented_control(
                "board",
                page.say("filter.board"),
                BOARDS,
                names=lambda option: page.say(f"board.{option}"),
                default=BOARDS[0],
            )
            filters = replace(filters, board=board)
    chosen = replace(filters, archetype=archetype or "", card=card or "")
    rows = selection.cached(decklist_rows, id, chosen, selection.draws)
    st.caption(page.say(f"compare.{id}-told"))
    if rows.is_empty():
        st.info(page.say("compare.no-rows"), icon=":material/style:")
        return
    _table(page, rows, id, chosen)
    export.menu(page, selection.export(id, rows), key=f"export-{id}")


def _table(page: PageContext, rows: pl.DataFrame, id: str, filters: Filters) -> None:
    """The rows, each linked to the matches of decks with its (first) card."""
    columns = DECKLIST_TABLES[id].columns
    words = {"board": {option: page.say(f"board.{option}") for option in get_args(Board)}}
    lines = [
        {
            column.id: line[column.id]
            if column.unit == "count"
            else words.get(column.id, {}).get(text := cell(column, line, page.language), text)
            for column in columns
        }
        for line in rows.head(MOST).iter_rows(named=True)
    ]
    schema = {column.id: pl.Int64 if column.unit == "count" else pl.String for column in columns}
    headings = {column.id: column.name[page.language] for column in columns}
    links = match_links(page, filters, card=rows["card"].head(MOST))
    table(page, pl.DataFrame(lines, schema).with_columns(links), headings, key=f"compare-{id}")
    if rows.height > MOST:
        st.caption(page.say("compare.most", most=MOST, n=rows.height))

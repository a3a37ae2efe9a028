"""The decks of a choice of matches, newest first, and one list of cards to copy or to download.

Not here: which decks there are (``analytics.metrics.decklists.lists``).
"""

from collections.abc import Callable

import polars as pl
import streamlit as st

from analytics.metrics import Filters
from analytics.metrics.decklists.deck_set import NUMBER
from analytics.metrics.decklists.lists import DeckLists, deck_lists
from analytics.store.stored_card_names import stored_card_names
from dashboard.app import url
from dashboard.app.page_context import PageContext
from dashboard.numbers.filters import match_links
from dashboard.numbers.selection import Selection
from dashboard.widgets import export
from dashboard.widgets.tables import table

MOST = 200
"""The most decks that are listed."""
SIDEBOARD = "Sideboard"
"""What programs for card games look for between both parts of a list."""


def show(page: PageContext, selection: Selection, filters: Filters) -> None:
    """Draw the table of decks, the choice of one, and its list."""
    found = selection.cached(deck_lists, filters)
    decks = found.decks.head(MOST)
    if decks.is_empty():
        st.caption(page.say("archetype.no-lists"))
        return
    names = list(_names(page, decks))
    picked = url.selectbox("list", page.say("lists.one"), names, placeholder=names[0]) or names[0]
    row = decks.row(names.index(picked), named=True)
    stored = stored_card_names(selection.store)
    text = list_text(found, row[NUMBER], lambda card: stored.name(row["game"], card)[page.language])
    st.code(text, language=None, wrap_lines=True)  # has a button to copy it
    st.caption(page.say("lists.copy"))
    file = f"{row['archetype'] or 'deck'} {row['player'] or ''}".strip()
    st.download_button(
        page.say("lists.download"), data=text, file_name=f"{file}.txt", mime="text/plain", key="list-file",
        icon=":material/download:", on_click="ignore",
    )  # fmt: skip
    _table(page, decks, filters)
    if found.decks.height > MOST:
        st.caption(page.say("compare.most", most=MOST, n=found.decks.height))
    export.menu(page, selection.export("archetype-lists", _exported(found)), key="export-lists")


def list_text(found: DeckLists, number: int, names: Callable[[str], str]) -> str:
    """A line for each card, as ``4 NAME``, the main deck first; what most programs for card games read."""
    cards = found.cards.filter(pl.col(NUMBER) == number).sort("copies", "card", descending=[True, False])
    main, side = (
        [
            f"{copies} {names(card)}"
            for card, copies in cards.filter(board=board).select("card", "copies").iter_rows()
        ]
        for board in ("main", "side")
    )
    return "\n".join([*main, "", SIDEBOARD, *side] if side else main)


def _exported(found: DeckLists) -> pl.DataFrame:
    """A row a card of every deck."""
    return found.cards.join(found.decks, on=NUMBER).sort(NUMBER, "board", "card")


def _names(page: PageContext, decks: pl.DataFrame) -> list[str]:
    """What each deck is chosen by: who played it where, and what it won; numbered where two are alike."""
    unknown, seen, names = page.say("lists.unknown"), dict[str, int](), []
    for row in decks.iter_rows(named=True):
        name = f"{row['player'] or unknown} · {row['tournament'] or row['week'] or unknown} · {_record(row)}"
        seen[name] = seen.get(name, 0) + 1
        names.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return names


def _record(row: dict[str, int]) -> str:
    return f"{row['won']}-{row['lost']}-{row['tied']}"


def _table(page: PageContext, decks: pl.DataFrame, filters: Filters) -> None:
    """All of them, each linked to its matches."""
    headings = {
        "player": page.say("archetype.player"),
        "tournament": page.say("filter.tournament"),
        "week": page.say("compare.week"),
        "record": page.say("archetype.record"),
    }
    records = [_record(row) for row in decks.iter_rows(named=True)]
    of_each = {name: decks[name].fill_null("") for name in ("player", "tournament")}
    links = match_links(page, filters, **of_each)
    shown = decks.with_columns(links, record=pl.Series(records, dtype=pl.String))
    table(page, shown, headings, key="lists")

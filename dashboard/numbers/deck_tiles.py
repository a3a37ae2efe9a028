"""The decks that are played most, a tile each: win rate in a word and with its interval drawn, share of the
field, and key cards.

Not here: the numbers (``analytics.metrics.reports``), the table of all decks (``meta_share``).
"""

from collections.abc import Sequence

import polars as pl
import streamlit as st

from analytics.metrics.reports.archetypes import key_cards
from dashboard.app.escape import escaped
from dashboard.app.game_names import card_name
from dashboard.app.page_context import PageContext
from dashboard.numbers import number_format
from dashboard.numbers.leaning_text import leaning_text
from dashboard.numbers.selection import Selection
from dashboard.widgets.tiles import even_row, interval_bar, tile
from engine.record.notation.head.toml import readable

MOST, CARDS = 6, 5
"""Tiles, and key cards of each."""
AT_ONCE = 10_000
"""Up to so many matches, key cards are shown without being asked for: of more they take long."""
ODD = 5
"""So many tiles make no even rows: the last one stands in the table only."""


def show(page: PageContext, selection: Selection, decks: pl.DataFrame) -> None:
    """Draw the tiles of ``archetype share share_text share_interval rate rate_text interval n low high``, the
    rows of a field, and the fold of their key cards."""
    shown = decks.drop_nulls("share").sort("share", "archetype", descending=[True, False]).head(MOST)
    if shown.is_empty():
        return
    if shown.height == ODD:
        shown = shown.head(ODD - 1)
    with even_row(shown.height, "wide", key="decks"):
        for row in shown.iter_rows(named=True):
            with st.container(gap="xsmall"):
                _tile(page, selection, row)
    if page.viewer.sees_cards:
        _key_cards(page, selection, shown["archetype"].to_list(), at_once=decks["n"].sum() <= AT_ONCE)


def _tile(page: PageContext, selection: Selection, row: dict[str, object]) -> None:
    name, n = str(row["archetype"]), int(str(row["n"] or 0))
    low, value, high = (_number(row[end]) for end in ("low", "rate", "high"))
    told = leaning_text(page, low, high, n) or page.say("tile.nothing")
    tile(escaped(name), str(row["rate_text"]), told)
    share = page.say("decks.share", share=row["share_text"], interval=row["share_interval"])
    rate = page.say("decks.rate", interval=row["interval"])
    if low is not None and value is not None and high is not None:
        interval_bar(f"{row['rate_text']} · {rate}", low, value, high)
    st.caption(f"{rate}  \n{share}" if row["interval"] else share)
    st.page_link(
        page.pages["archetype"],
        label=page.say("link.archetype", archetype=escaped(name)),
        query_params={"game": selection.filters.game, "archetype": name},
    )


def _number(value: object) -> float | None:
    return value if isinstance(value, float) else None


def _key_cards(page: PageContext, selection: Selection, names: Sequence[str], *, at_once: bool) -> None:
    """The fold of the key cards of these decks, a line each; open where they are shown ``at_once``, and then
    left out if no lists are known."""

    def found() -> pl.DataFrame:
        return selection.cached(key_cards, selection.filters, names=tuple(names), most=CARDS)

    if at_once and found().is_empty():
        return
    folded = st.expander(
        page.say("decks.key-cards"),
        expanded=at_once,
        icon=":material/style:",
        key="key-cards",
        on_change="rerun",
    )
    if not folded.open:
        return
    game = selection.filters.game
    with folded:
        for (name,), cards in found().group_by("archetype", maintain_order=True):
            listed = " · ".join(
                f"{escaped(readable(card_name(page, game, card)))} {number_format.percent(share)}"
                for card, share in cards.select("card", "share").iter_rows()
            )
            st.markdown(f"**{escaped(str(name))}**  \n{listed}")
        if found().is_empty():
            st.caption(page.say("archetype.no-lists"))

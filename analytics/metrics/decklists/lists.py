"""Lists of decks: who played each one where, what it won, and its cards.

Not here: what is counted over many of them (``copies``, ``pairs``).
"""

from dataclasses import dataclass

import polars as pl

from analytics.metrics.decklists.deck_set import NUMBER, OF_RESULT, deck_set
from analytics.query.filters import Filters, checked
from analytics.store.reader import Store

ABOUT = ("archetype", "player", "tournament", "week")


@dataclass(frozen=True, slots=True)
class DeckLists:
    """``decks``: ``number game``, ``ABOUT`` (null where unknown) and ``won lost tied`` in matches, the newest
    first and of a week those that won most · ``cards``: ``number board card copies`` of these decks."""

    decks: pl.DataFrame
    cards: pl.DataFrame


def deck_lists(store: Store, filters: Filters) -> DeckLists:
    """The decks under these filters of which the cards are known. Raises ``FilterError``."""
    found = deck_set(store, checked(store, filters), ABOUT, board="either")
    cards = found.of_each()
    held = found.with_results().join(cards, on=NUMBER, how="semi")
    decks = held.with_columns(pl.col(OF_RESULT).cast(pl.Int64).fill_null(0))
    decks = decks.select(NUMBER, "game", *ABOUT, *OF_RESULT).sort(
        "week", "won", "lost", NUMBER, descending=[True, True, False, False], nulls_last=True
    )
    return DeckLists(decks, cards)

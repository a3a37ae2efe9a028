"""The decks of a store, with their seats and current labels.

Not here: which label they should have (``tree``).
"""

from typing import NamedTuple

import polars as pl

from analytics.query.cubes.seats import select_seats
from analytics.query.filter_conditions import conditions
from analytics.query.filters import Filters, checked
from analytics.query.sum_query import filtered
from analytics.store.reader import Store

SEATS = """
SELECT match, seat, deck, archetype FROM seat_match WHERE game = $game AND deck IS NOT NULL
UNION SELECT match, deck, deck, archetype FROM entrant WHERE game = $game AND deck IS NOT NULL"""
CARDS = "SELECT DISTINCT deck, card, copies FROM deck_card WHERE game = $game ORDER BY deck, card"


class Seat(NamedTuple):
    """A seat that played ``deck`` (its digest), and the label of the deck there, ``""`` for none. A list of
    a tournament is one as well, whether its matches are known or not: ``match`` is the tournament, and the
    digest stands for the ``seat``."""

    match: str
    seat: str
    deck: str
    archetype: str


class Decks(NamedTuple):
    """``cards``: digest → copies by card; and the seats that played them, in order of their matches."""

    cards: dict[str, dict[str, int]]
    seats: list[Seat]


class Count(NamedTuple):
    """How often decks of one label were played: different ``decks``, ``seats``, and ``players``."""

    game: str
    archetype: str
    decks: int
    seats: int
    players: int


def decks(store: Store, game: str) -> Decks:
    """All decks of a game whose lists are complete in the log."""
    cards: dict[str, dict[str, int]] = {}
    for digest, card, copies in store.query(CARDS, {"game": game}).iter_rows():
        cards.setdefault(digest, {})[card] = copies
    rows = store.query(SEATS, {"game": game}).iter_rows()
    seats = (Seat(match, seat, deck, archetype or "") for match, seat, deck, archetype in rows)
    return Decks(cards, sorted(one for one in seats if one.deck in cards))


def counts(store: Store, filters: Filters) -> list[Count]:
    """Every label of decks, by game, the most played first; decks without one under ``""``. The
    filters are no cards. Raises ``FilterError``."""
    columns = ("game", "archetype", "deck", "player")
    where = conditions(checked(store, filters))
    seats = select_seats(store, lambda tables: filtered(tables["seat"], where).select(*columns))
    named = seats.filter(pl.any_horizontal(pl.col("deck", "archetype").is_not_null()))
    found = named.group_by("game", pl.col("archetype").fill_null("")).agg(
        pl.col("deck").drop_nulls().n_unique().alias("decks"),
        pl.len().alias("seats"),
        pl.col("player").drop_nulls().n_unique().alias("players"),
    )
    in_order = found.sort("game", "seats", "archetype", descending=[False, True, False])
    return [Count(*line) for line in in_order.iter_rows()]

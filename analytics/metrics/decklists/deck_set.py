"""The decks that filters select, a row each, with their cards and their matches.

A deck is one of a player of a tournament, or of a seat of what is no tournament. Not here: what is counted of
them (``copies``, ``pairs``).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

import polars as pl

from analytics.metrics.population.matching_seats import matching_seats
from analytics.query.cubes.answer import answer
from analytics.query.cubes.seats import select_seats
from analytics.query.deck_card import Board
from analytics.query.filter_conditions import sum_query
from analytics.query.filters import FilterError, Filters
from analytics.query.sum_query import among, filtered
from analytics.store.manifest import Manifest
from analytics.store.reader import Store

DECK = ["place", "pilot"]
"""What tells decks apart within a game."""
OF_RESULT = ("won", "lost", "tied")
SIDE = """SELECT DISTINCT game, tournament_id AS place, player_id AS pilot, card, copies FROM side_card
    WHERE copies > 0"""
EITHER: Board = "either"
NUMBER = "number"
"""The column that numbers decks."""


@dataclass(frozen=True, slots=True)
class DeckSet:
    """``decks``: ``number game``, the columns asked for, and whether the sideboard is known (``sided``), of
    decks whose cards are known · ``cards``: ``number board card copies`` · ``matches``: ``number against won
    lost tied``, a row for each seat that one of the decks played; ``against`` is the deck of the opponent,
    null where that is none of them."""

    decks: pl.DataFrame
    cards: pl.DataFrame
    matches: pl.DataFrame


def deck_set(store: Store, filters: Filters, columns: Sequence[str], *, board: Board) -> DeckSet:
    """The decks under filters that were checked, with the cards of this board. Raises ``FilterError`` for
    rounds, of which a deck has none."""
    if filters.rounds or filters.stage:
        raise FilterError("decks are those of whole tournaments, not of rounds")
    if not (filters.card or filters.without):  # then they are the same whichever board is asked for
        filters = replace(filters, board=EITHER)
    asked = (store.manifest, filters, tuple(columns))
    if (known := _known.get(store)) is None or known[0] != asked:
        known = _known[store] = (asked, _of_both_boards(store, filters, columns))
    found = known[1]
    return found if board == EITHER else replace(found, cards=found.cards.filter(pl.col("board") == board))


_known: WeakKeyDictionary[Store, tuple[tuple[Manifest, Filters, tuple[str, ...]], DeckSet]] = (
    WeakKeyDictionary()
)
"""Store → what was asked last, and the answer: tables of the same decks are asked for one after the other."""


def _of_both_boards(store: Store, filters: Filters, columns: Sequence[str]) -> DeckSet:
    per = list(dict.fromkeys(("game", *DECK, "deck", *columns)))
    found = answer(store, sum_query(("decks",), per, filters)).filter(pl.col("deck").is_not_null())
    decks = found.drop("decks").with_row_index(NUMBER)
    words = pl.col(pl.Categorical).cast(pl.String)
    main = _listed(store, decks).with_columns(words)
    side = store.query(SIDE).with_columns(words)
    decks = decks.join(
        side.select("game", "place", sided=True).unique(), on=["game", "place"], how="left"
    ).with_columns(pl.col("sided").fill_null(False))
    parts = (
        decks.join(main, on=["game", "deck"]).with_columns(board=pl.lit("main")),
        decks.join(side, on=["game", *DECK]).with_columns(board=pl.lit("side")),
    )
    cards = pl.concat([part.select(NUMBER, "board", "card", "copies") for part in parts])
    wanted = list(dict.fromkeys((NUMBER, "game", *columns, "sided")))
    return DeckSet(decks.select(wanted), cards, _matches(store, filters, decks))


def _listed(store: Store, decks: pl.DataFrame) -> pl.DataFrame:
    """The cards of these decks: ``game deck card copies``."""
    games = decks["game"].unique().to_list()
    listed = select_seats(
        store,
        lambda tables: filtered(tables["listed"], (among("game", games),)).select(
            "game", "deck", "card", "copies"
        ),
    )
    holds = pl.col("deck").is_in(decks["deck"].unique().implode()), pl.col("copies") > 0
    return listed.filter(*holds).unique()


def _matches(store: Store, filters: Filters, decks: pl.DataFrame) -> pl.DataFrame:
    columns = ("match", "seat", "game", "tournament", "tournament_id", "player", "player_id", *OF_RESULT)
    seats = matching_seats(store, filters, columns).filter(pl.sum_horizontal(OF_RESULT) > 0)
    seats = seats.with_columns(
        place=pl.coalesce("tournament_id", "tournament", "match"),
        pilot=pl.coalesce("player_id", "player", pl.concat_str("match", "seat", separator=" ")),
    ).join(decks.select(NUMBER, "game", *DECK), on=["game", *DECK])
    seats = seats.select("match", "seat", NUMBER, *OF_RESULT)
    met = seats.join(seats.select("match", "seat", against=NUMBER), on="match", suffix="_2")
    met = met.filter(pl.col("seat") != pl.col("seat_2")).select("match", "seat", "against")
    # With more than two seats a match has no single opponent.
    single = met.unique(["match", "seat"], keep="none")
    return seats.join(single, on=["match", "seat"], how="left").select(NUMBER, "against", *OF_RESULT)

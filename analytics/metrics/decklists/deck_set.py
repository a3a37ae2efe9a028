"""The decks that filters select, a row each, with their cards and their matches.

A deck is one of a player of a tournament, or of a seat of what is no tournament. Not here: what is counted of
them (``copies``, ``pairs``).
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

import polars as pl

from analytics.metrics.estimators.estimate import Draws
from analytics.metrics.population.listed_cards import listed_cards
from analytics.metrics.population.matching_seats import matching_seats, months_under
from analytics.query.cubes.answer import answer
from analytics.query.deck_card import Board
from analytics.query.filter_conditions import sum_query
from analytics.query.filters import FilterError, Filters
from analytics.store.manifest import Manifest
from analytics.store.reader import Store, cached_per_projection

DECK = ["place", "pilot"]
"""What tells decks apart within a game."""
OF_RESULT = ("won", "lost", "tied")
SIDE = """SELECT DISTINCT game, tournament_id AS place, player_id AS pilot, card, copies FROM side_card
    WHERE copies > 0"""
LISTED = {**dict.fromkeys(("game", "deck", "card"), pl.String), "copies": pl.Int64}
"""The columns of lists."""
SIDE_COLUMNS = {**dict.fromkeys(("game", *DECK, "card"), pl.String), "copies": pl.Int64}
EITHER: Board = "either"
NUMBER, LIST = "number", "list"
"""The columns that number decks, and lists of cards."""
LIST_OF = {"main": LIST, "side": NUMBER}
"""Board → the column of decks that tells whose cards are on it: of main decks many are alike, and to count
each list once takes a tenth of the time; a sideboard is that of its deck."""


@dataclass(frozen=True, slots=True)
class DeckSet:
    """``decks``: ``number list game``, the columns asked for, and whether the sideboard is known (``sided``),
    of decks whose cards are known · ``cards``: ``list board card copies``, where ``list`` is that column of
    the decks that ``LIST_OF`` names for the board · ``matches``: ``number against won lost tied``, a row for
    each seat that one of the decks played; ``against`` is the deck of the opponent, null where that is none
    of them."""

    decks: pl.DataFrame
    cards: pl.DataFrame
    matches: pl.DataFrame

    def of_each(self) -> pl.DataFrame:
        """The cards of each deck: ``number board card copies``."""
        return pl.concat(
            self.decks.select(NUMBER, pl.col(of).alias(LIST))
            .join(self.cards.filter(pl.col("board") == board), on=LIST)
            .drop(LIST)
            for board, of in LIST_OF.items()
        )

    def with_results(self) -> pl.DataFrame:
        """The decks with what they ``won lost tied``, null of those without a match."""
        results = self.matches.group_by(NUMBER).agg(pl.col(OF_RESULT).sum())
        return self.decks.join(results, on=NUMBER, how="left", maintain_order="left")

    def met(self, draws: Draws) -> pl.DataFrame:
        """The seats that count and met one of the decks: ``number against``."""
        counted = ("won", "lost") if draws == "exclude" else OF_RESULT
        seats = self.matches.filter(pl.sum_horizontal(counted) > 0)
        return seats.drop_nulls("against").select(NUMBER, "against")


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
    lists = found.select("game", "deck").unique().with_row_index(LIST)
    decks = found.drop("decks").with_row_index(NUMBER).join(lists, on=["game", "deck"])
    main = _listed(store, decks, months_under(store, filters))
    side = _sideboards(store)
    decks = decks.join(
        side.select("game", "place", sided=True).unique(), on=["game", "place"], how="left"
    ).with_columns(pl.col("sided").fill_null(False))
    parts = (
        lists.join(main, on=["game", "deck"]).with_columns(board=pl.lit("main")),
        decks.drop(LIST)
        .rename({NUMBER: LIST})
        .join(side, on=["game", *DECK])
        .with_columns(board=pl.lit("side")),
    )
    cards = pl.concat([part.select(LIST, "board", "card", "copies") for part in parts])
    wanted = list(dict.fromkeys((NUMBER, LIST, "game", *columns, "sided")))
    return DeckSet(decks.select(wanted), cards, _matches(store, filters, decks))


def preload(store: Store, game: str) -> None:
    """Read the lists of a game before they are needed. Raises ``DamagedStore``."""
    _lists_of_game(store, game)
    _sideboards(store)


def _listed(store: Store, decks: pl.DataFrame, months: Collection[str] | None) -> pl.DataFrame:
    """The cards of these decks, which were brought in these months: ``game deck card copies``."""
    games = decks["game"].unique(maintain_order=True)
    rows = pl.concat([pl.DataFrame(schema=LISTED), *(_lists_of_game(store, game, months) for game in games)])
    return rows.join(decks, on=["game", "deck"], how="semi")


def _lists_of_game(store: Store, game: str, months: Collection[str] | None = None) -> pl.DataFrame:
    """All lists of a game, which are cached, or those of decks that were brought in these months."""
    known = _lists_of(store)
    if game in known:
        return known[game]
    if months is not None:
        return listed_cards(store, game, [*LISTED], months=months)
    known[game] = listed_cards(store, game, [*LISTED])
    return known[game]


@cached_per_projection
def _lists_of(store: Store) -> dict[str, pl.DataFrame]:
    """Game → its lists, of those that were asked for so far: most decks of a game are asked for again."""
    return {}


@cached_per_projection
def _sideboards(store: Store) -> pl.DataFrame:
    """The cards of all sideboards: ``game place pilot card copies``. Where there are none, as in most games,
    DuckDB, which takes longer to begin than all else, is left alone."""
    if not any("side_card" in part.files for part in store.manifest.parts):
        return pl.DataFrame(schema=SIDE_COLUMNS)
    return store.query(SIDE).with_columns(pl.col(pl.Categorical).cast(pl.String))


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

"""The known cards: those that matches in the store have numbers of, or that stand in a list of a deck, and
their names.

Not here: the filters (``query.filters``), and other values to choose from (``query.choices``).
"""

from collections.abc import Sequence
from pathlib import Path

import polars as pl

from analytics.query.cubes.answer import answer
from analytics.query.filter_conditions import sum_query
from analytics.query.filters import GRADES, Filters
from analytics.query.measures.sources import scanned
from analytics.store.data_by_game import by_game
from analytics.store.manifest import Part
from analytics.store.reader import Store, cached_per_projection
from analytics.store.stored_card_names import stored_card_names
from engine.kernel.bilingual import Bilingual
from events.model.changes import FaceId

SUM = "kept_wins"
"""Any sum of cards: only the rows of the answer are used."""
LISTS = ("deck_card", "side_card")


@cached_per_projection
def known_cards(store: Store) -> dict[FaceId, Bilingual]:
    """Card id → name of every known card, in order of the ids."""
    counted = _cards(store, Filters(grades=GRADES)).select(pl.col("card", "game").cast(pl.String))
    found = {
        *counted.iter_rows(),
        *((card, game) for game, cards in LISTED.of(store).items() for card in cards),
    }
    names = stored_card_names(store)
    return {face: names.name(game, face) for face, game in sorted(found)}


def cards_with_numbers(store: Store, game: str) -> set[FaceId]:
    """The cards of a game that have numbers, from matches that follow the rules."""
    return set(_cards(store, Filters(game=game))["card"])


def _cards(store: Store, filters: Filters) -> pl.DataFrame:
    return answer(store, sum_query((SUM,), ("game", "card"), filters)).drop_nulls(["game", "card"])


def _listed(folder: Path, parts: Sequence[Part]) -> list[FaceId]:
    cards = pl.col("card").drop_nulls().cast(pl.String).unique()
    found = pl.concat(scanned(folder, parts, table=table).select(cards) for table in LISTS)
    return found.unique().sort("card").collect()["card"].to_list()


LISTED = by_game("listed-cards", list[FaceId], _listed, __file__)
"""The cards that stand in lists of decks of each game: there may be millions of rows of such."""

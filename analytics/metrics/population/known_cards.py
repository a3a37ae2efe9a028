"""The known cards: those that matches in the store have numbers of, or that stand in a list of a deck, and
their names.

Not here: the filters (``query.filters``), and other values to choose from (``query.choices``).
"""

import polars as pl

from analytics.query.cubes.answer import answer
from analytics.query.filter_conditions import sum_query
from analytics.query.filters import GRADES, Filters
from analytics.store.reader import Store, cached_per_projection
from analytics.store.stored_card_names import stored_card_names
from engine.kernel.bilingual import Bilingual
from events.model.changes import FaceId

SUM = "kept_wins"
"""Any sum of cards: only the rows of the answer are used."""
LISTED = "SELECT DISTINCT game, card FROM deck_card UNION SELECT DISTINCT game, card FROM side_card"


@cached_per_projection
def known_cards(store: Store) -> dict[FaceId, Bilingual]:
    """Card id → name of every known card, in order of the ids."""
    words = pl.col("card", "game").cast(pl.String)
    counted, listed = _cards(store, Filters(grades=GRADES)), store.query(LISTED)
    found = pl.concat([rows.select(words) for rows in (counted, listed)]).drop_nulls().unique()
    names = stored_card_names(store)
    return {face: names.name(game, face) for face, game in found.sort("card", "game").iter_rows()}


def cards_with_numbers(store: Store, game: str) -> set[FaceId]:
    """The cards of a game that have numbers, from matches that follow the rules."""
    return set(_cards(store, Filters(game=game))["card"])


def _cards(store: Store, filters: Filters) -> pl.DataFrame:
    return answer(store, sum_query((SUM,), ("game", "card"), filters)).drop_nulls(["game", "card"])

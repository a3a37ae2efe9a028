"""The cards that were seen in games, and their names.

Not here: what a choice of one does (``filters``), and what there is else to choose from (``choices``).
"""

import polars as pl

from analytics.query.cubes.answer import answer
from analytics.query.filter_conditions import sum_query
from analytics.query.filters import GRADES, Filters
from analytics.store.card_names import card_name
from analytics.store.reader import Store, once_a_projection
from engine.kernel.bilingual import Bilingual
from events.model.changes import FaceId

SUM = "kept_wins"
"""Any sum of cards: it is asked for the sake of its rows alone."""


@once_a_projection
def known_cards(store: Store) -> dict[FaceId, Bilingual]:
    """The name of every card that was seen, in order of their ids."""
    found = _seen(store, Filters(grades=GRADES)).select("card", "game").sort("card", "game")
    return {face: card_name(game, face) for face, game in found.iter_rows()}


def cards_with_numbers(store: Store, game: str) -> set[FaceId]:
    """The cards of a game that there are numbers of, in matches that keep to the rules."""
    return set(_seen(store, Filters(game=game))["card"])


def _seen(store: Store, filters: Filters) -> pl.DataFrame:
    return answer(store, sum_query((SUM,), ("game", "card"), filters)).drop_nulls(["game", "card"])

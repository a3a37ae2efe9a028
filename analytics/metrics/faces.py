"""The cards that were seen in games, by their names, to choose one of them.

Not here: what a choice does (``filters``), and what there is else to choose from (``choices``).
"""

from analytics.cubes.answer import answer
from analytics.metrics.asking import asking
from analytics.metrics.filters import GRADES, Filters
from analytics.names import card_name
from analytics.store import Store, once_a_projection
from engine.name import Name
from events.changes import FaceId

SUM = "kept_wins"
"""Any sum of cards: it is asked for the sake of its rows alone."""


@once_a_projection
def faces(store: Store) -> dict[FaceId, Name]:
    """The name of every card that was seen, in order of their ids."""
    found = answer(store, asking((SUM,), ("game", "card"), Filters(grades=GRADES)))
    seen = found.select("card", "game").drop_nulls().sort("card", "game")
    return {face: card_name(game, face) for face, game in seen.iter_rows()}

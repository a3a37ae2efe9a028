"""What pages ask of a store first of all, which stays true as long as it has no other facts.

Not here: when that is (``warm``), nor what is asked under filters (``kept``).
"""

from contextlib import suppress

from analytics.metrics.estimators import largest_player
from analytics.metrics.population.known_cards import faces
from analytics.metrics.reports.profile import offered
from analytics.query.choices import choices
from analytics.store.manifest import StoreError
from analytics.store.reader import Store

EVERY_GAME = ""


def ahead(store: Store) -> None:
    """Ask it, so that it is known; what goes wrong is told to whoever asks it again."""
    with suppress(StoreError):
        faces(store)
        largest_player.ahead(store, EVERY_GAME)
        for game in choices(store)["game"]:
            offered(store, game)
            largest_player.ahead(store, game)

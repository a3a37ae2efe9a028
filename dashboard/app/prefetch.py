"""What pages ask of a store first of all, which stays true as long as it has no other facts.

Not here: when that is (``warm``), nor what is asked under filters (``kept``).
"""

from contextlib import suppress

from analytics.metrics.intervals import player_share_bounds
from analytics.metrics.population.known_cards import known_cards
from analytics.metrics.reports.profile import available_metrics
from analytics.query.choices import choices
from analytics.store.manifest import StoreError
from analytics.store.reader import Store

EVERY_GAME = ""


def ahead(store: Store) -> None:
    """Ask it, so that it is known; what goes wrong is told to whoever asks it again."""
    with suppress(StoreError):
        known_cards(store)
        player_share_bounds.preload(store, EVERY_GAME)
        for game in choices(store)["game"]:
            available_metrics(store, game)
            player_share_bounds.preload(store, game)

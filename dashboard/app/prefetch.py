"""Computes ahead what every page asks of a store first, and what stays true until its facts change.

Not here: when that happens (``preload``), nor what is asked under filters (``page_cache``).
"""

from contextlib import suppress

from analytics.metrics.intervals import player_share_bounds
from analytics.metrics.population.known_cards import known_cards
from analytics.metrics.reports.profile import available_metrics
from analytics.query.choices import choices
from analytics.store.manifest import StoreError
from analytics.store.reader import Store

EVERY_GAME = ""


def prefetch(store: Store) -> None:
    """Compute it, so that it is cached; an error is left to whoever asks again."""
    with suppress(StoreError):
        known_cards(store)
        player_share_bounds.preload(store, EVERY_GAME)
        for game in choices(store)["game"]:
            available_metrics(store, game)
            player_share_bounds.preload(store, game)

"""What pages ask of a store first of all, which stays true as long as it has no other facts.

Not here: when that is (``warm``), nor what is asked under filters (``kept``).
"""

from contextlib import suppress

from analytics.manifest import StoreError
from analytics.metrics import givers
from analytics.metrics.choices import choices
from analytics.metrics.faces import faces
from analytics.metrics.profile import offered
from analytics.store import Store

EVERY_GAME = ""


def ahead(store: Store) -> None:
    """Ask it, so that it is known; what goes wrong is told to whoever asks it again."""
    with suppress(StoreError):
        faces(store)
        givers.ahead(store, EVERY_GAME)
        for game in choices(store)["game"]:
            offered(store, game)
            givers.ahead(store, game)

"""From whose side a match is told: that of a seat whose hands the record knows where it does not know others.

Whoever records chooses the own deck: it says what one player likes, and not what is played. Not here: what is
counted of the others (``archetypes``).
"""

from weakref import WeakKeyDictionary

from analytics.cubes.seats import of_seats
from analytics.manifest import Manifest
from analytics.store import Store

ANY = "SELECT 1 FROM seat WHERE games_partly_known > 0 LIMIT 1"
RECORDING = (
    "(s.games_partly_known = 0 AND s.number IN (SELECT number FROM seat WHERE games_partly_known > 0))"
)
NOBODY = "false"


def recording(store: Store) -> str:
    """A condition over ``seat s``: its match is told from its side.

    Most stores have no such match, and to look at each of a million again takes a quarter of the time of
    counting decks.
    """
    manifest, condition = _known.get(store, (None, NOBODY))
    if manifest is not store.manifest:
        condition = NOBODY if of_seats(store, ANY).is_empty() else RECORDING
        _known[store] = store.manifest, condition
    return condition


_known: WeakKeyDictionary[Store, tuple[Manifest, str]] = WeakKeyDictionary()
"""Store → its facts, and the condition over them."""

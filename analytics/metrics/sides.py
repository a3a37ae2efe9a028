"""From whose side a match is told: that of a seat whose hands the record knows where it does not know others.

Whoever records chooses the own deck: it says what one player likes, and not what is played. Not here: what is
counted of the others (``archetypes``).
"""

from analytics.cubes.seats import of_seats
from analytics.store import Store, once_a_projection

ANY = "SELECT 1 FROM seat WHERE games_partly_known > 0 LIMIT 1"
RECORDING = (
    "(s.games_partly_known = 0 AND s.number IN (SELECT number FROM seat WHERE games_partly_known > 0))"
)
NOBODY = "false"


@once_a_projection
def recording(store: Store) -> str:
    """A condition over ``seat s``: its match is told from its side.

    Most stores have no such match, and to look at each of a million again takes a quarter of the time of
    counting decks.
    """
    return NOBODY if of_seats(store, ANY).is_empty() else RECORDING

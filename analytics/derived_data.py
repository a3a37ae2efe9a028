"""All data that is derived from the facts and stored beside them: the registry, and how to refresh it.

Not here: the mechanism (``analytics.store.derived``), nor any of the data.
"""

from pathlib import Path
from typing import Any

from analytics.metrics.intervals.player_maxima import PLAYER_MAXIMA
from analytics.metrics.population.known_cards import LISTED
from analytics.metrics.reports.rating_history import RATING_HISTORY
from analytics.query.choices import EDITIONS, ROUNDS
from analytics.query.cubes.cube_refresh import CUBE_DATA
from analytics.store.derived import DerivedData
from analytics.store.match_counts import MATCH_COUNTS
from analytics.store.stored_card_names import CARD_NAMES
from analytics.store.stored_game_names import GAME_NAMES
from analytics.tournaments.match_groups import MATCH_GROUPS

DERIVED: tuple[DerivedData[Any], ...] = (
    CUBE_DATA,
    RATING_HISTORY,
    MATCH_GROUPS,
    MATCH_COUNTS,
    PLAYER_MAXIMA,
    CARD_NAMES,
    GAME_NAMES,
    ROUNDS,
    EDITIONS,
    LISTED,
)


def refresh(folder: Path) -> None:
    """Bring all of it up to date with the facts in ``folder``. Raises
    ``analytics.store.manifest.StoreError``."""
    for derived in DERIVED:
        derived.refresh(folder)

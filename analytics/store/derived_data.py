"""What is kept beside the facts, so that pages need not count it: the cubes, the ratings of players, and what
is counted of each game as a whole.

Not here: any of them (``analytics.query.cubes``, ``analytics.metrics.reports.rating_history``,
``analytics.store.game_tallies``).
"""

from pathlib import Path

from analytics.metrics.intervals import player_maxima
from analytics.metrics.reports import rating_history
from analytics.query.cubes import keeper
from analytics.store import match_counts
from analytics.tournaments import match_groups


def refresh(folder: Path) -> None:
    """Bring it up to date with the facts in ``folder``. Raises ``analytics.store.manifest.StoreError``."""
    keeper.refresh(folder)
    rating_history.refresh(folder)
    for kept in (match_groups.KEPT, match_counts.KEPT, player_maxima.KEPT):
        kept.refresh(folder)

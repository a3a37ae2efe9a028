"""What is kept beside the facts, so that pages need not count it: the cubes, the ratings of players, and what
is counted of each game as a whole.

Not here: any of them (``analytics.cubes``, ``analytics.metrics.followed``, ``analytics.by_game``).
"""

from pathlib import Path

from analytics import coverage
from analytics.cubes import keeper
from analytics.metrics import followed, most
from analytics.standings import groups


def refresh(folder: Path) -> None:
    """Bring it up to date with the facts in ``folder``. Raises ``analytics.manifest.StoreError``."""
    keeper.refresh(folder)
    followed.refresh(folder)
    for kept in (groups.KEPT, coverage.KEPT, most.KEPT):
        kept.refresh(folder)

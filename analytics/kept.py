"""What is kept beside the facts, so that pages need not count it: the cubes, the ratings of players, and how
many matches each tournament has.

Not here: any of them (``analytics.cubes``, ``analytics.metrics.followed``, ``analytics.standings.groups``).
"""

from pathlib import Path

from analytics.cubes import keeper
from analytics.metrics import followed
from analytics.standings import groups


def refresh(folder: Path) -> None:
    """Bring it up to date with the facts in ``folder``. Raises ``analytics.manifest.StoreError``."""
    keeper.refresh(folder)
    followed.refresh(folder)
    groups.refresh(folder)

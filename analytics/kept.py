"""What is kept beside the facts, so that pages need not count it: the cubes, and the ratings of players.

Not here: either of them (``analytics.cubes``, ``analytics.metrics.followed``).
"""

from pathlib import Path

from analytics.cubes import keeper
from analytics.metrics import followed


def refresh(folder: Path) -> None:
    """Bring it up to date with the facts in ``folder``. Raises ``analytics.manifest.StoreError``."""
    keeper.refresh(folder)
    followed.refresh(folder)

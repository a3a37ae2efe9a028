"""Where the files of a part lie: in folders by table, game and month of play.

Not here: what is in them, and how they are written (``parts``).
"""

from functools import lru_cache
from pathlib import Path
from urllib.parse import quote

from analytics.store.manifest import Part

FACTS = "facts"


def path_of(folder: Path, part: Part, *, table: str) -> Path:
    """The file of ``table`` in ``part``; game and month are escaped as in the address of a page."""
    return folder / relative_path(part, table=table)


def relative_path(part: Part, *, table: str) -> str:
    """The same file, below the folder of the store."""
    return f"{FACTS}/{table}/game={_quoted(part.game)}/month={_quoted(part.month)}/{part.name}.parquet"


@lru_cache(maxsize=1024)
def _quoted(name: str) -> str:
    """The escaped name, cached: there are thousands of files but few games and months."""
    return quote(name, safe="")

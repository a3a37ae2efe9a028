"""Syncing what was written by somebody else's hands: a closed file, or the names in a folder.

Not here: files that are still open, which whoever writes them syncs.
"""

import os
from pathlib import Path


def sync(path: Path) -> None:
    """Return once a file, or a folder with the names in it, would survive a power cut. A rename is durable
    only when its folder is. Raises ``OSError``."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

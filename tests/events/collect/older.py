"""What kifuda 0.1.0 wrote, before entries had salts, stored as bytes: a signed log of two matches with a slip
and bound views, two bundles, and the verifier keys.

Not here: what is asked of it.
"""

import tarfile
from pathlib import Path

ARCHIVE = Path(__file__).parents[1] / "golden/0.1.0.tar.xz"


def unpacked(folder: Path) -> Path:
    """The files, in ``folder``."""
    with tarfile.open(ARCHIVE) as archive:
        archive.extractall(folder, filter="data")
    return folder

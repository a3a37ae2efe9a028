"""A digest of the code that sums depend on: when it changes, cubes are built afresh.

Not here: how digests are made (``analytics.store.code_digest``).
"""

from analytics.store.code_digest import digest_of
from analytics.store.manifest import Manifest

SOURCES = (
    "analytics/query/measures",
    *(f"analytics/query/cubes/{name}.py" for name in ("cube", "build", "seats", "tallies")),
)
"""What decides which sums and counts there are, and over which rows they run."""


def cube_digest(manifest: Manifest) -> str:
    """SHA-256 (hex) over all sources and the digest of the code that made the facts."""
    return digest_of(SOURCES, manifest.code)

"""A digest of the code that sums depend on: when it changes, cubes are built afresh.

Not here: that of the code that makes the facts (``analytics.store.code_digest``).
"""

import hashlib
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = ("measures", "cubes/cube.py", "cubes/build.py", "cubes/seats.py", "cubes/tallies.py")
"""What decides which sums and counts there are, and over which rows they run."""


@cache
def cube_digest(facts: str) -> str:
    """SHA-256 (hex) over the digest of the ``facts`` and the contents of all sources, in order."""
    digest = hashlib.sha256(facts.encode())
    for source in SOURCES:
        path = ROOT / source
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            content = file.read_bytes()
            digest.update(f"{file.relative_to(ROOT).as_posix()} {len(content)}\n".encode())
            digest.update(content)
    return digest.hexdigest()

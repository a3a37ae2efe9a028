"""A digest of the code that rows depend on: when it changes, a store is projected afresh.

Not here: the digests that a match pins (those are of the rules, not of this code).
"""

import hashlib
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = ("events", "engine", "analytics/facts")
"""Folders that decide what a row says: how events are read, judged and tied together."""
ENDINGS = (".py", ".toml")


@cache
def code_digest() -> str:
    """SHA-256 (hex) over the names and contents of all sources, in order."""
    digest = hashlib.sha256()
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in ENDINGS:
                content = path.read_bytes()
                digest.update(f"{path.relative_to(ROOT).as_posix()} {len(content)}\n".encode())
                digest.update(content)
    return digest.hexdigest()
